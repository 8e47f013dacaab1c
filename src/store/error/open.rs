//! Errors of opening a file.

/// Why a file can't be opened as a database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No file.
    #[error("there is no such file")]
    Missing,
    /// A directory.
    #[error("this is a directory, expected an nqdb database file")]
    Directory,
    /// A device, a pipe or a socket.
    #[error("this is not a regular file, expected an nqdb database file")]
    NotAFile,
    /// The file can't be opened.
    #[error("the file can't be opened for reading: {what}")]
    Unreadable {
        /// The message of the system.
        what: String,
    },
    /// An interrupted build left a journal that a reader without write access can't roll back.
    #[error(
        "an interrupted build left a journal, and this process may not write to roll it back ({what})"
    )]
    NeedsRecovery {
        /// The message of SQLite.
        what: String,
    },
    /// An SQLite database without anything in it.
    #[error("this file is empty, expected an nqdb database")]
    Empty,
    /// Not an SQLite database.
    #[error("this file is not an SQLite database, expected an nqdb database")]
    NotSqlite,
    /// Somebody else's SQLite database.
    #[error(
        "this SQLite database was not made by nqdb (application id {found:#010x}, expected {expected:#010x})"
    )]
    Foreign {
        /// The file's application id.
        found: i32,
        /// nqdb's.
        expected: i32,
    },
    /// Made by a development version, before the first release.
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
    /// Made by a later version.
    #[error(
        "this database has schema version {found}, and this nqdb reads versions up to {supported}; use a newer nqdb"
    )]
    Newer {
        /// The file's version.
        found: i32,
        /// The last one that this program knows.
        supported: i32,
    },
    /// The SQLite of the system, or of the host of the extension, is too old to read the tables.
    #[error("this SQLite is {found}, and nqdb databases need {expected} or later")]
    OldSqlite {
        /// The version of SQLite.
        found: String,
        /// The first one that will do.
        expected: String,
    },
    /// A file that is to be imported into itself.
    #[error("this is the database itself, expected another file to import from")]
    SameFile,
}
