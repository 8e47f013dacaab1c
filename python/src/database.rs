//! [`Database`]: a file of nqdb, or none.

use crate::arguments::{File, Size};
use crate::board::Board;
use crate::errors::Failure;
use crate::forks::Handle;
use crate::signals::{Signals, detached};
use nqdb::{OpenError, StoreError};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The boards of a database file, and every other board by search.
///
/// Without a path it is the file that the command line would use, $NQDB_DB or else nqdb/nqdb.db in the user's data
/// directory, if that file exists; if not, every board is searched. Answers are the same with and without a file.
///
/// >>> import nqdb
/// >>> db = nqdb.Database()
/// >>> db.board(8).unrank(1)
/// [1, 5, 8, 6, 3, 7, 2, 4]
#[pyclass(module = "nqdb", frozen)]
pub(crate) struct Database {
    /// The file, absolute.
    file: Option<PathBuf>,
    handle: Handle<nqdb::Database>,
}

fn open(file: Option<&Path>) -> Result<nqdb::Database, nqdb::Error> {
    let database = match file {
        Some(file) => nqdb::Database::open(file)?,
        None => nqdb::Database::without_file(),
    };
    Ok(database.watched_by(Signals))
}

impl Database {
    fn at(py: Python<'_>, file: Option<PathBuf>) -> Result<Self, Failure> {
        let handle = Handle::new(detached(py, || open(file.as_deref()))?);
        Ok(Database { file, handle })
    }

    /// The open database of this process.
    fn inner(&self, py: Python<'_>) -> Result<&nqdb::Database, Failure> {
        self.handle.get(|| detached(py, || open(self.file.as_deref())))
    }

    /// A board of this process.
    pub(crate) fn open_board(
        &self,
        py: Python<'_>,
        n: nqdb::BoardSize,
    ) -> Result<nqdb::Board, Failure> {
        let database = self.inner(py)?;
        detached(py, || database.board(n))
    }
}

#[pymethods]
impl Database {
    #[new]
    #[pyo3(signature = (path=None))]
    fn new(py: Python<'_>, path: Option<File>) -> Result<Self, Failure> {
        let absolute = |file| std::path::absolute(file).map_err(PyErr::from);
        if let Some(File(path)) = path {
            return Database::at(py, Some(absolute(path)?));
        }
        let file = match nqdb::locate(None) {
            // Nobody has to have a home.
            Err(nqdb::Error::NoHome) => return Database::at(py, None),
            file => absolute(file?)?,
        };
        let opened = detached(py, || match open(Some(&file)) {
            // A first build that was killed at once leaves an empty file.
            Err(nqdb::Error::Store {
                kind: StoreError::Open(OpenError::Missing | OpenError::Empty),
                ..
            }) => Ok(None),
            opened => opened.map(Some),
        })?;
        match opened {
            Some(opened) => Ok(Database { file: Some(file), handle: Handle::new(opened) }),
            None => Database::at(py, None),
        }
    }

    /// A database without a file: every board is searched.
    ///
    /// >>> nqdb.Database.without_file().board(14).tier
    /// 'searched'
    #[classmethod]
    fn without_file(_: &Bound<'_, PyType>, py: Python<'_>) -> Result<Self, Failure> {
        Database::at(py, None)
    }

    /// The absolute path of the file; None without a file.
    #[getter]
    fn path(&self) -> Option<&OsStr> {
        self.file.as_deref().map(Path::as_os_str)
    }

    /// The board of size n, 1 to 64, on the best tier that the file has for it.
    ///
    /// >>> nqdb.Database().board(8)
    /// <nqdb.Board N = 8, searched>
    fn board(slf: &Bound<'_, Self>, n: Size) -> Result<Board, Failure> {
        Board::open(slf, n.0)
    }

    /// The boards in the file, complete or not; none without a file.
    fn info(&self, py: Python<'_>) -> Result<Vec<BoardInfo>, Failure> {
        let database = self.inner(py)?;
        let boards = detached(py, || database.boards())?;
        Ok(boards.into_iter().map(BoardInfo::from).collect())
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(match &slf.get().file {
            Some(file) => {
                format!("nqdb.Database({})", file.as_os_str().into_pyobject(slf.py())?.repr()?)
            }
            None => "nqdb.Database.without_file()".into(),
        })
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
        let equal = other.cast::<Self>().ok().map(|other| self.file == other.get().file);
        equality(other.py(), equal, op)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.file.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let class = slf.get_type();
        Ok(match slf.get().path() {
            Some(path) => (class.into_any(), (path,).into_pyobject(slf.py())?.into_any()),
            None => (class.getattr("without_file")?, ().into_pyobject(slf.py())?.into_any()),
        })
    }
}

/// What `==` or `!=` says of two values, whose equality is `None` where they have different types.
pub(crate) fn equality(py: Python<'_>, equal: Option<bool>, op: CompareOp) -> Py<PyAny> {
    let answer = match (equal, op) {
        (Some(equal), CompareOp::Eq) => equal,
        (Some(equal), CompareOp::Ne) => !equal,
        _ => return py.NotImplemented(),
    };
    pyo3::types::PyBool::new(py, answer).to_owned().into_any().unbind()
}

/// A board in a database file.
#[pyclass(module = "nqdb", frozen, get_all, eq)]
#[derive(Debug, PartialEq)]
pub(crate) struct BoardInfo {
    /// The board size N.
    n: u64,
    /// "stored" or "indexed".
    tier: String,
    /// "building" or "complete".
    state: &'static str,
    /// Q(N), the number of solutions; None until the board is complete.
    solutions: Option<u64>,
    /// F(N), the number of orbits; None until the board is complete.
    orbits: Option<u64>,
    /// The number of blocks so far.
    blocks: u64,
    /// The size of the blocks.
    bytes: u64,
    /// A digest of the content; None until the board is complete.
    digest: Option<String>,
    /// The version of nqdb that built it.
    built_by: String,
    /// When it was completed, UTC; None before.
    built_at: Option<String>,
}

impl From<nqdb::BoardInfo> for BoardInfo {
    fn from(info: nqdb::BoardInfo) -> Self {
        BoardInfo {
            n: info.n,
            tier: info.tier.to_string(),
            state: info.state.name(),
            solutions: info.solutions,
            orbits: info.orbits,
            blocks: info.blocks,
            bytes: info.payload_bytes,
            digest: info.digest,
            built_by: info.built_by,
            built_at: info.built_at,
        }
    }
}

#[pymethods]
impl BoardInfo {
    fn __repr__(&self) -> String {
        let BoardInfo { n, tier, state, bytes, .. } = self;
        format!("<nqdb.BoardInfo N = {n}, {tier}, {state}, {bytes} bytes>")
    }
}
