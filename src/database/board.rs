//! One board: picks the tier that answers, and folds the second half of the ranks onto the first.

use crate::combinatorics::{
    BoardSize, Canonical, Orbit, OrbitId, PermutationIndex, Rank, Solution, known_counts,
};
use crate::error::{Error, Result};
use crate::search::Searched;
#[cfg(feature = "sqlite")]
use crate::store::Trace;
use crate::store::{BuildTier, Near, StoredBoard};
use crate::watch::Watch;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// How a board is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Tier {
    /// The database file holds its solutions.
    Stored,
    /// The database file holds the number of solutions and orbits below each prefix of a few queens. An
    /// answer searches the few thousand solutions around it.
    Indexed,
    /// The database holds nothing: an answer is a search.
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

/// The solutions and orbits of one board size, on one tier.
///
/// A handle: cheap to clone, owned, shared by threads. Backends know the first half of the ranks; complement
/// reverses the order, so the second half follows from rank(Cmpl p) = Q(N) + 1 − rank(p).
#[derive(Clone)]
pub struct Board {
    n: BoardSize,
    totals: Option<(u64, u64)>,
    pub(super) backend: Backend,
    pub(super) watch: Arc<dyn Watch>,
}

/// What answers for the first half of the ranks.
#[derive(Clone)]
pub(super) enum Backend {
    Stored(StoredBoard),
    /// The index finds one solution; its neighbours are searched from there.
    Indexed(StoredBoard, Searched),
    Searched(Searched),
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board").field("n", &self.n).field("tier", &self.tier()).finish()
    }
}

impl Board {
    /// A board that the file holds.
    pub(super) fn stored(n: BoardSize, stored: StoredBoard, watch: Arc<dyn Watch>) -> Self {
        let totals = Some((stored.solution_count(), stored.orbit_count()));
        let backend = match stored.tier() {
            BuildTier::Stored => Backend::Stored(stored),
            BuildTier::Indexed => {
                Backend::Indexed(stored, Searched::beside_tables(n, Arc::clone(&watch)))
            }
        };
        Board { n, totals, backend, watch }
    }

    /// A board without tables.
    pub(super) fn searched(n: BoardSize, searched: Searched, watch: Arc<dyn Watch>) -> Self {
        let totals = known_counts(n).map(|known| (known.solutions, known.orbits()));
        Board { n, totals, backend: Backend::Searched(searched), watch }
    }

    /// This board, with searches that report to another watch.
    pub fn watched_by(&self, watch: impl Watch + 'static) -> Self {
        let watch: Arc<dyn Watch> = Arc::new(watch);
        match &self.backend {
            Backend::Stored(stored) | Backend::Indexed(stored, _) => {
                Board::stored(self.n, stored.watched_by(&watch), watch)
            }
            Backend::Searched(searched) => {
                Board::searched(self.n, searched.watched_by(Arc::clone(&watch)), watch)
            }
        }
    }

    /// This board without the first solutions that come with nqdb ([`known_first_solution`]): where the board is
    /// searched, the first solution is proved again.
    ///
    /// [`known_first_solution`]: crate::known_first_solution
    pub fn proving(&self) -> Self {
        let backend = match &self.backend {
            Backend::Searched(searched) => Backend::Searched(searched.clone().proving()),
            other => other.clone(),
        };
        Board { backend, ..self.clone() }
    }

    /// Board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// How this board is answered.
    pub fn tier(&self) -> Tier {
        match self.backend {
            Backend::Stored(_) => Tier::Stored,
            Backend::Indexed(..) => Tier::Indexed,
            Backend::Searched(_) => Tier::Searched,
        }
    }

    /// Q(N), the number of solutions; an error where nobody knows it (N > 27).
    pub fn solution_count(&self) -> Result<u64> {
        self.totals.map(|(solutions, _)| solutions).ok_or(Error::UnknownCount { n: self.n })
    }

    /// F(N), the number of orbits; an error where nobody knows it (N > 27).
    pub fn orbit_count(&self) -> Result<u64> {
        self.totals.map(|(_, orbits)| orbits).ok_or(Error::UnknownOrbitCount { n: self.n })
    }

    /// XXH3-128 of the content of the tables, as 32 hexadecimal digits; `None` without tables. Two boards with the
    /// same digest give the same answers.
    pub fn digest(&self) -> Option<String> {
        let digest = match &self.backend {
            Backend::Stored(stored) | Backend::Indexed(stored, _) => stored.digest(),
            Backend::Searched(_) => None,
        };
        digest.map(|digest| format!("{digest:032x}"))
    }

    /// The solution of a rank. Stored and indexed: one block. Searched: up to a quarter of the search tree
    /// where Q(N) is known.
    pub fn unrank(&self, rank: Rank) -> Result<Solution> {
        self.unrank_near(rank, &mut Near::default())
    }

    /// The solution of a rank, which may be among those that were decoded last.
    pub(super) fn unrank_near(&self, rank: Rank, near: &mut Near) -> Result<Solution> {
        let (rank, mirrored) = self.fold(rank)?;
        let solution = match &self.backend {
            Backend::Stored(stored) | Backend::Indexed(stored, _) => stored.solution(rank, near)?,
            Backend::Searched(searched) => searched.unrank(rank)?,
        };
        Ok(if mirrored { solution.complement() } else { solution })
    }

    /// The rank of a solution. Cost: as [`Board::unrank`]. Where nobody knows Q(N), only the ranks of the first
    /// solutions can be counted; the others are an error ([`Error::RankOutOfReach`]).
    pub fn rank(&self, solution: &Solution) -> Result<Rank> {
        self.rank_near(solution, &mut Near::default())
    }

    /// The rank of a solution, which may be among those that were decoded last.
    pub(super) fn rank_near(&self, solution: &Solution, near: &mut Near) -> Result<Rank> {
        self.check_size(solution)?;
        match self.totals.filter(|_| !solution.in_first_half()) {
            Some((count, _)) => {
                let rank = self.half_rank(&solution.complement(), near)?;
                Ok(Rank::new(count + 1 - rank.get())?)
            }
            None => self.half_rank(solution, near),
        }
    }

    /// The rank of a solution of the first half, or of any solution where Q(N) is not known.
    fn half_rank(&self, solution: &Solution, near: &mut Near) -> Result<Rank> {
        Ok(match &self.backend {
            Backend::Stored(stored) | Backend::Indexed(stored, _) => stored.rank(solution, near)?,
            Backend::Searched(searched) => {
                self.check_reach(solution)?;
                searched.rank(solution)?
            }
        })
    }

    /// The ranks of the members of an orbit, in the order of [`Orbit::members`]. Half as many look-ups as members, each
    /// as [`Board::rank`]: where Q(N) is known, the rank of a member's complement follows from its own.
    ///
    /// ```
    /// use nqdb::{BoardSize, Database, OrbitId};
    ///
    /// let board = Database::without_file().board(BoardSize::new(8)?)?;
    /// let ranks = board.member_ranks(&board.orbit(OrbitId::new(10)?)?)?;
    /// assert_eq!(ranks.iter().map(|rank| rank.get()).collect::<Vec<_>>(), [14, 55, 79, 38]);
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    pub fn member_ranks(&self, orbit: &Orbit) -> Result<Vec<Rank>> {
        let mut known = Vec::with_capacity(orbit.size());
        orbit.members().iter().map(|(_, member)| self.member_rank(member, &mut known)).collect()
    }

    /// The rank of a member of an orbit, from `known` ranks of others where its complement, or it itself, is among them;
    /// added to them.
    pub(crate) fn member_rank(
        &self,
        member: &Solution,
        known: &mut Vec<(Solution, Rank)>,
    ) -> Result<Rank> {
        let rank_of = |wanted: &Solution| known.iter().find(|(other, _)| other == wanted);
        if let Some((_, rank)) = rank_of(member) {
            return Ok(*rank);
        }
        let rank = match (rank_of(&member.complement()), self.totals) {
            (Some((_, rank)), Some((count, _))) => Rank::new(count + 1 - rank.get())?,
            _ => self.rank(member)?,
        };
        known.push((*member, rank));
        Ok(rank)
    }

    /// The id of the orbit of a solution. Stored and indexed: one block. Searched: up to half of the search
    /// for canonical representatives where F(N) is known; elsewhere only the first orbits have an id, as in
    /// [`Board::rank`].
    pub fn orbit_id(&self, solution: &Solution) -> Result<OrbitId> {
        self.check_size(solution)?;
        let canonical = Canonical::of(solution);
        Ok(match &self.backend {
            Backend::Stored(stored) | Backend::Indexed(stored, _) => stored.orbit_id(&canonical)?,
            Backend::Searched(searched) => {
                self.check_reach(&canonical)?;
                searched.orbit_id(&canonical)?
            }
        })
    }

    /// The orbit with this id, seen from its canonical representative. Cost: as
    /// [`Board::orbit_id`].
    pub fn orbit(&self, id: OrbitId) -> Result<Orbit> {
        self.representative(id).map(|canonical| Orbit::of(&canonical))
    }

    /// The canonical representative of the orbit with this id. Cost: as [`Board::orbit_id`].
    pub(super) fn representative(&self, id: OrbitId) -> Result<Canonical> {
        self.check_orbit_id(id)?;
        Ok(match &self.backend {
            Backend::Stored(stored) | Backend::Indexed(stored, _) => stored.representative(id)?,
            Backend::Searched(searched) => searched.representative(id)?,
        })
    }

    /// The index of the rank-th solution among all N! permutations: f(N, r) of Gupta, section IV.
    /// Cost: as [`Board::unrank`].
    pub fn permutation_index(&self, rank: Rank) -> Result<PermutationIndex> {
        Ok(self.unrank(rank)?.index())
    }

    /// The cell that an indexed board searches for this rank; `None` on the other tiers. Cost: as
    /// [`Board::unrank`].
    #[cfg(feature = "sqlite")]
    pub fn trace(&self, rank: Rank) -> Result<Option<Trace>> {
        let (rank, _) = self.fold(rank)?;
        match &self.backend {
            Backend::Indexed(stored, _) => Ok(stored.trace(rank)?),
            Backend::Stored(_) | Backend::Searched(_) => Ok(None),
        }
    }

    /// A search of the board.
    pub(super) fn searcher(&self) -> Searched {
        match &self.backend {
            Backend::Indexed(_, searched) | Backend::Searched(searched) => searched.clone(),
            Backend::Stored(_) => Searched::beside_tables(self.n, Arc::clone(&self.watch)),
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

    /// An error unless the board has this rank, or nobody knows how many it has.
    pub fn check_rank(&self, rank: Rank) -> Result<()> {
        self.fold(rank).map(|_| ())
    }

    /// An error unless the board has this orbit id, or nobody knows how many it has.
    pub fn check_orbit_id(&self, id: OrbitId) -> Result<()> {
        match self.totals {
            Some((0, _)) => Err(Error::NoSolutions { n: self.n }),
            Some((_, len)) if id.get() > len => {
                Err(Error::OrbitBeyondLast { n: self.n, len, id: id.get() })
            }
            _ => Ok(()),
        }
    }

    pub(super) fn check_size(&self, solution: &Solution) -> Result<()> {
        if solution.n() == self.n {
            return Ok(());
        }
        Err(Error::OtherBoard { board: self.n, solution: solution.n() })
    }
}
