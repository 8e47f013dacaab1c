//! Opens a database file: application id, version, migrations, and recovery after a kill.

use super::error::StoreError;
use rusqlite::{Connection, MAIN_DB, OpenFlags};
use std::path::Path;
use std::time::Duration;

/// 'nqdb', as `PRAGMA application_id`.
const APPLICATION_ID: i32 = 0x6e71_6462;

/// Every migration, in order. The schema version (`PRAGMA user_version`) is the number applied.
const MIGRATIONS: [&str; 2] = [
    include_str!("../../migrations/0001_boards.sql"),
    include_str!("../../migrations/0002_partial_counts.sql"),
];

const VERSION: i32 = MIGRATIONS.len() as i32;

/// Bytes of a page. The unused end of the last page of a payload is lost, so pages are small.
const PAGE_SIZE: u32 = 1024;

/// Time to wait for another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// What the main database of a connection is.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// A database without tables.
    Empty,
    /// An nqdb database with the current schema.
    Current,
    /// An nqdb database with fewer migrations.
    Older(i32),
}

/// Whether the connection's main database is an nqdb database that this version reads.
pub(crate) fn is_current(connection: &Connection) -> bool {
    matches!(identify(connection), Ok(Kind::Current | Kind::Older(_)))
}

/// What the connection's main database is; an error for a foreign or a newer one.
fn identify(connection: &Connection) -> Result<Kind, StoreError> {
    let number = |pragma| connection.pragma_query_value(Some("main"), pragma, |row| row.get(0));
    let (id, version): (i32, i32) = (number("application_id")?, number("user_version")?);
    if id != APPLICATION_ID {
        let tables: i64 =
            connection
                .query_row("SELECT count(*) FROM main.sqlite_schema", [], |row| row.get(0))?;
        return match (id, version, tables) {
            (0, 0, 0) => Ok(Kind::Empty),
            _ => Err(StoreError::Foreign { found: id, expected: APPLICATION_ID }),
        };
    }
    match version {
        VERSION => Ok(Kind::Current),
        older if (1..VERSION).contains(&older) => Ok(Kind::Older(older)),
        found if found > VERSION => Err(StoreError::Newer { found, supported: VERSION }),
        _ => Err(StoreError::damaged(format!("schema version {version}, expected 1 to {VERSION}"))),
    }
}

/// Opens an existing nqdb database for reading.
pub(super) fn open_to_read(path: &Path) -> Result<Connection, StoreError> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(StoreError::Missing);
        }
        Err(error) => return Err(error.into()),
        Ok(metadata) if metadata.is_dir() => return Err(StoreError::Directory),
        Ok(metadata) if !metadata.is_file() => return Err(StoreError::NoFile),
        Ok(_) => {}
    }
    refuse_foreign(path)?;
    match try_open_to_read(path) {
        // A killed build left a journal, which only a connection that may write can roll back.
        Err(StoreError::NeedsRecovery { .. }) => {
            roll_back(path)?;
            try_open_to_read(path)
        }
        opened => opened,
    }
}

fn try_open_to_read(path: &Path) -> Result<Connection, StoreError> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(unreadable)?;
    match identify(&connection)? {
        // Readers need only the tables of the first version.
        Kind::Current | Kind::Older(_) => {}
        Kind::Empty => return Err(StoreError::Empty),
    }
    check_length(&connection, path)?;
    Ok(connection)
}

/// Opens a file by its plain name, even one that looks like a URI or like `:memory:`.
fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    if path.exists() && !path.is_file() {
        return Err(if path.is_dir() { StoreError::Directory } else { StoreError::NoFile });
    }
    let plain = std::path::absolute(path)?;
    let connection = Connection::open_with_flags(plain, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

/// An error for a truncated file: SQLite would read zeros for the missing part of the last page.
fn check_length(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let number = |pragma| connection.pragma_query_value(Some("main"), pragma, |row| row.get(0));
    let (pages, page_size): (u64, u64) = (number("page_count")?, number("page_size")?);
    let (expected, length) = (pages * page_size, std::fs::metadata(path)?.len());
    if length < expected {
        return Err(StoreError::damaged(format!("it has {length} bytes, expected {expected}")));
    }
    Ok(())
}

/// An error for a foreign file, found without a trace: an ordinary connection to a foreign file in WAL mode
/// would leave SQLite's files beside it. Any other problem is left to the caller's own connection.
fn refuse_foreign(path: &Path) -> Result<(), StoreError> {
    let plain = std::path::absolute(path)?;
    let Some(text) = plain.to_str() else { return Ok(()) };
    let escaped = text.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags);
    match connection.map_err(StoreError::from).and_then(|connection| identify(&connection)) {
        Err(foreign @ StoreError::Foreign { .. }) => Err(foreign),
        _ => Ok(()),
    }
}

/// Lets SQLite roll back an interrupted transaction.
fn roll_back(path: &Path) -> Result<(), StoreError> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    identify(&connection).map(|_| ())
}

/// The error of opening for reading, where SQLite reports a file that can't be written.
fn unreadable(error: StoreError) -> StoreError {
    match error {
        StoreError::ReadOnly { what } => StoreError::Unreadable { what },
        other => other,
    }
}

/// Opens the database for writing. Creates the file and its schema where they are missing.
pub(super) fn open_to_write(path: &Path) -> Result<Connection, StoreError> {
    if path.is_file() {
        refuse_foreign(path)?;
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let mut connection = connect(path, flags)?;
    let kind = identify(&connection)?;
    if connection.is_readonly(MAIN_DB)? {
        return Err(StoreError::ReadOnly { what: "the file is read-only".into() });
    }
    if kind == Kind::Empty {
        connection.pragma_update(None, "page_size", PAGE_SIZE)?;
    }
    // A finished file must open on a read-only medium, which a file in WAL mode does not.
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    let applied = match kind {
        Kind::Current => VERSION,
        Kind::Older(version) => version,
        Kind::Empty => 0,
    };
    for (version, migration) in (1..).zip(MIGRATIONS).skip(applied as usize) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()?;
    }
    Ok(connection)
}

/// Returns free pages to the system where they are over a tenth of the file. Errors are ignored: the board
/// is already committed, and the next build tries again.
pub(super) fn shrink(connection: &Connection) {
    let number = |pragma| connection.pragma_query_value(Some("main"), pragma, |row| row.get(0));
    let free = || -> rusqlite::Result<(u64, u64)> {
        Ok((number("page_count")?, number("freelist_count")?))
    };
    if free().is_ok_and(|(pages, free)| free * 10 > pages) {
        let _ = connection.execute_batch("VACUUM");
    }
}
