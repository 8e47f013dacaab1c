//! Errors of locking a file.

/// Why a file can't be locked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Another process builds.
    #[error("another build holds the lock of this database: {holder}")]
    Held {
        /// Who, as the lock file says.
        holder: String,
    },
    /// SQLite can't lock the file. It does not tell another process from a file system without locks.
    #[error(
        "another process keeps the database locked, or the file system has no file locks ({what})"
    )]
    Busy {
        /// The message of SQLite.
        what: String,
    },
    /// A file system without the locks that keep a second builder out.
    #[error("the file system has no file locks ({what})")]
    NoLocks {
        /// The message of the system.
        what: String,
    },
}
