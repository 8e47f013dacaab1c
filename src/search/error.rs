//! Why a search has no answer.

use crate::combinatorics::{BoardSize, Invalid};
use crate::watch::Progress;

/// The result of a search.
pub(super) type Result<T, E = SearchError> = std::result::Result<T, E>;

/// Why a search has no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The question itself is wrong.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// N = 2 and N = 3.
    #[error("N = {n} has no solutions")]
    NoSolutions {
        /// Board size.
        n: BoardSize,
    },
    /// The watch stopped the search.
    #[error("stopped while {progress}")]
    Stopped {
        /// How far the search was.
        progress: Progress,
    },
    /// The search ended without the answer, which therefore does not exist.
    #[error("the search of N = {n} ended without an answer")]
    NoAnswer {
        /// Board size.
        n: BoardSize,
    },
    /// An estimate whose runs all ended without a solution.
    #[error(
        "no solution of N = {n} came up in {runs} runs, which proves nothing: there may be none, or too few to meet \
         one"
    )]
    NothingFound {
        /// Board size.
        n: BoardSize,
        /// The number of runs.
        runs: u64,
    },
    /// An estimate of a rank whose runs all missed the solutions between this one and the nearer end.
    #[error(
        "no solution of N = {n} between this one and the nearer end came up in {runs} runs: so near an end, \
         sampling sees nothing"
    )]
    NothingBefore {
        /// Board size.
        n: BoardSize,
        /// The number of runs.
        runs: u64,
    },
    /// A board too large for a heat map.
    #[error("N = {n} is too large for a heat map: N can be at most {last}")]
    HeatmapTooLarge {
        /// Board size.
        n: BoardSize,
        /// The largest N.
        last: u8,
    },
    /// A board too large for the orbit graph.
    #[error("N = {n} has too many orbits for the orbit graph: N can be at most {last}")]
    OrbitGraphTooLarge {
        /// Board size.
        n: BoardSize,
        /// The largest N.
        last: u8,
    },
}

impl SearchError {
    /// The error of a search that its watch stopped.
    pub(crate) fn stopped(progress: Progress) -> Self {
        SearchError::Stopped { progress }
    }
}
