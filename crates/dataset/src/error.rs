//! [`Error`], the error of this crate, and [`Rejected`], why boards are not tasks.

use std::fmt;
use std::ops::AddAssign;
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
    #[error("{} already exists; name a directory that does not exist yet", .0.display())]
    Exists(PathBuf),
    /// A file can't be read or written; the message names it.
    #[error("{0}")]
    Unwritable(#[from] std::io::Error),
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

impl From<nqdb_completion::CompletionError> for Error {
    fn from(error: nqdb_completion::CompletionError) -> Self {
        Error::Nqdb(error.into())
    }
}

/// The numbers of boards that were drawn and are not tasks, counted up to symmetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rejected {
    /// Boards with too many completions.
    pub too_many: u64,
    /// Boards with too few completions.
    pub too_few: u64,
    /// Boards with completions in orbits of several splits.
    pub in_several_splits: u64,
}

impl AddAssign for Rejected {
    fn add_assign(&mut self, other: Self) {
        self.too_many += other.too_many;
        self.too_few += other.too_few;
        self.in_several_splits += other.in_several_splits;
    }
}

/// As the end of a sentence about missing tasks.
impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rejected { too_many, too_few, in_several_splits } = *self;
        write!(
            f,
            "of the boards drawn, {too_many} have too many completions, {too_few} too few, and {in_several_splits} \
             answers in several splits"
        )
    }
}
