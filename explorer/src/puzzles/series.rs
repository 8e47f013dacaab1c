//! Series of puzzles: those of one seed.

use crate::asked::{number, query_of};
use crate::failure::Failure;
use nqdb::{BoardSize, Error, Watch};
use nqdb_completion::{Puzzle, PuzzleTask, make_puzzle};

/// The largest board of a puzzle.
const LARGEST: usize = 32;

/// The seed of the first sheet.
pub(super) const FIRST_SEED: u64 = 1;

/// Puzzles of one seed. The same series gives the same puzzles on every machine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Series {
    pub(super) n: usize,
    pub(super) seed: u64,
    /// Number of given queens; `None` for any.
    pub(super) givens: Option<u64>,
}

impl Series {
    /// A series with the parameter `givens` of a URL; the form sends an empty one for any number.
    pub(super) fn asked(n: BoardSize, seed: u64, givens: Option<String>) -> Result<Self, Failure> {
        let n = n.get();
        if n > LARGEST {
            return Err(Failure::invalid(format!(
                "puzzles are available up to N = {LARGEST}, got {n}"
            )));
        }
        let givens = givens.filter(|givens| !givens.is_empty()).map(|givens| {
            let problem = || format!("givens must be from 0 to {}, got {givens:?}", n - 1);
            let found = number(&givens).filter(|&givens| givens < n as u64);
            found.ok_or_else(|| Failure::invalid(problem()))
        });
        Ok(Series { n, seed, givens: givens.transpose()? })
    }

    /// A puzzle of the series, by its number from 1.
    pub(super) fn puzzle(&self, number: u64, watch: &dyn Watch) -> Result<Puzzle, Error> {
        let task = PuzzleTask { givens: self.givens, ..PuzzleTask::new(self.n as u64, self.seed) };
        Ok(make_puzzle(&task.nth(number), watch)?)
    }

    /// The path of the page of a puzzle.
    pub(super) fn path(&self, number: u64) -> String {
        format!("/{}/puzzle/{}-{number}", self.n, self.seed)
    }

    /// The query of the page of a puzzle.
    pub(super) fn query(&self) -> String {
        query_of(&[("givens", self.givens)])
    }
}
