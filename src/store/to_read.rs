//! How to open a database file for reading, with or without file locks.

use super::lock::{lock_path, real_path};
use rusqlite::OpenFlags;
use std::path::{Path, PathBuf};

/// The file name and flags for SQLite. The name is a plain path, even if it looks like a URI or like `:memory:`.
///
/// Some network file systems lack the locks that SQLite needs for reading. There, a file that no build is writing is
/// opened as `immutable`, which takes no locks.
pub fn to_read(path: &Path) -> std::io::Result<(PathBuf, OpenFlags)> {
    let path = std::path::absolute(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    // In this order: when a process closes any handle of a file, Linux releases all locks that it has on the file, those
    // of a build included.
    if nobody_writes(&path) && lacks_locks(&path) {
        return Ok((immutable(&path), flags | OpenFlags::SQLITE_OPEN_URI));
    }
    Ok((path, flags))
}

/// Whether the system reports that it can't lock this file.
#[cfg(not(windows))]
fn lacks_locks(path: &Path) -> bool {
    use std::fs::{File, TryLockError};
    match File::open(path).map(|file| file.try_lock_shared()) {
        Ok(Err(TryLockError::Error(error))) => error.raw_os_error().is_some(),
        _ => false,
    }
}

/// All file systems of Windows have locks, and the attempt to take one would make a write of another process fail.
#[cfg(windows)]
fn lacks_locks(_: &Path) -> bool {
    false
}

/// Whether no build is running or was killed: both leave files next to the database.
fn nobody_writes(path: &Path) -> bool {
    let absent = |path: PathBuf| path.try_exists().is_ok_and(|exists| !exists);
    absent(lock_path(path)) && absent(journal_path(&real_path(path)))
}

/// The path of SQLite's journal of a database.
pub(super) fn journal_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-journal");
    name.into()
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
