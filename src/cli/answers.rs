//! The answers as JSON, with the field names of the README.

use nqdb::{Board, Canonical, OrbitId, Permutation, Rank, Solution, Tier};
use serde::Serialize;

/// 1-based rows, a column each.
pub(super) fn queens(permutation: &Permutation) -> Vec<u8> {
    permutation.queens().collect()
}

/// A solution and its rank.
#[derive(Serialize)]
pub(super) struct RankedSolution {
    n: usize,
    rank: u64,
    queens: Vec<u8>,
    /// A string: from N = 21 the numbers need more than 64 bits.
    permutation_index: String,
    tier: Tier,
}

impl RankedSolution {
    pub(super) fn new(board: &Board<'_>, rank: Rank, solution: &Solution) -> Self {
        RankedSolution {
            n: board.n().get(),
            rank: rank.get(),
            queens: queens(solution),
            permutation_index: solution.index().to_string(),
            tier: board.tier(),
        }
    }
}

/// An orbit by its id.
#[derive(Serialize)]
pub(super) struct NumberedOrbit {
    n: usize,
    orbit_id: u64,
    size: usize,
    canonical: Vec<u8>,
    tier: Tier,
}

impl NumberedOrbit {
    pub(super) fn new(board: &Board<'_>, id: OrbitId, canonical: &Canonical) -> Self {
        NumberedOrbit {
            n: board.n().get(),
            orbit_id: id.get(),
            size: canonical.orbit_size(),
            canonical: queens(canonical),
            tier: board.tier(),
        }
    }
}
