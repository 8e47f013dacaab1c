//! [`CompletionError`], the error of this module.

use crate::combinatorics::Invalid;
use crate::units::{bytes, counted};
use crate::watch::Progress;

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
    /// A text that is not an instance of CSPLib's problem 79.
    #[error(
        "expected an instance of CSPLib's problem 79, such as `n = 8`, `numdiags = 1` and `diags = [[4, 1]]`; {reason}"
    )]
    Csplib {
        /// What is wrong.
        reason: String,
    },
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
    /// The range of numbers of completions is empty or contains 0.
    #[error("a puzzle has at least one completion, got {}", range(*least, *most))]
    NoCompletions {
        /// The smallest number.
        least: u64,
        /// The greatest number.
        most: u64,
    },
    /// No puzzle with these numbers of given queens and completions was found. There may still be one.
    #[error(
        "no puzzle of N = {n} with {} was found: the {} had {}", wanted(*givens, *completions),
        counted(*attempts, "puzzles made"), made(*givens_made, *completions, *completions_made)
    )]
    NoSuchPuzzle {
        /// Board size.
        n: u64,
        /// The number of given queens; `None` for any.
        givens: Option<u64>,
        /// The smallest and the greatest number of completions.
        completions: (u64, u64),
        /// The number of puzzles generated.
        attempts: u64,
        /// The smallest and the greatest number of given queens among them.
        givens_made: (u64, u64),
        /// The smallest and the greatest number of completions among them.
        completions_made: (u64, u64),
    },
    /// No puzzle was found that is not the same as an earlier one. There may still be one.
    #[error(
        "no further puzzle of N = {n} was found: {} in a row were among the {}",
        counted(*attempts, "puzzles"), counted(*made, "puzzles made before")
    )]
    NoNewPuzzle {
        /// Board size.
        n: u64,
        /// The number of distinct puzzles made before.
        made: u64,
        /// The number of puzzles generated since.
        attempts: u64,
    },
    /// There are fewer puzzles than requested.
    #[error(
        "N = {n} has {} with {}{}, fewer than {requested}", counted(*exist, "puzzles"),
        wanted(*givens, *completions), if *up_to_symmetry { " up to symmetry" } else { "" }
    )]
    FewPuzzles {
        /// Board size.
        n: u64,
        /// The number of given queens.
        givens: Option<u64>,
        /// The smallest and the greatest number of completions.
        completions: (u64, u64),
        /// Whether images of each other count as one.
        up_to_symmetry: bool,
        /// The number of puzzles.
        exist: u64,
        /// The number requested.
        requested: u64,
    },
    /// Too many sets of queens to compare them all.
    #[error(
        "the solutions of N = {n} have more than {most} sets of {}, too many to compare all",
        counted(*givens, "queens")
    )]
    TooManySets {
        /// Board size.
        n: u64,
        /// The number of given queens.
        givens: u64,
        /// The maximum number of sets.
        most: u64,
    },
    /// Not enough memory to compare the sets of queens.
    #[error(
        "not enough memory: comparing the sets of {} in the solutions of N = {n} needs {}",
        counted(*givens, "queens"), bytes(*needed as u64)
    )]
    NoMemory {
        /// Board size.
        n: u64,
        /// The number of given queens.
        givens: u64,
        /// Bytes.
        needed: usize,
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

/// A range of numbers, or the only one.
fn range(least: u64, most: u64) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// The puzzle that was requested.
fn wanted(givens: Option<u64>, completions: (u64, u64)) -> String {
    let givens = givens.map(|givens| counted(givens, "queens given"));
    let (least, most) = completions;
    let completions =
        (completions != (1, 1)).then(|| format!("{} completions", range(least, most)));
    let words = [givens, completions].into_iter().flatten().collect::<Vec<_>>();
    words.join(" and ")
}

/// The puzzles that were made instead.
fn made(givens: (u64, u64), wanted: (u64, u64), completions: (u64, u64)) -> String {
    let numbers = |(least, most), unit: &str| {
        if least == most { counted(most, unit) } else { format!("{least} to {most} {unit}") }
    };
    let givens = numbers(givens, "queens given");
    if wanted == (1, 1) {
        givens
    } else {
        format!("{givens} and {}", numbers(completions, "completions"))
    }
}
