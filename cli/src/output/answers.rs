//! Solutions with ranks and orbits with ids, as text, CSV, captions and JSON.

use crate::output::format::Printable;
use nqdb::answers::{NumberedOrbitJson, RankedSolutionJson};
use nqdb::{Board, Canonical, OrbitId, Permutation, Rank, Solution, Tier};
use serde::Serialize;
use std::fmt::Display;

/// The row of the queen in each column, 0-based, as pictures take them.
pub(crate) fn rows(permutation: &Permutation) -> impl Iterator<Item = u32> {
    permutation.rows().iter().map(|&row| row.into())
}

/// A solution and its rank.
pub(crate) struct RankedSolution<'a> {
    /// `None` with `--no-ranks`.
    pub(crate) rank: Option<Rank>,
    /// The id of its orbit, with `--with-orbits`.
    pub(crate) orbit_id: Option<OrbitId>,
    pub(crate) solution: &'a Solution,
    /// Whether text and `binary` have the numbers before the queens.
    pub(crate) with_numbers: bool,
    pub(crate) tier: Tier,
}

impl<'a> RankedSolution<'a> {
    /// The header of CSV.
    pub(crate) const COLUMNS: &'static str = RankedSolutionJson::COLUMNS;
    /// The header of CSV with `--with-orbits`.
    pub(crate) const COLUMNS_WITH_ORBITS: &'static str = "rank,orbit_id,queens";

    pub(crate) fn new(board: &Board, rank: Rank, solution: &'a Solution) -> Self {
        let (rank, tier) = (Some(rank), board.tier());
        RankedSolution { rank, orbit_id: None, solution, with_numbers: false, tier }
    }
}

impl Printable for RankedSolution<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(self.solution)
    }

    fn queens(&self) -> impl Display {
        self.solution
    }

    fn numbers(&self) -> [Option<u64>; 2] {
        let rank = self.rank.filter(|_| self.with_numbers).map(Rank::get);
        let orbit_id = self.orbit_id.filter(|_| self.with_numbers).map(OrbitId::get);
        [rank, orbit_id]
    }

    fn caption(&self) -> impl Display {
        match (self.rank, self.orbit_id) {
            (Some(rank), Some(id)) => format!("rank {rank}, orbit {id}"),
            (Some(rank), None) => format!("rank {rank}"),
            (None, _) => format!("N = {}", self.solution.n()),
        }
    }

    fn csv(&self) -> impl Display {
        let (rank, orbit_id) = (self.rank.map(Rank::get), self.orbit_id.map(OrbitId::get));
        RankedSolutionJson::csv(rank, orbit_id, self.solution)
    }

    fn json(&self) -> impl Serialize {
        let orbit_id = self.orbit_id.map(OrbitId::get);
        RankedSolutionJson {
            orbit_id,
            ..RankedSolutionJson::new(self.rank, self.solution, self.tier)
        }
    }
}

/// An orbit, by its id and its canonical representative.
pub(crate) struct NumberedOrbit<'a> {
    pub(crate) board: &'a Board,
    /// `None` if it is unknown, or not printed.
    pub(crate) id: Option<OrbitId>,
    pub(crate) canonical: &'a Canonical,
    /// Whether text and `binary` have the id before the queens.
    pub(crate) with_numbers: bool,
}

impl NumberedOrbit<'_> {
    /// The header of CSV.
    pub(crate) const COLUMNS: &'static str = "orbit_id,size,stabilizer,queens";
}

impl Printable for NumberedOrbit<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(self.canonical)
    }

    fn queens(&self) -> impl Display {
        self.canonical
    }

    fn numbers(&self) -> [Option<u64>; 2] {
        [self.id.filter(|_| self.with_numbers).map(OrbitId::get), None]
    }

    fn caption(&self) -> impl Display {
        match self.id {
            Some(id) => format!("orbit {id}"),
            None => format!("N = {}", self.canonical.n()),
        }
    }

    fn csv(&self) -> impl Display {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        let (size, stabilizer) = (self.canonical.orbit_size(), self.canonical.stabilizer());
        format!("{id},{size},{stabilizer},{}", self.canonical)
    }

    fn json(&self) -> impl Serialize {
        NumberedOrbitJson::new(self.id, self.canonical, self.board.tier())
    }
}
