//! Bulk operations: buffers that threads fill and Python wraps as arrays (`nqdb/_arrays.py`), and the boards and numbers
//! in their rows.

use crate::errors::{Failure, Result};
use crate::signals::{detached, look};
use nqdb::internal::{Event, InOrder, grouped};
use nqdb::{
    Board, BoardSize, Permutation, Rank, Solution,
    search::SearchError,
    watch::{Progress, Watch},
};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyBytes};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The maximum size in bytes of an array without a limit.
const MOST_BYTES: u64 = 1 << 31;

/// Bytes of a number in an array.
pub(crate) const NUMBER: usize = 8;

/// Number of rows between two checks for signals: a hundred microseconds when reading.
pub(crate) const ROWS: usize = 1 << 11;

/// Stops the threads of a call after a signal.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// `Break`, on all threads of the call, once a signal handler has raised.
    pub(crate) fn look(&self) -> ControlFlow<()> {
        if self.0.load(Relaxed) {
            return ControlFlow::Break(());
        }
        look().map_break(|()| self.0.store(true, Relaxed))
    }
}

impl Watch for Stop {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        self.look()
    }
}

/// Rows that several threads fill, chunk by chunk.
pub(crate) struct Fill {
    /// Bytes of a row.
    pub(crate) width: usize,
    /// Number of rows in the chunk of a thread, at least 1.
    pub(crate) at_once: usize,
    pub(crate) jobs: NonZeroUsize,
    pub(crate) stop: Stop,
}

impl Fill {
    pub(crate) fn new(width: usize, at_once: u64, jobs: NonZeroUsize) -> Self {
        Fill { width, at_once: at_once.max(1) as usize, jobs, stop: Stop::default() }
    }

    /// A buffer of `rows` rows. Each thread calls `work` once, with a board that stops at signals; the result fills a
    /// chunk, given the number of its first row. If rows fail, returns the error of the first one.
    pub(crate) fn fill<'py, F: FnMut(u64, &mut [u8]) -> Result<()>>(
        &self,
        py: Python<'py>,
        rows: u64,
        board: &Board,
        work: impl Fn(&Board, Stop) -> F + Send + Sync,
    ) -> Result<Bound<'py, PyByteArray>> {
        let stop = &self.stop;
        let board = board.watched_by(stop.clone());
        let start = || {
            let mut fill = work(&board, stop.clone());
            move |(number, chunk): (usize, &mut [u8]), _: &dyn Fn() -> bool| {
                let first = (number * self.at_once) as u64;
                stop.look().is_continue().then(|| fill(first, chunk))
            }
        };
        let take = |event| match event {
            Event::Result(filled) => filled,
            Event::Tick => {
                let _ = stop.look();
                Ok(())
            }
        };
        let threads = InOrder { ahead: usize::MAX, ..InOrder::new(self.jobs) };
        bytes(py, rows, self.width, |bytes| {
            // A single chunk is filled by this thread.
            let chunk = if self.jobs.get() == 1 { bytes.len() } else { self.width * self.at_once };
            let chunks = bytes.chunks_mut(chunk.max(1)).enumerate();
            detached(py, || threads.run(chunks, start, take))
        })
    }

    /// A buffer of `rows` rows. Each thread calls `start` once; the result writes the row with a number. If rows fail,
    /// returns the error of the first one.
    pub(crate) fn rows<'py, F: FnMut(u64, &mut [u8]) -> Result<()>>(
        &self,
        py: Python<'py>,
        rows: u64,
        board: &Board,
        start: impl Fn(&Board) -> F + Send + Sync,
    ) -> Result<Bound<'py, PyByteArray>> {
        self.fill(py, rows, board, |board, stop| {
            let mut write = start(board);
            move |first, chunk: &mut [u8]| {
                let mut numbers = first..;
                each_row(chunk, self.width, &stop, |row| {
                    numbers.next().map_or(Ok(()), |number| write(number, row))
                })
            }
        })
    }
}

/// Writes each row of a chunk. Ends early if a signal stops the call, which then raises.
fn each_row(
    chunk: &mut [u8],
    width: usize,
    stop: &Stop,
    mut write: impl FnMut(&mut [u8]) -> Result<()>,
) -> Result<()> {
    for rows in chunk.chunks_mut(width * ROWS) {
        if stop.look().is_break() {
            break;
        }
        rows.chunks_exact_mut(width).try_for_each(&mut write)?;
    }
    Ok(())
}

/// A buffer of `rows` rows of `width` bytes, filled by `fill`.
pub(crate) fn bytes<'py>(
    py: Python<'py>,
    rows: u64,
    width: usize,
    fill: impl FnOnce(&mut [u8]) -> Result<()>,
) -> Result<Bound<'py, PyByteArray>> {
    let length = usize::try_from(rows).ok().and_then(|rows| rows.checked_mul(width));
    // If CPython can't allocate a bytearray, it also prints an error (seen in 3.12).
    let room = length.filter(|&length| Vec::<u8>::new().try_reserve_exact(length).is_ok());
    let length = room
        .ok_or_else(|| PyMemoryError::new_err(format!("no memory for an array of {rows} rows")))?;
    let mut failed = None;
    let array = PyByteArray::new_with(py, length, |bytes| {
        failed = fill(bytes).err();
        Ok(())
    })?;
    failed.map_or(Ok(array), Err)
}

/// `nqdb/_arrays.py`.
fn module(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("nqdb._arrays").map(Bound::unbind))?;
    Ok(module.bind(py))
}

/// The maximum number of boards with `n` columns in an array without a limit.
pub(crate) fn most_boards(n: BoardSize) -> u64 {
    MOST_BYTES / n.get() as u64
}

/// The error for an array without a limit that has more than [`most_boards`].
pub(crate) fn too_large(count: u64, n: BoardSize) -> Failure {
    Failure::invalid(format!(
        "an array of {} rows of N = {n} is larger than 2 GiB; pass limit=, or iterate",
        grouped(count)
    ))
}

/// Bytes as an array of boards with `n` columns.
pub(crate) fn boards(bytes: Bound<'_, PyByteArray>, n: BoardSize) -> PyResult<Bound<'_, PyAny>> {
    module(bytes.py())?.call_method1("boards", (bytes, n.get()))
}

/// Bytes as an array of 64-bit numbers.
pub(crate) fn numbers(bytes: Bound<'_, PyByteArray>) -> PyResult<Bound<'_, PyAny>> {
    module(bytes.py())?.call_method1("numbers", (bytes,))
}

/// The bytes of an array of the first `rows` numbers.
pub(crate) fn of_numbers<'py>(
    py: Python<'py>,
    rows: u64,
    numbers: impl Iterator<Item = u64>,
) -> Result<Bound<'py, PyByteArray>> {
    bytes(py, rows, NUMBER, |array| {
        write_numbers(array, numbers);
        Ok(())
    })
}

/// Bytes as a square array of 64-bit numbers.
pub(crate) fn square(bytes: Bound<'_, PyByteArray>, n: BoardSize) -> PyResult<Bound<'_, PyAny>> {
    module(bytes.py())?.call_method1("square", (bytes, n.get()))
}

/// The 1-based rows of boards with `n` columns, as one byte each.
pub(crate) fn read_boards<'py>(
    value: &Bound<'py, PyAny>,
    n: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    Ok(module(value.py())?.call_method1("read_boards", (value, n))?.cast_into()?)
}

/// Numbers, as eight bytes each.
pub(crate) fn read_numbers<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(module(value.py())?.call_method1("read_numbers", (value,))?.cast_into()?)
}

/// Writes the queens of a solution, 1-based.
#[inline]
pub(crate) fn write(solution: &Solution, row: &mut [u8]) {
    for (byte, queen) in row.iter_mut().zip(solution.zero_based()) {
        *byte = queen + 1;
    }
}

/// Writes consecutive boards to the rows of a chunk. Fails if there are fewer.
pub(crate) fn write_all(
    mut boards: impl Iterator<Item = nqdb::Result<Solution>>,
    chunk: &mut [u8],
    n: BoardSize,
    stop: &Stop,
) -> Result<()> {
    each_row(chunk, n.get(), stop, |row| {
        write(&boards.next().ok_or(SearchError::NoAnswer { n })??, row);
        Ok(())
    })
}

/// The rows of boards with `n` columns and the ranks of those that have one, at most `limit` of them, as the bytes of arrays.
/// Without a limit, fails beyond [`most_boards`]. Ends early if a signal stops the call, which then raises.
pub(crate) fn collect(
    found: impl Iterator<Item = nqdb::Result<(Option<Rank>, Solution)>>,
    limit: Option<u64>,
    n: BoardSize,
) -> Result<(Vec<u8>, Vec<u8>)> {
    let (mut queens, mut ranks) = (Vec::new(), Vec::new());
    for (row, found) in (0..limit.unwrap_or(u64::MAX)).zip(found) {
        // If most solutions are selected, they are read without a search, which would check.
        if row % ROWS as u64 == 0 && look().is_break() {
            break;
        }
        if limit.is_none() && row == most_boards(n) {
            return Err(too_large(row, n));
        }
        let (rank, solution) = found?;
        let room = queens.try_reserve(n.get());
        room.and(ranks.try_reserve(NUMBER)).map_err(|_| PyMemoryError::new_err(()))?;
        queens.extend(solution.queens());
        ranks.extend(rank.into_iter().flat_map(|rank| rank.get().to_ne_bytes()));
    }
    Ok((queens, ranks))
}

/// Writes numbers to the bytes of an array of 64-bit numbers.
pub(crate) fn write_numbers(array: &mut [u8], numbers: impl Iterator<Item = u64>) {
    for (bytes, number) in array.chunks_exact_mut(NUMBER).zip(numbers) {
        bytes.copy_from_slice(&number.to_ne_bytes());
    }
}

/// A number in an array of 64-bit numbers; as text if it is negative.
pub(crate) fn number_at(numbers: &[u8], place: u64) -> Result<u64, String> {
    let bytes = numbers[place as usize * 8..].first_chunk().copied().unwrap_or_default();
    let number = i64::from_ne_bytes(bytes);
    u64::try_from(number).map_err(|_| number.to_string())
}

/// Adds the input row to an error.
pub(crate) fn at<E: Into<Failure>>(name: &str, row: u64) -> impl FnOnce(E) -> Failure {
    move |error| error.into().at(format_args!("{name}[{row}]"))
}

/// The solution in a row of an array of boards with `n` columns and 1-based rows.
pub(crate) fn solution_at(boards: &[u8], n: usize, number: u64) -> Result<Solution> {
    solution(&boards[number as usize * n..][..n]).map_err(at("queens", number))
}

/// A board with 1-based rows.
fn solution(bytes: &[u8]) -> Result<Solution, nqdb::Invalid> {
    let mut rows = [0; BoardSize::MAX];
    for (column, (row, &byte)) in rows.iter_mut().zip(bytes).enumerate() {
        let zero = nqdb::Invalid::RowZero { n: bytes.len(), column: column + 1 };
        *row = byte.checked_sub(1).ok_or(zero)?;
    }
    Solution::new(Permutation::new(&rows[..bytes.len()])?)
}
