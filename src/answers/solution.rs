//! A solution with its rank.

use super::queens;
use nqdb::{Rank, Solution, Tier};
use serde::Serialize;

#[derive(Serialize, Clone)]
pub(crate) struct RankedSolutionJson {
    pub(crate) n: usize,
    /// `None` where it was not asked for.
    pub(crate) rank: Option<u64>,
    pub(crate) queens: Vec<u8>,
    /// A string: from N = 21 on it needs more than 64 bits.
    pub(crate) permutation_index: String,
    pub(crate) tier: Tier,
}

impl RankedSolutionJson {
    pub(crate) fn new(rank: Option<Rank>, solution: &Solution, tier: Tier) -> Self {
        RankedSolutionJson {
            n: solution.n().get(),
            rank: rank.map(Rank::get),
            queens: queens(solution),
            permutation_index: solution.index().to_string(),
            tier,
        }
    }
}
