//! [`SearchError`], the error of this module.

use crate::combinatorics::{BoardSize, Invalid};
use crate::watch::Progress;

/// The result of a search.
pub(super) type Result<T, E = SearchError> = std::result::Result<T, E>;

/// Why a search failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum SearchError {
    /// The input is invalid.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// N = 2 and N = 3.
    #[error("N = {n} has no solutions")]
    NoSolutions { n: BoardSize },
    /// The watch stopped the search.
    #[error("stopped while {progress}")]
    Stopped { progress: Progress },
    /// The search ended without a result.
    #[error("the search on N = {n} ended without a result")]
    NoAnswer { n: BoardSize },
    /// All runs of an estimate ended without a solution.
    #[error(
        "no solution of N = {n} was found in {runs} runs: there may be none, or too few to be sampled"
    )]
    NothingFound { n: BoardSize, runs: u64 },
    /// All runs of a rank estimate missed the solutions between this one and the nearer end.
    #[error(
        "no solution of N = {n} between this one and the nearer end was found in {runs} runs: the rank is too close \
         to the first or last one to be sampled"
    )]
    NothingBefore { n: BoardSize, runs: u64 },
    /// A board too large for a heat map.
    #[error("N = {n} is too large for a heat map: the largest N is {last}")]
    HeatmapTooLarge { n: BoardSize, last: usize },
}

impl From<Progress> for SearchError {
    fn from(progress: Progress) -> Self {
        SearchError::Stopped { progress }
    }
}
