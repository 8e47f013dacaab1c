//! [`Error`], the error of databases, boards and SQL functions, and its kinds; and [`CompletionError`], that of the
//! package `nqdb-completion`: one error for all programs.

use crate::combinatorics::{BoardSize, Invalid, known_counts};
use crate::search::SearchError;
#[cfg(feature = "sqlite")]
use crate::store::{BuildError, LockError, StoreError};
use crate::units::{bytes, counted, grouped};
use crate::watch::{NotSeconds, Progress};

/// The result of nqdb's fallible operations.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a query failed or a file can't be used.
///
/// The message has what is wrong, the value, and what was expected.
#[derive(Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum Error {
    /// The input is invalid.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// N = 2 and N = 3.
    #[error("N = {n} has no solutions")]
    NoSolutions { n: BoardSize },
    /// A selection without solutions, to draw from.
    #[error("no solution of N = {n} is selected")]
    NothingSelected { n: BoardSize },
    /// A rank that the board does not have.
    #[error("N = {n} has {}, so ranks go from 1 to {}; got {got}", counted(*len, "solutions"), grouped(len))]
    RankBeyondLast {
        n: BoardSize,
        /// Q(N).
        len: u64,
        got: String,
    },
    /// An orbit id that the board does not have.
    #[error("N = {n} has {}, so orbit ids go from 1 to {}; got {got}", counted(*len, "orbits"), grouped(len))]
    OrbitBeyondLast {
        n: BoardSize,
        /// F(N).
        len: u64,
        got: String,
    },
    /// A board whose number of solutions is unknown.
    #[error("the number of solutions for N = {n} is not known (OEIS A000170 ends at N = 27)")]
    UnknownCount { n: BoardSize },
    /// A board whose number of orbits is unknown.
    #[error("the number of orbits for N = {n} is not known (OEIS A002562 ends at N = 27)")]
    UnknownOrbitCount { n: BoardSize },
    /// A rank or an orbit id too far from both ends of a board without tables.
    #[error("{} of N = {n} can be found without tables", numbers_within(*n, *near))]
    OutOfReach {
        n: BoardSize,
        /// The number of solutions or orbits that can be found from either end, from the first one if Q(N) is unknown.
        near: u64,
    },
    /// A solution that too many others precede to count them, on a board without tables.
    #[error(
        "about {about:.0e} solutions of N = {n} come before this one or after it, so its rank cannot be computed"
    )]
    RankOutOfReach {
        n: BoardSize,
        /// An estimate of the number of solutions before it or, near the end, after it, accurate to about one digit.
        about: f64,
    },
    /// A solution of another board.
    #[error("got a solution of N = {solution}, expected N = {board}")]
    OtherBoard { board: BoardSize, solution: BoardSize },
    /// Conditions on another board.
    #[error("got conditions on N = {conditions}, expected N = {board}")]
    OtherConditions { board: BoardSize, conditions: BoardSize },
    /// A list of a board that is too large to compare.
    #[error(
        "comparing a list takes memory for each solution of the board: expected N up to {last} and enough memory, got N = {n}"
    )]
    ListTooLarge { n: BoardSize, last: usize },
    /// An SQL value that is not an integer.
    #[error("expected an INTEGER, got {got}")]
    NotInteger { got: String },
    /// The connection is sealed: its files and time limit are fixed.
    #[error(
        "the connection is sealed: its files and time limit can't be changed; set them before nq_seal()"
    )]
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
        path: std::path::PathBuf,
        #[source]
        kind: StoreError,
    },
    /// A statement has read the rows of a table for longer than its limit.
    #[error(
        "the statement has read rows for {} s, the limit that NQDB_STATEMENT_LIMIT sets",
        limit.as_secs_f64()
    )]
    StatementLimit { limit: std::time::Duration },
    /// SQLite rejected the functions or a statement.
    #[cfg(feature = "sqlite")]
    #[error("SQLite failed: {0}")]
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
        (_, None) => format!("only the first {} solutions and orbits", grouped(near)),
        (_, Some(_)) => {
            let near = grouped(near);
            format!("only the first and last {near} solutions and the first {near} orbits")
        }
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
    /// No such puzzle exists, or none was found.
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
            Error::ListTooLarge { .. } => ErrorKind::Invalid,
            Error::NoSolutions { .. }
            | Error::NothingSelected { .. }
            | Error::RankBeyondLast { .. }
            | Error::OrbitBeyondLast { .. } => ErrorKind::OutOfRange,
            Error::OtherBoard { .. } | Error::OtherConditions { .. } => ErrorKind::Unsuitable,
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
        SearchError::HeatmapTooLarge { .. } => ErrorKind::Invalid,
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
        | CompletionError::NoLevels { .. }
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

/// Why a completion or puzzle failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum CompletionError {
    /// A condition is wrong.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// A text that is not an instance of CSPLib's problem 79.
    #[error(
        "expected an instance of CSPLib's problem 79, such as `n = 8`, `numdiags = 1` and `diags = [[4, 1]]`; {reason}"
    )]
    Csplib { reason: String },
    /// A board size out of range.
    #[error("the search supports N = 1 to {}, got {got}", CompletionError::LARGEST)]
    BoardSize { got: String },
    /// A board size out of range for puzzles.
    #[error(
        "the size N of a puzzle must be a whole number from 1 to {}, got {n}",
        CompletionError::LARGEST_PUZZLE
    )]
    PuzzleSize { n: usize },
    /// N = 2 and N = 3, which have no puzzles.
    #[error("N = {n} has no solutions")]
    NoSolutions { n: usize },
    /// More given queens than a puzzle can have.
    #[error("a puzzle of N = {n} has at most {} given queens, got {givens}", n - 1)]
    TooManyGivens { n: usize, givens: u64 },
    /// The range of numbers of completions is empty or contains 0.
    #[error("a puzzle has at least one completion, got {}", range(*least, *most))]
    NoCompletions { least: u64, most: u64 },
    /// A level for a large board or for several completions.
    #[error(
        "a puzzle has a level up to N = 64 and with 1 completion, got N = {n} and {}",
        numbers(*completions, "completions")
    )]
    NoLevels { n: usize, completions: (u64, u64) },
    /// No puzzle with these numbers of given queens and completions was found. There may still be one.
    #[error(
        "no {}puzzle of N = {n}{} was found: the {} had {}",
        level.map(|level| format!("{level} ")).unwrap_or_default(), wanted(" with ", *givens, *completions),
        counted(*attempts, "puzzles made"), made(*givens_made, *completions, *completions_made)
    )]
    NoSuchPuzzle {
        n: usize,
        /// The smallest and the greatest number of given queens; `None` for any.
        givens: Option<(u64, u64)>,
        /// The smallest and the greatest number of completions.
        completions: (u64, u64),
        /// The level; `None` for any.
        level: Option<&'static str>,
        /// The number of puzzles generated.
        attempts: u64,
        /// The smallest and the greatest number of given queens among them.
        givens_made: (u64, u64),
        /// The smallest and the greatest number of completions among them.
        completions_made: (u64, u64),
    },
    /// No puzzle was found that is not the same as an earlier one. There may still be one.
    #[error(
        "no further {}puzzle of N = {n} was found: {} in a row were among the {}",
        level.map(|level| format!("{level} ")).unwrap_or_default(), counted(*attempts, "puzzles"), counted(*made, "puzzles made before")
    )]
    NoNewPuzzle {
        n: usize,
        /// The level; `None` for any.
        level: Option<&'static str>,
        /// The number of distinct puzzles made before.
        made: u64,
        /// The number of puzzles generated since.
        attempts: u64,
    },
    /// There are fewer puzzles than requested.
    #[error(
        "N = {n} has {}{}{}{}",
        if *exist == 0 { "no puzzle".to_owned() } else { counted(*exist, "puzzles") },
        wanted(" with ", *givens, *completions), if *up_to_symmetry { " up to symmetry" } else { "" },
        if *exist == 0 { String::new() } else { format!(", fewer than {requested}") }
    )]
    FewPuzzles {
        n: usize,
        /// The smallest and the greatest number of given queens; `None` for any.
        givens: Option<(u64, u64)>,
        /// The smallest and the greatest number of completions.
        completions: (u64, u64),
        /// Whether images of each other count as one.
        up_to_symmetry: bool,
        exist: u64,
        requested: u64,
    },
    /// Too many sets of queens to compare them all.
    #[error(
        "the solutions of N = {n} have more than {most} sets of {}, too many to compare all",
        counted(*givens, "queens")
    )]
    TooManySets { n: usize, givens: u64, most: u64 },
    /// Not enough memory to compare the sets of queens.
    #[error(
        "not enough memory: comparing the sets of {} in the solutions of N = {n} needs {}",
        counted(*givens, "queens"), bytes(*needed as u64)
    )]
    NoMemory { n: usize, givens: u64, needed: usize },
    /// The watch stopped the search.
    #[error("stopped while {progress}: it is not known whether a completion exists")]
    Stopped { progress: Progress },
    /// The watch stopped the generation of a puzzle.
    #[error("stopped while {progress}")]
    PuzzleStopped { progress: Progress },
    /// The search returned a board that is not a completion: a bug in nqdb.
    #[error("a completion of N = {n} violates a condition; please report this bug")]
    Wrong { n: usize },
}

impl CompletionError {
    /// The largest board size of completions.
    pub const LARGEST: usize = 10_000;

    /// The largest board size of puzzles.
    pub const LARGEST_PUZZLE: usize = 1000;
}

/// A range of numbers, or the only one.
fn range(least: u64, most: u64) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// The puzzle that was requested, after a word; nothing if any was.
fn wanted(word: &str, givens: Option<(u64, u64)>, completions: (u64, u64)) -> String {
    let givens = givens.map(|givens| numbers(givens, "queens given"));
    let completions = (completions != (1, 1)).then(|| numbers(completions, "completions"));
    let words = [givens, completions].into_iter().flatten().collect::<Vec<_>>();
    if words.is_empty() { String::new() } else { format!("{word}{}", words.join(" and ")) }
}

/// A number or a range of them, with its unit in the plural.
fn numbers((least, most): (u64, u64), unit: &str) -> String {
    if least == most { counted(most, unit) } else { format!("{least} to {most} {unit}") }
}

/// The puzzles that were made instead.
fn made(givens: (u64, u64), wanted: (u64, u64), completions: (u64, u64)) -> String {
    let givens = numbers(givens, "queens given");
    if wanted == (1, 1) {
        givens
    } else {
        format!("{givens} and {}", numbers(completions, "completions"))
    }
}
