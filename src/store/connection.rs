//! Connections that a hostile file can't exhaust: memory limits, no views or triggers, and a watch over every
//! statement.

use super::error::{OpenError, StoreError};
use super::to_read::to_read;
use crate::watch::{Activity, Progress, Watch};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};
use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

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
pub fn check_sqlite(version: i32) -> Result<(), StoreError> {
    if version >= FIRST_VERSION {
        return Ok(());
    }
    let [found, expected] = [version, FIRST_VERSION].map(version_text);
    Err(OpenError::OldSqlite { found, expected }.into())
}

/// An SQLite version number in its usual notation, such as `3.40.1`.
fn version_text(version: i32) -> String {
    format!("{}.{}.{}", version / 1_000_000, version / 1000 % 1000, version % 1000)
}

/// Opens a database for reading under a watch.
pub(super) fn connect_to_read(
    path: &Path,
    watch: &Arc<dyn Watch>,
) -> Result<Connection, StoreError> {
    let (name, flags) = to_read(path)?;
    connect(path, &name, flags, watch)
}

/// Opens a database for reading and writing under a watch; `also` may create it.
pub(super) fn connect_to_write(
    path: &Path,
    also: OpenFlags,
    watch: &Arc<dyn Watch>,
) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | also;
    connect(path, &std::path::absolute(path)?, flags, watch)
}

/// Opens the database at `path`, which SQLite knows as `name`.
fn connect(
    path: &Path,
    name: &Path,
    flags: OpenFlags,
    watch: &Arc<dyn Watch>,
) -> Result<Connection, StoreError> {
    if path.is_dir() {
        return Err(OpenError::Directory.into());
    }
    if path.exists() && !path.is_file() {
        return Err(OpenError::NotAFile.into());
    }
    check_sqlite(rusqlite::version_number())?;
    let connection = Connection::open_with_flags(name, flags)?;
    confine(&connection)?;
    watch_statements(&connection, watch)?;
    Ok(connection)
}

/// Sets the limits that apply to every file, whatever its content.
fn confine(connection: &Connection) -> Result<(), StoreError> {
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
pub(super) fn watch_statements(
    connection: &Connection,
    watch: &Arc<dyn Watch>,
) -> Result<(), StoreError> {
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
