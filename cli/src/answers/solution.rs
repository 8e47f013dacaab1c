//! A solution with its rank.

use super::queens;
use nqdb::{Rank, Solution, Tier};
use serde::Serialize;
use std::fmt::Display;

#[derive(Serialize, Clone)]
pub(crate) struct RankedSolutionJson {
    pub(crate) n: usize,
    /// `None` where it was not asked for.
    pub(crate) rank: Option<u64>,
    /// The id of its orbit, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) orbit_id: Option<u64>,
    pub(crate) queens: Vec<u8>,
    /// A string: from N = 21 on it needs more than 64 bits.
    pub(crate) permutation_index: String,
    pub(crate) tier: Tier,
}

impl RankedSolutionJson {
    /// The header of CSV.
    pub(crate) const COLUMNS: &str = "rank,queens";

    /// A line of CSV; the rank is empty where it was not asked for, and there is no orbit id.
    pub(crate) fn csv(rank: Option<u64>, orbit_id: Option<u64>, queens: impl Display) -> String {
        let rank = rank.map(|rank| rank.to_string()).unwrap_or_default();
        let orbit_id = orbit_id.map(|id| format!("{id},")).unwrap_or_default();
        format!("{rank},{orbit_id}{queens}")
    }

    pub(crate) fn new(rank: Option<Rank>, solution: &Solution, tier: Tier) -> Self {
        RankedSolutionJson {
            n: solution.n().get(),
            rank: rank.map(Rank::get),
            orbit_id: None,
            queens: queens(solution),
            permutation_index: solution.index().to_string(),
            tier,
        }
    }
}
