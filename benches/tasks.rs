//! Tasks of data sets, and completions with ranks: `cargo bench --bench tasks`
//!
//! Prints milliseconds, with and without tables. Without tables, the first task of a board includes the time to list its
//! orbits in memory, and an early one that to list its solutions. The completions are those of a few given queens, each
//! found with a newly opened board.

use nqdb::{
    BoardSize, Conditions, Database, Rank, Result,
    store::{BuildOptions, build},
    watch::NoWatch,
};
use nqdb_dataset::{Shares, Spec, Split, Tasks};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Tasks for each board size.
const TASKS: u64 = 500;

/// The boards.
const SIZES: [usize; 6] = [4, 8, 10, 12, 14, 16];

/// Given queens of N = 16, with a few to a few thousand completions.
const GIVENS: [&str; 4] =
    ["6=6 11=2 12=16 14=9 15=7", "6=6 11=2 12=16 14=9", "1=8 2=1 3=5", "6=6 11=2 12=16"];

fn main() -> Result<()> {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("nqdb.db");
    for n in SIZES {
        build(&path, BoardSize::new(n)?, BuildOptions::default(), NoWatch)?;
    }
    let with_tables = || Database::open(&path);
    let without = || Ok(Database::without_file());
    for (name, open) in [("with", &with_tables as &dyn Fn() -> _), ("without", &without)] {
        println!("\n{name} tables      tasks     first      mean   slowest other");
        SIZES.into_iter().try_for_each(|n| tasks(n, &open()?))?;
        println!("{name} tables, N = 16              completions   with ranks");
        GIVENS.into_iter().try_for_each(|givens| completions(givens, &open()?))?;
    }
    Ok(())
}

fn tasks(n: usize, database: &Database) -> Result<()> {
    let board = database.board(BoardSize::new(n)?)?;
    let spec = Spec { count: TASKS, shares: Shares([1, 0, 0]), ..Spec::default() };
    let mut tasks =
        Tasks::new(&board, &spec, Split::Train, Arc::new(NoWatch)).expect("a small board");
    let mut times = Vec::new();
    loop {
        let began = Instant::now();
        let Some(task) = tasks.next() else { break };
        task.expect("nothing stops it");
        times.push(began.elapsed());
    }
    let mean = times.iter().sum::<Duration>() / times.len().max(1) as u32;
    let slowest = times.iter().skip(1).max().copied().unwrap_or_default();
    let [first, mean, slowest] = [times[0], mean, slowest].map(ms);
    println!("N = {n:<2} {:>16} {first:>9.2} {mean:>9.3} {slowest:>15.2}", times.len());
    Ok(())
}

fn completions(givens: &str, database: &Database) -> Result<()> {
    let board = database.board(BoardSize::new(16)?)?;
    let conditions = Conditions::parse(board.n(), [givens])?;
    let began = Instant::now();
    let found = board.select_ranked(&conditions, Rank::FIRST)?.collect::<Result<Vec<_>>>()?;
    println!("{givens:<30} {:>11} {:>12.1}", found.len(), ms(began.elapsed()));
    Ok(())
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
