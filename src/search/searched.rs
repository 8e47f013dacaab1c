//! The searched tier: queries answered by lexicographic search, with nothing stored; and first solutions, of which those
//! that take a long time to prove are built in.

use super::bitboard::first_half_prefixes;
use super::error::{Result, SearchError};
use super::feasibility::Oracle;
use super::kernel::{Emitter, Kernel};
use super::runs::{Items, SolutionStream};
use super::walk::{Goal, SharedWalk, Walk};
use crate::combinatorics::{BoardSize, Conditions, Permutation, Solution, known_counts};
use crate::watch::{Tally, Watch};
use std::sync::{Arc, LazyLock};

/// Queens of the prefixes that divide a whole board into runs.
const RUN_QUEENS: usize = 2;

/// The searched tier of a board: every query is a lexicographic search with early exit, from the first solution on. It
/// serves boards too small for cells, the first solutions of boards without them, and sequences.
///
/// An attacked prefix of k queens skips (N − k)! permutations at once, whereas Gupta (section IV) tries them all.
pub(crate) struct Searched {
    n: BoardSize,
    watch: Arc<dyn Watch>,
    /// Whether the first solution is proved even if it is built in.
    is_proving: bool,
}

impl Searched {
    /// The searches of a board; `is_proving` proves its first solution even if it is built in.
    pub(crate) fn new(n: BoardSize, is_proving: bool, watch: Arc<dyn Watch>) -> Self {
        Searched { n, watch, is_proving }
    }

    pub(crate) fn item(&self, items: Items, number: u64) -> Result<Solution> {
        let mut walk = self.walk(items).towards(Goal::Found(number));
        for _ in 1..number {
            walk.pass(items)?;
        }
        self.answer(walk.next_item(items)?)
    }

    /// The numbers of many items, in one walk to the last of them; `None` if some are not among the first `most`.
    pub(crate) fn numbers(
        &self,
        items: Items,
        all: &[Solution],
        most: u64,
        goal: Goal,
    ) -> Result<Option<Vec<u64>>> {
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_unstable_by_key(|&place| all[place]);
        let mut walk = self.walk(items).towards(goal);
        let (mut numbers, mut number, mut current) = (vec![0; all.len()], 0, None);
        for place in order {
            if current != Some(all[place]) {
                let before = walk.count_before(items, &all[place], most - number)?;
                let Some(before) = before else { return Ok(None) };
                (number, current) = (number + before + 1, Some(all[place]));
            }
            numbers[place] = number;
        }
        Ok(Some(numbers))
    }

    /// Calls `each` with all solutions of the first half as words, in order, in runs, some without solutions. N ≤ 16.
    pub(crate) fn each_run(&self, mut each: impl FnMut(Vec<u64>)) -> Result<()> {
        let expected = known_counts(self.n).map(|known| known.solutions / 2);
        let mut tally = Tally::new(self.n.get(), &*self.watch, "solutions found", expected);
        let prefixes = first_half_prefixes(self.n, RUN_QUEENS);
        let queens = prefixes.first().map_or(0, |prefix| prefix.len());
        let mut emitter = Emitter::new(Kernel::best(), self.n.get(), queens);
        for place in 0..=prefixes.len() {
            let mut words = Vec::new();
            match prefixes.get(place) {
                // Searches only once there are many roots.
                Some(prefix) => emitter.below(prefix, &mut words),
                None => emitter.search(&mut words),
            }
            let found = words.len() as u64;
            each(words);
            if !tally.report(found) {
                return Err(tally.progress().into());
            }
        }
        Ok(())
    }

    /// The result of a walk. Fails if the walk ended, which no query of a board causes.
    fn answer<T>(&self, found: Option<T>) -> Result<T> {
        found.ok_or(SearchError::NoAnswer { n: self.n })
    }

    pub(crate) fn walk(&self, items: Items) -> SharedWalk {
        self.starting_at_first(Walk::new(self.n, items, Arc::clone(&self.watch)))
    }

    /// A walk through the solutions that match conditions, from this permutation on.
    pub(crate) fn matching(
        &self,
        conditions: &Conditions,
        start: Option<&Permutation>,
    ) -> SharedWalk {
        let walk = Walk::matching(conditions, Arc::clone(&self.watch));
        match start {
            Some(start) => walk.starting_at(start),
            None => self.starting_at_first(walk),
        }
    }

    /// Starts the walk at the first solution, if that is built in and need not be proved.
    fn starting_at_first(&self, walk: SharedWalk) -> SharedWalk {
        match known_first_solution(self.n).filter(|_| !self.is_proving) {
            Some(known) => walk.starting_at(&known.solution),
            None => walk,
        }
    }

    /// A walk through the items from this permutation on.
    pub(crate) fn walk_from(&self, items: Items, start: &Permutation) -> SharedWalk {
        Walk::new(self.n, items, Arc::clone(&self.watch)).starting_at(start)
    }

    /// A walk through the items from this permutation down; for representatives, it must be in the first half.
    pub(crate) fn walk_down_from(&self, items: Items, start: &Permutation) -> SharedWalk {
        Walk::descending(items, start, Arc::clone(&self.watch))
    }

    /// The items after a solution, many at a time; `None` for boards that the vector search does not support.
    pub(crate) fn runs_after(&self, items: Items, solution: &Solution) -> Option<SolutionStream> {
        SolutionStream::after(solution, items, Arc::clone(&self.watch))
    }
}

// ---- First solutions

/// The first solution of a board, with data on the search that proved it.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstSolution {
    /// The solution with rank 1.
    pub solution: Solution,
    /// The number of queens placed by the proof.
    pub nodes: u64,
    /// The duration of the proof in seconds, on two cores of a Zen 4 processor.
    pub seconds: f64,
}

/// Proved by `cargo bench --bench first`, with one run per line.
const PROVED: &str = include_str!("../../fixtures/first_solutions.csv");

/// The first solution of a board, if its proof takes more than a second and has been completed; otherwise `None`.
pub fn known_first_solution(n: BoardSize) -> Option<FirstSolution> {
    static KNOWN: LazyLock<Vec<FirstSolution>> =
        LazyLock::new(|| PROVED.lines().filter_map(parse).collect());
    KNOWN.iter().find(|known| known.solution.n() == n).cloned()
}

/// Parses a line of the file; `None` for comments and the header.
fn parse(line: &str) -> Option<FirstSolution> {
    let fields: Vec<&str> = line.split(',').collect();
    let [_, queens, nodes, seconds] = fields[..] else { return None };
    Some(FirstSolution {
        solution: queens.parse().ok()?,
        nodes: nodes.parse().ok()?,
        seconds: seconds.parse().ok()?,
    })
}

/// Proves the first solution of a board: for each column, that after the earlier queens no solution has a lower row.
/// Returns the solution and the number of queens placed in the columns that are searched with an oracle.
///
/// Cost: at most a second up to N = 35, for odd N up to 47, on two cores; see docs/first-solutions.md. Long proofs run on
/// all cores. Memory: 7 MB.
///
/// # Errors
/// [`SearchError::NoSolutions`] for N = 2 and 3; [`SearchError::Stopped`] by the watch.
pub fn prove_first_solution(n: BoardSize, watch: &dyn Watch) -> Result<(Solution, u64)> {
    let mut walk = Walk::new(n, Items::Solutions, watch);
    let solution = walk.next_solution()?.ok_or(SearchError::NoSolutions { n })?;
    Ok((solution, walk.oracle.as_deref().map_or(0, Oracle::nodes)))
}
