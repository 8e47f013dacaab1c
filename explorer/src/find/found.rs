//! How many solutions match a pattern, as far as it is known, and the first of them.

use serde::Serialize;

/// `/8/find/SQUARES.json`, and the lines of `.ndjson`.
#[derive(Serialize, Clone)]
pub(super) struct Found {
    pub(super) n: usize,
    /// The conditions, such as `3=5` and `7!=4`.
    pub(super) squares: Vec<String>,
    /// Q(N), where it is known.
    pub(super) of: Option<u64>,
    #[serde(flatten)]
    pub(super) count: Count,
    /// About how many have a queen on each square, by row, then by column, where that is not exact; `None` until
    /// nine tenths of the queens are on squares whose interval is within a tenth.
    pub(super) estimates: Option<Vec<Vec<f64>>>,
    /// The first matches, with their ranks where these are known; on large boards some completion, if one is found.
    pub(super) first: Vec<Match>,
    /// Whether this is the answer, and not progress.
    pub(super) done: bool,
    pub(super) micros: u64,
}

/// How many solutions match, as far as it is known. An exact number and an estimate have different fields.
#[derive(Serialize, Clone)]
#[serde(untagged)]
pub(super) enum Count {
    Exact {
        /// Always true.
        exact: bool,
        solutions: u64,
        /// How many have a queen on each square, by row, then by column; `None` where the board is too large.
        counts: Option<Vec<Vec<u64>>>,
    },
    Estimate {
        /// Always false.
        exact: bool,
        /// Matches found so far.
        at_least: u64,
        /// `None` as long as nothing honest can be said, together with the next three.
        estimate: Option<f64>,
        standard_error: Option<f64>,
        /// The interval of 95 % confidence.
        low: Option<f64>,
        high: Option<f64>,
        /// The share of the count that is done, 0 to 1; `None` where it never ends.
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
    /// `None` where nobody can count it.
    pub(super) rank: Option<u64>,
    pub(super) queens: Vec<u32>,
}
