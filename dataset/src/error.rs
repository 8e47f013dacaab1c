//! [`Error`], the error of this crate.

use std::path::PathBuf;

/// The result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why tasks, a data set or scores could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A lookup or a search failed.
    #[error(transparent)]
    Nqdb(#[from] nqdb::Error),
    /// A parameter is wrong.
    #[error("{0}")]
    Spec(String),
    /// There is a file or directory of this name.
    #[error("{} already exists; a data set is written to a new directory", .0.display())]
    Exists(PathBuf),
    /// A file can't be read or written.
    #[error("{} can't be written: {error}", path.display())]
    Unwritable {
        /// The file or directory.
        path: PathBuf,
        /// The cause.
        error: std::io::Error,
    },
}

impl From<nqdb::Invalid> for Error {
    fn from(error: nqdb::Invalid) -> Self {
        Error::Nqdb(error.into())
    }
}

impl From<nqdb::completion::CompletionError> for Error {
    fn from(error: nqdb::completion::CompletionError) -> Self {
        Error::Nqdb(error.into())
    }
}
