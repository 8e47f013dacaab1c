//! Opening a database file: identification, table check, and recovery after a kill (`journal`).
//!
//! Without file locks, a file that no build is writing is opened as immutable. Connections are such that a hostile file
//! can't exhaust them: memory limits, no views or triggers, and a watch over every statement.

use super::error::{DiskError, OpenError, Result, StoreError};
use super::handle;
use super::journal::{self, companion};
use super::schema::{check_tables, create_tables, identify, refuse_other_id};
use crate::watch::{Activity, Progress, Watch};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, MAIN_DB, OpenFlags, TransactionBehavior};
use std::cell::RefCell;
use std::fs::Metadata;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Page size in bytes. Pages are small because the unused end of a payload's last page is lost.
const PAGE_SIZE: u32 = 1024;

/// Opens an existing nqdb database for reading. The watch can interrupt its statements.
pub(super) fn open_to_read(path: &Path, watch: &Arc<dyn Watch>) -> Result<Connection> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(OpenError::Missing.into());
        }
        found => refuse_kind(&found?)?,
    }
    recovering(path, watch, || {
        let connection = connect(path, None, watch).map_err(|error| unreadable(error, path))?;
        if look(&connection, path)? { Ok(connection) } else { Err(OpenError::Empty.into()) }
    })
}

/// Opens a database for reading if it exists and has tables.
pub(super) fn open_if_any(path: &Path, watch: &Arc<dyn Watch>) -> Result<Option<Connection>> {
    match open_to_read(path, watch) {
        Err(StoreError::Open(OpenError::Missing | OpenError::Empty)) => Ok(None),
        opened => opened.map(Some),
    }
}

/// Fails unless this is a regular file, and if it has one byte.
fn refuse_kind(metadata: &Metadata) -> Result<(), OpenError> {
    match metadata {
        directory if directory.is_dir() => Err(OpenError::Directory),
        // SQLite would take it for an empty file.
        byte if byte.is_file() && byte.len() == 1 => Err(OpenError::NotSqlite),
        file if file.is_file() => Ok(()),
        _ => Err(OpenError::NotAFile),
    }
}

/// How often a journal is rolled back before opening or reading fails.
const RECOVERIES: usize = 5;

/// Attempts to read, also after rolling back a journal: a killed build left one, which only a connection with write
/// access can roll back. Another build may leave the next one.
fn recovering<T>(path: &Path, watch: &Arc<dyn Watch>, read: impl Fn() -> Result<T>) -> Result<T> {
    for _ in 0..RECOVERIES {
        match read() {
            Err(StoreError::Open(OpenError::NeedsRecovery { .. })) => roll_back(path, watch)?,
            result => return result,
        }
    }
    read()
}

/// Begins a transaction that reads: until it ends, no other process changes the file.
///
/// A journal is rolled back as in [`open_to_read`]. There may be one without a killed build: SQLite mistakes the journal
/// of a build that commits at that moment for one to roll back (`hasHotJournal` in its pager.c), and fails if the
/// connection can't write.
pub(super) fn begin_to_read(
    connection: &Connection,
    path: &Path,
    watch: &Arc<dyn Watch>,
) -> Result<()> {
    // The directory may have changed since a relative path was opened.
    let opened = connection.path().map_or(path, Path::new);
    recovering(opened, watch, || {
        end_reading(connection)?;
        connection.prepare_cached("BEGIN")?.execute([])?;
        // Takes the lock.
        connection.prepare_cached("PRAGMA schema_version")?.query_row([], |_| Ok(()))?;
        Ok(())
    })
}

/// Ends a transaction that reads, if there is one.
pub(super) fn end_reading(connection: &Connection) -> Result<()> {
    if !connection.is_autocommit() {
        connection.prepare_cached("ROLLBACK")?.execute([])?;
    }
    Ok(())
}

/// Whether the file is an nqdb database; false if it is empty. Fails if it lacks tables or pages. Runs in one
/// transaction, since a build may be about to change the file.
fn look(connection: &Connection, path: &Path) -> Result<bool> {
    let identified = || {
        let transaction = connection.unchecked_transaction()?;
        let is_nqdb = identify(&transaction)?;
        if is_nqdb {
            check_tables(&transaction)?;
            check_length(&transaction, path)?;
        }
        Ok(is_nqdb)
    };
    identified().map_err(|error| match error {
        StoreError::Disk(DiskError::ReadOnly { what })
            if handle::id_in_wal_mode(connection).is_some() =>
        {
            OpenError::WalMode { what }.into()
        }
        other => other,
    })
}

/// Fails for a truncated file: SQLite would read zeros for the missing part of the last page. In WAL mode the last
/// pages may be in the other file.
fn check_length(connection: &Connection, path: &Path) -> Result<()> {
    if handle::id_in_wal_mode(connection).is_some() {
        return Ok(());
    }
    let number = |pragma| connection.pragma_query_value(Some("main"), pragma, |row| row.get(0));
    let (pages, page_size): (u64, u64) = (number("page_count")?, number("page_size")?);
    let length = match std::fs::metadata(path) {
        // Another process has removed it since it was opened, as a build does with its checkpoint.
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(OpenError::Missing.into()),
        metadata => metadata?.len(),
    };
    let expected = pages * page_size;
    if length < expected {
        return Err(StoreError::damaged(format!("it has {length} bytes, expected {expected}")));
    }
    Ok(())
}

/// Fails for a foreign file in WAL mode, by its header: a statement would create SQLite's auxiliary files next to it.
/// Other problems are left to the statements, which lock the file.
fn refuse_foreign(connection: &Connection) -> Result<()> {
    handle::id_in_wal_mode(connection).map_or(Ok(()), refuse_other_id)
}

/// Lets SQLite roll back an interrupted transaction.
fn roll_back(path: &Path, watch: &Arc<dyn Watch>) -> Result<()> {
    let connection = connect(path, Some(OpenFlags::empty()), watch)?;
    look(&connection, path).map(|_| ())
}

/// Turns a write error of SQLite into an error of opening for reading, with the reason of the system.
fn unreadable(error: StoreError, path: &Path) -> StoreError {
    match error {
        StoreError::Disk(DiskError::ReadOnly { what }) => {
            let what = std::fs::File::open(path).map_or_else(|error| error.to_string(), |_| what);
            OpenError::Unreadable { what }.into()
        }
        other => other,
    }
}

/// Opens the database for writing. Creates the file and its tables if they are missing. A new file gets SQLite's default
/// journal mode, which is not WAL: a finished file must open on a read-only medium. An existing one keeps its mode,
/// because leaving WAL mode fails while another connection is open, even an idle one.
pub fn open_to_write(path: &Path, watch: &Arc<dyn Watch>) -> Result<Connection> {
    refuse_links(path)?;
    let mut connection = connect(path, Some(OpenFlags::SQLITE_OPEN_CREATE), watch)?;
    let is_new = !look(&connection, path)?;
    if connection.is_readonly(MAIN_DB)? {
        return Err(DiskError::ReadOnly { what: "the file is read-only".into() }.into());
    }
    if is_new {
        connection.pragma_update(None, "page_size", PAGE_SIZE)?;
    }
    connection.pragma_update(None, "synchronous", "FULL")?;
    // On macOS, fsync alone leaves data in the disk's cache. Elsewhere this has no effect.
    connection.pragma_update(None, "fullfsync", "ON")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    // What a transaction has read must stay true until it writes.
    connection.set_transaction_behavior(TransactionBehavior::Immediate);
    if is_new {
        create_tables(&mut connection)?;
    }
    Ok(connection)
}

/// Fails if the file has several names: locks and journals go by the name, so two builds could write to it at once.
#[cfg(unix)]
fn refuse_links(path: &Path) -> Result<(), OpenError> {
    use std::os::unix::fs::MetadataExt;
    match std::fs::metadata(path).map_or(1, |metadata| metadata.nlink()) {
        links @ 2.. => Err(OpenError::Links { links }),
        _ => Ok(()),
    }
}

/// The standard library does not count the links on other systems.
#[cfg(not(unix))]
fn refuse_links(_: &Path) -> Result<(), OpenError> {
    Ok(())
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

/// A connection for reading. The name is a plain path, even if it looks like a URI or like `:memory:`.
///
/// Some network file systems lack the locks that SQLite needs for reading. There, a file that no build is writing is
/// opened as `immutable`, which takes no locks.
pub fn open_read_only(path: &Path) -> rusqlite::Result<Connection> {
    let path =
        std::path::absolute(path).map_err(|_| rusqlite::Error::InvalidPath(path.to_owned()))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&path, flags)?;
    if nobody_writes(&path) && handle::lacks_locks(&connection) {
        return Connection::open_with_flags(immutable(&path), flags | OpenFlags::SQLITE_OPEN_URI);
    }
    Ok(connection)
}

/// Whether no build is running or was killed: both leave files next to the database.
fn nobody_writes(path: &Path) -> bool {
    let is_absent = |end| companion(path, end).try_exists().is_ok_and(|exists| !exists);
    is_absent("-lock") && is_absent("-journal")
}

/// The URI of an immutable file.
pub fn immutable(path: &Path) -> PathBuf {
    let mut uri = String::from("file://");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                uri.push(char::from(*byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    (uri + "?immutable=1").into()
}

/// How long to wait for a lock of another process.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time between two attempts to take a lock: at first for a commit, then for a long transaction.
const SHORT_WAIT: Duration = Duration::from_millis(1);
const LONG_WAIT: Duration = Duration::from_millis(50);
const SHORT_WAITS: i32 = 20;

/// The longest value or row in bytes. A block of 65,536 solutions and a region of partial counts are shorter.
const LONGEST_VALUE: i32 = 2 << 20;

/// SQLite VM instructions between progress-handler calls; a few microseconds.
const CLOCK_INSTRUCTIONS: i32 = 1000;

/// Time between two ticks of the watch.
const TICK: Duration = Duration::from_millis(5);

/// The first SQLite version that supports STRICT tables: 3.37.
const FIRST_VERSION: i32 = 3_037_000;

/// Fails if SQLite is too old for nqdb's tables. Its own error would call the file damaged.
pub fn check_sqlite(version: i32) -> Result<()> {
    if version >= FIRST_VERSION {
        return Ok(());
    }
    let [found, expected] = [version, FIRST_VERSION].map(version_text);
    Err(OpenError::OldSqlite { found, expected }.into())
}

/// The version of SQLite, such as `3.40.1`.
pub(crate) fn sqlite_version() -> &'static str {
    rusqlite::version()
}

/// An SQLite version number in its usual notation, such as `3.40.1`.
pub fn version_text(version: i32) -> String {
    format!("{}.{}.{}", version / 1_000_000, version / 1000 % 1000, version % 1000)
}

/// Opens the database at `path` under a watch, for reading, or also for writing with these flags. Fails if it is
/// foreign and in WAL mode, or if writing would roll back a journal of another file.
fn connect(path: &Path, to_write: Option<OpenFlags>, watch: &Arc<dyn Watch>) -> Result<Connection> {
    if let Ok(metadata) = std::fs::metadata(path) {
        refuse_kind(&metadata)?;
    }
    check_sqlite(rusqlite::version_number())?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = match to_write {
        None => open_read_only(path)?,
        Some(also) => Connection::open_with_flags(std::path::absolute(path)?, flags | also)?,
    };
    refuse_foreign(&connection)?;
    if to_write.is_some() {
        journal::refuse_other(&connection, path)?;
    }
    confine(&connection)?;
    watch_statements(&connection, watch)?;
    Ok(connection)
}

/// Sets the limits that apply to every file, whatever its content.
fn confine(connection: &Connection) -> Result<()> {
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    for unused in [
        DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA,
        DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER,
        DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW,
    ] {
        connection.set_db_config(unused, false)?;
    }
    Ok(())
}

/// Lets a watch interrupt all later statements of a connection, and their waits for locks in this thread.
pub(super) fn watch_statements(connection: &Connection, watch: &Arc<dyn Watch>) -> Result<()> {
    wait_for_locks(connection, watch)?;
    let (watch, began) = (Arc::clone(watch), watch.began());
    let mut ticked = Instant::now();
    let is_stopped = move || {
        if ticked.elapsed() < TICK {
            return false;
        }
        ticked = Instant::now();
        let (activity, elapsed) = (Activity::Accessing, began.elapsed());
        let progress = Progress { activity, n: None, done: 0, unit: "", fraction: None, elapsed };
        watch.tick(&progress).is_break()
    };
    Ok(connection.progress_handler(CLOCK_INSTRUCTIONS, Some(is_stopped))?)
}

thread_local! {
    /// The watch over the statements of this thread. SQLite calls the busy handler in the thread of the statement.
    static WATCH: RefCell<Option<Arc<dyn Watch>>> = const { RefCell::new(None) };
}

/// Lets later statements of a connection in this thread wait for locks, up to `PATIENCE` for each, under a watch.
pub fn wait_for_locks(connection: &Connection, watch: &Arc<dyn Watch>) -> rusqlite::Result<()> {
    WATCH.set(Some(Arc::clone(watch)));
    connection.busy_handler(Some(wait))
}

/// Waits before another attempt to take a lock; false to give up. `times` is the number of waits before.
fn wait(times: i32) -> bool {
    let Some(watch) = WATCH.with_borrow(Clone::clone) else { return false };
    let (short, long) = (times.min(SHORT_WAITS) as u32, (times - SHORT_WAITS).max(0) as u32);
    let (activity, elapsed) = (Activity::Locked, SHORT_WAIT * short + LONG_WAIT * long);
    let progress = Progress { activity, n: None, done: 0, unit: "", fraction: None, elapsed };
    let goes_on = elapsed < PATIENCE && watch.tick(&progress).is_continue();
    if goes_on {
        std::thread::sleep(if times < SHORT_WAITS { SHORT_WAIT } else { LONG_WAIT });
    }
    goes_on
}
