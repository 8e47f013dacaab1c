//! Errors of opening a file.

/// Why a file can't be opened as a database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The file does not exist.
    #[error("there is no such file")]
    Missing,
    /// The path is a directory.
    #[error("this is a directory, expected an nqdb database file")]
    Directory,
    /// The path is a device, a pipe or a socket.
    #[error("this is not a regular file, expected an nqdb database file")]
    NotAFile,
    /// The system can't open the file.
    #[error("the file can't be opened for reading: {what}")]
    Unreadable {
        /// The system's message.
        what: String,
    },
    /// An interrupted build left a journal that can't be rolled back without write access.
    #[error(
        "an interrupted build left a journal, and this process has no write access to roll it back ({what})"
    )]
    NeedsRecovery {
        /// SQLite's message.
        what: String,
    },
    /// An SQLite database without tables.
    #[error("this file is empty, expected an nqdb database")]
    Empty,
    /// Not an SQLite database.
    #[error("this file is not an SQLite database, expected an nqdb database")]
    NotSqlite,
    /// An SQLite database of another application.
    #[error(
        "this SQLite database was not made by nqdb (application id {found:#010x}, expected {expected:#010x})"
    )]
    Foreign {
        /// The file's application id.
        found: i32,
        /// nqdb's.
        expected: i32,
    },
    /// The file was made by a development version, before the first release.
    #[error(
        "this file was made by an earlier development version of nqdb: it has schema version {found}, \
         expected {expected}"
    )]
    Earlier {
        /// The file's version.
        found: i32,
        /// nqdb's.
        expected: i32,
    },
    /// The file was made by a later version.
    #[error(
        "this database has schema version {found}, and this nqdb reads versions up to {supported}; use a newer nqdb"
    )]
    Newer {
        /// The file's version.
        found: i32,
        /// The latest version that this program supports.
        supported: i32,
    },
    /// The system SQLite, or the extension host's, is too old to read the tables.
    #[error("SQLite {found} is too old: nqdb databases need {expected} or later")]
    OldSqlite {
        /// The version of SQLite.
        found: String,
        /// The oldest sufficient version.
        expected: String,
    },
    /// The database would be imported into itself.
    #[error("cannot import a database into itself")]
    SameFile,
}
