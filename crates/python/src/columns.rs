//! What `nqdb/_columns.py` and `nqdb/_sequences.py` need: the solutions of a board as columns, in batches that Python
//! passes to Arrow, and its ranks in random order; and the file that they are written to.

use crate::arguments::{BatchSize, Limit, RankNumber, Seed};
use crate::arrays::{self, NUMBER, write_numbers};
use crate::board::Board;
use crate::errors::Result;
use crate::signals::{Shared, check, look};
use nqdb::internal::lock;
use nqdb::{Rank, database::SolutionReader, random::Shuffle};
use nqdb_dataset::Target;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Number of rows read between two checks for signals.
const ROWS: usize = 1 << 14;

/// The same with orbit ids, which are faster in large batches on large boards.
const ROWS_WITH_ORBITS: usize = 1 << 17;

/// Number of rows converted to columns at a time: they fit the L1 cache.
const TILE: usize = 1 << 9;

/// The solutions of a board from a rank on, at most `limit`, as columns, in batches of at most `batch_size` rows.
///
/// A batch is a tuple: the number of its rows, the row capacity of its columns, and the columns, concatenated: the rank
/// (int64), the orbit id (int64) if `orbits` is true, and for each column of the board the row of its queen, counted
/// from 1 (int8). After an error the next call reads the same batch.
#[pyclass(module = "nqdb._nqdb", frozen)]
pub(crate) struct Columns {
    reader: Shared<Reader>,
    /// The total number of rows; None if it is unknown.
    #[pyo3(get)]
    rows: Option<u64>,
    room: usize,
    /// Size of a row in bytes.
    width: usize,
}

#[pymethods]
impl Columns {
    #[new]
    fn new(
        py: Python<'_>,
        board: &Board,
        start: RankNumber,
        limit: Option<Limit>,
        orbits: bool,
        batch_size: BatchSize,
    ) -> Result<Self> {
        let start = board.start(py, start)?.get();
        let (board, n) = (board.inner(py)?, board.size.get());
        let left = board.solution_count().ok().map(|count| count.saturating_sub(start - 1));
        let rows = left.into_iter().chain(limit.map(|limit| limit.0)).min();
        let room = batch_size.0.min(rows.unwrap_or(u64::MAX).max(1)) as usize;
        let reader =
            Reader { board: board.clone(), orbits, next: start, left: rows, solutions: None };
        let width = n + if orbits { 2 * NUMBER } else { NUMBER };
        Ok(Columns { reader: Shared::new(reader), rows, room, width })
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(
        &self,
        py: Python<'py>,
    ) -> Result<Option<(usize, usize, Bound<'py, PyByteArray>)>> {
        let mut rows = None;
        let columns = arrays::bytes(py, self.room as u64, self.width, |columns| {
            rows = self.reader.call(py, |reader| reader.read(columns, self.room))?;
            Ok(())
        })?;
        Ok(rows.filter(|rows| *rows > 0).map(|rows| (rows, self.room, columns)))
    }
}

/// Reads rows and writes them to columns.
struct Reader {
    board: nqdb::Board,
    orbits: bool,
    /// The rank of the next row.
    next: u64,
    /// The number of rows left; `None` if it is unknown.
    left: Option<u64>,
    /// The solutions from `next` on; `None` before the first call, and after an error.
    solutions: Option<SolutionReader>,
}

impl Reader {
    /// Fills columns with a capacity of `room` rows, and returns the number of rows read. A call that fails or is ended
    /// by a signal consumes no rows.
    fn read(&mut self, columns: &mut [u8], room: usize) -> Result<usize> {
        let mut solutions = match self.solutions.take() {
            Some(solutions) => solutions,
            None => self.board.read_solutions(Rank::new(self.next).map_err(nqdb::Error::from)?),
        };
        let n = self.board.n().get();
        let rows = self.left.map_or(room, |left| left.min(room as u64) as usize);
        let (most, with_ids) = if self.orbits { (ROWS_WITH_ORBITS, 1) } else { (ROWS, 0) };
        let most = most.min(rows);
        let (mut queens, mut ids) = (vec![0; most * n], vec![0; most * with_ids]);
        let (ranks, columns) = columns.split_at_mut(room * NUMBER);
        let (orbit_ids, columns) = columns.split_at_mut(room * NUMBER * with_ids);
        let mut done = 0;
        while done < rows && look().is_continue() {
            let queens = &mut queens[..most.min(rows - done) * n];
            let read = if self.orbits {
                solutions.read_with_orbits(queens, &mut ids)?
            } else {
                solutions.read(queens)?
            };
            if read == 0 {
                break;
            }
            write_numbers(&mut ranks[done * NUMBER..][..read * NUMBER], self.next + done as u64..);
            if self.orbits {
                write_numbers(&mut orbit_ids[done * NUMBER..], ids[..read].iter().copied());
            }
            write_queens(columns, room, done, n, &queens[..read * n]);
            done += read;
        }
        if look().is_break() {
            return Ok(0);
        }
        self.solutions = Some(solutions);
        self.next = self.next.saturating_add(done as u64);
        self.left = self.left.map(|left| left - done as u64);
        Ok(done)
    }
}

/// Writes rows of `n` bytes to columns with a capacity of `room` rows, from row `first` on.
fn write_queens(columns: &mut [u8], room: usize, first: usize, n: usize, rows: &[u8]) {
    for (tile, rows) in rows.chunks(TILE * n).enumerate() {
        for (place, column) in columns.chunks_exact_mut(room).enumerate() {
            let bytes = column[first + tile * TILE..].iter_mut();
            bytes.zip(rows.chunks_exact(n)).for_each(|(byte, row)| *byte = row[place]);
        }
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

/// A file with a temporary path, until it is complete: then it gets its own.
#[pyclass(module = "nqdb._nqdb", frozen)]
pub(crate) struct NewFile(Mutex<Option<Target>>);

#[pymethods]
impl NewFile {
    #[new]
    fn new(path: PathBuf) -> io::Result<Self> {
        Ok(NewFile(Mutex::new(Some(Target::file(&path)?))))
    }

    /// The temporary path; None for a device, and once the file is complete or removed.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        lock(&self.0).as_ref()?.part().map(Path::to_owned)
    }

    /// Gives the file its path.
    fn complete(&self, py: Python<'_>) -> io::Result<()> {
        let file = lock(&self.0).take();
        py.detach(|| file.map_or(Ok(()), Target::complete))
    }

    /// Removes the file, unless it is complete.
    fn remove(&self) {
        *lock(&self.0) = None;
    }
}
