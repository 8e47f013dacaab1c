//! The file beside a database that keeps the counts of an unfinished index: `FILE-counts-N`.
//!
//! It is a database of its own, which holds the index as part 1/1. So the database itself is not touched before the
//! index is complete, and is the same to the byte whether its board was counted at once, with interruptions, or in
//! parts that were merged. The lock of the database guards the file.

use super::error::{DamageError, OpenError, StoreError};
use super::file;
use super::lock::real_path;
use crate::combinatorics::BoardSize;
use crate::store::block::INDEXED_BOARDS;
use crate::watch::Watch;
use rusqlite::Connection;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The counts of an index that a database is to hold.
pub(super) struct Checkpoint {
    pub(super) n: BoardSize,
    path: PathBuf,
}

impl Checkpoint {
    /// The place of the checkpoint of a board, whether there is one or not.
    pub(super) fn of(database: &Path, n: BoardSize) -> Self {
        let mut name = real_path(database).into_os_string();
        name.push(format!("-counts-{n}"));
        Checkpoint { n, path: name.into() }
    }

    /// All checkpoints beside a database, by board size.
    pub(super) fn all(database: &Path) -> impl Iterator<Item = Self> {
        let sizes = INDEXED_BOARDS.filter_map(|n| BoardSize::new(n as u64).ok());
        let all: Vec<Self> = sizes.map(|n| Checkpoint::of(database, n)).collect();
        all.into_iter().filter(Checkpoint::exists)
    }

    pub(super) fn exists(&self) -> bool {
        self.path.exists()
    }

    /// Opens it for writing. Creates it where it is missing.
    pub(super) fn open_to_write(&self, watch: &Arc<dyn Watch>) -> Result<Connection, StoreError> {
        file::open_to_write(&self.path, watch).map_err(|error| self.named(error))
    }

    /// Opens it for reading; `None` where there is none yet, or no more.
    pub(super) fn open_to_read(
        &self,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<Connection>, StoreError> {
        match file::open_to_read(&self.path, watch) {
            Ok(connection) => Ok(Some(connection)),
            Err(StoreError::Open(OpenError::Missing | OpenError::Empty)) => Ok(None),
            Err(error) => Err(self.named(error)),
        }
    }

    /// Removes it and its journal.
    pub(super) fn remove(&self) -> Result<(), StoreError> {
        let mut journal = self.path.clone().into_os_string();
        journal.push("-journal");
        for path in [&self.path, &PathBuf::from(journal)] {
            match std::fs::remove_file(path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// An error about the content, which names the file that has it.
    pub(super) fn named(&self, error: StoreError) -> StoreError {
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
