//! Opening a database file: identification, table check, and recovery after a kill.

use super::connection::{connect_to_read, connect_to_write};
use super::error::{DiskError, OpenError, StoreError};
use super::schema::{Kind, check_tables, create_tables, identify, refuse_other_id};
use super::to_read::journal_path;
use crate::watch::Watch;
use rusqlite::{Connection, MAIN_DB, OpenFlags, TransactionBehavior};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// Page size in bytes. Pages are small because the unused end of a payload's last page is lost.
const PAGE_SIZE: u32 = 1024;

/// Opens an existing nqdb database for reading. The watch can interrupt its statements.
pub(super) fn open_to_read(path: &Path, watch: &Arc<dyn Watch>) -> Result<Connection, StoreError> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(OpenError::Missing.into());
        }
        Err(error) => return Err(error.into()),
        Ok(metadata) if metadata.is_dir() => return Err(OpenError::Directory.into()),
        Ok(metadata) if !metadata.is_file() => return Err(OpenError::NotAFile.into()),
        Ok(_) => {}
    }
    refuse_foreign(path)?;
    // A killed build left a journal, which only a connection with write access can roll back. Another build may leave
    // the next one.
    for _ in 0..RECOVERIES {
        match try_open_to_read(path, watch) {
            Err(StoreError::Open(OpenError::NeedsRecovery { .. })) => roll_back(path, watch)?,
            opened => return opened,
        }
    }
    try_open_to_read(path, watch)
}

/// How often a journal is rolled back before opening or reading fails.
const RECOVERIES: usize = 5;

/// Begins a transaction that reads: until it ends, no other process changes the file.
///
/// A journal is rolled back as in [`open_to_read`]. There may be one without a killed build: SQLite mistakes the journal
/// of a build that commits at that moment for one to roll back (`hasHotJournal` in its pager.c), and fails if the
/// connection can't write.
pub(super) fn begin_to_read(
    connection: &Connection,
    path: &Path,
    watch: &Arc<dyn Watch>,
) -> Result<(), StoreError> {
    for _ in 0..RECOVERIES {
        match try_begin_to_read(connection) {
            Err(StoreError::Open(OpenError::NeedsRecovery { .. })) => roll_back(path, watch)?,
            begun => return begun,
        }
    }
    try_begin_to_read(connection)
}

fn try_begin_to_read(connection: &Connection) -> Result<(), StoreError> {
    end_reading(connection)?;
    connection.prepare_cached("BEGIN")?.execute([])?;
    // Takes the lock.
    connection.prepare_cached("PRAGMA schema_version")?.query_row([], |_| Ok(()))?;
    Ok(())
}

/// Ends a transaction that reads, if there is one.
pub(super) fn end_reading(connection: &Connection) -> Result<(), StoreError> {
    if !connection.is_autocommit() {
        connection.prepare_cached("ROLLBACK")?.execute([])?;
    }
    Ok(())
}

fn try_open_to_read(path: &Path, watch: &Arc<dyn Watch>) -> Result<Connection, StoreError> {
    let connection = connect_to_read(path, watch).map_err(unreadable)?;
    if look(&connection, path)? == Kind::Empty {
        return Err(OpenError::Empty.into());
    }
    Ok(connection)
}

/// Identifies the file. Fails if an nqdb database lacks tables or pages. Runs in one transaction, since a build may be
/// about to change the file.
fn look(connection: &Connection, path: &Path) -> Result<Kind, StoreError> {
    let transaction = connection.unchecked_transaction()?;
    let kind = identify(&transaction)?;
    if kind == Kind::Nqdb {
        check_tables(&transaction)?;
        check_length(&transaction, path)?;
    }
    Ok(kind)
}

/// Fails for a truncated file: SQLite would read zeros for the missing part of the last page.
fn check_length(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let number = |pragma| connection.pragma_query_value(Some("main"), pragma, |row| row.get(0));
    let (pages, page_size): (u64, u64) = (number("page_count")?, number("page_size")?);
    let (expected, length) = (pages * page_size, std::fs::metadata(path)?.len());
    if length < expected {
        return Err(StoreError::damaged(format!("it has {length} bytes, expected {expected}")));
    }
    Ok(())
}

/// Fails for a foreign file in WAL mode, by its header: a connection would create SQLite's auxiliary files next to it.
/// Other problems are left to the caller's connection, which locks the file.
fn refuse_foreign(path: &Path) -> Result<(), StoreError> {
    let mut header = [0; 100];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    let is_in_wal_mode = header.starts_with(b"SQLite format 3\0") && header[18..20] != [1, 1];
    if read.is_err() || !is_in_wal_mode {
        return Ok(());
    }
    refuse_other_id(i32::from_be_bytes([header[68], header[69], header[70], header[71]]))
}

/// Lets SQLite roll back an interrupted transaction.
fn roll_back(path: &Path, watch: &Arc<dyn Watch>) -> Result<(), StoreError> {
    let connection = connect_to_write(path, OpenFlags::empty(), watch)?;
    identify(&connection).map(|_| ())
}

/// Turns a write error of SQLite into an error of opening for reading.
fn unreadable(error: StoreError) -> StoreError {
    match error {
        StoreError::Disk(DiskError::ReadOnly { what }) => OpenError::Unreadable { what }.into(),
        other => other,
    }
}

/// Opens the database for writing. Creates the file and its tables if they are missing.
pub fn open_to_write(path: &Path, watch: &Arc<dyn Watch>) -> Result<Connection, StoreError> {
    refuse_foreign(path)?;
    let mut connection = connect_to_write(path, OpenFlags::SQLITE_OPEN_CREATE, watch)?;
    let kind = look(&connection, path)?;
    if connection.is_readonly(MAIN_DB)? {
        return Err(DiskError::ReadOnly { what: "the file is read-only".into() }.into());
    }
    if kind == Kind::Empty {
        connection.pragma_update(None, "page_size", PAGE_SIZE)?;
    }
    // A finished file must open on a read-only medium; in WAL mode it would not.
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // On macOS, fsync alone leaves data in the disk's cache. Elsewhere this has no effect.
    connection.pragma_update(None, "fullfsync", "ON")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    // What a transaction has read must stay true until it writes.
    connection.set_transaction_behavior(TransactionBehavior::Immediate);
    if kind == Kind::Empty {
        create_tables(&mut connection)?;
    }
    Ok(connection)
}

/// Returns free pages to the file system if they make up over a tenth of the file. Errors are ignored: the board is
/// already committed, and the next build tries again.
pub(super) fn shrink(connection: &Connection) {
    let number = |pragma| connection.pragma_query_value(Some("main"), pragma, |row| row.get(0));
    let free = || -> rusqlite::Result<(u64, u64)> {
        Ok((number("page_count")?, number("freelist_count")?))
    };
    if free().is_ok_and(|(pages, free)| free * 10 > pages) {
        let _ = connection.execute_batch("VACUUM");
    }
}

/// Removes the journal of a killed process if it has nothing to roll back and this process may. SQLite itself leaves it
/// until the next commit.
pub(super) fn remove_cold_journal(path: &Path, watch: &Arc<dyn Watch>) {
    let journal = journal_path(path);
    if !is_cold(&journal) {
        return;
    }
    let Ok(connection) = connect_to_write(path, OpenFlags::empty(), watch) else { return };
    // No other process has an active journal while this lock is held.
    if connection.execute_batch("BEGIN EXCLUSIVE").is_ok() && is_cold(&journal) {
        let _ = std::fs::remove_file(&journal);
    }
}

/// Whether a journal exists that SQLite would not roll back: one that is empty or begins with a zero.
fn is_cold(journal: &Path) -> bool {
    let mut first = [0];
    File::open(journal).and_then(|mut file| file.read(&mut first)).is_ok() && first == [0]
}
