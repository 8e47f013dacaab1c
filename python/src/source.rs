//! The source of a database and its boards, in this process and its forks.

use crate::errors::Failure;
use crate::forks::Handle;
use crate::signals::{Signals, detached};
use nqdb::BoardSize;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A database file, or none.
pub(crate) struct Source {
    /// The file, absolute.
    file: Option<PathBuf>,
    handle: Handle<nqdb::Database>,
}

fn open(file: Option<&Path>) -> nqdb::Result<nqdb::Database> {
    match file {
        Some(file) => nqdb::Database::open_watched(file, Signals),
        None => Ok(nqdb::Database::without_file().watched_by(Signals)),
    }
}

impl Source {
    pub(crate) fn open(py: Python<'_>, file: Option<PathBuf>) -> Result<Arc<Self>, Failure> {
        let handle = Handle::new(detached(py, || open(file.as_deref()))?);
        Ok(Arc::new(Source { file, handle }))
    }

    /// The file, if it exists and is not empty: a first build that is killed at once leaves an empty file.
    pub(crate) fn open_if_any(py: Python<'_>, file: PathBuf) -> Result<Option<Arc<Self>>, Failure> {
        let opened = detached(py, || nqdb::Database::open_if_any(&file, Signals))?;
        let source = |opened| Source { file: Some(file), handle: Handle::new(opened) };
        Ok(opened.map(source).map(Arc::new))
    }

    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The open database of this process.
    pub(crate) fn inner(&self, py: Python<'_>) -> Result<&nqdb::Database, Failure> {
        self.handle.get(|| detached(py, || open(self.file.as_deref())))
    }

    fn board(&self, py: Python<'_>, n: BoardSize) -> Result<nqdb::Board, Failure> {
        let database = self.inner(py)?;
        detached(py, || database.board(n))
    }
}

/// A board of a source.
pub(crate) struct SourceBoard {
    pub(crate) size: BoardSize,
    source: Arc<Source>,
    handle: Handle<nqdb::Board>,
}

impl SourceBoard {
    pub(crate) fn open(
        py: Python<'_>,
        source: &Arc<Source>,
        n: BoardSize,
    ) -> Result<Arc<Self>, Failure> {
        let handle = Handle::new(source.board(py, n)?);
        Ok(Arc::new(SourceBoard { size: n, source: Arc::clone(source), handle }))
    }

    /// The board of this process.
    #[inline]
    pub(crate) fn inner(&self, py: Python<'_>) -> Result<&nqdb::Board, Failure> {
        self.handle.get(|| self.source.board(py, self.size))
    }
}
