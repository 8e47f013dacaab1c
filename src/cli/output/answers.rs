//! The answers in all forms, JSON with the field names of the README.

use crate::cli::output::format::Found;
use nqdb::{Board, Canonical, OrbitId, Permutation, Rank, Solution, Tier};
use serde::Serialize;
use std::fmt::Display;

/// 1-based rows, a column each.
pub(crate) fn queens(permutation: &Permutation) -> Vec<u8> {
    permutation.queens().collect()
}

/// The rows of a picture.
pub(crate) fn rows(permutation: &Permutation) -> impl Iterator<Item = u32> {
    permutation.rows().iter().map(|&row| row.into())
}

/// A solution and its rank, where it is wanted.
pub(crate) struct AtRank<'a> {
    pub(crate) rank: Option<Rank>,
    pub(crate) solution: &'a Solution,
    /// How it was found.
    pub(crate) tier: Tier,
}

impl<'a> AtRank<'a> {
    /// The columns of CSV.
    pub(crate) const COLUMNS: &'static str = "rank,queens";

    pub(crate) fn new(board: &Board, rank: Rank, solution: &'a Solution) -> Self {
        AtRank { rank: Some(rank), solution, tier: board.tier() }
    }
}

impl Found for AtRank<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(self.solution)
    }

    fn queens(&self) -> impl Display {
        self.solution
    }

    fn caption(&self) -> impl Display {
        match self.rank {
            Some(rank) => format!("rank {rank}"),
            None => format!("N = {}", self.solution.n()),
        }
    }

    fn csv(&self) -> impl Display {
        let rank = self.rank.map(|rank| rank.to_string()).unwrap_or_default();
        format!("{rank},{}", self.solution)
    }

    fn json(&self) -> impl Serialize {
        RankedSolution {
            n: self.solution.n().get(),
            rank: self.rank.map(Rank::get),
            queens: queens(self.solution),
            permutation_index: self.solution.index().to_string(),
            tier: self.tier,
        }
    }
}

/// A canonical representative found at its orbit id.
pub(crate) struct AtOrbitId<'a> {
    pub(crate) board: &'a Board,
    pub(crate) id: OrbitId,
    pub(crate) canonical: &'a Canonical,
}

impl AtOrbitId<'_> {
    /// The columns of CSV.
    pub(crate) const COLUMNS: &'static str = "orbit_id,size,queens";
}

impl Found for AtOrbitId<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(self.canonical)
    }

    fn queens(&self) -> impl Display {
        self.canonical
    }

    fn caption(&self) -> impl Display {
        format!("orbit {}", self.id)
    }

    fn csv(&self) -> impl Display {
        format!("{},{},{}", self.id, self.canonical.orbit_size(), self.canonical)
    }

    fn json(&self) -> impl Serialize {
        NumberedOrbit::new(self.board, self.id, self.canonical)
    }
}

#[derive(Serialize)]
struct RankedSolution {
    n: usize,
    rank: Option<u64>,
    queens: Vec<u8>,
    /// A string: from N = 21 the numbers need more than 64 bits.
    permutation_index: String,
    tier: Tier,
}

/// An orbit by its id.
#[derive(Serialize)]
pub(crate) struct NumberedOrbit {
    n: usize,
    orbit_id: u64,
    size: usize,
    canonical: Vec<u8>,
    tier: Tier,
}

impl NumberedOrbit {
    pub(crate) fn new(board: &Board, id: OrbitId, canonical: &Canonical) -> Self {
        NumberedOrbit {
            n: board.n().get(),
            orbit_id: id.get(),
            size: canonical.orbit_size(),
            canonical: queens(canonical),
            tier: board.tier(),
        }
    }
}
