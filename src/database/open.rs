//! An open database: a file, or none.

use super::board::Board;
use super::tables::TableFile;
use crate::combinatorics::{BoardSize, OrbitId, Rank, Solution};
use crate::error::Result;
use crate::search::{Lists, Searched};
use crate::sync::lock;
use crate::watch::{NoWatch, Watch};
use std::collections::HashMap;
use std::fmt;
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
    pub(crate) file: Option<Arc<dyn TableFile>>,
    boards: Arc<KnownBoards>,
    /// The watch over its searches.
    pub(crate) watch: Arc<dyn Watch>,
}

/// The boards that were asked for.
#[derive(Default)]
struct KnownBoards(Mutex<HashMap<BoardSize, KnownBoard>>);

/// What is known of a board so far.
struct KnownBoard {
    /// The search, with what it has found.
    searched: Searched,
    lists: Arc<Lists>,
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.file.as_ref().map(|file| file.path());
        f.debug_struct("Database").field("path", &path).finish_non_exhaustive()
    }
}

impl Database {
    /// No file: every board is searched.
    pub fn without_file() -> Self {
        Database { file: None, boards: Arc::default(), watch: Arc::new(NoWatch) }
    }

    /// This database under a watch, which can stop its searches and the reading of the file.
    pub fn watched_by(self, watch: impl Watch + 'static) -> Self {
        Database { watch: Arc::new(watch), ..self }
    }

    /// The board of size `n`, on the best tier that the database has for it.
    pub fn board(&self, n: BoardSize) -> Result<Board> {
        let tables = match &self.file {
            Some(file) => Arc::clone(file).tables(n, &self.watch)?,
            None => None,
        };
        let mut boards = lock(&self.boards.0);
        let known = boards.entry(n).or_insert_with(|| KnownBoard {
            searched: Searched::new(n, Arc::new(NoWatch)),
            lists: Arc::default(),
        });
        let searched = known.searched.watched_by(Arc::clone(&self.watch));
        Ok(Board::new(n, tables, searched, Arc::clone(&known.lists), Arc::clone(&self.watch)))
    }

    /// The rank of a solution among those of its board.
    pub fn rank(&self, solution: &Solution) -> Result<Rank> {
        self.board(solution.n())?.rank(solution)
    }

    /// The orbit id of a solution among the orbits of its board.
    pub fn orbit_id(&self, solution: &Solution) -> Result<OrbitId> {
        self.board(solution.n())?.orbit_id(solution)
    }
}
