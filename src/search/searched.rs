//! The searched tier: queries answered by lexicographic search, with nothing stored.

use super::counting::Counter;
use super::depth_first::DepthFirstSearch;
use super::error::{Result, SearchError};
use super::first::known_first_solution;
use super::prefixes::first_half_prefixes;
use super::solution_run::SolutionRun;
use super::stream::{Items, SolutionStream};
use super::subtrees::Subtrees;
use super::walk::{Goal, SharedWalk, Walk, share_before};
use crate::combinatorics::{
    BoardSize, Canonical, Invalid, KnownCounts, OrbitId, Pattern, Permutation, Rank, Solution,
    known_counts,
};
use crate::watch::Watch;
use std::sync::Arc;

/// The first share of all permutations that contains about half of the representatives and of the work to find them
/// (N = 12 … 15). Most have their first queen near a corner.
const HALF_OF_THE_REPRESENTATIVES: f64 = 0.16;

/// The number of solutions up to which a walk is used instead of counting whole subtrees: about 20 milliseconds up to
/// N = 20, where the first subtrees are known, and more beyond, as the subtrees grow.
fn near(n: BoardSize) -> u64 {
    match n.get() {
        ..=20 => 1 << 12,
        n => 1 << (12 + 4 * (n - 17).min(10)),
    }
}

/// Queens of the prefixes that divide a whole board into runs.
const RUN_QUEENS: usize = 3;

/// A board with at most this many solutions is walked through in a few milliseconds.
const FEW: u64 = 1 << 15;

/// The searched tier of a board: every query is a lexicographic search with early exit.
///
/// If Q(N) is known, far ranks are reached subtree by subtree ([`Subtrees`]); otherwise solution by solution.
///
/// An attacked prefix of k queens skips (N − k)! permutations at once, whereas Gupta (section IV) tries them all. If
/// Q(N) is known, a search starts at the nearer end of the first half: upwards from the first permutation, or downwards
/// from the middle.
#[derive(Clone)]
pub(crate) struct Searched {
    n: BoardSize,
    known: Option<KnownCounts>,
    /// Counts whole subtrees to reach far ranks, if Q(N) is known.
    subtrees: Subtrees,
    watch: Arc<dyn Watch>,
    /// The first solution, if it is built in and need not be proved.
    first: Option<Solution>,
}

impl Searched {
    /// A board with only built-in knowledge.
    pub(crate) fn new(n: BoardSize, watch: Arc<dyn Watch>) -> Self {
        let first = known_first_solution(n).map(|known| known.solution);
        Searched { n, known: known_counts(n), subtrees: Subtrees::new(n), watch, first }
    }

    /// The same board under another watch. The two share the counts of earlier searches.
    pub(crate) fn watched_by(&self, watch: Arc<dyn Watch>) -> Self {
        Searched { watch, ..self.clone() }
    }

    /// The same board, but with its first solution proved by a search.
    pub(crate) fn proving(self) -> Self {
        Searched { first: None, ..self }
    }

    /// ⌈Q(N)/2⌉, if known.
    fn half(&self) -> Option<u64> {
        self.known.map(|known| known.solutions.div_ceil(2))
    }

    /// About the number of solutions that can be enumerated in the time of looking up a rank; `None` if that may take
    /// as long as enumerating all.
    pub(crate) fn lookup_cost(&self) -> Option<u64> {
        self.subtrees.lookup_cost()
    }

    /// The solution of a rank in the first half (of any rank if Q(N) is unknown).
    pub(crate) fn unrank(&self, rank: Rank) -> Result<Solution> {
        let rank = rank.get();
        let half = self.half();
        let (walk, passed) = match half {
            Some(half) if half - rank < rank => (self.solutions_down(), half - rank),
            _ => (self.all_solutions(), rank - 1),
        };
        if let Some(half) = half.filter(|_| passed > near(self.n)) {
            return self.subtrees.solution(rank - 1, half, &*self.watch);
        }
        let mut walk = walk.towards(Goal::Found(passed + 1));
        for _ in 0..passed {
            walk.pass_solution()?;
        }
        self.answer(walk.next_solution()?)
    }

    /// The rank of a solution of the first half (of any solution if Q(N) is unknown).
    pub(crate) fn rank(&self, solution: &Solution) -> Result<Rank> {
        let half = self.half();
        if let Some(half) = half.filter(|&half| 2 * half > FEW) {
            return Ok(Rank::new(self.subtrees.place(solution, half, &*self.watch)? + 1)?);
        }
        Ok(Rank::new(match half.filter(|_| share_before(solution.rows()) > 0.25) {
            Some(half) => {
                let mut walk = self.solutions_down().towards(Goal::down_to(solution));
                half - self.answer(walk.count_before(solution)?)?
            }
            None => {
                let mut walk = self.all_solutions().towards(Goal::up_to(solution));
                self.answer(walk.count_before(solution)?)? + 1
            }
        })?)
    }

    /// The first solution that begins with a prefix. Fails if there is none.
    pub(crate) fn first_with_prefix(&self, prefix: &[u8]) -> Result<Solution> {
        if prefix.len() == self.n.get() {
            return Ok(Solution::new(Permutation::new(prefix)?)?);
        }
        self.answer(DepthFirstSearch::below(self.n, prefix).solutions().next())
    }

    /// Calls `each` with runs of all solutions of the first half, in order. N ≤ 25.
    pub(crate) fn each_run(&self, each: &mut dyn FnMut(SolutionRun)) -> Result<()> {
        let expected = self.known.map(|known| known.solutions / 2);
        let mut counter = Counter::new(self.n, &*self.watch, expected);
        for prefix in first_half_prefixes(self.n, RUN_QUEENS) {
            let run = SolutionRun::below(self.n, &prefix);
            let found = run.len() as u64;
            each(run);
            if !counter.report(found) {
                return Err(counter.stopped());
            }
        }
        Ok(())
    }

    /// The canonical representative with this orbit id.
    pub(crate) fn representative(&self, id: OrbitId) -> Result<Canonical> {
        let id = id.get();
        let (walk, passed) = match self.known.map(|known| known.orbits()) {
            Some(last) if last - id < id => (self.representatives_down(), last - id),
            _ => (self.all_representatives(), id - 1),
        };
        let mut walk = walk.towards(Goal::Found(passed + 1));
        for _ in 0..passed {
            walk.next_representative()?;
        }
        self.answer(walk.next_representative()?)
    }

    /// The orbit id of a canonical representative.
    pub(crate) fn orbit_id(&self, canonical: &Canonical) -> Result<OrbitId> {
        let is_late = share_before(canonical.rows()) > HALF_OF_THE_REPRESENTATIVES;
        Ok(OrbitId::new(match self.known.filter(|_| is_late) {
            Some(known) => {
                let walk = self.representatives_down().towards(Goal::down_to(canonical));
                known.orbits() - self.representatives_before(canonical, walk)?
            }
            None => {
                let walk = self.all_representatives().towards(Goal::up_to(canonical));
                self.representatives_before(canonical, walk)? + 1
            }
        })?)
    }

    /// The orbit ids of many canonical representatives, in one walk to the last of them.
    pub(crate) fn orbit_ids(&self, representatives: &[Canonical]) -> Result<Vec<OrbitId>> {
        let mut order: Vec<usize> = (0..representatives.len()).collect();
        order.sort_unstable_by_key(|&place| representatives[place]);
        let Some(&last) = order.last() else { return Ok(Vec::new()) };
        let mut walk = self.all_representatives().towards(Goal::up_to(&representatives[last]));
        let mut ids = vec![OrbitId::FIRST; representatives.len()];
        let (mut passed, mut next) = (0, self.answer(walk.next_representative()?)?);
        for place in order {
            while next != representatives[place] {
                next = self.answer(walk.next_representative()?)?;
                passed += 1;
            }
            ids[place] = orbit_id(passed)?;
        }
        Ok(ids)
    }

    /// The number of representatives of a walk before `target`.
    fn representatives_before(&self, target: &Canonical, mut walk: SharedWalk) -> Result<u64> {
        let mut passed = 0;
        while self.answer(walk.next_representative()?)? != *target {
            passed += 1;
        }
        Ok(passed)
    }

    /// The result of a walk. Fails if the walk ended, which no query of a board causes.
    fn answer<T>(&self, found: Option<T>) -> Result<T> {
        found.ok_or(SearchError::NoAnswer { n: self.n })
    }

    /// A walk through all solutions.
    pub(crate) fn all_solutions(&self) -> SharedWalk {
        self.starting_at_first(Walk::new(self.n, Arc::clone(&self.watch)))
    }

    /// A walk through the solutions from this one on.
    pub(crate) fn solutions_from(&self, start: &Permutation) -> SharedWalk {
        Walk::new(self.n, Arc::clone(&self.watch)).starting_at(start)
    }

    /// A walk through the canonical representatives from this one on.
    pub(crate) fn representatives_from(&self, start: &Permutation) -> SharedWalk {
        Walk::representatives(self.n, Arc::clone(&self.watch)).starting_at(start)
    }

    /// A walk through the solutions that match a pattern.
    pub(crate) fn matching(&self, pattern: &Pattern) -> SharedWalk {
        self.starting_at_first(Walk::matching(pattern, Arc::clone(&self.watch)))
    }

    /// Starts the walk at the first solution, if that is known.
    fn starting_at_first(&self, walk: SharedWalk) -> SharedWalk {
        match &self.first {
            Some(first) => walk.starting_at(first),
            None => walk,
        }
    }

    /// A walk through the solutions from this one down.
    pub(crate) fn solutions_down_from(&self, start: &Permutation) -> SharedWalk {
        Walk::descending(start, Arc::clone(&self.watch))
    }

    /// A walk through the solutions of the first half in descending order.
    fn solutions_down(&self) -> SharedWalk {
        self.solutions_down_from(&Permutation::middle(self.n).complement())
    }

    /// A walk through all canonical representatives.
    pub(crate) fn all_representatives(&self) -> SharedWalk {
        self.starting_at_first(Walk::representatives(self.n, Arc::clone(&self.watch)))
    }

    /// A walk through the canonical representatives from this permutation of the first half down.
    pub(crate) fn representatives_down_from(&self, start: &Permutation) -> SharedWalk {
        Walk::descending_representatives(start, Arc::clone(&self.watch))
    }

    /// A walk through all canonical representatives in descending order.
    fn representatives_down(&self) -> SharedWalk {
        self.representatives_down_from(&Permutation::middle(self.n).complement())
    }

    /// The solutions after the given one, many at a time; `None` for boards that the vector search does not support.
    pub(crate) fn solutions_after(&self, solution: &Solution) -> Option<SolutionStream> {
        SolutionStream::after(solution, Items::Solutions, Arc::clone(&self.watch))
    }

    /// The canonical representatives after the given one, many at a time; `None` for boards that the vector search does
    /// not support.
    pub(crate) fn representatives_after(&self, canonical: &Canonical) -> Option<SolutionStream> {
        let watch = Arc::clone(&self.watch);
        SolutionStream::after(canonical, Items::Representatives, watch)
    }
}

/// The id of the orbit with this number of orbits before it.
fn orbit_id(before: u64) -> Result<OrbitId, Invalid> {
    OrbitId::new(before + 1)
}
