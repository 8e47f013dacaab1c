//! Removing boards from a database file.

use super::build::checkpoint::Checkpoint;
use super::build::lock;
use super::error::{BoardError, FileError, Result, StoreError};
use super::file;
use super::journal::marked;
use super::rows::BoardRow;
use crate::combinatorics::BoardSize;
use crate::watch::Watch;
use rusqlite::Connection;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Removes boards from the file at `path`, complete or not, damaged or not, with the counts of their unfinished indexes.
/// Either all are removed or none; then their space is returned to the file system. Returns for each whether it was
/// complete.
///
/// # Errors
/// [`StoreError::Board`] if the file does not have one of them, [`StoreError::Lock`] while another process builds; any
/// other [`StoreError`] of the file.
pub fn remove(
    path: &Path,
    boards: &[BoardSize],
    watch: impl Watch + 'static,
) -> Result<Vec<bool>, FileError> {
    let watch: Arc<dyn Watch> = Arc::new(watch);
    remove_from(path, boards, &watch).map_err(|error| error.at(path))
}

fn remove_from(path: &Path, boards: &[BoardSize], watch: &Arc<dyn Watch>) -> Result<Vec<bool>> {
    // Opening to write would create a missing file.
    drop(file::open_to_read(path, watch)?);
    let _lock = lock(path, Duration::ZERO, watch)?;
    let mut connection = file::open_to_write(path, watch)?;
    let checkpoint = |n| Checkpoint::of(path, n);
    let state = |&n: &BoardSize| {
        if has_rows(&connection, n)? || checkpoint(n).exists() {
            BoardRow::is_complete(&connection, n)
        } else {
            Err(BoardError::NotBuilt { n }.into())
        }
    };
    let complete = boards.iter().map(state).collect::<Result<Vec<bool>>>()?;
    marked(&mut connection, |connection| {
        let transaction = connection.transaction()?;
        boards.iter().try_for_each(|&n| BoardRow::delete(&transaction, n))?;
        transaction.commit()?;
        // If it fails, the space is free for later boards.
        let _ = connection.execute_batch("VACUUM");
        Ok::<(), StoreError>(())
    })?;
    boards.iter().try_for_each(|&n| checkpoint(n).remove())?;
    Ok(complete)
}

fn has_rows(connection: &Connection, n: BoardSize) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM nqdb_board WHERE n = ?1)
        OR EXISTS (SELECT 1 FROM nqdb_block WHERE n = ?1) OR EXISTS (SELECT 1 FROM nqdb_partial_count WHERE n = ?1)";
    Ok(connection.query_row(sql, [n.get()], |row| row.get(0))?)
}
