//! [`CompletionError`], the error of this module.

use crate::combinatorics::Invalid;
use crate::watch::{Progress, counted};

/// The largest board size.
pub(super) const LARGEST: usize = 10_000;

/// The largest board size of puzzles.
pub(super) const LARGEST_PUZZLE: u64 = 1000;

/// The result of a completion.
pub(super) type Result<T, E = CompletionError> = std::result::Result<T, E>;

/// Why a completion or puzzle failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CompletionError {
    /// A condition is wrong.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// A board size out of range.
    #[error("completion supports N = 1 to {}, got {got}", LARGEST)]
    BoardSize {
        /// The number, or other text in quotes.
        got: String,
    },
    /// A board size out of range for puzzles.
    #[error("puzzles support N = 1 to {}, got {n}", LARGEST_PUZZLE)]
    PuzzleSize {
        /// The number.
        n: u64,
    },
    /// N = 2 and N = 3, which have no puzzles.
    #[error("N = {n} has no solutions")]
    NoSolutions {
        /// Board size.
        n: u64,
    },
    /// More given queens than a puzzle can have.
    #[error("a puzzle of N = {n} has at most {} given queens, got {givens}", n - 1)]
    TooManyGivens {
        /// Board size.
        n: u64,
        /// The number of given queens.
        givens: u64,
    },
    /// No puzzle with this number of given queens was found. There may still be one.
    #[error(
        "no puzzle of N = {n} with {} was found: the {} had {}", counted(*givens, "queens given"),
        counted(*attempts, "puzzles made"),
        if least == most { least.to_string() } else { format!("{least} to {most}") }
    )]
    NoSuchPuzzle {
        /// Board size.
        n: u64,
        /// The number of given queens.
        givens: u64,
        /// The number of puzzles generated.
        attempts: u64,
        /// The fewest given queens among them.
        least: u64,
        /// The most given queens among them.
        most: u64,
    },
    /// The watch stopped the search.
    #[error("stopped while {progress}: it is not known whether a completion exists")]
    Stopped {
        /// The progress of the search.
        progress: Progress,
    },
    /// The watch stopped the generation of a puzzle.
    #[error("stopped while {progress}")]
    PuzzleStopped {
        /// The progress of the generator.
        progress: Progress,
    },
    /// The search returned a board that is not a completion: a bug in nqdb.
    #[error("a completion of N = {n} violates a condition; please report this bug")]
    Wrong {
        /// Board size.
        n: usize,
    },
}
