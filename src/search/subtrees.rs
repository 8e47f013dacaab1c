//! Finds ranks of searched boards by counting whole subtrees with the vector search, where a walk from solution to
//! solution would take long.
//!
//! For N = 14 to 20 the numbers of solutions below the prefixes of three queens are built in ([`KnownPrefixCounts`]), so the
//! prefix of the result is known at once. On other boards the solutions below these prefixes are counted in order, from
//! the nearer end of the first half, until the subtree with the result is reached; the counts are cached. The same is
//! repeated below it with longer prefixes, and the last few hundred solutions are walked through.

use super::counting::Counter;
use super::depth_first::DepthFirstSearch;
use super::error::{Result, SearchError};
use super::kernel::{Kernel, count_prefixes_while};
use super::known_prefix_counts::{KnownPrefixCounts, QUEENS};
use super::prefixes::{Prefix, extensions, first_half_prefixes};
use super::walk::share_before;
use crate::combinatorics::{BoardSize, Solution};
use crate::sync::lock;
use crate::watch::Watch;
use std::sync::{Arc, Mutex, OnceLock};

/// Queens that each further stage adds.
const MORE: usize = 2;

/// The maximum number of solutions of a subtree that is walked through.
const WALKED: u64 = 512;

/// Prefixes counted at a time: a few percent of those of the first stage.
const AT_ONCE: usize = 32;

/// The end of the first half, or of a subtree, from which solutions are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    /// Upwards from the first solution.
    Start,
    /// Downwards from the last solution.
    End,
}

/// The subtrees of the first half of a board. Clones share cached counts.
#[derive(Clone)]
pub(super) struct Subtrees {
    n: BoardSize,
    known: Arc<OnceLock<Option<KnownPrefixCounts>>>,
    counted: Arc<Mutex<Counted>>,
}

/// Solutions below the prefixes of the first stage, from either end, as far as they are counted.
#[derive(Default)]
struct Counted {
    from_start: Vec<u64>,
    from_end: Vec<u64>,
}

impl Subtrees {
    /// The subtrees of a board, 8 ≤ N ≤ 32. Nothing is counted yet.
    pub(super) fn new(n: BoardSize) -> Self {
        Subtrees { n, known: Arc::default(), counted: Arc::default() }
    }

    fn built_in(&self) -> Option<&KnownPrefixCounts> {
        self.known.get_or_init(|| KnownPrefixCounts::of(self.n)).as_ref()
    }

    /// About the number of solutions that can be enumerated in the time of a lookup; `None` if it is long.
    pub(super) fn lookup_cost(&self) -> Option<u64> {
        Some(self.built_in()?.mean() / 2)
    }

    /// The solution at this place of a first half of `half` solutions; the first is at place 0.
    pub(super) fn solution(&self, place: u64, half: u64, watch: &dyn Watch) -> Result<Solution> {
        let missing = || SearchError::NoAnswer { n: self.n };
        let known = self.built_in().map(|known| known.at(place).ok_or_else(missing)).transpose()?;
        let (start, end) =
            known.as_ref().map_or((0, half), |(_, places)| (places.start, places.end));
        let (from, mut passed) = if end - 1 - place < place - start {
            (From::End, end - 1 - place)
        } else {
            (From::Start, place - start)
        };
        let mut counter = Counter::new(self.n, watch, Some(passed + 1));
        let (mut prefix, mut below) = match known {
            Some((prefix, _)) => (prefix, end - start),
            None => self.first_subtree(from, &mut passed, &mut counter)?,
        };
        while below > WALKED {
            let prefixes = self.next_stage(from, &prefix);
            let counts = self.count(&prefixes, &mut counter)?;
            let found = prefixes.into_iter().zip(counts).find(|(_, count)| {
                let is_here = passed < *count;
                passed -= if is_here { 0 } else { *count };
                is_here
            });
            (prefix, below) = found.ok_or_else(missing)?;
        }
        let before = match from {
            From::Start => passed,
            From::End => below - 1 - passed,
        };
        self.below(&prefix).nth(before as usize).ok_or_else(missing)
    }

    /// The prefix of the first stage below which `passed` solutions are reached, and the number of solutions below it;
    /// `passed` becomes what is left to pass.
    fn first_subtree(
        &self,
        from: From,
        passed: &mut u64,
        counter: &mut Counter<'_>,
    ) -> Result<(Prefix, u64)> {
        let mut prefixes = self.first_stage(from);
        let (mut place, mut below) = (0, 0);
        self.count_first(from, &prefixes, counter, &mut |count| {
            let is_here = *passed < count;
            (place, below) = if is_here { (place, count) } else { (place + 1, 0) };
            *passed -= if is_here { 0 } else { count };
            !is_here
        })?;
        if place < prefixes.len() {
            Ok((prefixes.swap_remove(place), below))
        } else {
            Err(SearchError::NoAnswer { n: self.n })
        }
    }

    /// The place of a solution in a first half of `half` solutions, from 0.
    pub(super) fn place(&self, solution: &Solution, half: u64, watch: &dyn Watch) -> Result<u64> {
        let rows = solution.rows();
        let missing = || SearchError::NoAnswer { n: self.n };
        let known = self.built_in().map(|known| known.below(&rows[..QUEENS]).ok_or_else(missing));
        let known = known.transpose()?;
        // The share of the prefix, or of the half, that is before the solution.
        let parts = match known {
            Some(_) => (0..QUEENS).map(|queens| (self.n.get() - queens) as f64).product(),
            None => 2.0,
        };
        let share = (share_before(rows) * parts).fract();
        let places = known.clone().unwrap_or(0..half);
        let from = if share > 0.5 { From::End } else { From::Start };
        let expected = (places.end - places.start) as f64 * share.min(1.0 - share);
        let mut counter = Counter::new(self.n, watch, Some((expected as u64).max(1)));
        let is_passed = |rows: &[u8]| match from {
            From::Start => *rows < solution.rows()[..rows.len()],
            From::End => *rows > solution.rows()[..rows.len()],
        };
        let mut passed = 0;
        if known.is_none() {
            let mut prefixes = self.first_stage(from);
            prefixes.retain(|prefix| is_passed(prefix));
            let mut left = prefixes.len();
            self.count_first(from, &prefixes, &mut counter, &mut |count| {
                passed += count;
                left -= 1;
                left > 0
            })?;
        }
        let last = self.n.get().saturating_sub(LAST_QUEENS).max(QUEENS);
        let mut depth = QUEENS;
        while depth < last {
            let mut prefixes = self.next_stage(from, &solution.rows()[..depth]);
            prefixes.retain(|prefix| is_passed(prefix));
            passed += self.count(&prefixes, &mut counter)?.iter().sum::<u64>();
            depth += MORE;
        }
        let nearby = self.below(&solution.rows()[..depth]);
        passed += nearby.filter(|other| is_passed(other.rows())).count() as u64;
        Ok(match from {
            From::Start => places.start + passed,
            From::End => places.end - 1 - passed,
        })
    }

    /// The prefixes of the first stage, in the order in which they are passed.
    fn first_stage(&self, from: From) -> Vec<Prefix> {
        ordered(from, first_half_prefixes(self.n, QUEENS))
    }

    /// The prefixes of the next stage below a prefix.
    fn next_stage(&self, from: From, prefix: &[u8]) -> Vec<Prefix> {
        ordered(from, extensions(self.n.get(), prefix, prefix.len() + MORE))
    }

    /// Calls `goes_on` with the number of solutions below each prefix of the first stage until it returns false.
    fn count_first(
        &self,
        from: From,
        prefixes: &[Prefix],
        counter: &mut Counter<'_>,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<()> {
        let mut next = 0;
        while next < prefixes.len() {
            let mut known = self.known(from, next);
            if known.is_empty() {
                let end = prefixes.len().min(next + AT_ONCE);
                known = self.count(&prefixes[next..end], counter)?;
                self.keep(from, next, &known);
            }
            for &count in known.iter().take(prefixes.len() - next) {
                if !goes_on(count) {
                    return Ok(());
                }
            }
            next += known.len();
        }
        Ok(())
    }

    /// The cached counts of the first stage from this position on.
    fn known(&self, from: From, place: usize) -> Vec<u64> {
        lock(&self.counted).of(from).get(place..).unwrap_or_default().to_vec()
    }

    /// Caches counts of the first stage, unless another thread has.
    fn keep(&self, from: From, place: usize, counts: &[u64]) {
        let mut counted = lock(&self.counted);
        let kept = counted.of(from);
        if kept.len() == place {
            kept.extend(counts);
        }
    }

    fn count(&self, prefixes: &[Prefix], counter: &mut Counter<'_>) -> Result<Vec<u64>> {
        let more = &mut |new| counter.add(new);
        let counts = count_prefixes_while(Kernel::best(), self.n.get(), prefixes, more);
        counts.ok_or_else(|| counter.stopped())
    }

    /// The solutions that begin with a prefix, in lexicographic order.
    fn below(&self, prefix: &[u8]) -> impl Iterator<Item = Solution> + use<> {
        DepthFirstSearch::below(self.n, prefix).solutions()
    }
}

/// Queens below a prefix whose solutions are walked through: about ten solutions.
const LAST_QUEENS: usize = 10;

impl Counted {
    fn of(&mut self, from: From) -> &mut Vec<u64> {
        match from {
            From::Start => &mut self.from_start,
            From::End => &mut self.from_end,
        }
    }
}

fn ordered(from: From, mut ascending: Vec<Prefix>) -> Vec<Prefix> {
    if from == From::End {
        ascending.reverse();
    }
    ascending
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::solutions::Solutions;
    use crate::watch::NoWatch;

    /// In an order in which some counts are cached and others are not.
    #[test]
    fn solutions_and_their_places_are_those_of_the_enumeration() {
        for n in [8, 9, 12, 13, 14, 15].map(|n| BoardSize::new(n).unwrap()) {
            let half: Vec<_> = Solutions::new(n).take_while(Solution::in_first_half).collect();
            let subtrees = Subtrees::new(n);
            let step = half.len() / 50 + 1;
            let places = (0..half.len()).step_by(step).rev().chain([0, half.len() - 1]);
            for place in places {
                let solution = half[place];
                let count = half.len() as u64;
                let found = subtrees.solution(place as u64, count, &NoWatch).unwrap();
                assert_eq!(found, solution, "N = {n}, {place}");
                let found = subtrees.place(&solution, count, &NoWatch).unwrap();
                assert_eq!(found, place as u64, "N = {n}, {solution}");
            }
        }
    }
}
