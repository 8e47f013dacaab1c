//! A solution with its rank.

use super::queens;
use nqdb::{Rank, Solution, Tier};
use serde::Serialize;
use std::fmt::Display;

/// A solution with its rank.
#[derive(Debug, Serialize, Clone)]
pub struct RankedSolutionJson {
    /// Board size.
    pub n: usize,
    /// `None` if it was not requested, or is unknown.
    pub rank: Option<u64>,
    /// The id of its orbit, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orbit_id: Option<u64>,
    /// The row of the queen in each column.
    pub queens: Vec<u8>,
    /// A string, because it exceeds 64 bits from N = 21 on.
    pub permutation_index: String,
    /// The tier of its board.
    pub tier: Tier,
}

impl RankedSolutionJson {
    /// The header of CSV.
    pub const COLUMNS: &str = "rank,queens";

    /// A line of CSV; an unknown rank is empty, an unknown orbit id is left out.
    pub fn csv(rank: Option<u64>, orbit_id: Option<u64>, queens: impl Display) -> String {
        let rank = rank.map(|rank| rank.to_string()).unwrap_or_default();
        let orbit_id = orbit_id.map(|id| format!("{id},")).unwrap_or_default();
        format!("{rank},{orbit_id}{queens}")
    }

    /// A solution on a board of this tier.
    pub fn new(rank: Option<Rank>, solution: &Solution, tier: Tier) -> Self {
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
