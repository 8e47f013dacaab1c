//! The methods of [`Database`] that need a file.

use super::stored_board::StoredBoard;
use crate::combinatorics::BoardSize;
use crate::database::Database;
use crate::database::tables::{TableFile, Tables};
use crate::error::Result;
use crate::store::reader::{BoardInfo, Store};
use crate::store::verify::{RecountReport, VerifyReport};
use crate::watch::{NoWatch, Watch};
use std::any::Any;
use std::path::Path;
use std::sync::Arc;

impl TableFile for Store {
    fn path(&self) -> &Path {
        Store::path(self)
    }

    fn tables(
        self: Arc<Self>,
        n: BoardSize,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<Arc<dyn Tables>>> {
        StoredBoard::open(self, n, watch)
    }
}

impl Database {
    /// Opens a database file for reading. It may be read-only, and another process may be building.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_watched(path, NoWatch)
    }

    /// Opens a database file under a watch, which can also stop the wait for a lock of another process.
    pub fn open_watched(path: impl AsRef<Path>, watch: impl Watch + 'static) -> Result<Self> {
        let mut database = Database::without_file().watched_by(watch);
        database.file = Some(Arc::new(Store::open(path.as_ref(), &database.watch)?));
        Ok(database)
    }

    /// The file, if there is one.
    fn store(&self) -> Option<&Store> {
        let file: &dyn Any = &**self.file.as_ref()?;
        file.downcast_ref()
    }

    /// The boards in the file, complete or not; empty without a file.
    pub fn boards(&self) -> Result<Vec<BoardInfo>> {
        self.store().map_or(Ok(Vec::new()), |store| Ok(store.boards(&self.watch)?))
    }

    /// Checks the file and the boards in `only` (all if empty); with `deep`, also against a fresh enumeration. Without
    /// a file there is nothing to check. O(solutions).
    pub fn verify(
        &self,
        only: &[BoardSize],
        deep: bool,
        watch: impl Watch + 'static,
    ) -> Result<VerifyReport> {
        match self.store() {
            Some(store) => Ok(store.verify(only, deep, &(Arc::new(watch) as _))?),
            None => Ok(VerifyReport::default()),
        }
    }

    /// Recounts some units of work of a part of an index, `samples` of them drawn with the seed, and compares them with
    /// its counts. With as many samples as units, all counts are compared. `None` if the file has no part of the board.
    pub fn recount_units(
        &self,
        n: BoardSize,
        samples: u64,
        seed: u64,
        watch: impl Watch + 'static,
    ) -> Result<Option<RecountReport>> {
        match self.store() {
            Some(store) => Ok(store.recount_units(n, samples, seed, &(Arc::new(watch) as _))?),
            None => Ok(None),
        }
    }
}
