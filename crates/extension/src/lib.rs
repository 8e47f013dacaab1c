//! The loadable SQLite extension: its entry points, and its host: the files, the interrupts and the time limit of the
//! connection that loads it.

mod memory;

use nqdb::internal::{SPARE, has_memory, is_foreign, lock, shares_locks, version_text};
use nqdb::watch::{Progress, TimeLimit, Watch};
use nqdb_sql::{Access, Host, PROBE, PROBE_INTERVAL};
use rusqlite::{Connection, ErrorCode, ffi};
use std::ffi::{CString, c_char, c_int, c_void};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Instant;

/// The first SQLite version with every function that rusqlite needs from its host: 3.34.1.
const FIRST_VERSION: c_int = 3_034_001;

/// The SQLite library that has loaded the extension. rusqlite can call only one, but a process may have several, such
/// as those of Python's `sqlite3` and `apsw`.
static SQLITE: AtomicPtr<ffi::sqlite3_api_routines> = AtomicPtr::new(ptr::null_mut());

/// Registers the `nq_…` functions and tables without side effects on the connection that loads the extension; see
/// [`nqdb_sql`]. SQLite derives this entry point from the file name of the library.
///
/// # Safety
///
/// As [`load`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn sqlite3_nqdb_init(
    db: *mut ffi::sqlite3,
    message: *mut *mut c_char,
    api: *mut ffi::sqlite3_api_routines,
) -> c_int {
    // SAFETY: the contract is the same.
    unsafe { load(db, message, api, |connection| register(connection, false)) }
}

/// Registers the same and the privileged functions. The host must name this entry point.
///
/// # Safety
///
/// As [`load`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn sqlite3_nqdbowner_init(
    db: *mut ffi::sqlite3,
    message: *mut *mut c_char,
    api: *mut ffi::sqlite3_api_routines,
) -> c_int {
    // SAFETY: the contract is the same.
    unsafe { load(db, message, api, |connection| register(connection, true)) }
}

/// Loads the extension, unless it does not support this host.
///
/// # Safety
///
/// Only SQLite may call this, as the entry point of an extension: `db` is an open connection, `message` is null or
/// receives a string that SQLite frees, and `api` is null or points to SQLite's functions. An older SQLite has a
/// shorter struct, so nothing may refer to the whole struct before the version is checked.
unsafe fn load(
    db: *mut ffi::sqlite3,
    message: *mut *mut c_char,
    api: *mut ffi::sqlite3_api_routines,
    init: fn(Connection) -> rusqlite::Result<bool>,
) -> c_int {
    if !memory::hold() {
        return ffi::SQLITE_NOMEM;
    }
    if api.is_null() {
        return ffi::SQLITE_ERROR;
    }
    // SAFETY: these are two of the first functions, which every SQLite has.
    let (libversion_number, malloc) = unsafe {
        ((&raw const (*api).libversion_number).read(), (&raw const (*api).malloc).read())
    };
    let (Some(libversion_number), Some(malloc)) = (libversion_number, malloc) else {
        return ffi::SQLITE_ERROR;
    };
    // SAFETY: this is SQLite's function, which has no preconditions.
    let version = unsafe { libversion_number() };
    if let Err(reason) = check_version(version).and_then(|()| check_library(api)) {
        // SAFETY: `message` satisfies the contract above, and `malloc` is SQLite's.
        unsafe { set_message(&reason, malloc, message) };
        return ffi::SQLITE_ERROR;
    }
    // SAFETY: from the first supported version on, every SQLite's struct begins with this one.
    let mut functions = unsafe { api.read() };
    functions.progress_handler.get_or_insert(no_progress_handler);
    // SAFETY: this function has the same contract. It copies the functions and does not keep the struct.
    unsafe { Connection::extension_init2(db, message, &raw mut functions, init) }
}

/// Replaces `sqlite3_progress_handler` if SQLite is built without it, as in better-sqlite3. rusqlite calls it when it
/// closes a connection.
unsafe extern "C" fn no_progress_handler(
    _: *mut ffi::sqlite3,
    _: c_int,
    _: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
    _: *mut c_void,
) {
}

fn check_version(version: c_int) -> Result<(), String> {
    if version >= FIRST_VERSION {
        return Ok(());
    }
    let [first, got] = [FIRST_VERSION, version].map(version_text);
    Err(format!("nqdb expects SQLite {first} or later, this is {got}"))
}

/// Fails if another SQLite library in this process has loaded the extension.
fn check_library(api: *mut ffi::sqlite3_api_routines) -> Result<(), String> {
    let order = (Ordering::Relaxed, Ordering::Relaxed);
    match SQLITE.compare_exchange(ptr::null_mut(), api, order.0, order.1) {
        Err(other) if other != api => {
            Err("nqdb is in use by another SQLite library in this process and can serve only one; \
                 load it into one of them, or into another process"
                .to_owned())
        }
        _ => Ok(()),
    }
}

/// Passes a message to the host.
///
/// # Safety
///
/// `malloc` is SQLite's, and `message` is null or receives a string that SQLite frees.
unsafe fn set_message(
    text: &str,
    malloc: unsafe extern "C" fn(c_int) -> *mut c_void,
    message: *mut *mut c_char,
) {
    let text = format!("{text}\0");
    let (false, Ok(length)) = (message.is_null(), c_int::try_from(text.len())) else { return };
    // SAFETY: the memory comes from SQLite, is as long as the text, and is not shared yet.
    unsafe {
        let memory = malloc(length).cast::<u8>();
        if !memory.is_null() {
            ptr::copy_nonoverlapping(text.as_ptr(), memory, text.len());
            *message = memory.cast();
        }
    }
}

/// Registers the `nq_…` functions and tables on the connection of a host. Boards are read from the nqdb files that the
/// connection has open or attached at the time of the call. Any other board is searched, until the time limit of the
/// call or until the host interrupts its statement.
/// The owner may name files and set the time limit.
fn register(connection: Connection, is_owner: bool) -> rusqlite::Result<bool> {
    let loader = Arc::new(Loader::new(connection, nqdb_sql::host_time_limit()?));
    let access = if is_owner {
        let loader = Arc::clone(&loader);
        Access::Owner(Some(Box::new(move |limit| *lock(&loader.limit) = limit)))
    } else {
        Access::Public
    };
    let (watch, host) = (Arc::clone(&loader) as _, Arc::clone(&loader) as _);
    nqdb_sql::register_for_host(&loader.probe().connection, watch, host, access)?;
    // The library may be unloaded with the connection.
    Ok(false)
}

/// The connection that has loaded the extension. It is used only in callbacks, and no statement stays open after them,
/// since SQLite could then not close the connection.
struct Loader {
    probe: Mutex<Probe>,
    limit: Mutex<TimeLimit>,
    /// The code of the error for which work was stopped: the host interrupted its statement, or lacked memory. 0 otherwise.
    refused: AtomicI32,
}

/// Checks whether the host has interrupted its statement, or lacks memory.
struct Probe {
    connection: Connection,
    /// The time of the last check.
    asked: Option<Instant>,
    /// Searches in progress.
    searches: usize,
}

impl Loader {
    fn new(connection: Connection, limit: TimeLimit) -> Self {
        let probe = Mutex::new(Probe { connection, asked: None, searches: 0 });
        Loader { probe, limit: Mutex::new(limit), refused: AtomicI32::new(0) }
    }

    fn probe(&self) -> MutexGuard<'_, Probe> {
        lock(&self.probe)
    }
}

/// The library may be unloaded with its last connection. Others take the reserve again.
impl Drop for Loader {
    fn drop(&mut self) {
        memory::release();
    }
}

impl Probe {
    /// The code of the error if the host has interrupted its statement, or lacks memory. Checks at most once per interval,
    /// but whether the reserve is held each time.
    fn refusal(&mut self) -> Option<c_int> {
        if !memory::hold() {
            return Some(ffi::SQLITE_NOMEM);
        }
        if self.asked.is_some_and(|asked| asked.elapsed() < PROBE_INTERVAL) {
            return None;
        }
        if !has_memory(SPARE) {
            return Some(ffi::SQLITE_NOMEM);
        }
        let code = |error: rusqlite::Error| error.sqlite_error_code();
        let refused = self.run().err().and_then(code);
        self.rest();
        self.asked = Some(Instant::now());
        (refused == Some(ErrorCode::OperationInterrupted)).then_some(ffi::SQLITE_INTERRUPT)
    }

    /// Runs the probe. Its statement is kept during a search because SQLite adds up the instructions of its runs: a
    /// progress handler that is due only after more than one run is called, too.
    fn run(&self) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare_cached(PROBE)?;
        let mut rows = statement.query([])?;
        while rows.next()?.is_some() {}
        Ok(())
    }

    /// Closes the statement, unless a search is in progress.
    fn rest(&self) {
        if self.searches == 0 {
            self.connection.flush_prepared_statement_cache();
        }
    }
}

impl Host for Loader {
    fn files(&self) -> rusqlite::Result<Vec<PathBuf>> {
        let probe = self.probe();
        let mut statement = probe.connection.prepare("PRAGMA database_list")?;
        let mut files = Vec::new();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            // Neither need be UTF-8.
            let bytes = |column| -> rusqlite::Result<&[u8]> {
                Ok(row.get_ref(column)?.as_bytes_or_null()?.unwrap_or_default())
            };
            let (schema, file) = (bytes("name")?, bytes("file")?);
            let schema = CString::new(schema).unwrap_or_default();
            if file.is_empty() || is_foreign(&probe.connection, &schema) {
                continue;
            }
            let file = path(file);
            if !shares_locks(&probe.connection, &schema) {
                return Err(unshared(&file));
            }
            files.push(file);
        }
        Ok(files)
    }

    fn refuses(&self) -> Option<c_int> {
        match self.probe.try_lock() {
            // The host calls this within a statement of ours, from a trace callback: to wait would be forever.
            Err(TryLockError::WouldBlock) => Some(ffi::SQLITE_MISUSE),
            Err(TryLockError::Poisoned(probe)) => probe.into_inner().refusal(),
            Ok(mut probe) => probe.refusal(),
        }
    }

    fn has_refused(&self) -> Option<c_int> {
        Some(self.refused.swap(0, Ordering::Relaxed)).filter(|&code| code != 0)
    }
}

/// The path that SQLite has for a file.
fn path(name: &[u8]) -> PathBuf {
    #[cfg(unix)]
    return <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(name).into();
    #[cfg(not(unix))]
    return String::from_utf8_lossy(name).into_owned().into();
}

/// The error for a file whose locks nqdb does not see.
fn unshared(file: &Path) -> rusqlite::Error {
    let expected = "expected an nqdb file to be open with the locks of SQLite's default VFS";
    let got = format!("got {} with another VFS or nolock=1", file.display());
    let error = ffi::Error::new(ffi::SQLITE_CANTOPEN);
    rusqlite::Error::SqliteFailure(error, Some(format!("{expected}, {got}")))
}

/// Stops a search or the reading of a file after the time limit, or when the host interrupts its statement.
impl Watch for Loader {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        if let Some(code) = self.refuses() {
            self.refused.store(code, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        lock(&self.limit).tick(progress)
    }

    fn begin(&self) {
        self.probe().searches += 1;
    }

    fn done(&self) {
        let mut probe = self.probe();
        probe.searches -= 1;
        probe.rest();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_sqlite_is_refused() {
        assert!(check_version(FIRST_VERSION).is_ok() && check_version(3_053_002).is_ok());
        let reason = check_version(3_034_000).unwrap_err();
        assert!(reason.contains("expects SQLite 3.34.1 or later, this is 3.34.0"), "{reason}");
    }
}
