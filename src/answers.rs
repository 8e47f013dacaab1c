//! Results as JSON and CSV, as the explorer prints them, with the fields of the command line.

use crate::combinatorics::{Orbit, OrbitId, Origin, Rank, Solution, Subgroup, Symmetry};
use crate::database::Tier;
use serde::Serialize;
use std::fmt::Display;

/// A solution with its rank.
#[derive(Debug, Serialize, Clone)]
pub struct RankedSolutionJson {
    /// Board size.
    pub n: usize,
    /// `None` if it was not requested, or is unknown.
    pub rank: Option<u64>,
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

    /// A line of CSV; an unknown rank is empty.
    pub fn csv(rank: Option<u64>, queens: impl Display) -> String {
        format!("{},{queens}", rank.map(|rank| rank.to_string()).unwrap_or_default())
    }

    /// A solution on a board of this tier.
    pub fn new(rank: Option<Rank>, solution: &Solution, tier: Tier) -> Self {
        RankedSolutionJson {
            n: solution.n().get(),
            rank: rank.map(Rank::get),
            queens: solution.queens().collect(),
            permutation_index: solution.index().to_string(),
            tier,
        }
    }
}

/// An orbit with all members.
#[derive(Debug, Serialize)]
pub struct OrbitJson {
    /// Board size.
    pub n: usize,
    /// `None` if it was not requested, or takes a long search.
    pub orbit_id: Option<u64>,
    /// The canonical representative.
    pub queens: Vec<u8>,
    /// The number of its boards.
    pub size: usize,
    /// The symmetries that leave it unchanged.
    pub stabilizer: Subgroup,
    /// Its boards.
    pub members: Vec<MemberJson>,
}

/// A member of an orbit, as the image of the canonical representative by a symmetry.
#[derive(Debug, Serialize)]
pub struct MemberJson {
    /// `None` if it was not requested, or takes a long search.
    pub rank: Option<u64>,
    /// The row of the queen in each column.
    pub queens: Vec<u8>,
    /// The symmetry that makes it of the given solution.
    pub symmetry: Symmetry,
}

impl OrbitJson {
    /// An orbit whose members have these ranks, in the order of [`Orbit::members`].
    pub fn new(orbit: &Orbit, id: Option<OrbitId>, ranks: Vec<Option<Rank>>) -> Self {
        let members = orbit.members().iter().zip(ranks);
        OrbitJson {
            n: orbit.canonical().n().get(),
            orbit_id: id.map(OrbitId::get),
            queens: orbit.canonical().queens().collect(),
            size: orbit.size(),
            stabilizer: orbit.stabilizer(),
            members: members
                .map(|((symmetry, member), rank)| MemberJson::new(*symmetry, member, rank))
                .collect(),
        }
    }
}

impl MemberJson {
    /// The caption of a picture with this origin.
    pub fn caption(&self, origin: Origin) -> String {
        let rank = self.rank.map(|rank| format!(", rank {rank}")).unwrap_or_default();
        format!("{}{rank}", self.symmetry.description(origin))
    }

    /// The image of a canonical representative by a symmetry.
    pub fn new(symmetry: Symmetry, member: &Solution, rank: Option<Rank>) -> Self {
        MemberJson { rank: rank.map(Rank::get), queens: member.queens().collect(), symmetry }
    }
}
