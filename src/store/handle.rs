//! The file behind a connection, used through SQLite: when a process closes any handle of a file, POSIX systems release
//! all locks that it has on the file, those of a host's connections included. SQLite knows its handles and waits.

#![allow(unsafe_code)]

use super::schema::APPLICATION_ID;
use rusqlite::{Connection, ffi};
use std::ffi::{CStr, c_int};

/// Length of the header of an SQLite file, in bytes.
const HEADER: usize = 100;

fn file<'c>(
    connection: &'c Connection,
    schema: &CStr,
) -> Option<(*mut ffi::sqlite3_file, &'c ffi::sqlite3_io_methods)> {
    let mut file: *mut ffi::sqlite3_file = std::ptr::null_mut();
    let (code, place) = (ffi::SQLITE_FCNTL_FILE_POINTER, (&raw mut file).cast());
    // SAFETY: the connection is open, and SQLite stores a pointer that is valid as long as it is.
    unsafe {
        ffi::sqlite3_file_control(connection.handle(), schema.as_ptr(), code, place);
        Some((file, file.as_ref()?.pMethods.as_ref()?))
    }
}

/// The first bytes of the file of a schema, with zeros beyond the end of the file. Takes no lock.
pub(super) fn start(connection: &Connection, schema: &CStr, length: usize) -> Option<Vec<u8>> {
    let (mut bytes, (file, methods)) = (vec![0; length], file(connection, schema)?);
    // SAFETY: `file` is open, and the buffer has this length.
    let code = unsafe { methods.xRead?(file, bytes.as_mut_ptr().cast(), length as c_int, 0) };
    matches!(code, ffi::SQLITE_OK | ffi::SQLITE_IOERR_SHORT_READ).then_some(bytes)
}

fn id_in(header: &[u8]) -> i32 {
    i32::from_be_bytes([header[68], header[69], header[70], header[71]])
}

/// The application id of the main database if it is in WAL mode, by its header. Takes no lock.
pub(super) fn id_in_wal_mode(connection: &Connection) -> Option<i32> {
    let header = start(connection, c"main", HEADER)?;
    let is_in_wal_mode = header.starts_with(b"SQLite format 3\0") && header[18..20] != [1, 1];
    is_in_wal_mode.then(|| id_in(&header))
}

/// Whether the file of a schema has a header that is not nqdb's. Takes no lock.
pub fn is_foreign(connection: &Connection, schema: &CStr) -> bool {
    start(connection, schema, HEADER).is_some_and(|header| id_in(&header) != APPLICATION_ID)
}

/// Whether a connection that opens the file of a schema by its name sees the locks of this connection. Without them it
/// would take the journal of an open transaction for that of a killed process, and roll it back.
pub fn shares_locks(connection: &Connection, schema: &CStr) -> bool {
    let mut vfs: *mut ffi::sqlite3_vfs = std::ptr::null_mut();
    let (code, place) = (ffi::SQLITE_FCNTL_VFS_POINTER, (&raw mut vfs).cast());
    // SAFETY: the connection is open; SQLite stores a pointer to a VFS, whose name is static, and the name of the file
    // is one that it has made.
    unsafe {
        ffi::sqlite3_file_control(connection.handle(), schema.as_ptr(), code, place);
        let has_locks =
            |vfs: &ffi::sqlite3_vfs| !CStr::from_ptr(vfs.zName).to_bytes().ends_with(b"-none");
        let name = ffi::sqlite3_db_filename(connection.handle(), schema.as_ptr());
        vfs == ffi::sqlite3_vfs_find(std::ptr::null())
            && vfs.as_ref().is_some_and(has_locks)
            && ffi::sqlite3_uri_boolean(name, c"nolock".as_ptr(), 0) == 0
    }
}

/// Whether a connection of any process is writing to the main database; `None` if the system can't lock it. Takes no
/// lock, but on Windows tries to, which can make a write of another process wait.
pub(super) fn is_reserved(connection: &Connection) -> Option<bool> {
    let Some((file, methods)) = file(connection, c"main") else { return Some(false) };
    let Some(check) = methods.xCheckReservedLock else { return Some(false) };
    let mut is_reserved = 0;
    // SAFETY: `file` is open, and the result is written before the call returns.
    let code = unsafe { check(file, &raw mut is_reserved) };
    (code == ffi::SQLITE_OK).then_some(is_reserved != 0)
}

/// Whether the system reports that it can't lock the main database. All file systems of Windows have locks.
pub(super) fn lacks_locks(connection: &Connection) -> bool {
    !cfg!(windows) && is_reserved(connection).is_none()
}
