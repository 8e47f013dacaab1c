use super::BuildTier;
use crate::block::Codec;
use crate::combinatorics::BoardSize;
use crate::error::StoreError;
use rusqlite::{Connection, MAIN_DB, OpenFlags, OptionalExtension};
use std::path::Path;
use std::time::Duration;

/// 'nqdb', as `PRAGMA application_id`.
const APPLICATION_ID: i32 = 0x6e71_6462;

/// Every migration, in order; the schema version (`PRAGMA user_version`) is how many are applied.
const MIGRATIONS: [&str; 2] = [
    include_str!("../../migrations/0001_boards.sql"),
    include_str!("../../migrations/0002_partial_counts.sql"),
];

const VERSION: i32 = MIGRATIONS.len() as i32;

/// Bytes of a page: what a payload leaves free of its last page is lost.
const PAGE_SIZE: u32 = 1024;

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a connection's main database is.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// Nothing in it yet.
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

/// Tells what the connection's main database is; an error for a foreign or a newer one.
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
        // A killed build left a journal: rolled back by a connection that may write, once.
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
        // What a reader needs is in the first version.
        Kind::Current | Kind::Older(_) => {}
        Kind::Empty => return Err(StoreError::Empty),
    }
    check_length(&connection, path)?;
    Ok(connection)
}

/// Opens the file of this name, also where the name looks like a URI or like `:memory:`.
fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    if path.exists() && !path.is_file() {
        return Err(if path.is_dir() { StoreError::Directory } else { StoreError::NoFile });
    }
    let plain = std::path::absolute(path)?;
    let connection = Connection::open_with_flags(plain, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

/// SQLite takes what is missing of the last page for zeros.
fn check_length(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let number = |pragma| connection.pragma_query_value(Some("main"), pragma, |row| row.get(0));
    let (pages, page_size): (u64, u64) = (number("page_count")?, number("page_size")?);
    let (expected, length) = (pages * page_size, std::fs::metadata(path)?.len());
    if length < expected {
        return Err(StoreError::damaged(format!("it has {length} bytes, expected {expected}")));
    }
    Ok(())
}

/// Looks whose file it is in a way that leaves no trace: an ordinary look at a foreign file in WAL
/// mode would leave SQLite's files beside it. Anything but a foreign file is for others to judge.
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

/// Lets SQLite undo what an interrupted transaction has left.
fn roll_back(path: &Path) -> Result<(), StoreError> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    identify(&connection).map(|_| ())
}

/// A file that can't be opened for reading is another matter than one that can't be written.
fn unreadable(error: StoreError) -> StoreError {
    match error {
        StoreError::ReadOnly { what } => StoreError::Unreadable { what },
        other => other,
    }
}

/// Opens the database for building; makes the file, its directory and the schema where they are
/// missing.
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

/// Removes what there is of a board.
pub(super) fn forget_board(connection: &Connection, n: BoardSize) -> Result<(), StoreError> {
    for table in ["block", "partial_count", "board"] {
        connection.execute(&format!("DELETE FROM {table} WHERE n = ?1"), [n.get()])?;
    }
    Ok(())
}

/// Removes what there is of a board and begins it.
pub(super) fn begin_board(
    connection: &mut Connection,
    n: BoardSize,
    tier: BuildTier,
    codec: Codec,
    block_size: usize,
) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    replace_board(&transaction, n, tier, codec, block_size)?;
    Ok(transaction.commit()?)
}

/// The same within a transaction.
pub(super) fn replace_board(
    connection: &Connection,
    n: BoardSize,
    tier: BuildTier,
    codec: Codec,
    block_size: usize,
) -> Result<(), StoreError> {
    forget_board(connection, n)?;
    connection.execute(
        "INSERT INTO board (n, tier, state, codec, block_size, built_by)
         VALUES (?1, ?2, 'building', ?3, ?4, ?5)",
        (n.get(), tier.name(), codec as i64, block_size, env!("CARGO_PKG_VERSION")),
    )?;
    Ok(())
}

/// `complete` or `building`, if there is a row of the board.
pub(super) fn state(connection: &Connection, n: BoardSize) -> Result<Option<String>, StoreError> {
    let sql = "SELECT state FROM board WHERE n = ?1";
    Ok(connection.query_row(sql, [n.get()], |row| row.get(0)).optional()?)
}

/// Marks a board complete, with Q(N), F(N) and the digest of its content.
pub(super) fn finish_board(
    connection: &Connection,
    n: BoardSize,
    (solutions, orbits): (u64, u64),
    digest: [u8; 16],
) -> Result<(), StoreError> {
    let sql = "UPDATE board SET state = 'complete', solutions = ?2, orbits = ?3, digest = ?4,
                   built_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE n = ?1";
    connection.execute(sql, (n.get(), solutions as i64, orbits as i64, digest))?;
    Ok(())
}

/// Gives free pages back to the system, where they are a good part of the file. What was built is there
/// already: where this can't be done now, the next build does it.
pub(super) fn shrink(connection: &Connection) {
    let number = |pragma| connection.pragma_query_value(Some("main"), pragma, |row| row.get(0));
    let free = || -> rusqlite::Result<(u64, u64)> {
        Ok((number("page_count")?, number("freelist_count")?))
    };
    if free().is_ok_and(|(pages, free)| free * 10 > pages) {
        let _ = connection.execute_batch("VACUUM");
    }
}
