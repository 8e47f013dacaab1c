//! Errors of database files, builds, imports and merges: an enum for each kind.

mod board;
mod damage;
mod disk;
mod lock;
mod open;
mod parts;

use super::build::options::BuildError;
use crate::watch::Progress;
pub use board::BoardError;
pub use damage::DamageError;
pub use disk::{DiskError, DiskOperation};
pub use lock::LockError;
pub use open::OpenError;
pub use parts::PartError;
use std::path::{Path, PathBuf};

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
    Unmergeable {
        /// All faults, with their files.
        faults: Vec<FileError>,
    },
    /// The watch interrupted an SQL statement.
    #[error("stopped while reading or writing the file")]
    Interrupted,
    /// The watch stopped the work.
    #[error("stopped while {progress}")]
    Stopped {
        /// How far the work had progressed.
        progress: Progress,
    },
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

    /// An error for a damaged file.
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
                DiskError::Failed { operation: DiskOperation::of(code), what }.into()
            }
            (Code::OperationInterrupted, _) => StoreError::Interrupted,
            (Code::ReadOnly | Code::PermissionDenied | Code::CannotOpen, _) => {
                DiskError::ReadOnly { what }.into()
            }
            (Code::DatabaseBusy | Code::DatabaseLocked, _) => LockError::Busy { what }.into(),
            (Code::DiskFull, _) => DiskError::Full { what }.into(),
            // A header that no version of SQLite writes.
            _ if what.contains("unsupported file format") => StoreError::damaged(what),
            _ => DiskError::Sqlite(error).into(),
        }
    }
}
