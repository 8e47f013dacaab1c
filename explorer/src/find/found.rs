//! The result of a count: how many solutions match, as far as known, and the first of them.

use serde::Serialize;

/// `/8/find/SQUARES.json`, and the lines of `.ndjson`.
#[derive(Serialize, Clone)]
pub(super) struct Found {
    pub(super) n: usize,
    /// The conditions, such as `3=5` and `7!=4`.
    pub(super) squares: Vec<String>,
    /// Q(N), if it is known.
    pub(super) of: Option<u64>,
    #[serde(flatten)]
    pub(super) count: Count,
    /// Estimates of the number of matches with a queen on each square, by row, then by column, while the count is not
    /// exact; `None` until there is enough data.
    pub(super) estimates: Option<Vec<Vec<f64>>>,
    /// Whether the estimates are rough: fewer than nine tenths of the queens are on squares whose interval is within a
    /// tenth.
    pub(super) rough: bool,
    /// The first matches, with their ranks if known; on large boards any one completion, if one is found.
    pub(super) first: Vec<Match>,
    /// Whether this is the final result, not progress.
    pub(super) done: bool,
    pub(super) micros: u64,
}

/// How many solutions match, as far as known. An exact number and an estimate have different fields.
#[derive(Serialize, Clone)]
#[serde(untagged)]
pub(super) enum Count {
    Exact {
        /// Always true.
        exact: bool,
        solutions: u64,
        /// The number of matches with a queen on each square, by row, then by column; `None` if the board is too large.
        counts: Option<Vec<Vec<u64>>>,
    },
    Estimate {
        /// Always false.
        exact: bool,
        /// Matches found so far.
        at_least: u64,
        /// This and the next three are `None` until there is enough data for an estimate.
        estimate: Option<f64>,
        standard_error: Option<f64>,
        /// The 95% confidence interval.
        low: Option<f64>,
        high: Option<f64>,
        /// The share of the count that is done, 0 to 1; `None` for a count that would never end.
        fraction: Option<f64>,
    },
}

impl Count {
    pub(super) fn exact(solutions: u64, counts: Option<Vec<Vec<u64>>>) -> Self {
        Count::Exact { exact: true, solutions, counts }
    }
}

/// A solution that matches.
#[derive(Serialize, Clone)]
pub(super) struct Match {
    /// `None` if it is unknown.
    pub(super) rank: Option<u64>,
    pub(super) queens: Vec<u32>,
}
