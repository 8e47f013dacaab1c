//! The facade: one way to ask, whatever is kept of a board. Picks the tier.

mod board;
mod kept;
mod location;
mod matches;
mod random;
mod ranges;
mod samples;
mod stretch;

pub use board::{Board, Tier, Trace};
pub use location::{default_path, locate};
pub use matches::{Matches, RankedMatches};
pub use random::Drawn;
pub use ranges::{RankedRepresentatives, RankedSolutions};
pub use samples::SampleReport;
pub(crate) use stretch::{Direction, Stretch};

use crate::combinatorics::{BoardSize, OrbitId, Rank, Solution};
use crate::error::Result;
use crate::search::{Quiet, Watch};
use crate::store::{BoardInfo, Store, VerifyReport};
use std::path::Path;

/// Everything that can be asked about solutions, from a database file or without one.
///
/// Answers are the same in both cases; a board that the file holds is read, any other is searched.
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
pub struct Database {
    store: Option<Store>,
    watch: Box<dyn Watch + Send>,
}

impl Database {
    /// Opens a database file for reading. It may be read-only, and another process may be building.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let store = Store::open(path.as_ref())?;
        Ok(Database { store: Some(store), watch: Box::new(Quiet) })
    }

    /// No file: every board is searched.
    pub fn without_file() -> Self {
        Database { store: None, watch: Box::new(Quiet) }
    }

    /// The same database, with somebody to look on while it searches.
    pub fn watched_by(self, watch: impl Watch + Send + 'static) -> Self {
        Database { watch: Box::new(watch), ..self }
    }

    /// The board of size `n`, on the best tier there is for it.
    pub fn board(&self, n: BoardSize) -> Result<Board<'_>> {
        let complete = match &self.store {
            Some(store) => store.complete(n)?.map(|complete| (store, complete)),
            None => None,
        };
        Ok(match complete {
            Some((store, complete)) => Board::kept(n, store, complete, &*self.watch),
            None => Board::searched(n, &*self.watch),
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
    pub fn boards(&self) -> Result<Vec<BoardInfo>> {
        self.store.as_ref().map_or(Ok(Vec::new()), Store::boards)
    }

    /// Checks the file and the boards in `only`, all of them when it is empty; with `deep` also
    /// against a fresh enumeration. Reports the number of solutions checked on the current board.
    /// Without a file there is nothing to check. O(solutions).
    pub fn verify(
        &self,
        only: &[BoardSize],
        deep: bool,
        progress: &mut dyn FnMut(u64),
    ) -> Result<VerifyReport> {
        match &self.store {
            Some(store) => store.verify(only, deep, progress),
            None => Ok(VerifyReport::default()),
        }
    }

    /// Who looks on while this database searches.
    pub fn watch(&self) -> &dyn Watch {
        &*self.watch
    }
}
