//! The file `FILE-counts-N` next to a database, with the counts of an unfinished index.
//!
//! The checkpoint is a database of its own, which holds the index as part 1/1. The main database is not touched until
//! the index is complete, so its bytes are the same whether the board was counted in one run, with interruptions, or in
//! merged parts. The lock of the main database also guards the checkpoint.

use crate::combinatorics::BoardSize;
use crate::store::block::INDEXED_BOARDS;
use crate::store::error::{DamageError, OpenError, Result, StoreError};
use crate::store::file;
use crate::store::journal::{self, companion};
use crate::watch::Watch;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The checkpoint of one board of a database.
#[derive(Debug)]
pub struct Checkpoint {
    pub(crate) n: BoardSize,
    path: PathBuf,
}

impl Checkpoint {
    /// The checkpoint of a board, whether or not the file exists.
    pub fn of(database: &Path, n: BoardSize) -> Self {
        Checkpoint { n, path: companion(database, format!("-counts-{n}")) }
    }

    /// The existing checkpoints of a database, by board size.
    pub(crate) fn all(database: &Path) -> impl Iterator<Item = Self> {
        let sizes = INDEXED_BOARDS.filter_map(|n| BoardSize::new(n).ok());
        let all: Vec<Self> = sizes.map(|n| Checkpoint::of(database, n)).collect();
        all.into_iter().filter(Checkpoint::exists)
    }

    pub(crate) fn exists(&self) -> bool {
        self.path.exists()
    }

    /// Opens the checkpoint for writing, creating it if necessary.
    pub(crate) fn open_to_write(&self, watch: &Arc<dyn Watch>) -> Result<Connection> {
        file::open_to_write(&self.path, watch).map_err(|error| self.named(error))
    }

    /// Opens the checkpoint for reading; `None` if it does not exist or has no rows, as a kill can leave it.
    pub(crate) fn open_to_read(&self, watch: &Arc<dyn Watch>) -> Result<Option<Connection>> {
        let open = || {
            let Some(connection) = file::open_if_any(&self.path, watch)? else { return Ok(None) };
            let has_rows = "SELECT EXISTS (SELECT 1 FROM nqdb_board) OR EXISTS (SELECT 1 FROM nqdb_block)
                OR EXISTS (SELECT 1 FROM nqdb_partial_count) OR EXISTS (SELECT 1 FROM nqdb_partial_region)";
            let has_rows = connection.query_row(has_rows, [], |row| row.get(0))?;
            Ok(Some(connection).filter(|_| has_rows))
        };
        open().map_err(|error| self.named(error))
    }

    /// Removes the checkpoint and its journal.
    pub(crate) fn remove(&self) -> Result<()> {
        Ok(journal::remove(&self.path)?)
    }

    /// Adds the name of the checkpoint to an error about its content.
    pub(crate) fn named(&self, error: StoreError) -> StoreError {
        let name = self.path.file_name().unwrap_or_default().display();
        match error {
            StoreError::Damage(DamageError::Content { what }) => {
                StoreError::damaged(format!("its checkpoint {name}: {what}"))
            }
            StoreError::Damage(DamageError::Malformed { what }) => {
                DamageError::Malformed { what: format!("its checkpoint {name}: {what}") }.into()
            }
            StoreError::Open(
                foreign @ (OpenError::Foreign { .. }
                | OpenError::NotSqlite
                | OpenError::Earlier { .. }
                | OpenError::Newer { .. }),
            ) => StoreError::damaged(format!("its checkpoint {name}: {foreign}")),
            other => other,
        }
    }
}
