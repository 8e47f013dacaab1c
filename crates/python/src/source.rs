//! The source of a database and its boards, in this process and its forks: SQLite connections can't be used across a
//! fork, so a forked child process opens the file again.

use crate::errors::Result;
use crate::signals::{Signals, detached, forget_other_threads};
use nqdb::BoardSize;
use pyo3::prelude::*;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// A database file, or none.
pub(crate) struct Source {
    /// The file, absolute.
    file: Option<PathBuf>,
    handle: Handle<nqdb::Database>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
    }
}

impl Hash for Source {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.file.hash(state);
    }
}

fn open(file: Option<&Path>) -> nqdb::Result<nqdb::Database> {
    match file {
        Some(file) => nqdb::Database::open_watched(file, Signals),
        None => Ok(nqdb::Database::without_file().watched_by(Signals)),
    }
}

impl Source {
    pub(crate) fn open(py: Python<'_>, file: Option<PathBuf>) -> Result<Arc<Self>> {
        let handle = Handle::new(detached(py, || open(file.as_deref()))?);
        Ok(Arc::new(Source { file, handle }))
    }

    /// The file, if it exists and is not empty: a first build that is killed at once leaves an empty file.
    pub(crate) fn open_if_any(py: Python<'_>, file: PathBuf) -> Result<Option<Arc<Self>>> {
        let opened = detached(py, || nqdb::Database::open_if_any(&file, Signals))?;
        let source = |opened| Source { file: Some(file), handle: Handle::new(opened) };
        Ok(opened.map(source).map(Arc::new))
    }

    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The open database of this process.
    pub(crate) fn inner(&self, py: Python<'_>) -> Result<&nqdb::Database> {
        self.handle.get(|| detached(py, || open(self.file.as_deref())))
    }

    fn board(&self, py: Python<'_>, n: BoardSize) -> Result<nqdb::Board> {
        let database = self.inner(py)?;
        detached(py, || database.board(n))
    }
}

pub(crate) struct SourceBoard {
    pub(crate) size: BoardSize,
    pub(crate) source: Arc<Source>,
    handle: Handle<nqdb::Board>,
}

impl SourceBoard {
    pub(crate) fn open(py: Python<'_>, source: &Arc<Source>, n: BoardSize) -> Result<Arc<Self>> {
        let handle = Handle::new(source.board(py, n)?);
        Ok(Arc::new(SourceBoard { size: n, source: Arc::clone(source), handle }))
    }

    /// The board of this process.
    #[inline]
    pub(crate) fn inner(&self, py: Python<'_>) -> Result<&nqdb::Board> {
        self.handle.get(|| self.source.board(py, self.size))
    }
}

/// The number of forks between the process that imported the module and this one.
static FORKS: AtomicUsize = AtomicUsize::new(0);

/// Counts forks from now on, if the system supports them.
pub(crate) fn count_forks(py: Python<'_>) -> PyResult<()> {
    let Some(register) = py.import("os")?.getattr_opt("register_at_fork")? else { return Ok(()) };
    let arguments = pyo3::types::PyDict::new(py);
    arguments.set_item("after_in_child", wrap_pyfunction!(forked, py)?)?;
    register.call((), Some(&arguments))?;
    Ok(())
}

#[pyfunction]
fn forked() {
    FORKS.fetch_add(1, Relaxed);
    forget_other_threads();
}

/// A value that belongs to the process that created it.
struct Handle<T> {
    value: T,
    forks: usize,
    /// The value of a forked child process.
    child: OnceLock<Box<Handle<T>>>,
}

impl<T> Handle<T> {
    /// A value of this process.
    fn new(value: T) -> Self {
        Handle { value, forks: FORKS.load(Relaxed), child: OnceLock::new() }
    }

    /// The value of this process; after a fork it is created again by `make`.
    fn get(&self, make: impl FnOnce() -> Result<T>) -> Result<&T> {
        if self.forks == FORKS.load(Relaxed) {
            return Ok(&self.value);
        }
        match self.child.get() {
            Some(child) => child.get(make),
            None => {
                let made = Box::new(Handle::new(make()?));
                Ok(&self.child.get_or_init(|| made).value)
            }
        }
    }
}
