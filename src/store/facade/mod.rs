//! What a database file adds to [`database`](crate::database): tables that answer queries on its boards.
//!
//! `stored_board` looks up solutions, ranks and orbits of one board, each in one block. `database` has the methods of
//! `Database` that need a file, `self_check` the one that looks up random ranks, `location` the path of the default
//! database, `version` the SQLite version of the build.

mod database;
mod location;
mod self_check;
mod stored_board;
mod version;

use super::error::FileError;
use crate::error::Error;
pub use location::{default_path, locate};
pub use self_check::SampleReport;

impl From<FileError> for Error {
    fn from(FileError { path, kind }: FileError) -> Self {
        Error::Store { path, kind }
    }
}
