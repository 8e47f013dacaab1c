//! Data sets and scores, compared with brute force.

mod directory;
mod scores;
mod tasks;

use nqdb::{Board, Database, watch::NoWatch};
use nqdb_dataset::{Spec, Split, Task, Tasks};
use nqdb_test_support::twin::size;
use std::sync::Arc;

fn board(n: usize) -> Board {
    Database::without_file().board(size(n)).unwrap()
}

/// All tasks of a split.
fn tasks(board: &Board, spec: &Spec, split: Split) -> Vec<Task> {
    let tasks = Tasks::new(board, spec, split, Arc::new(NoWatch)).unwrap();
    tasks.collect::<Result<_, _>>().unwrap()
}
