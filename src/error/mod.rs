mod sources;
mod store;

use crate::combinatorics::{BoardSize, Invalid};
use crate::search::LAST_HEATMAP;
use std::fmt;
use std::path::PathBuf;
pub use store::StoreError;
pub(crate) use store::stored_with;

/// The result of nqdb's fallible operations.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a question has no answer, or a file can't be used: what was expected, what came, what to do.
#[derive(Debug, thiserror::Error)]
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
        /// What came.
        rank: u64,
    },
    /// An orbit id beyond the last.
    #[error("N = {n} has {len} orbits, so orbit ids go from 1 to {len}; got {id}")]
    OrbitBeyondLast {
        /// Board size.
        n: BoardSize,
        /// F(N).
        len: u64,
        /// What came.
        id: u64,
    },
    /// A board whose number of solutions nobody has counted.
    #[error("the number of solutions for N = {n} is not known (OEIS A000170 ends at N = 27)")]
    UnknownCount {
        /// Board size.
        n: BoardSize,
    },
    /// A board too large for a heat map.
    #[error(
        "N = {n} is too large for a heat map: N can be at most {LAST_HEATMAP}, which takes ten \
         minutes on two cores"
    )]
    NoHeatmap {
        /// Board size.
        n: BoardSize,
    },
    /// A solution of another board.
    #[error("a solution of N = {solution} has no place on the board N = {board}")]
    OtherBoard {
        /// The board that was asked.
        board: BoardSize,
        /// The solution's.
        solution: BoardSize,
    },
    /// A pattern of another board.
    #[error("a pattern of N = {pattern} says nothing about the board N = {board}")]
    OtherPattern {
        /// The board that was asked.
        board: BoardSize,
        /// The pattern's.
        pattern: BoardSize,
    },
    /// The watch ended the search.
    #[error(
        "the search of N = {n} was ended after {}, having passed {found} solutions; \
         allow more time{}", Seconds(*seconds), if *tables { how_to_build(*n) } else { String::new() }
    )]
    Interrupted {
        /// Board size.
        n: BoardSize,
        /// Solutions or canonical representatives found.
        found: u64,
        /// Time spent.
        seconds: f64,
        /// Whether tables, which the board has not, would give the answer without the search.
        tables: bool,
    },
    /// A board with too many orbits to search them for the ways between them.
    #[error(
        "the orbit search goes up to N = {last}, got N = {n}: larger boards have too many orbits"
    )]
    OrbitGraphTooLarge {
        /// Board size.
        n: BoardSize,
        /// The largest that is searched.
        last: u8,
    },
    /// The watch ended the orbit search.
    #[error(
        "the orbit search of N = {n} is not complete: {found} orbits were reached within {}; \
         allow more time", Seconds(*seconds)
    )]
    OrbitGraphInterrupted {
        /// Board size.
        n: BoardSize,
        /// Orbits reached.
        found: u64,
        /// Time spent.
        seconds: f64,
    },
    /// A search came to its end without the answer, which then does not exist.
    #[error("the search of N = {n} ended without an answer")]
    SearchEnded {
        /// Board size.
        n: BoardSize,
    },
    /// Something is wrong with a database file.
    #[error("{}: {kind}", path.display())]
    Store {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        kind: StoreError,
    },
    /// SQLite refused to take the functions.
    #[error("SQLite: {0}")]
    Sql(#[from] rusqlite::Error),
    /// There is nowhere to put the default database.
    #[error(
        "no home directory is known, so there is no default database; name one with --db PATH or the environment variable NQDB_DB"
    )]
    NoHome,
}

/// A time in a message: two digits where it is short.
struct Seconds(f64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            short if short < 1.0 => write!(f, "{short:.2} s"),
            long => write!(f, "{long:.1} s"),
        }
    }
}

/// The command that makes the tables of a board, where there is one, as the end of a sentence.
fn how_to_build(n: BoardSize) -> String {
    match n.get() {
        ..=22 => format!("; `nqdb build {n}` makes its tables"),
        _ => String::new(),
    }
}
