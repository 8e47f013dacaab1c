//! The searched tier: answers by lexicographic search, with nothing stored.

use super::error::{Result, SearchError};
use super::walk::{Goal, Walk, fraction_before};
use crate::combinatorics::{
    BoardSize, Canonical, KnownCounts, OrbitId, Permutation, Rank, Solution, known_counts,
};
use crate::watch::Watch;
use std::sync::Arc;

/// The share of all permutations that holds about half of the representatives, and of the work to
/// find them (N = 12 … 15): they crowd where the first queen is near its corner.
const HALF_OF_THE_REPRESENTATIVES: f64 = 0.16;

/// A step of a [`Walk`] to a further representative, up or down.
type NextRepresentative = fn(&mut SharedWalk) -> Result<Option<Canonical>>;

/// A walk that shares its watch, and so borrows nothing.
pub(crate) type SharedWalk = Walk<Arc<dyn Watch>>;

/// The searched tier: nothing is kept, every answer is a lexicographic search with early exit.
///
/// An attacked prefix of k queens skips (N − k)! permutations at once (Gupta, section IV, made
/// fast). Where Q(N) is known, a search comes from the nearer end of the first half: from the first
/// permutation, or by complement from the middle.
#[derive(Clone)]
pub(crate) struct Searched {
    n: BoardSize,
    known: Option<KnownCounts>,
    watch: Arc<dyn Watch>,
    /// Whether tables would give the answers without these searches.
    without_tables: bool,
}

impl Searched {
    /// A board without tables.
    pub(crate) fn new(n: BoardSize, watch: Arc<dyn Watch>) -> Self {
        Searched { n, known: known_counts(n), watch, without_tables: true }
    }

    /// A board whose tables tell where to search.
    pub(crate) fn beside_tables(n: BoardSize, watch: Arc<dyn Watch>) -> Self {
        Searched { without_tables: false, ..Self::new(n, watch) }
    }

    /// ⌈Q(N)/2⌉, where it is known.
    fn half(&self) -> Option<u64> {
        self.known.map(|known| known.solutions.div_ceil(2))
    }

    /// The solution of a rank in the first half (any rank where Q(N) is not known).
    pub(crate) fn unrank(&self, rank: Rank) -> Result<Solution> {
        let rank = rank.get();
        match self.half() {
            Some(half) if half - rank < rank => {
                let steps = half - rank;
                Ok(self.nth(self.second_half(), steps)?.complement())
            }
            _ => self.nth(self.all_solutions(), rank - 1),
        }
    }

    fn nth(&self, walk: SharedWalk, skip: u64) -> Result<Solution> {
        let mut walk = walk.towards(Goal::Found(skip + 1));
        for _ in 0..skip {
            walk.next_solution()?;
        }
        walk.next_solution()?.ok_or(SearchError::NoAnswer { n: self.n })
    }

    /// The rank of a solution of the first half (of any solution where Q(N) is not known).
    pub(crate) fn rank(&self, solution: &Solution) -> Result<Rank> {
        let place = fraction_before(solution.rows());
        let passed = match self.half() {
            Some(half) if place > 0.25 => {
                let target = solution.complement();
                let steps = self.steps_to(self.second_half(), &target, 0.5)?;
                half - 1 - steps
            }
            _ => self.steps_to(self.all_solutions(), solution, 0.0)?,
        };
        Ok(Rank::new(passed + 1)?)
    }

    /// Solutions that the walk passes before it comes to `target`.
    fn steps_to(&self, walk: SharedWalk, target: &Solution, from: f64) -> Result<u64> {
        let to = fraction_before(target.rows());
        let mut walk = walk.towards(Goal::Place { from, to });
        let mut steps = 0;
        while let Some(solution) = walk.next_solution()? {
            if solution == *target {
                return Ok(steps);
            }
            steps += 1;
        }
        Err(SearchError::NoAnswer { n: self.n })
    }

    fn second_half(&self) -> SharedWalk {
        self.all_solutions().starting_at(&Permutation::middle(self.n))
    }

    /// The orbit id of a canonical representative.
    pub(crate) fn orbit_id(&self, canonical: &Canonical) -> Result<OrbitId> {
        let place = fraction_before(canonical.rows());
        let id = match self.known {
            Some(known) if place > HALF_OF_THE_REPRESENTATIVES => {
                let walk = self.all_representatives_down();
                let goal = Goal::Place { from: 0.5, to: 1.0 - place };
                let steps = self.steps_to_representative(
                    walk.towards(goal),
                    canonical,
                    Walk::next_representative_down,
                )?;
                known.orbits() - steps
            }
            _ => {
                let walk = self.all_representatives();
                let goal = Goal::Place { from: 0.0, to: place };
                self.steps_to_representative(
                    walk.towards(goal),
                    canonical,
                    Walk::next_representative,
                )? + 1
            }
        };
        Ok(OrbitId::new(id)?)
    }

    /// Representatives that the walk passes before it comes to `target`.
    fn steps_to_representative(
        &self,
        mut walk: SharedWalk,
        target: &Canonical,
        next: NextRepresentative,
    ) -> Result<u64> {
        let mut steps = 0;
        while let Some(canonical) = next(&mut walk)? {
            if canonical == *target {
                return Ok(steps);
            }
            steps += 1;
        }
        Err(SearchError::NoAnswer { n: self.n })
    }

    /// The canonical representative with this orbit id.
    pub(crate) fn representative(&self, id: OrbitId) -> Result<Canonical> {
        let id = id.get();
        let (mut walk, next, steps): (_, NextRepresentative, _) = match self.known {
            Some(known) if known.orbits() - id < id => (
                self.all_representatives_down(),
                Walk::next_representative_down,
                known.orbits() - id + 1,
            ),
            _ => (self.all_representatives(), Walk::next_representative, id),
        };
        walk = walk.towards(Goal::Found(steps));
        for _ in 1..steps {
            next(&mut walk)?;
        }
        next(&mut walk)?.ok_or(SearchError::NoAnswer { n: self.n })
    }

    /// A walk through all solutions.
    pub(crate) fn all_solutions(&self) -> SharedWalk {
        Walk::new(self.n, Arc::clone(&self.watch)).without_tables(self.without_tables)
    }

    /// A walk through all canonical representatives.
    pub(crate) fn all_representatives(&self) -> SharedWalk {
        let walk = Walk::representatives(self.n, Arc::clone(&self.watch));
        walk.without_tables(self.without_tables)
    }

    /// A walk through all canonical representatives in descending order.
    fn all_representatives_down(&self) -> SharedWalk {
        self.representatives_down(&Permutation::middle(self.n))
    }

    /// A walk through the canonical representatives in descending order, from this one on.
    pub(crate) fn representatives_down_from(&self, from: &Canonical) -> SharedWalk {
        self.representatives_down(&from.complement())
    }

    fn representatives_down(&self, start: &Permutation) -> SharedWalk {
        let walk = Walk::representatives_down(start, Arc::clone(&self.watch));
        walk.without_tables(self.without_tables)
    }
}
