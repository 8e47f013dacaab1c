//! [`CompletionError`], the error of this module.

use crate::combinatorics::Invalid;
use crate::watch::Progress;

/// The largest board size.
pub(super) const LARGEST: usize = 10_000;

/// The result of a completion.
pub(super) type Result<T, E = CompletionError> = std::result::Result<T, E>;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CompletionError {
    /// A condition is wrong.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// Not a board size of this problem.
    #[error("completion takes boards from N = 1 to {}, got {n}", LARGEST)]
    BoardSize {
        /// The number.
        n: u64,
    },
    /// The watch stopped the search.
    #[error("stopped while {progress}: whether there is a completion is open")]
    Stopped {
        /// How far the search was.
        progress: Progress,
    },
    /// The search made a board that is not a completion: a bug in nqdb.
    #[error("a completion of N = {n} breaks a condition, please report this")]
    Wrong {
        /// Board size.
        n: usize,
    },
}
