//! The file behind a connection, used through SQLite: when a process closes any handle of a file, POSIX systems release
//! all locks that it has on the file, those of a host's connections included. SQLite knows its handles and waits.

#![allow(unsafe_code)]

use rusqlite::{Connection, ffi};
use std::ffi::{CStr, CString, c_int};

/// Length of the header of an SQLite file, in bytes.
const HEADER: usize = 100;

/// The open file of a schema and its methods; `None` if it has no file.
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

/// The header of the file of a schema, with zeros beyond the end of the file; `None` if it can't be read. Takes no lock.
pub(super) fn header(connection: &Connection, schema: &CStr) -> Option<[u8; HEADER]> {
    let ((file, methods), mut header) = (file(connection, schema)?, [0; HEADER]);
    // SAFETY: `file` is open, and the buffer has this length.
    let code = unsafe { methods.xRead?(file, header.as_mut_ptr().cast(), HEADER as c_int, 0) };
    matches!(code, ffi::SQLITE_OK | ffi::SQLITE_IOERR_SHORT_READ).then_some(header)
}

/// The application id in a header.
pub(super) fn id_in(header: &[u8; HEADER]) -> i32 {
    i32::from_be_bytes([header[68], header[69], header[70], header[71]])
}

/// The application id of the file of a schema; `None` if there is no file or it can't be read. Takes no lock.
pub fn application_id(connection: &Connection, schema: &str) -> Option<i32> {
    header(connection, &CString::new(schema).ok()?).as_ref().map(id_in)
}

/// Whether the system reports that it can't lock the main database. Takes no lock.
#[cfg(not(windows))]
pub(super) fn lacks_locks(connection: &Connection) -> bool {
    let Some((file, methods)) = file(connection, c"main") else { return false };
    let Some(check) = methods.xCheckReservedLock else { return false };
    let mut is_reserved = 0;
    // SAFETY: `file` is open, and the result is written before the call returns.
    unsafe { check(file, &raw mut is_reserved) != ffi::SQLITE_OK }
}

/// All file systems of Windows have locks, and the attempt to take one would make a write of another process fail.
#[cfg(windows)]
pub(super) fn lacks_locks(_: &Connection) -> bool {
    false
}
