//! Finds ranks of searched boards by counting whole subtrees with the vector search, where a walk from solution to
//! solution would take long.
//!
//! The solutions below the prefixes of the first half are counted in order, from its beginning or from its end, until
//! the subtree with the result is reached. The same is repeated below it with longer prefixes, and the last few hundred
//! solutions are walked through. Counts of the first stage are cached, so later lookups count only beyond them.

use super::counting::Counter;
use super::depth_first::DepthFirstSearch;
use super::error::{Result, SearchError};
use super::kernel::{Kernel, count_prefixes_while};
use super::prefixes::{Prefix, extensions, first_half_prefixes};
use crate::combinatorics::{BoardSize, Solution};
use crate::sync::lock;
use crate::watch::Watch;
use std::sync::{Arc, Mutex};

/// Queens of the prefixes of the first stage.
const FIRST: usize = 3;

/// Queens that each further stage adds.
const MORE: usize = 2;

/// The maximum number of solutions of a subtree that is walked through.
const WALKED: u64 = 512;

/// Prefixes counted at a time: a few percent of those of the first stage.
const AT_ONCE: usize = 32;

/// The end of the first half from which solutions are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    /// Upwards from the first solution.
    Start,
    /// Downwards from the last solution of the half.
    Middle,
}

/// The subtrees of the first half of a board. Clones share cached counts.
#[derive(Clone)]
pub(super) struct Subtrees {
    n: BoardSize,
    counted: Arc<Mutex<Counted>>,
}

/// Solutions below the prefixes of the first stage, from either end, as far as they are counted.
#[derive(Default)]
struct Counted {
    from_start: Vec<u64>,
    from_middle: Vec<u64>,
}

impl Subtrees {
    /// The subtrees of a board, 8 ≤ N ≤ 32. Nothing is counted yet.
    pub(super) fn new(n: BoardSize) -> Self {
        Subtrees { n, counted: Arc::default() }
    }

    /// The solution of the first half with `passed` others between it and the end, which must exist. Progress is
    /// reported against `passed` solutions.
    pub(super) fn solution(
        &self,
        from: From,
        mut passed: u64,
        watch: &dyn Watch,
    ) -> Result<Solution> {
        let mut counter = Counter::new(self.n, watch, Some(passed + 1));
        let mut prefixes = self.first_stage(from);
        let (mut place, mut below) = (0, 0);
        self.count_first(from, &prefixes, &mut counter, &mut |count| {
            let is_here = passed < count;
            (place, below) = if is_here { (place, count) } else { (place + 1, 0) };
            passed -= if is_here { 0 } else { count };
            !is_here
        })?;
        let missing = || SearchError::NoAnswer { n: self.n };
        let mut prefix = prefixes.get(place).cloned().ok_or_else(missing)?;
        while below > WALKED {
            prefixes = self.next_stage(from, &prefix);
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
            From::Middle => below - 1 - passed,
        };
        self.below(&prefix).nth(before as usize).ok_or_else(missing)
    }

    /// The number of solutions between a solution of the first half and the end. Progress is reported against
    /// `expected` solutions.
    pub(super) fn passed(
        &self,
        from: From,
        solution: &Solution,
        expected: u64,
        watch: &dyn Watch,
    ) -> Result<u64> {
        let mut counter = Counter::new(self.n, watch, Some(expected));
        let is_passed = |rows: &[u8]| match from {
            From::Start => *rows < solution.rows()[..rows.len()],
            From::Middle => *rows > solution.rows()[..rows.len()],
        };
        let mut prefixes = self.first_stage(from);
        prefixes.retain(|prefix| is_passed(prefix));
        let mut passed = 0;
        let mut left = prefixes.len();
        self.count_first(from, &prefixes, &mut counter, &mut |count| {
            passed += count;
            left -= 1;
            left > 0
        })?;
        let last = self.n.get().saturating_sub(LAST_QUEENS).max(FIRST);
        let mut depth = FIRST;
        while depth < last {
            prefixes = self.next_stage(from, &solution.rows()[..depth]);
            prefixes.retain(|prefix| is_passed(prefix));
            passed += self.count(&prefixes, &mut counter)?.iter().sum::<u64>();
            depth += MORE;
        }
        let nearby = self.below(&solution.rows()[..depth]);
        Ok(passed + nearby.filter(|other| is_passed(other.rows())).count() as u64)
    }

    /// The prefixes of the first stage, in the order in which they are passed.
    fn first_stage(&self, from: From) -> Vec<Prefix> {
        ordered(from, first_half_prefixes(self.n, FIRST))
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
            From::Middle => &mut self.from_middle,
        }
    }
}

fn ordered(from: From, mut ascending: Vec<Prefix>) -> Vec<Prefix> {
    if from == From::Middle {
        ascending.reverse();
    }
    ascending
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::solutions::Solutions;
    use crate::watch::NoWatch;

    /// From both ends, in an order in which some counts are cached and others are not.
    #[test]
    fn solutions_and_their_places_are_those_of_the_enumeration() {
        for n in [8, 9, 12, 13].map(|n| BoardSize::new(n).unwrap()) {
            let half: Vec<_> = Solutions::new(n).take_while(Solution::in_first_half).collect();
            let subtrees = Subtrees::new(n);
            let step = half.len() / 50 + 1;
            let places = (0..half.len()).step_by(step).rev().chain([0, half.len() - 1]);
            for place in places {
                let solution = half[place];
                let ends = [(From::Start, place), (From::Middle, half.len() - 1 - place)];
                for (from, passed) in ends.map(|(from, passed)| (from, passed as u64)) {
                    let found = subtrees.solution(from, passed, &NoWatch).unwrap();
                    assert_eq!(found, solution, "N = {n}, {from:?}, {passed}");
                    let counted = subtrees.passed(from, &solution, 1, &NoWatch).unwrap();
                    assert_eq!(counted, passed, "N = {n}, {from:?}, {solution}");
                }
            }
        }
    }
}
