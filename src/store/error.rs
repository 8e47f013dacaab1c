//! Errors of database files, builds, imports and merges: an enum for each kind.

use super::block::DecodeError;
use super::build::options::{BuildError, Part};
use crate::combinatorics::BoardSize;
use crate::watch::Progress;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The result of work on a file.
pub(crate) type Result<T, E = StoreError> = std::result::Result<T, E>;

/// An error of a database file, with the path of the file.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error("{}: {kind}", path.display())]
#[non_exhaustive]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub kind: StoreError,
}

/// An error of a database file.
#[derive(Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum StoreError {
    /// The file can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The file can't be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The file is damaged.
    #[error(transparent)]
    Damage(#[from] DamageError),
    /// The file can't be read or written.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The file can't provide a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A board can't be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A part of an index can't be merged.
    #[error(transparent)]
    Part(#[from] PartError),
    /// Files that can't be merged. A fault that concerns no single file is listed under the output file.
    #[error("the parts can't be merged: {}", lines(faults))]
    Unmergeable { faults: Vec<FileError> },
    /// The watch interrupted an SQL statement.
    #[error("stopped while reading or writing the file")]
    Interrupted,
    /// The watch stopped the work.
    #[error("stopped while {progress}")]
    Stopped { progress: Progress },
}

/// The first 40 characters of a text from a file, escaped: it may be long and contain control characters.
pub(super) fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

/// Errors of files, one per line.
fn lines(faults: &[FileError]) -> String {
    faults.iter().map(|fault| format!("\n  {fault}")).collect()
}

impl StoreError {
    /// Adds the path of the file that the error concerns.
    pub fn at(self, path: &Path) -> FileError {
        FileError { path: path.to_owned(), kind: self }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        DamageError::Content { what: what.into() }.into()
    }
}

impl From<Progress> for StoreError {
    fn from(progress: Progress) -> Self {
        StoreError::Stopped { progress }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        DiskError::from(error).into()
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error as Sql;
        use rusqlite::ErrorCode as Code;
        use rusqlite::ffi::{
            SQLITE_CANTOPEN_DIRTYWAL, SQLITE_READONLY_RECOVERY, SQLITE_READONLY_ROLLBACK,
        };
        let what = error.to_string();
        if let Sql::InvalidColumnType(..)
        | Sql::IntegralValueOutOfRange(..)
        | Sql::FromSqlConversionFailure(..)
        | Sql::Utf8Error(..) = error
        {
            return StoreError::damaged(what);
        }
        let Some(code) = error.sqlite_error() else { return DiskError::Sqlite(error).into() };
        match (code.code, code.extended_code) {
            (_, SQLITE_READONLY_ROLLBACK | SQLITE_READONLY_RECOVERY | SQLITE_CANTOPEN_DIRTYWAL) => {
                OpenError::NeedsRecovery { what }.into()
            }
            (Code::NotADatabase, _) => OpenError::NotSqlite.into(),
            (Code::DatabaseCorrupt, _) => DamageError::Malformed { what }.into(),
            (Code::TooBig, _) => {
                StoreError::damaged("it contains a value longer than any that nqdb writes")
            }
            (Code::SystemIoFailure, code) => {
                let what = format!("SQLite: {what}, code {code}");
                DiskError::Failed { operation: operation(code), what }.into()
            }
            (Code::OperationInterrupted, _) => StoreError::Interrupted,
            (Code::ReadOnly | Code::PermissionDenied | Code::CannotOpen, _) => {
                DiskError::ReadOnly { what }.into()
            }
            (Code::DatabaseBusy | Code::DatabaseLocked | Code::FileLockingProtocolFailed, _) => {
                LockError::Busy { what }.into()
            }
            (Code::DiskFull, _) => DiskError::Full { what }.into(),
            // A header that no version of SQLite writes.
            _ if what.contains("unsupported file format") => StoreError::damaged(what),
            _ => DiskError::Sqlite(error).into(),
        }
    }
}

/// Why a file can't be opened as a database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum OpenError {
    /// The file does not exist.
    #[error("no such file")]
    Missing,
    /// The path is a directory.
    #[error("this is a directory, expected an nqdb database file")]
    Directory,
    /// The path is a device, a pipe or a socket.
    #[error("this is not a regular file, expected an nqdb database file")]
    NotAFile,
    /// The system can't open the file.
    #[error("the file can't be opened for reading: {what}")]
    Unreadable { what: String },
    /// An interrupted build left a journal that can't be rolled back without write access.
    #[error(
        "an interrupted build left a journal, and this process has no write access to roll it back ({what})"
    )]
    NeedsRecovery { what: String },
    /// The file was replaced after an interrupted build: rolling back the journal would damage it.
    #[error(
        "{} is a journal of another file, or of another state of this one",
        journal.file_name().unwrap_or_default().display()
    )]
    OtherJournal { journal: PathBuf },
    /// The file has several names (hard links), and locks and journals go by the name.
    #[error("the file has {links} names (hard links), so it is not written to")]
    Links { links: u64 },
    /// The file is in WAL mode, and this process can't write the files that SQLite then needs next to it.
    #[error(
        "the file is in WAL mode, in which even reading needs write access to its directory ({what})"
    )]
    WalMode { what: String },
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
    Foreign { found: i32, expected: i32 },
    /// The file was made by a development version, before the first release.
    #[error(
        "this file was made by an earlier development version of nqdb: it has schema version {found}, \
         expected {expected}"
    )]
    Earlier { found: i32, expected: i32 },
    /// The file was made by a later version.
    #[error(
        "this database has schema version {found}, and this nqdb reads versions up to {supported}; use a newer nqdb"
    )]
    Newer {
        found: i32,
        /// The latest version that this program supports.
        supported: i32,
    },
    /// The system SQLite, or the extension host's, is too old to read the tables.
    #[error("SQLite {found} is too old: nqdb databases need {expected} or later")]
    OldSqlite {
        found: String,
        /// The oldest sufficient version.
        expected: String,
    },
    /// The database would be imported into itself.
    #[error("cannot import a database into itself")]
    SameFile,
}

/// Why a file can't be locked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum LockError {
    /// Another process is building.
    #[error("another build has locked this database: {holder}")]
    Held { holder: String },
    /// SQLite can't lock the file: another process has locked it, or the file system has no locks.
    #[error(
        "another process has locked the database, or the file system has no file locks ({what})"
    )]
    Busy { what: String },
    /// The file system has no file locks, which keep a second builder out.
    #[error("the file system has no file locks ({what})")]
    NoLocks { what: String },
}

/// Content of a file that no build can have written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum DamageError {
    /// A wrong value, or values that contradict each other.
    #[error("the file is damaged: {what}")]
    Content { what: String },
    /// A block that can't be decoded.
    #[error("the file is damaged: N = {n}, the block at rank {first_rank}: {source}")]
    Block { n: BoardSize, first_rank: u64, source: DecodeError },
    /// The counts of a part of an index are wrong.
    #[error("part {part} of N = {n} is damaged: {what}")]
    Part { n: BoardSize, part: Part, what: String },
    /// SQLite reports damage. It reports a failing disk in the same way.
    #[error("the file is damaged, or the disk failed to read it ({what})")]
    Malformed { what: String },
}

/// Why a file can't provide a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum BoardError {
    /// The database does not contain the board.
    #[error("N = {n} is not in this database")]
    NotBuilt { n: BoardSize },
    /// The file to import from does not contain the board.
    #[error("N = {n} is not complete in this file")]
    NotInFile { n: BoardSize },
    /// The file contains no complete board.
    #[error("there is no complete board in this file")]
    NoBoards,
    /// Another process is rebuilding the board.
    #[error("another process is rebuilding N = {n}; try again when it is done")]
    Rebuilding { n: BoardSize },
    /// The board uses a codec that this version does not support.
    #[error("N = {n} is stored with codec {codec}, which this version of nqdb does not support")]
    Codec { n: BoardSize, codec: i64 },
}

/// Why a file can't be merged as a part of an index, or why the parts do not make an index.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum PartError {
    /// The file does not hold exactly one part.
    #[error("this file holds {got} parts of an index, expected one")]
    NotOne { got: usize },
    /// The part is not completely counted.
    #[error("part {part} of N = {n} is not finished")]
    Unfinished { n: BoardSize, part: Part },
    /// The part is of another board than the other parts.
    #[error("this is a part of N = {n}, but most files are for N = {expected}")]
    OfOther { n: BoardSize, expected: BoardSize },
    /// The part is of another division than the other parts.
    #[error("this is part {part}, but most files are from a division into {expected} parts")]
    OfDivision { part: Part, expected: u32 },
    /// The part is also in another file.
    #[error("part {part} is also in {}", other.display())]
    Twice { part: Part, other: PathBuf },
    /// The file was given before.
    #[error("this file is given twice")]
    GivenTwice,
    /// The file changed after it was checked.
    #[error("part {part} changed during the merge")]
    Changed { part: Part },
    /// No files were given.
    #[error("no parts were given")]
    NoneGiven,
    /// Parts are absent, unfinished or damaged.
    #[error("N = {n}: missing parts: {missing} (of {of})")]
    Missing {
        n: BoardSize,
        of: u32,
        /// The missing parts, as ranges.
        missing: String,
    },
    /// The counts of the parts have a wrong sum.
    #[error(
        "the parts of N = {n} add up to {got} {what}, expected {expected}: at least one part is wrong \
         although each is self-consistent"
    )]
    Wrong {
        n: BoardSize,
        what: &'static str,
        /// The known number.
        expected: u64,
        got: u64,
    },
}

/// Why the system or SQLite fails to read or write a file.
#[derive(Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum DiskError {
    /// SQLite failed to `read`, `write`, `sync`, `lock` or `access` the file, or its journal.
    #[error("the system failed to {operation} the file ({what})")]
    Failed { operation: &'static str, what: String },
    /// The disk is full.
    #[error("the disk is full ({what})")]
    Full { what: String },
    /// The file or its directory can't be written.
    #[error("the database can't be written: {what}")]
    ReadOnly { what: String },
    /// The system failed to read or write.
    #[error("the system failed to read or write the file ({what})")]
    Other { kind: ErrorKind, what: String },
    /// Any other SQLite error.
    #[error("SQLite failed to read or write the file ({0})")]
    Sqlite(rusqlite::Error),
}

impl From<std::io::Error> for DiskError {
    fn from(error: std::io::Error) -> Self {
        let what = error.to_string();
        match error.kind() {
            ErrorKind::StorageFull => DiskError::Full { what },
            ErrorKind::FileTooLarge | ErrorKind::QuotaExceeded => {
                DiskError::Failed { operation: "write", what }
            }
            kind => DiskError::Other { kind, what },
        }
    }
}

/// What SQLite was doing when the system reported an error with this extended result code.
fn operation(code: std::ffi::c_int) -> &'static str {
    use rusqlite::ffi::*;
    match code {
        SQLITE_IOERR_READ | SQLITE_IOERR_SHORT_READ | SQLITE_IOERR_CORRUPTFS => "read",
        SQLITE_IOERR_WRITE | SQLITE_IOERR_TRUNCATE => "write",
        SQLITE_IOERR_FSYNC | SQLITE_IOERR_DIR_FSYNC => "sync",
        SQLITE_IOERR_LOCK
        | SQLITE_IOERR_UNLOCK
        | SQLITE_IOERR_RDLOCK
        | SQLITE_IOERR_CHECKRESERVEDLOCK => "lock",
        // Opening, looking for, or removing a file.
        _ => "access",
    }
}
