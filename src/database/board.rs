use super::kept::Kept;
use super::ranges::{RankedRepresentatives, RankedSolutions};
use crate::combinatorics::{
    BoardSize, Canonical, Orbit, OrbitId, PermutationIndex, Rank, Solution, known_counts,
};
use crate::error::{Error, Result};
use crate::search::{Searched, Watch};
use crate::store::{BuildTier, Complete, Store};
use serde::Serialize;
use std::fmt;

/// How a board is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Tier {
    /// Its solutions are in the database file.
    Stored,
    /// The database file knows how many solutions and orbits begin with the first queens; the few
    /// thousand around the answer are searched.
    Indexed,
    /// Nothing is kept, it is searched.
    Searched,
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Tier::Stored => "stored",
            Tier::Indexed => "indexed",
            Tier::Searched => "searched",
        })
    }
}

/// How an indexed board answers a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Trace {
    /// The first rank of the block.
    pub block: u64,
    /// The cell in the block, from 1 on.
    pub cell: usize,
    /// How many solutions the cell holds: at most so many are searched again.
    pub solutions: u64,
}

/// The solutions and orbits of one board size, on one tier.
///
/// Tiers know the first half of the ranks; complement reverses the order, so the second half is
/// Q(N) + 1 − rank.
#[derive(Clone, Copy)]
pub struct Board<'d> {
    n: BoardSize,
    totals: Option<(u64, u64)>,
    pub(super) keeper: Keeper<'d>,
    pub(super) watch: &'d dyn Watch,
}

/// Who knows the first half.
#[derive(Clone, Copy)]
pub(super) enum Keeper<'d> {
    Stored(Kept<'d>),
    /// Runs of solutions are searched, from the first one on.
    Indexed(Kept<'d>, Searched<'d>),
    Searched(Searched<'d>),
}

impl<'d> Board<'d> {
    pub(super) fn kept(
        n: BoardSize,
        store: &'d Store,
        complete: Complete,
        watch: &'d dyn Watch,
    ) -> Self {
        let kept = Kept::new(n, store, complete.solutions, complete.orbits);
        let keeper = match complete.tier {
            BuildTier::Stored => Keeper::Stored(kept),
            BuildTier::Indexed => Keeper::Indexed(kept, Searched::beside_tables(n, watch)),
        };
        Board { n, totals: Some((complete.solutions, complete.orbits)), keeper, watch }
    }

    pub(super) fn searched(n: BoardSize, watch: &'d dyn Watch) -> Self {
        let totals = known_counts(n).map(|known| (known.solutions, known.orbits()));
        Board { n, totals, keeper: Keeper::Searched(Searched::new(n, watch)), watch }
    }

    /// Board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// How this board is answered.
    pub fn tier(&self) -> Tier {
        match self.keeper {
            Keeper::Stored(_) => Tier::Stored,
            Keeper::Indexed(..) => Tier::Indexed,
            Keeper::Searched(_) => Tier::Searched,
        }
    }

    /// Q(N), the number of solutions; an error where nobody knows it (N > 27).
    pub fn solution_count(&self) -> Result<u64> {
        self.totals.map(|(solutions, _)| solutions).ok_or(Error::UnknownCount { n: self.n })
    }

    /// F(N), the number of orbits; an error where nobody knows it (N > 27).
    pub fn orbit_count(&self) -> Result<u64> {
        self.totals.map(|(_, orbits)| orbits).ok_or(Error::UnknownCount { n: self.n })
    }

    /// The solution of a rank. Stored and indexed: one block. Searched: up to a quarter of the search tree where
    /// Q(N) is known.
    pub fn unrank(&self, rank: Rank) -> Result<Solution> {
        let (rank, mirrored) = self.fold(rank)?;
        let solution = match &self.keeper {
            Keeper::Stored(kept) | Keeper::Indexed(kept, _) => kept.unrank(rank)?,
            Keeper::Searched(searched) => searched.unrank(rank)?,
        };
        Ok(if mirrored { solution.complement() } else { solution })
    }

    /// The rank of a solution. Stored and indexed: one block. Searched: as [`Board::unrank`].
    pub fn rank(&self, solution: &Solution) -> Result<Rank> {
        self.check_size(solution)?;
        let mirrored = self.totals.filter(|_| !solution.in_first_half());
        let half_rank = |solution: &Solution| match &self.keeper {
            Keeper::Stored(kept) | Keeper::Indexed(kept, _) => kept.rank(solution),
            Keeper::Searched(searched) => searched.rank(solution),
        };
        match mirrored {
            Some((count, _)) => {
                let rank = half_rank(&solution.complement())?;
                Ok(Rank::new(count + 1 - rank.get())?)
            }
            None => half_rank(solution),
        }
    }

    /// The id of the orbit of a solution. Stored and indexed: one block. Searched: up to half of the search for
    /// canonical representatives where F(N) is known.
    pub fn orbit_id(&self, solution: &Solution) -> Result<OrbitId> {
        self.check_size(solution)?;
        let canonical = Canonical::of(solution);
        match &self.keeper {
            Keeper::Stored(kept) | Keeper::Indexed(kept, _) => kept.orbit_id(&canonical),
            Keeper::Searched(searched) => searched.orbit_id(&canonical),
        }
    }

    /// The orbit with this id, seen from its canonical representative. Cost: as
    /// [`Board::orbit_id`].
    pub fn orbit(&self, id: OrbitId) -> Result<Orbit> {
        self.check_orbit_id(id)?;
        let canonical = match &self.keeper {
            Keeper::Stored(kept) | Keeper::Indexed(kept, _) => kept.representative(id)?,
            Keeper::Searched(searched) => searched.representative(id)?,
        };
        Ok(Orbit::of(&canonical))
    }

    /// The index of the rank-th solution among all N! permutations: f(N, r) of Gupta (seed 003),
    /// section IV. Cost: as [`Board::unrank`].
    pub fn permutation_index(&self, rank: Rank) -> Result<PermutationIndex> {
        Ok(self.unrank(rank)?.index())
    }

    /// The solutions from a rank on, in order, with their ranks; constant memory. An error comes as
    /// the last item.
    pub fn solutions(&self, from: Rank) -> Result<RankedSolutions<'d>> {
        RankedSolutions::new(*self, from)
    }

    /// The canonical representatives from an orbit id on, in order, with their ids; memory: one
    /// block. An error comes as the last item.
    pub fn representatives(&self, from: OrbitId) -> Result<RankedRepresentatives<'d>> {
        RankedRepresentatives::new(*self, from)
    }

    /// Of an indexed board: what a look-up of this rank searches again. Cost: as [`Board::unrank`].
    pub fn trace(&self, rank: Rank) -> Result<Option<Trace>> {
        let (rank, _) = self.fold(rank)?;
        match &self.keeper {
            Keeper::Indexed(kept, _) => kept.trace(rank),
            Keeper::Stored(_) | Keeper::Searched(_) => Ok(None),
        }
    }

    /// The rank in the first half that answers for this one, and whether by complement.
    pub(super) fn fold(&self, rank: Rank) -> Result<(Rank, bool)> {
        let Some((count, _)) = self.totals else {
            return Ok((rank, false));
        };
        match rank.get() {
            _ if count == 0 => Err(Error::NoSolutions { n: self.n }),
            beyond if beyond > count => {
                Err(Error::RankBeyondLast { n: self.n, len: count, rank: beyond })
            }
            near if near <= count.div_ceil(2) => Ok((rank, false)),
            far => Ok((Rank::new(count + 1 - far)?, true)),
        }
    }

    /// An error that says why, unless the board has this rank (or nobody knows how many it has).
    pub fn check_rank(&self, rank: Rank) -> Result<()> {
        self.fold(rank).map(|_| ())
    }

    /// An error that says why, unless the board has this orbit id (or nobody knows how many it has).
    pub fn check_orbit_id(&self, id: OrbitId) -> Result<()> {
        match self.totals {
            Some((0, _)) => Err(Error::NoSolutions { n: self.n }),
            Some((_, len)) if id.get() > len => {
                Err(Error::OrbitBeyondLast { n: self.n, len, id: id.get() })
            }
            _ => Ok(()),
        }
    }

    fn check_size(&self, solution: &Solution) -> Result<()> {
        if solution.n() == self.n {
            return Ok(());
        }
        Err(Error::OtherBoard { board: self.n, solution: solution.n() })
    }
}
