//! The error of the facade and of SQL: what is wrong with a question, a search or a file.

use crate::combinatorics::{BoardSize, Invalid};
use crate::search::SearchError;
use crate::search::completion::CompletionError;
use crate::watch::NotSeconds;

/// The result of nqdb's fallible operations.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a question has no answer, or a file can't be used.
///
/// The message says what is wrong, the value, and what was expected.
#[derive(Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The question itself is wrong.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// N = 2 and N = 3.
    #[error("N = {n} has no solutions")]
    NoSolutions {
        /// Board size.
        n: BoardSize,
    },
    /// A rank beyond the last.
    #[error("N = {n} has {len} solutions, so ranks go from 1 to {len}; got {rank}")]
    RankBeyondLast {
        /// Board size.
        n: BoardSize,
        /// Q(N).
        len: u64,
        /// The rank.
        rank: u64,
    },
    /// An orbit id beyond the last.
    #[error("N = {n} has {len} orbits, so orbit ids go from 1 to {len}; got {id}")]
    OrbitBeyondLast {
        /// Board size.
        n: BoardSize,
        /// F(N).
        len: u64,
        /// The orbit id.
        id: u64,
    },
    /// A board whose number of solutions nobody has counted.
    #[error("the number of solutions for N = {n} is not known (OEIS A000170 ends at N = 27)")]
    UnknownCount {
        /// Board size.
        n: BoardSize,
    },
    /// A board whose number of orbits nobody has counted.
    #[error("the number of orbits for N = {n} is not known (OEIS A002562 ends at N = 27)")]
    UnknownOrbitCount {
        /// Board size.
        n: BoardSize,
    },
    /// A solution with more before it than a search can count, on a board whose solutions nobody has counted.
    #[error(
        "about {about:.0e} solutions of N = {n} come before this one: nobody can count its rank"
    )]
    RankOutOfReach {
        /// Board size.
        n: BoardSize,
        /// An estimate of the rank, right to about its first digit.
        about: f64,
    },
    /// A solution of another board.
    #[error("a solution of N = {solution} is not on the board N = {board}")]
    OtherBoard {
        /// The board that was asked.
        board: BoardSize,
        /// The solution's board.
        solution: BoardSize,
    },
    /// A pattern of another board.
    #[error("a pattern of N = {pattern} does not apply to the board N = {board}")]
    OtherPattern {
        /// The board that was asked.
        board: BoardSize,
        /// The pattern's board.
        pattern: BoardSize,
    },
    /// A value of SQL that is no whole number.
    #[error("expected an INTEGER, got {got}")]
    NotInteger {
        /// The value in words.
        got: String,
    },
    /// The connection is sealed: its files and its time limit are fixed.
    #[error("the connection is sealed, so its files and its time limit stay as they are")]
    Sealed,
    /// A time limit is not a number of seconds.
    #[error(transparent)]
    NotSeconds(#[from] NotSeconds),
    /// A search has no answer.
    #[error(transparent)]
    Search(SearchError),
    /// A completion has no answer.
    #[error(transparent)]
    Completion(CompletionError),
    /// Something is wrong with a database file.
    #[cfg(feature = "sqlite")]
    #[error("{}: {kind}", path.display())]
    Store {
        /// The file.
        path: std::path::PathBuf,
        /// What is wrong with it.
        #[source]
        kind: crate::store::error::StoreError,
    },
    /// SQLite rejects the functions or a statement.
    #[cfg(feature = "sqlite")]
    #[error("SQLite: {0}")]
    Sql(#[from] rusqlite::Error),
    /// There is no directory for the default database.
    #[error("no home directory is known, so there is no default database")]
    NoHome,
}

impl Error {
    /// Whether a watch stopped the work, so that more time may give an answer.
    pub fn is_stopped(&self) -> bool {
        match self {
            Error::Search(SearchError::Stopped { .. }) => true,
            Error::Completion(CompletionError::Stopped { .. }) => true,
            #[cfg(feature = "sqlite")]
            Error::Store { kind: crate::store::error::StoreError::Interrupted, .. } => true,
            _ => false,
        }
    }
}

impl From<SearchError> for Error {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Invalid(invalid) => Error::Invalid(invalid),
            SearchError::NoSolutions { n } => Error::NoSolutions { n },
            other => Error::Search(other),
        }
    }
}

impl From<CompletionError> for Error {
    fn from(error: CompletionError) -> Self {
        match error {
            CompletionError::Invalid(invalid) => Error::Invalid(invalid),
            other => Error::Completion(other),
        }
    }
}
