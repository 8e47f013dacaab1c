//! [`Database`]: opening a file, or none, and its boards.

use super::board::Board;
use super::tables::{Tables, Tier};
use crate::combinatorics::BoardSize;
#[cfg(feature = "sqlite")]
use crate::error::Error;
use crate::error::Result;
use crate::search::{LAST_LISTED, Lists};
#[cfg(feature = "sqlite")]
use crate::store::{OpenError, Store, StoreError};
use crate::watch::{NoWatch, Watch};
use crate::workers::lock;
use std::collections::HashMap;
use std::fmt;
#[cfg(feature = "sqlite")]
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The entry point for all queries about solutions, with or without a database file.
///
/// An owned, cheap-to-clone handle that threads can share. A board is read if the file holds it and searched otherwise;
/// the results are the same. Findings of searches are cached for later ones. A frequently queried board of N ≤ 16 is
/// listed in memory: 8 bytes for each solution of the first half and for each representative, at most 74 MB (N = 16).
///
/// ```
/// use nqdb::{BoardSize, Database, Rank};
///
/// let database = Database::without_file();
/// let board = database.board(BoardSize::new(10)?)?;
/// let hundredth = board.unrank(Rank::new(100)?)?;
/// assert_eq!(hundredth.to_string(), "2 8 10 4 1 5 9 6 3 7");
/// assert_eq!(board.rank(&hundredth)?.get(), 100);
/// # Ok::<(), nqdb::Error>(())
/// ```
#[derive(Clone)]
pub struct Database {
    #[cfg(feature = "sqlite")]
    pub(super) file: Option<Arc<Store>>,
    /// The lists of the boards opened so far.
    lists: Arc<Mutex<HashMap<BoardSize, Arc<Lists>>>>,
    /// The watch over its searches.
    pub(crate) watch: Arc<dyn Watch>,
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Database");
        #[cfg(feature = "sqlite")]
        shown.field("path", &self.file.as_ref().map(|file| &file.path));
        shown.finish_non_exhaustive()
    }
}

impl Database {
    /// A database without a file: every board is searched.
    pub fn without_file() -> Self {
        Database {
            #[cfg(feature = "sqlite")]
            file: None,
            lists: Arc::default(),
            watch: Arc::new(NoWatch),
        }
    }

    /// Returns this database under a watch, which can stop its searches and the reading of the file.
    pub fn watched_by(self, watch: impl Watch + 'static) -> Self {
        Database { watch: Arc::new(watch), ..self }
    }

    /// The watch of this database.
    #[doc(hidden)] // For SQL.
    pub fn watch(&self) -> &Arc<dyn Watch> {
        &self.watch
    }

    /// The board of size `n`, on the best tier that the database has for it.
    ///
    /// # Errors
    /// `Error::Store` if the file can't be read, if its row of the board is damaged, or if the watch stops it.
    pub fn board(&self, n: BoardSize) -> Result<Board> {
        #[cfg(feature = "sqlite")]
        let in_file = match &self.file {
            Some(file) => Tables::in_file(file, n, &self.watch)?,
            None => None,
        };
        #[cfg(not(feature = "sqlite"))]
        let in_file = None;
        let tables = in_file.or_else(|| Tables::built_in(n, &self.watch));
        let mut board = Board::new(n, tables, &self.watch);
        if n.get() <= LAST_LISTED && board.tier() != Tier::Indexed {
            board.lists = Some(Arc::clone(lock(&self.lists).entry(n).or_default()));
        }
        Ok(board)
    }
}

/// The default database: `nqdb/nqdb.db` in the user's data directory, which is `$XDG_DATA_HOME`, or `~/.local/share`
/// without it, and on Windows `%LOCALAPPDATA%`.
///
/// # Errors
/// [`Error::NoHome`] without such a directory.
#[cfg(feature = "sqlite")]
pub fn default_path() -> Result<PathBuf> {
    let named = |variable| {
        let path = std::env::var_os(variable).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let in_home = || Some(std::env::home_dir()?.join(".local/share"));
    let directory =
        if cfg!(windows) { named("LOCALAPPDATA") } else { named("XDG_DATA_HOME").or_else(in_home) };
    Ok(directory.ok_or(Error::NoHome)?.join("nqdb").join("nqdb.db"))
}

/// The path of the database: `named`, or the value of the environment variable `NQDB_DB`, or the default. The file does
/// not have to exist.
///
/// # Errors
/// Those of [`default_path`].
#[cfg(feature = "sqlite")]
pub fn locate(named: Option<PathBuf>) -> Result<PathBuf> {
    let from_environment = || std::env::var_os("NQDB_DB").filter(|name| !name.is_empty());
    match named.or_else(|| from_environment().map(PathBuf::from)) {
        Some(path) => Ok(path),
        None => default_path(),
    }
}

#[cfg(feature = "sqlite")]
impl Database {
    /// Opens a database file for reading. It may be read-only, and another process may be building.
    ///
    /// # Errors
    /// [`Error::Store`] if the file is missing, is not an nqdb database of this version, or can't be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_watched(path, NoWatch)
    }

    /// Opens a database file under a watch, which can also stop the wait for a lock of another process.
    ///
    /// # Errors
    /// Those of [`Database::open`]; [`StoreError::Interrupted`] by the watch.
    pub fn open_watched(path: impl AsRef<Path>, watch: impl Watch + 'static) -> Result<Self> {
        let mut database = Database::without_file().watched_by(watch);
        database.file = Some(Arc::new(Store::open(path.as_ref(), &database.watch)?));
        Ok(database)
    }

    /// Opens a database file under a watch if there is one; `None` if the path does not exist or the file is empty, as a
    /// first build that is killed at once leaves it.
    ///
    /// # Errors
    /// Those of [`Database::open_watched`] for any other file.
    pub fn open_if_any(
        path: impl AsRef<Path>,
        watch: impl Watch + 'static,
    ) -> Result<Option<Self>> {
        if !path.as_ref().exists() {
            return Ok(None);
        }
        match Self::open_watched(path, watch) {
            Err(Error::Store {
                kind: StoreError::Open(OpenError::Missing | OpenError::Empty),
                ..
            }) => Ok(None),
            opened => opened.map(Some),
        }
    }
}
