use super::Watch;
use super::walk::{Goal, Walk, fraction_before};
use crate::combinatorics::{
    BoardSize, Canonical, KnownCounts, OrbitId, Permutation, Rank, Solution, known_counts,
};
use crate::error::{Error, Result};

/// The share of all permutations that holds about half of the representatives, and of the work to
/// find them (N = 12 … 15): they crowd where the first queen is near its corner.
const HALF_OF_THE_REPRESENTATIVES: f64 = 0.16;

/// A step of a [`Walk`] to a further representative, up or down.
type NextRepresentative<'w> = fn(&mut Walk<'w>) -> Result<Option<Canonical>>;

/// The searched tier: nothing is kept, every answer is a lexicographic search with early exit.
///
/// An attacked prefix of k queens skips (N − k)! permutations at once (Gupta, section IV, made
/// fast). Where Q(N) is known, a search comes from the nearer end of the first half: from the first
/// permutation, or by complement from the middle.
#[derive(Clone, Copy)]
pub(crate) struct Searched<'w> {
    n: BoardSize,
    known: Option<KnownCounts>,
    watch: &'w dyn Watch,
    /// Whether tables would spare the searches.
    tables: bool,
}

impl<'w> Searched<'w> {
    /// A board without tables.
    pub(crate) fn new(n: BoardSize, watch: &'w dyn Watch) -> Self {
        Searched { n, known: known_counts(n), watch, tables: true }
    }

    /// A board whose tables tell where to search.
    pub(crate) fn beside_tables(n: BoardSize, watch: &'w dyn Watch) -> Self {
        Searched { tables: false, ..Self::new(n, watch) }
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

    fn nth(&self, walk: Walk<'w>, skip: u64) -> Result<Solution> {
        let mut walk = walk.towards(Goal::Found(skip + 1));
        for _ in 0..skip {
            walk.next_solution()?;
        }
        walk.next_solution()?.ok_or(Error::SearchEnded { n: self.n })
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
        Rank::new(passed + 1).map_err(Error::from)
    }

    /// Solutions that the walk passes before it comes to `target`.
    fn steps_to(&self, walk: Walk<'w>, target: &Solution, from: f64) -> Result<u64> {
        let to = fraction_before(target.rows());
        let mut walk = walk.towards(Goal::Place { from, to });
        let mut steps = 0;
        while let Some(solution) = walk.next_solution()? {
            if solution == *target {
                return Ok(steps);
            }
            steps += 1;
        }
        Err(Error::SearchEnded { n: self.n })
    }

    fn second_half(&self) -> Walk<'w> {
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
        mut walk: Walk<'w>,
        target: &Canonical,
        next: NextRepresentative<'w>,
    ) -> Result<u64> {
        let mut steps = 0;
        while let Some(canonical) = next(&mut walk)? {
            if canonical == *target {
                return Ok(steps);
            }
            steps += 1;
        }
        Err(Error::SearchEnded { n: self.n })
    }

    /// The canonical representative with this orbit id.
    pub(crate) fn representative(&self, id: OrbitId) -> Result<Canonical> {
        let id = id.get();
        let (mut walk, next, steps): (_, NextRepresentative<'w>, _) = match self.known {
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
        next(&mut walk)?.ok_or(Error::SearchEnded { n: self.n })
    }

    /// A walk through all solutions.
    pub(crate) fn all_solutions(&self) -> Walk<'w> {
        Walk::new(self.n, self.watch).spared_by_tables(self.tables)
    }

    /// A walk through all canonical representatives.
    pub(crate) fn all_representatives(&self) -> Walk<'w> {
        Walk::representatives(self.n, self.watch).spared_by_tables(self.tables)
    }

    /// The same, the last one first.
    fn all_representatives_down(&self) -> Walk<'w> {
        Walk::representatives_down(self.n, self.watch).spared_by_tables(self.tables)
    }
}
