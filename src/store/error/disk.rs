//! Errors of reading and writing a file, as reported by the system or SQLite.

use std::fmt;
use std::io::ErrorKind;

/// Why the system or SQLite fails to read or write a file.
#[derive(Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DiskError {
    /// SQLite failed to read, write or lock the file.
    #[error("the system failed to {operation} the file ({what})")]
    Failed {
        /// What SQLite tried to do.
        operation: DiskOperation,
        /// SQLite's message and code.
        what: String,
    },
    /// The disk is full.
    #[error("the disk is full ({what})")]
    Full {
        /// SQLite's message.
        what: String,
    },
    /// The file or its directory can't be written.
    #[error("the database can't be written: {what}")]
    ReadOnly {
        /// The system's message.
        what: String,
    },
    /// The system failed to read or write.
    #[error("{what}")]
    Other {
        /// The kind of error.
        kind: ErrorKind,
        /// The system's message.
        what: String,
    },
    /// Any other SQLite error.
    #[error("SQLite: {0}")]
    Sqlite(rusqlite::Error),
}

impl From<std::io::Error> for DiskError {
    fn from(error: std::io::Error) -> Self {
        let what = error.to_string();
        match error.kind() {
            ErrorKind::StorageFull => DiskError::Full { what },
            ErrorKind::FileTooLarge | ErrorKind::QuotaExceeded => {
                DiskError::Failed { operation: DiskOperation::Write, what }
            }
            kind => DiskError::Other { kind, what },
        }
    }
}

/// What SQLite was doing when the system reported an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiskOperation {
    /// Reading the file or its journal.
    Read,
    /// Writing the file or its journal, or changing their size.
    Write,
    /// Waiting until written data has reached the disk.
    Sync,
    /// Locking the file.
    Lock,
    /// Opening, looking for, or removing a file.
    Access,
}

impl DiskOperation {
    /// The operation that failed with this extended result code.
    pub(super) fn of(code: std::ffi::c_int) -> Self {
        use rusqlite::ffi::*;
        match code {
            SQLITE_IOERR_READ | SQLITE_IOERR_SHORT_READ | SQLITE_IOERR_CORRUPTFS => {
                DiskOperation::Read
            }
            SQLITE_IOERR_WRITE | SQLITE_IOERR_TRUNCATE => DiskOperation::Write,
            SQLITE_IOERR_FSYNC | SQLITE_IOERR_DIR_FSYNC => DiskOperation::Sync,
            SQLITE_IOERR_LOCK
            | SQLITE_IOERR_UNLOCK
            | SQLITE_IOERR_RDLOCK
            | SQLITE_IOERR_CHECKRESERVEDLOCK => DiskOperation::Lock,
            _ => DiskOperation::Access,
        }
    }
}

impl fmt::Display for DiskOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            DiskOperation::Read => "read",
            DiskOperation::Write => "write",
            DiskOperation::Sync => "sync",
            DiskOperation::Lock => "lock",
            DiskOperation::Access => "access",
        })
    }
}
