//! An open database, with or without a file.

use super::board::Board;
#[cfg(feature = "sqlite")]
use super::tables::Tables;
use super::tables::Tier;
use crate::combinatorics::{BoardSize, OrbitId, Rank, Solution};
use crate::error::Result;
use crate::search::{LAST_LISTED, Lists};
#[cfg(feature = "sqlite")]
use crate::store::Store;
use crate::sync::lock;
use crate::watch::{NoWatch, Watch};
use std::collections::HashMap;
use std::fmt;
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
        shown.field("path", &self.file.as_ref().map(|file| file.path()));
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
    pub fn board(&self, n: BoardSize) -> Result<Board> {
        #[cfg(feature = "sqlite")]
        let in_file = match &self.file {
            Some(file) => Tables::in_file(file, n, &self.watch)?,
            None => None,
        };
        #[cfg(not(feature = "sqlite"))]
        let in_file = None;
        let mut board = Board::new(n, in_file, &self.watch);
        if n.get() <= LAST_LISTED && board.tier() != Tier::Indexed {
            board.lists = Some(Arc::clone(lock(&self.lists).entry(n).or_default()));
        }
        Ok(board)
    }

    /// The rank of a solution on its board.
    pub fn rank(&self, solution: &Solution) -> Result<Rank> {
        self.board(solution.n())?.rank(solution)
    }

    /// The orbit id of a solution on its board.
    pub fn orbit_id(&self, solution: &Solution) -> Result<OrbitId> {
        self.board(solution.n())?.orbit_id(solution)
    }
}
