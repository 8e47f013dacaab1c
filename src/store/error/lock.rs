//! Errors of locking a file.

/// Why a file can't be locked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Another process is building.
    #[error("another build has locked this database: {holder}")]
    Held {
        /// The holder, as named in the lock file.
        holder: String,
    },
    /// SQLite can't lock the file: another process has locked it, or the file system has no locks.
    #[error(
        "another process has locked the database, or the file system has no file locks ({what})"
    )]
    Busy {
        /// SQLite's message.
        what: String,
    },
    /// The file system has no file locks, which keep a second builder out.
    #[error("the file system has no file locks ({what})")]
    NoLocks {
        /// The system's message.
        what: String,
    },
}
