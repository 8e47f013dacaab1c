//! The file behind a connection, used through SQLite: when a process closes any handle of a file, POSIX systems release
//! all locks that it has on the file, those of a host's connections included. SQLite knows its handles and waits.
#![allow(unsafe_code)]

use rusqlite::{Connection, ffi};
use std::ffi::c_int;

/// Length of the header of an SQLite file, in bytes.
const HEADER: usize = 100;

/// The first 100 bytes of the main database, read without a lock; `None` if there are fewer or they can't be read.
pub(super) fn header(connection: &Connection) -> Option<[u8; HEADER]> {
    let mut header = [0; HEADER];
    let code = call(connection, |file, methods| {
        // SAFETY: `file` is open, and the buffer has this length.
        Some(unsafe { methods.xRead?(file, header.as_mut_ptr().cast(), HEADER as c_int, 0) })
    });
    (code == Some(ffi::SQLITE_OK)).then_some(header)
}

/// Whether the system reports that it can't lock the main database. Takes no lock.
#[cfg(not(windows))]
pub(super) fn lacks_locks(connection: &Connection) -> bool {
    let mut is_reserved = 0;
    let code = call(connection, |file, methods| {
        // SAFETY: `file` is open, and the result is written before the call returns.
        Some(unsafe { methods.xCheckReservedLock?(file, &raw mut is_reserved) })
    });
    code.is_some_and(|code| code != ffi::SQLITE_OK)
}

/// All file systems of Windows have locks, and the attempt to take one would make a write of another process fail.
#[cfg(windows)]
pub(super) fn lacks_locks(_: &Connection) -> bool {
    false
}

/// Calls a method of the open main database file; `None` if the connection has no file.
fn call(
    connection: &Connection,
    method: impl FnOnce(*mut ffi::sqlite3_file, &ffi::sqlite3_io_methods) -> Option<c_int>,
) -> Option<c_int> {
    let mut file: *mut ffi::sqlite3_file = std::ptr::null_mut();
    // SAFETY: the connection is open, and SQLite stores a pointer that is valid as long as it is.
    let methods = unsafe {
        let (main, place) = (c"main".as_ptr(), (&raw mut file).cast());
        ffi::sqlite3_file_control(connection.handle(), main, ffi::SQLITE_FCNTL_FILE_POINTER, place);
        file.as_ref()?.pMethods.as_ref()?
    };
    method(file, methods)
}
