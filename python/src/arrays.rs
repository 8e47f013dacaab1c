//! Bulk operations: buffers that threads fill and Python wraps as arrays (`nqdb/_arrays.py`).

use crate::errors::Failure;
use crate::signals::{detached, look};
use nqdb::internal::{Event, InOrder};
use nqdb::{Board, Progress, Watch};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyBytes};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The maximum size in bytes of an array without a limit.
pub(crate) const MOST_BYTES: u64 = 1 << 31;

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
}

impl Fill {
    /// A buffer of `rows` rows. Each thread calls `work` once, with a board that stops at signals; the result fills a
    /// chunk, given the number of its first row. If rows fail, returns the error of the first one.
    pub(crate) fn fill<'py, F>(
        &self,
        py: Python<'py>,
        rows: u64,
        board: &Board,
        work: impl Fn(&Board, Stop) -> F + Send + Sync,
    ) -> Result<Bound<'py, PyByteArray>, Failure>
    where
        F: FnMut(u64, &mut [u8]) -> Result<(), Failure>,
    {
        bytes(py, rows, self.width, |bytes| detached(py, || self.fill_slice(bytes, board, work)))
    }

    fn fill_slice<F>(
        &self,
        bytes: &mut [u8],
        board: &Board,
        work: impl Fn(&Board, Stop) -> F + Sync,
    ) -> Result<(), Failure>
    where
        F: FnMut(u64, &mut [u8]) -> Result<(), Failure>,
    {
        let stop = Stop::default();
        let board = board.watched_by(stop.clone());
        // A single chunk is filled by this thread.
        let chunk = if self.jobs.get() == 1 { bytes.len() } else { self.width * self.at_once };
        let chunks = bytes.chunks_mut(chunk.max(1)).enumerate();
        let start = || {
            let mut fill = work(&board, stop.clone());
            let stop = &stop;
            move |(number, chunk): (usize, &mut [u8]), _: &dyn Fn() -> bool| {
                let first = (number * self.at_once) as u64;
                stop.look().is_continue().then(|| fill(first, chunk))
            }
        };
        let threads = InOrder { ahead: usize::MAX, ..InOrder::new(self.jobs) };
        threads.run(chunks, start, |event| match event {
            Event::Result(filled) => filled,
            Event::Tick => {
                let _ = stop.look();
                Ok(())
            }
        })
    }
}

/// A buffer of `rows` rows of `width` bytes, filled by `fill`.
pub(crate) fn bytes<'py>(
    py: Python<'py>,
    rows: u64,
    width: usize,
    fill: impl FnOnce(&mut [u8]) -> Result<(), Failure>,
) -> Result<Bound<'py, PyByteArray>, Failure> {
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

/// Bytes as an array of boards with `n` columns.
pub(crate) fn boards(bytes: Bound<'_, PyByteArray>, n: usize) -> PyResult<Bound<'_, PyAny>> {
    module(bytes.py())?.call_method1("boards", (bytes, n))
}

/// Bytes as an array of 64-bit numbers.
pub(crate) fn numbers(bytes: Bound<'_, PyByteArray>) -> PyResult<Bound<'_, PyAny>> {
    module(bytes.py())?.call_method1("numbers", (bytes,))
}

/// Bytes as a square array of 64-bit numbers.
pub(crate) fn square(bytes: Bound<'_, PyByteArray>, n: usize) -> PyResult<Bound<'_, PyAny>> {
    module(bytes.py())?.call_method1("square", (bytes, n))
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
