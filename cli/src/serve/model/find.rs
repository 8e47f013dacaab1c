//! The solutions that match a pattern, and how many there are: `/8/find/3=5,7!=4`.

use serde::Serialize;

/// `/8/find/SQUARES.json`, and the lines of `.ndjson`.
#[derive(Serialize, Clone)]
pub(crate) struct Found {
    pub(crate) n: usize,
    /// The conditions, such as `3=5` and `7!=4`.
    pub(crate) squares: Vec<String>,
    /// Q(N), where it is known.
    pub(crate) of: Option<u64>,
    #[serde(flatten)]
    pub(crate) count: Count,
    /// About how many have a queen on each square, by row, then by column, where that is not exact; `None` until
    /// nine tenths of the queens are on squares whose interval is within a tenth.
    pub(crate) estimates: Option<Vec<Vec<f64>>>,
    /// The first matches, with their ranks where these are known; on large boards some completion, if one is found.
    pub(crate) first: Vec<Match>,
    /// Whether this is the answer, and not progress.
    pub(crate) done: bool,
    pub(crate) micros: u64,
}

/// How many solutions match, as far as it is known. An exact number and an estimate have different fields.
#[derive(Serialize, Clone)]
#[serde(untagged)]
pub(crate) enum Count {
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
    pub(crate) fn exact(solutions: u64, counts: Option<Vec<Vec<u64>>>) -> Self {
        Count::Exact { exact: true, solutions, counts }
    }
}

/// A solution that matches.
#[derive(Serialize, Clone)]
pub(crate) struct Match {
    /// `None` where nobody can count it.
    pub(crate) rank: Option<u64>,
    pub(crate) queens: Vec<u32>,
}
