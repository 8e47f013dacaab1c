//! [`Error`], the error of databases, boards and SQL functions, and its kinds.

use crate::combinatorics::{BoardSize, Invalid, known_counts};
use crate::search::SearchError;
use crate::search::completion::CompletionError;
#[cfg(feature = "sqlite")]
use crate::store::{BuildError, LockError, StoreError};
use crate::units::counted;
use crate::watch::NotSeconds;

/// The result of nqdb's fallible operations.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a query failed or a file can't be used.
///
/// The message has what is wrong, the value, and what was expected.
#[derive(Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The input is invalid.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// N = 2 and N = 3.
    #[error("N = {n} has no solutions")]
    NoSolutions {
        /// Board size.
        n: BoardSize,
    },
    /// A rank that the board does not have.
    #[error("N = {n} has {}, so ranks go from 1 to {len}; got {got}", counted(*len, "solutions"))]
    RankBeyondLast {
        /// Board size.
        n: BoardSize,
        /// Q(N).
        len: u64,
        /// The number.
        got: String,
    },
    /// An orbit id that the board does not have.
    #[error("N = {n} has {}, so orbit ids go from 1 to {len}; got {got}", counted(*len, "orbits"))]
    OrbitBeyondLast {
        /// Board size.
        n: BoardSize,
        /// F(N).
        len: u64,
        /// The number.
        got: String,
    },
    /// A board whose number of solutions is unknown.
    #[error("the number of solutions for N = {n} is not known (OEIS A000170 ends at N = 27)")]
    UnknownCount {
        /// Board size.
        n: BoardSize,
    },
    /// A board whose number of orbits is unknown.
    #[error("the number of orbits for N = {n} is not known (OEIS A002562 ends at N = 27)")]
    UnknownOrbitCount {
        /// Board size.
        n: BoardSize,
    },
    /// A rank or an orbit id too far from both ends of a board without tables.
    #[error("{} of N = {n} can be found without tables", numbers_within(*n, *near))]
    OutOfReach {
        /// Board size.
        n: BoardSize,
        /// The number of solutions or orbits that can be found from either end, from the first one if Q(N) is unknown.
        near: u64,
    },
    /// A solution that too many others precede to count them, on a board without tables.
    #[error(
        "about {about:.0e} solutions of N = {n} come before this one, so its rank cannot be computed"
    )]
    RankOutOfReach {
        /// Board size.
        n: BoardSize,
        /// An estimate of the rank, accurate to about one digit.
        about: f64,
    },
    /// A solution of another board.
    #[error("got a solution of N = {solution}, expected N = {board}")]
    OtherBoard {
        /// The size of the board that was queried.
        board: BoardSize,
        /// The board size of the solution.
        solution: BoardSize,
    },
    /// A pattern of another board.
    #[error("got a pattern of N = {pattern}, expected N = {board}")]
    OtherPattern {
        /// The size of the board that was queried.
        board: BoardSize,
        /// The board size of the pattern.
        pattern: BoardSize,
    },
    /// An SQL value that is not an integer.
    #[error("expected an INTEGER, got {got}")]
    NotInteger {
        /// A description of the value.
        got: String,
    },
    /// The connection is sealed: its files and time limit are fixed.
    #[error("the connection is sealed: its files and time limit can't be changed")]
    Sealed,
    /// A time limit that is not a number of seconds.
    #[error(transparent)]
    NotSeconds(#[from] NotSeconds),
    /// A search failed.
    #[error(transparent)]
    Search(SearchError),
    /// A completion or puzzle failed.
    #[error(transparent)]
    Completion(CompletionError),
    /// An operation on a database file failed.
    #[cfg(feature = "sqlite")]
    #[error("{}: {kind}", path.display())]
    Store {
        /// The file.
        path: std::path::PathBuf,
        /// What is wrong with it.
        #[source]
        kind: StoreError,
    },
    /// A statement has read the rows of a table for longer than its limit.
    #[error(
        "the statement has read rows for {} s, the limit that NQDB_STATEMENT_LIMIT sets",
        limit.as_secs_f64()
    )]
    StatementLimit {
        /// The limit.
        limit: std::time::Duration,
    },
    /// SQLite rejected the functions or a statement.
    #[cfg(feature = "sqlite")]
    #[error("SQLite: {0}")]
    Sql(#[from] rusqlite::Error),
    /// There is no directory for the default database.
    #[error("no home directory is known, so there is no default database")]
    NoHome,
}

/// The solutions and orbits that can be found on a board without tables.
fn numbers_within(n: BoardSize, near: u64) -> String {
    match (near, known_counts(n)) {
        (0, _) => "no rank or orbit id".to_owned(),
        (1, None) => "only the first solution and orbit".to_owned(),
        (_, None) => format!("only the first {near} solutions and orbits"),
        (_, Some(_)) => format!("only the first and last {near} solutions and orbits"),
    }
}

impl Invalid {
    /// The error on this board: for a rank or an orbit id with the last one, if it is known.
    ///
    /// ```
    /// use nqdb::{BoardSize, Rank};
    ///
    /// let error = "18,446,744,073,709,551,617".parse::<Rank>().unwrap_err();
    /// let message = "N = 8 has 92 solutions, so ranks go from 1 to 92; got 18446744073709551617";
    /// assert_eq!(error.on_board(BoardSize::new(8)?).to_string(), message);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    pub fn on_board(self, n: BoardSize) -> Error {
        match (self, known_counts(n)) {
            (Invalid::Rank { .. } | Invalid::OrbitId { .. }, Some(known))
                if known.solutions == 0 =>
            {
                Error::NoSolutions { n }
            }
            (Invalid::Rank { got }, Some(known)) => {
                Error::RankBeyondLast { n, len: known.solutions, got }
            }
            (Invalid::OrbitId { got }, Some(known)) => {
                Error::OrbitBeyondLast { n, len: known.orbits(), got }
            }
            (invalid, _) => invalid.into(),
        }
    }
}

/// The kinds of errors, from which programs derive exit codes, exceptions and statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input is malformed, or outside the range of the function: wrong usage.
    Invalid,
    /// The input is well-formed but unsuitable here: attacking queens, another board size, a board too large for a tier.
    Unsuitable,
    /// The board has no such rank or orbit id, or no solutions.
    OutOfRange,
    /// There is no such puzzle, or none was found.
    NotFound,
    /// The number is unknown, or infeasible to compute or estimate.
    Unknown,
    /// A watch stopped the work: more time may help.
    Stopped,
    /// The database file can't be used.
    File,
    /// Another process has locked the database file.
    Locked,
    /// Anything else, such as a lack of memory or a bug.
    Other,
}

impl Error {
    /// The kind of error.
    ///
    /// ```
    /// use nqdb::{BoardSize, Database, ErrorKind, Rank};
    ///
    /// let board = Database::without_file().board(BoardSize::new(8)?)?;
    /// let error = board.unrank(Rank::new(93)?).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::OutOfRange);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::Invalid(invalid) => of_invalid(invalid),
            Error::NoSolutions { .. }
            | Error::RankBeyondLast { .. }
            | Error::OrbitBeyondLast { .. } => ErrorKind::OutOfRange,
            Error::OtherBoard { .. } | Error::OtherPattern { .. } => ErrorKind::Unsuitable,
            Error::UnknownCount { .. }
            | Error::UnknownOrbitCount { .. }
            | Error::OutOfReach { .. }
            | Error::RankOutOfReach { .. } => ErrorKind::Unknown,
            Error::Search(error) => of_search(error),
            Error::Completion(error) => of_completion(error),
            #[cfg(feature = "sqlite")]
            Error::Store { kind, .. } => of_store(kind),
            Error::NoHome => ErrorKind::File,
            #[cfg(feature = "sqlite")]
            Error::Sql(_) => ErrorKind::Other,
            Error::NotInteger { .. }
            | Error::Sealed
            | Error::NotSeconds(_)
            | Error::StatementLimit { .. } => ErrorKind::Other,
        }
    }

    /// Whether a watch stopped the work, so that more time may help.
    pub fn is_stopped(&self) -> bool {
        self.kind() == ErrorKind::Stopped
    }
}

fn of_invalid(invalid: &Invalid) -> ErrorKind {
    match invalid {
        Invalid::Rank { .. } | Invalid::OrbitId { .. } => ErrorKind::OutOfRange,
        Invalid::Attack { .. } | Invalid::NoMemory { .. } => ErrorKind::Unsuitable,
        _ => ErrorKind::Invalid,
    }
}

fn of_search(error: &SearchError) -> ErrorKind {
    match error {
        SearchError::Invalid(invalid) => of_invalid(invalid),
        SearchError::NoSolutions { .. } => ErrorKind::OutOfRange,
        SearchError::Stopped { .. } => ErrorKind::Stopped,
        SearchError::NoAnswer { .. } => ErrorKind::Other,
        SearchError::NothingFound { .. } | SearchError::NothingBefore { .. } => ErrorKind::Unknown,
        SearchError::HeatmapTooLarge { .. } | SearchError::OrbitGraphTooLarge { .. } => {
            ErrorKind::Invalid
        }
    }
}

#[cfg(feature = "sqlite")]
impl From<crate::store::FileError> for Error {
    fn from(crate::store::FileError { path, kind }: crate::store::FileError) -> Self {
        Error::Store { path, kind }
    }
}

fn of_completion(error: &CompletionError) -> ErrorKind {
    match error {
        CompletionError::Invalid(invalid) => of_invalid(invalid),
        CompletionError::Csplib { .. }
        | CompletionError::BoardSize { .. }
        | CompletionError::PuzzleSize { .. }
        | CompletionError::TooManyGivens { .. }
        | CompletionError::NoCompletions { .. } => ErrorKind::Invalid,
        CompletionError::TooManySets { .. } => ErrorKind::Unsuitable,
        CompletionError::NoSolutions { .. }
        | CompletionError::NoSuchPuzzle { .. }
        | CompletionError::NoNewPuzzle { .. }
        | CompletionError::FewPuzzles { .. } => ErrorKind::NotFound,
        CompletionError::Stopped { .. } | CompletionError::PuzzleStopped { .. } => {
            ErrorKind::Stopped
        }
        CompletionError::NoMemory { .. } | CompletionError::Wrong { .. } => ErrorKind::Other,
    }
}

#[cfg(feature = "sqlite")]
fn of_store(error: &StoreError) -> ErrorKind {
    match error {
        StoreError::Build(BuildError::TooLarge { .. } | BuildError::NotIndexable { .. }) => {
            ErrorKind::Unsuitable
        }
        StoreError::Lock(LockError::Held { .. } | LockError::Busy { .. }) => ErrorKind::Locked,
        StoreError::Unmergeable { faults } => {
            let is_locked = faults.iter().any(|fault| of_store(&fault.kind) == ErrorKind::Locked);
            if is_locked { ErrorKind::Locked } else { ErrorKind::File }
        }
        StoreError::Interrupted | StoreError::Stopped { .. } => ErrorKind::Stopped,
        StoreError::Open(_)
        | StoreError::Lock(LockError::NoLocks { .. })
        | StoreError::Damage(_)
        | StoreError::Disk(_)
        | StoreError::Board(_)
        | StoreError::Build(_)
        | StoreError::Part(_) => ErrorKind::File,
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
