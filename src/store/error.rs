//! What can be wrong with a database file, and with a build, an import or a merge.

use super::build::options::{BuildTier, Part};
use crate::combinatorics::BoardSize;
use crate::store::block::DecodeError;
use crate::watch::Progress;
use std::fmt;
use std::path::{Path, PathBuf};

/// What is wrong with a database file, and which file it is.
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

/// What is wrong with a database file.
#[derive(Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// No file.
    #[error("there is no such file")]
    Missing,
    /// A device, a pipe or a socket.
    #[error("this is not a regular file, expected an nqdb database file")]
    NoFile,
    /// A board that another process rebuilds.
    #[error("another process is rebuilding N = {n}; try again when it is done")]
    Rebuilding {
        /// Board size.
        n: BoardSize,
    },
    /// A directory.
    #[error("this is a directory, expected an nqdb database file")]
    Directory,
    /// An SQLite database without anything in it.
    #[error("this file is empty, expected an nqdb database")]
    Empty,
    /// The SQLite of the system, or of the host of the extension, is too old to read the tables.
    #[error("this SQLite is {found}, and nqdb databases need {expected} or later")]
    OldSqlite {
        /// The version of SQLite.
        found: String,
        /// The first one that will do.
        expected: String,
    },
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
    /// The file can't be opened.
    #[error("the file can't be opened for reading: {what}")]
    Unreadable {
        /// The message of the system.
        what: String,
    },
    /// A part of the file that can't be what a build wrote.
    #[error("the file is damaged: {what}")]
    Damaged {
        /// The value and what was expected.
        what: String,
    },
    /// Counts of a part that can't be what a build wrote.
    #[error("part {part} of N = {n} is damaged: {what}")]
    DamagedPart {
        /// Board size.
        n: BoardSize,
        /// Which part.
        part: Part,
        /// The value and what was expected.
        what: String,
    },
    /// Counts in the form of an earlier version, which this one can't resume.
    #[error("this file holds unfinished counts of N = {n} that an earlier version of nqdb wrote")]
    OldCounts {
        /// Board size.
        n: BoardSize,
        /// The part that is counted, or all of it.
        part: Part,
    },
    /// What SQLite reports as damage; it reports a disk that fails to read in the same way.
    #[error("the file is damaged, or the disk failed to read it ({what})")]
    Malformed {
        /// The message of SQLite.
        what: String,
    },
    /// SQLite failed to read, write or lock the file.
    #[error("the system failed to {operation} the file ({what})")]
    DiskIo {
        /// What SQLite tried to do.
        operation: DiskOperation,
        /// The message of SQLite and its code.
        what: String,
    },
    /// The watch stopped a statement of SQLite.
    #[error("stopped while reading or writing the file")]
    Interrupted,
    /// A board in a form that this version does not read.
    #[error("N = {n} is {}", stored_with(*codec))]
    Codec {
        /// Board size.
        n: BoardSize,
        /// The number in the table.
        codec: i64,
    },
    /// A block that can't be decoded.
    #[error("the file is damaged: N = {n}, the block at rank {first_rank}: {source}")]
    Block {
        /// Board size.
        n: BoardSize,
        /// First rank of the block.
        first_rank: u64,
        /// What is wrong with its bytes.
        source: DecodeError,
    },
    /// The file or its directory can't be written.
    #[error("the database can't be written: {what}")]
    ReadOnly {
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
    /// Another process builds.
    #[error("another build holds the lock of this database: {holder}")]
    Locked {
        /// Who, as the lock file says.
        holder: String,
    },
    /// A file system without the locks that keep a second builder out.
    #[error("the file system has no file locks ({what})")]
    NoLocks {
        /// The message of the system.
        what: String,
    },
    /// SQLite can't lock the file. It does not tell another process from a file system without locks.
    #[error(
        "another process keeps the database locked, or the file system has no file locks ({what})"
    )]
    Busy {
        /// The message of SQLite.
        what: String,
    },
    /// The variable for reproducible builds is not a time.
    #[error("SOURCE_DATE_EPOCH is {got}, expected seconds since 1970, up to the year 9999")]
    SourceDate {
        /// Its value.
        got: String,
    },
    /// Too little room.
    #[error("not enough room: the build needs about {needed} bytes and {free} are free")]
    NoRoom {
        /// Bytes, an estimate from above.
        needed: u64,
        /// Bytes free for this user.
        free: u64,
    },
    /// Too little memory.
    #[error("not enough memory: the build needs about {needed} bytes")]
    NoMemory {
        /// Bytes for one thread, an estimate from above.
        needed: usize,
    },
    /// The disk is full.
    #[error("the disk is full ({what})")]
    DiskFull {
        /// The message of SQLite.
        what: String,
    },
    /// A board too large for the tier.
    #[error("N = {n} is too large for the stored tier, which goes up to N = {last}")]
    TooLarge {
        /// Board size.
        n: BoardSize,
        /// The largest stored board.
        last: u8,
    },
    /// A board outside the indexed tier.
    #[error("N = {n} can't be indexed, only N = {first} to {last}")]
    NotIndexable {
        /// Board size.
        n: BoardSize,
        /// The smallest indexed board.
        first: u8,
        /// The largest one.
        last: u8,
    },
    /// A part of a stored board.
    #[error("only an index is built in parts, and N = {n} would be stored")]
    NoParts {
        /// Board size.
        n: BoardSize,
    },
    /// The file holds the board on another tier.
    #[error("N = {n} is {there} in this file, not {wanted}")]
    OtherTier {
        /// Board size.
        n: BoardSize,
        /// What it is.
        there: BuildTier,
        /// What it should be.
        wanted: BuildTier,
    },
    /// The file holds another part of the index.
    #[error("this file holds part {there} of the index of N = {n}, not part {wanted}")]
    OtherPart {
        /// Board size.
        n: BoardSize,
        /// What is there.
        there: Part,
        /// The requested part.
        wanted: Part,
    },
    /// A board that would be replaced.
    #[error("N = {n} is already complete in this file")]
    AlreadyBuilt {
        /// Board size.
        n: BoardSize,
    },
    /// A board that is begun and would be replaced.
    #[error("this file holds an unfinished build of N = {n}")]
    Unfinished {
        /// Board size.
        n: BoardSize,
    },
    /// Parts whose counts are wrong.
    #[error(
        "the parts of N = {n} add up to {got} {what}, and {expected} are known: a part says more or less than it \
         should, and each fits itself"
    )]
    PartsWrong {
        /// Board size.
        n: BoardSize,
        /// Solutions or orbits.
        what: &'static str,
        /// The known number.
        expected: u64,
        /// The sum.
        got: u64,
    },
    /// Files that can't be merged. A fault that is not one file's is at the file that was to be written.
    #[error("the parts can't be merged: {}", lines(faults))]
    Unmergeable {
        /// What is wrong, and where.
        faults: Vec<FileError>,
    },
    /// An import of a file into itself.
    #[error("this is the database itself, expected another file to import from")]
    SameFile,
    /// A board that another file does not have.
    #[error("N = {n} is not complete in this file")]
    NotInFile {
        /// Board size.
        n: BoardSize,
    },
    /// A file without a complete board.
    #[error("there is no complete board in this file")]
    NoBoards,
    /// A merge of nothing.
    #[error("no part was given")]
    NoPartGiven,
    /// A file that is no part.
    #[error("this file holds {got} parts of an index, expected one")]
    NotOnePart {
        /// How many.
        got: usize,
    },
    /// A part whose count is not finished.
    #[error("part {part} of N = {n} is not finished")]
    PartUnfinished {
        /// Board size.
        n: BoardSize,
        /// Which part.
        part: Part,
    },
    /// A part of another board.
    #[error("this is a part of N = {n}, and most files are of N = {expected}")]
    PartOfOther {
        /// Its board size.
        n: BoardSize,
        /// The board size of the other parts.
        expected: BoardSize,
    },
    /// A part of another division.
    #[error("this is part {part}, and most files are parts of {expected}")]
    PartOfDivision {
        /// Which part.
        part: Part,
        /// How many parts the others are of.
        expected: u32,
    },
    /// A part that another file has as well.
    #[error("part {part} is also in {}", other.display())]
    PartTwice {
        /// Which part.
        part: Part,
        /// The other file.
        other: PathBuf,
    },
    /// A part that was changed after it was checked.
    #[error("part {part} was changed while it was merged")]
    PartChanged {
        /// Which part.
        part: Part,
    },
    /// Parts that are not there, or not finished, or damaged.
    #[error("of the {of} parts of N = {n} these are missing: {missing}")]
    PartsMissing {
        /// Board size.
        n: BoardSize,
        /// How many parts there are.
        of: u32,
        /// Which are missing, as ranges.
        missing: String,
    },
    /// Counts that contradict what is known.
    #[error(
        "the build of N = {n} counted {got} {what}, and {expected} are known; the board is not marked complete, please report this"
    )]
    WrongCount {
        /// Board size.
        n: BoardSize,
        /// Solutions or orbits.
        what: &'static str,
        /// The known number.
        expected: u64,
        /// The built one.
        got: u64,
    },
    /// A board that is not there.
    #[error("N = {n} is not in this database")]
    NotBuilt {
        /// Board size.
        n: BoardSize,
    },
    /// The watch stopped the work.
    #[error("stopped while {progress}")]
    Stopped {
        /// How far the work was.
        progress: Progress,
    },
    /// The system failed to read or write.
    #[error("{what}")]
    Io {
        /// Its kind of error.
        kind: std::io::ErrorKind,
        /// Its message.
        what: String,
    },
    /// Anything else that SQLite says.
    #[error("SQLite: {0}")]
    Sqlite(rusqlite::Error),
}

/// What SQLite was doing when the system reported an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiskOperation {
    /// Reading the file or its journal.
    Read,
    /// Writing the file or its journal, or changing their size.
    Write,
    /// Waiting until the disk has what was written.
    Sync,
    /// Locking the file.
    Lock,
    /// Opening, looking for, or removing a file.
    Access,
}

impl DiskOperation {
    /// From an extended result code.
    fn of(code: std::ffi::c_int) -> Self {
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

/// The beginning of a text from a file, which may be of any length and hold control characters.
pub(super) fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

/// Errors of files, a line each.
fn lines(faults: &[FileError]) -> String {
    faults.iter().map(|fault| format!("\n  {fault}")).collect()
}

/// How a board is stored that can't be read.
pub(super) fn stored_with(codec: i64) -> String {
    let who = match codec {
        1 => "only the first version of nqdb used",
        _ => "this nqdb does not know",
    };
    format!("stored with codec {codec}, which {who}")
}

impl StoreError {
    /// The error with the file that it is about.
    pub(crate) fn at(self, path: &Path) -> FileError {
        FileError { path: path.to_owned(), kind: self }
    }

    /// A damaged file, in words.
    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        StoreError::Damaged { what: what.into() }
    }
}

impl From<Progress> for StoreError {
    fn from(progress: Progress) -> Self {
        StoreError::Stopped { progress }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::StorageFull => StoreError::DiskFull { what: error.to_string() },
            std::io::ErrorKind::FileTooLarge | std::io::ErrorKind::QuotaExceeded => {
                let operation = DiskOperation::Write;
                StoreError::DiskIo { operation, what: error.to_string() }
            }
            kind => StoreError::Io { kind, what: error.to_string() },
        }
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
            return StoreError::Damaged { what };
        }
        let Some(code) = error.sqlite_error() else {
            return StoreError::Sqlite(error);
        };
        match (code.code, code.extended_code) {
            (_, SQLITE_READONLY_ROLLBACK | SQLITE_READONLY_RECOVERY | SQLITE_CANTOPEN_DIRTYWAL) => {
                StoreError::NeedsRecovery { what }
            }
            (Code::NotADatabase, _) => StoreError::NotSqlite,
            (Code::DatabaseCorrupt, _) => StoreError::Malformed { what },
            (Code::TooBig, _) => {
                let longest = "a value in it is longer than any that nqdb writes";
                StoreError::Damaged { what: longest.into() }
            }
            (Code::SystemIoFailure, code) => {
                let what = format!("SQLite: {what}, code {code}");
                StoreError::DiskIo { operation: DiskOperation::of(code), what }
            }
            (Code::OperationInterrupted, _) => StoreError::Interrupted,
            (Code::ReadOnly | Code::PermissionDenied | Code::CannotOpen, _) => {
                StoreError::ReadOnly { what }
            }
            (Code::DatabaseBusy | Code::DatabaseLocked, _) => StoreError::Busy { what },
            (Code::DiskFull, _) => StoreError::DiskFull { what },
            // A header that no version of SQLite writes.
            _ if what.contains("unsupported file format") => StoreError::Damaged { what },
            _ => StoreError::Sqlite(error),
        }
    }
}
