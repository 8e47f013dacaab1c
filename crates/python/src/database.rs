//! [`Database`]: an nqdb database, with or without a file; the file's boards as [`BoardInfo`].

use crate::arguments::{File, Size};
use crate::board::Board;
use crate::errors::Result;
use crate::signals::detached;
use crate::source::Source;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The boards of a database file, and all other boards by search.
///
/// The default path is the one of the command line: $NQDB_DB, or nqdb/nqdb.db in the user's data directory. If that
/// file does not exist, every board is searched. Results are the same with and without a file.
///
/// Raises DatabaseError for a path without an nqdb database, and for a damaged one.
///
/// >>> import nqdb
/// >>> db = nqdb.Database()
/// >>> db.board(8).unrank(1)
/// [1, 5, 8, 6, 3, 7, 2, 4]
#[pyclass(module = "nqdb", frozen, eq, hash)]
#[derive(PartialEq, Hash)]
pub(crate) struct Database {
    source: Arc<Source>,
}

impl Database {
    fn at(py: Python<'_>, file: Option<PathBuf>) -> Result<Self> {
        Ok(Database { source: Source::open(py, file)? })
    }
}

#[pymethods]
impl Database {
    #[new]
    #[pyo3(signature = (path=None))]
    fn new(py: Python<'_>, path: Option<File>) -> Result<Self> {
        let absolute = |file| std::path::absolute(file).map_err(PyErr::from);
        if let Some(File(path)) = path {
            return Database::at(py, Some(absolute(path)?));
        }
        let file = match nqdb::database::locate(None) {
            // The home directory may be unknown.
            Err(nqdb::Error::NoHome) => return Database::at(py, None),
            file => absolute(file?)?,
        };
        match Source::open_if_any(py, file)? {
            Some(source) => Ok(Database { source }),
            None => Database::at(py, None),
        }
    }

    /// A database without a file: every board is searched.
    ///
    /// >>> nqdb.Database.without_file().board(14).tier
    /// 'searched'
    #[classmethod]
    fn without_file(_: &Bound<'_, PyType>, py: Python<'_>) -> Result<Self> {
        Database::at(py, None)
    }

    /// The absolute path of the file; None without a file.
    #[getter]
    fn path(&self) -> Option<&OsStr> {
        self.source.file().map(Path::as_os_str)
    }

    /// The board of size n, 1 to 64, on the best tier that the file has for it.
    ///
    /// Raises InvalidError for another size.
    ///
    /// >>> nqdb.Database().board(8)
    /// <nqdb.Board N = 8, searched>
    fn board<'py>(slf: &Bound<'py, Self>, n: Size) -> Result<Bound<'py, PyAny>> {
        static BOARD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let native = Board::open(slf.py(), &slf.get().source, n.0)?;
        Ok(BOARD.import(slf.py(), "nqdb._board", "Board")?.call1((slf, native))?)
    }

    /// The boards in the file, complete or not; empty without a file.
    ///
    /// Raises DatabaseError if the file can't be read.
    fn info(&self, py: Python<'_>) -> Result<Vec<BoardInfo>> {
        let database = self.source.inner(py)?;
        let boards = detached(py, || database.boards())?;
        Ok(boards.into_iter().map(BoardInfo::from).collect())
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(match slf.get().source.file() {
            Some(file) => {
                format!("nqdb.Database({})", file.as_os_str().into_pyobject(slf.py())?.repr()?)
            }
            None => "nqdb.Database.without_file()".into(),
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let class = slf.get_type();
        Ok(match slf.get().path() {
            Some(path) => (class.into_any(), (path,).into_pyobject(slf.py())?.into_any()),
            None => (class.getattr("without_file")?, ().into_pyobject(slf.py())?.into_any()),
        })
    }
}

/// A board in a database file.
#[pyclass(module = "nqdb", frozen, get_all, eq)]
#[derive(Debug, PartialEq)]
pub(crate) struct BoardInfo {
    /// The board size N.
    n: usize,
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
    /// The size of the blocks' payloads in bytes.
    bytes: u64,
    /// A digest of the content; None until the board is complete.
    digest: Option<String>,
    /// The version of nqdb that built it.
    built_by: String,
    /// The time of completion, UTC; None until then.
    built_at: Option<String>,
}

impl From<nqdb::store::BoardInfo> for BoardInfo {
    fn from(info: nqdb::store::BoardInfo) -> Self {
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
