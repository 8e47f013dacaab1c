//! An open database: a file, or none.

use super::board::Board;
use crate::combinatorics::{BoardSize, OrbitId, Rank, Solution};
use crate::error::Result;
use crate::search::Searched;
#[cfg(feature = "sqlite")]
use crate::store::{BoardInfo, RecountReport, VerifyReport};
use crate::store::{Store, StoredBoard};
use crate::sync::lock;
use crate::watch::{NoWatch, Watch};
use std::collections::HashMap;
use std::fmt;
#[cfg(feature = "sqlite")]
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Everything that can be asked about solutions, from a database file or without one.
///
/// A handle: cheap to clone, owned, shared by threads. A board that the file holds is read, any other is
/// searched; the answers are the same. What searches find on the way is kept for later ones. A board of N ≤ 16 that is
/// asked often is listed in memory: 8 bytes for each solution of the first half and for each representative, at most
/// 74 MB (N = 16).
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
    store: Option<Arc<Store>>,
    searched: Arc<SearchedBoards>,
    watch: Arc<dyn Watch>,
}

/// The boards without tables that were asked for, with what their searches have found so far.
#[derive(Default)]
struct SearchedBoards(Mutex<HashMap<BoardSize, Searched>>);

impl SearchedBoards {
    /// The search of a board, under a watch.
    fn board(&self, n: BoardSize, watch: &Arc<dyn Watch>) -> Searched {
        let mut boards = lock(&self.0);
        let kept = boards.entry(n).or_insert_with(|| Searched::new(n, Arc::new(NoWatch)));
        kept.watched_by(Arc::clone(watch))
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.store.as_ref().map(|store| store.path());
        f.debug_struct("Database").field("path", &path).finish_non_exhaustive()
    }
}

impl Database {
    /// Opens a database file for reading. It may be read-only, and another process may be building.
    #[cfg(feature = "sqlite")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let store = Arc::new(Store::open(path.as_ref())?);
        Ok(Database { store: Some(store), ..Database::without_file() })
    }

    /// No file: every board is searched.
    pub fn without_file() -> Self {
        Database { store: None, searched: Arc::default(), watch: Arc::new(NoWatch) }
    }

    /// The watch over its searches.
    pub(crate) fn watch(&self) -> Arc<dyn Watch> {
        Arc::clone(&self.watch)
    }

    /// This database under a watch, which can stop its searches and the reading of the file.
    pub fn watched_by(self, watch: impl Watch + 'static) -> Self {
        Database { watch: Arc::new(watch), ..self }
    }

    /// The board of size `n`, on the best tier that the database has for it.
    pub fn board(&self, n: BoardSize) -> Result<Board> {
        let stored = match &self.store {
            Some(store) => StoredBoard::open(store, n, &self.watch)?,
            None => None,
        };
        let watch = Arc::clone(&self.watch);
        Ok(match stored {
            Some(stored) => Board::stored(n, stored, watch),
            None => Board::searched(n, self.searched.board(n, &watch), watch),
        })
    }

    /// The rank of a solution among those of its board.
    pub fn rank(&self, solution: &Solution) -> Result<Rank> {
        self.board(solution.n())?.rank(solution)
    }

    /// The orbit id of a solution among the orbits of its board.
    pub fn orbit_id(&self, solution: &Solution) -> Result<OrbitId> {
        self.board(solution.n())?.orbit_id(solution)
    }

    /// The boards in the file, complete or not; none without a file.
    #[cfg(feature = "sqlite")]
    pub fn boards(&self) -> Result<Vec<BoardInfo>> {
        self.store.as_ref().map_or(Ok(Vec::new()), |store| Ok(store.boards(&self.watch)?))
    }

    /// Checks the file and the boards in `only`, all of them when it is empty; with `deep` also against a
    /// fresh enumeration. Without a file there is nothing to check. O(solutions).
    #[cfg(feature = "sqlite")]
    pub fn verify(
        &self,
        only: &[BoardSize],
        deep: bool,
        watch: impl Watch + 'static,
    ) -> Result<VerifyReport> {
        match &self.store {
            Some(store) => Ok(store.verify(only, deep, &(Arc::new(watch) as _))?),
            None => Ok(VerifyReport::default()),
        }
    }

    /// Counts units of the work again that a part of an index has counted, `samples` of them, drawn by the seed, and
    /// compares them with its counts; with as many samples as units all counts are compared. `None` if the file has no
    /// part of the board.
    #[cfg(feature = "sqlite")]
    pub fn recount_units(
        &self,
        n: BoardSize,
        samples: u64,
        seed: u64,
        watch: impl Watch + 'static,
    ) -> Result<Option<RecountReport>> {
        match &self.store {
            Some(store) => Ok(store.recount_units(n, samples, seed, &(Arc::new(watch) as _))?),
            None => Ok(None),
        }
    }
}
