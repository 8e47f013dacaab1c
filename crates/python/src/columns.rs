//! What `nqdb/_columns.py` and `nqdb/_sequences.py` need: the solutions of a board in batches, and its ranks in random
//! order.

use crate::arguments::{BatchSize, Limit, RankNumber, Seed};
use crate::arrays;
use crate::board::Board;
use crate::errors::Result;
use crate::signals::{Shared, check, look};
use nqdb::{BoardSize, Rank, database::SolutionReader, random::Shuffle};
use pyo3::prelude::*;

/// Number of rows read between two checks for signals.
const ROWS: usize = 1 << 14;

/// The solutions of a board from a rank on, at most `limit`, in arrays of at most `batch_size` rows, each with the rank
/// of its first row. A call that fails, or that a signal ends, consumes no rows.
#[pyclass(module = "nqdb._nqdb", frozen)]
pub(crate) struct Batches {
    reader: Shared<Reader>,
    n: BoardSize,
    /// The total number of rows; None if it is unknown.
    #[pyo3(get)]
    rows: Option<u64>,
    room: u64,
}

#[pymethods]
impl Batches {
    #[new]
    fn new(
        py: Python<'_>,
        board: &Board,
        start: RankNumber,
        limit: Option<Limit>,
        batch_size: BatchSize,
    ) -> Result<Self> {
        let next = board.start(py, start)?.get();
        let board = board.inner(py)?.clone();
        let left = board.solution_count().ok().map(|count| count.saturating_sub(next - 1));
        let rows = left.into_iter().chain(limit.map(|limit| limit.0)).min();
        let room = batch_size.0.min(rows.unwrap_or(u64::MAX).max(1));
        let (n, left) = (board.n(), rows.unwrap_or(u64::MAX));
        let reader = Shared::new(Reader { board, next, left, solutions: None });
        Ok(Batches { reader, n, rows, room })
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> Result<Option<(u64, Bound<'py, PyAny>)>> {
        let mut read = (0, 0);
        let queens = arrays::bytes(py, self.room, self.n.get(), |queens| {
            read = self.reader.call(py, |reader| reader.read(queens))?.unwrap_or_default();
            Ok(())
        })?;
        let (first, rows) = read;
        if rows == 0 {
            return Ok(None);
        }
        queens.resize(rows * self.n.get())?;
        Ok(Some((first, arrays::boards(queens, self.n)?)))
    }
}

struct Reader {
    board: nqdb::Board,
    /// The rank of the next row.
    next: u64,
    left: u64,
    /// The solutions from `next` on; `None` before the first call, and after one that failed.
    solutions: Option<SolutionReader>,
}

impl Reader {
    /// Fills rows. Returns the rank of the first one and their number, which is 0 at the end, and after a signal.
    fn read(&mut self, queens: &mut [u8]) -> Result<(u64, usize)> {
        let mut solutions = match self.solutions.take() {
            Some(solutions) => solutions,
            None => self.board.read_solutions(Rank::new(self.next).map_err(nqdb::Error::from)?),
        };
        let n = self.board.n().get();
        let rows = (queens.len() / n).min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let mut done = 0;
        for part in queens[..rows * n].chunks_mut(ROWS * n) {
            let read = solutions.read(part)?;
            if look().is_break() {
                return Ok((0, 0));
            }
            done += read;
            if read < part.len() / n {
                break;
            }
        }
        let first = self.next;
        self.solutions = Some(solutions);
        self.next = self.next.saturating_add(done as u64);
        self.left -= done as u64;
        Ok((first, done))
    }
}

/// The numbers 1 … count in the random order of a seed.
#[pyclass(module = "nqdb._nqdb", frozen)]
pub(crate) struct Order {
    shuffle: Shuffle,
    /// The seed.
    #[pyo3(get)]
    seed: u64,
}

#[pymethods]
impl Order {
    #[new]
    #[pyo3(signature = (count, seed))]
    fn new(count: u64, seed: Option<Seed>) -> Self {
        let seed = Seed::or_random(seed);
        Order { shuffle: Shuffle::new(count, seed), seed }
    }

    /// The number at a step, from 0; None from step `count` on.
    fn at(&self, py: Python<'_>, step: u64) -> PyResult<Option<u64>> {
        check(py)?;
        Ok(self.shuffle.at(step).map(|number| number + 1))
    }

    /// The step with this number; None if there is none.
    fn step_of(&self, number: &Bound<'_, PyAny>) -> Option<u64> {
        let number: u64 = number.extract().ok()?;
        self.shuffle.step_of(number.checked_sub(1)?)
    }
}
