//! What the system and SQLite say, as errors of a database file.

use super::StoreError;

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::StorageFull => StoreError::DiskFull { what: error.to_string() },
            _ => StoreError::Io(error),
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
            (Code::DatabaseCorrupt, _) => StoreError::Damaged { what },
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
