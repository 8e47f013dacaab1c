//! [`Error`], the error of this crate.

use crate::rejected::Rejected;
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
    /// No task was found, in any split.
    #[error("no task was found with these options: in all splits together, {0}")]
    NoTasks(Rejected),
    /// A line of tasks or of answers can't be read, or is of no task.
    #[error("{0}")]
    Line(String),
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

/// The longest reason why a line is bad, in characters; it may quote the line.
const LONGEST_REASON: usize = 200;

impl Error {
    pub(crate) fn line(reason: impl Into<String>) -> Self {
        Error::Line(reason.into().chars().take(LONGEST_REASON).collect())
    }
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
