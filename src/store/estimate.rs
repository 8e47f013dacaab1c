use super::BLOCK_SIZE;
use super::build::{Task, tasks};
use super::writer::Piece;
use crate::block::Run;
use crate::combinatorics::{BoardSize, known_counts};
use crate::search::Solutions;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// What a build will cost.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// Solutions to store: half of Q(N).
    pub solutions: u64,
    /// Bytes of the board in the file.
    pub bytes: u64,
    /// Time with the given number of threads.
    pub time: Duration,
}

/// Rows around a block: keys in three indexes, the checksum, SQLite's pages.
const ROW_BYTES: u64 = 150;

/// What building the stored tables of `n` will cost with `jobs` threads: the first block's worth of
/// solutions in the middle of the work is enumerated and encoded, a few milliseconds, and taken for
/// all. `None` where Q(N) is not known.
pub fn estimate(n: BoardSize, jobs: NonZeroUsize) -> Option<Estimate> {
    let solutions = known_counts(n)?.solutions.div_ceil(2);
    let zero = Estimate { solutions, bytes: 0, time: Duration::ZERO };
    let tasks: Vec<Task> = tasks(n);
    let Some(prefix) = tasks.get(tasks.len() / 2) else { return Some(zero) };
    let began = Instant::now();
    let mut run = Run::new(n);
    for solution in Solutions::below(n, prefix).take(BLOCK_SIZE) {
        run.push(&solution);
    }
    if run.len() == 0 {
        return Some(zero);
    }
    let sample = run.len() as u64;
    let piece = Piece::encode(run);
    let blocks = solutions.div_ceil(sample);
    Some(Estimate {
        solutions,
        bytes: blocks * (piece.payload.len() as u64 + ROW_BYTES),
        time: began.elapsed().mul_f64(solutions as f64 / sample as f64 / jobs.get() as f64),
    })
}
