use super::BLOCK_SIZE;
use super::build::tasks;
use super::writer::Piece;
use crate::block::Run;
use crate::combinatorics::{BoardSize, known_counts};
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

/// What a block takes beside its payload: keys in three indexes, the checksum, SQLite's pages.
const ROW_BYTES: u64 = 330;

/// What building the stored tables of `n` will cost with `jobs` threads: the solutions below
/// one prefix in the middle are enumerated and encoded (some 20 ms) and taken for all. `None` where
/// Q(N) is not known.
pub fn estimate(n: BoardSize, jobs: NonZeroUsize) -> Option<Estimate> {
    let solutions = known_counts(n)?.solutions.div_ceil(2);
    let nothing = Estimate { solutions, bytes: 0, time: Duration::ZERO };
    let tasks = tasks(n);
    let Some(prefix) = tasks.get(tasks.len() / 2) else { return Some(nothing) };
    let began = Instant::now();
    let run = Run::below(n, prefix);
    let sizes = run
        .split(BLOCK_SIZE)
        .iter()
        .map(|run| Piece::encode(run).payload.len() as u64 + ROW_BYTES)
        .collect::<Vec<_>>();
    let bytes: u64 = sizes.iter().sum();
    let share = solutions as f64 / (run.len() as f64).max(1.0);
    Some(Estimate {
        bytes: (bytes as f64 * share) as u64,
        time: began.elapsed().mul_f64(share / jobs.get() as f64),
        ..nothing
    })
}
