//! Counts of all solutions and orbits of a board.

use super::error::{Result, SearchError};
use super::kernel::{Census, Kernel, census_while, count_prefixes_while};
use super::prefixes::first_half_prefixes;
use super::walk::{Goal, Walk};
use crate::combinatorics::{BoardSize, Permutation, known_counts};
use crate::watch::{Activity, Watch, Watched};

/// The largest board of the vector search: its rows fit one lane.
const LAST_COUNTED: usize = 32;

/// The largest board of the vector census.
const LAST_CENSUS: usize = 29;

/// Counts the solutions, Q(N), by counting the first half. One thread; uses the fastest kernel of the processor for
/// N ≤ 32.
pub fn count_solutions(n: BoardSize, watch: &dyn Watch) -> Result<u64> {
    let half = if n.get() <= LAST_COUNTED {
        let expected = known_counts(n).map(|known| known.solutions / 2);
        let mut counter = Counter::new(n, watch, expected);
        let prefixes = first_half_prefixes(n, 3);
        let more = &mut |new| counter.add(new);
        let counts = count_prefixes_while(Kernel::best(), n.get(), &prefixes, more);
        counts.ok_or_else(|| counter.stopped())?.iter().sum()
    } else {
        let mut walk = Walk::new(n, watch).starting_at(&Permutation::middle(n));
        walk = walk.towards(Goal::Share { from: 0.5, to: 1.0 });
        let mut count = 0u64;
        while walk.next_solution()?.is_some() {
            count += 1;
        }
        count
    };
    Ok(if n.get() == 1 { half } else { 2 * half })
}

/// Counts the orbits of each size. One thread; uses the fastest kernel of the processor and eightfold symmetry for
/// N ≤ 29.
pub fn take_census(n: BoardSize, watch: &dyn Watch) -> Result<Census> {
    if n.get() <= LAST_CENSUS {
        let expected = known_counts(n).map(|known| known.orbits());
        let mut counter = Counter::new(n, watch, expected);
        let census = census_while(Kernel::best(), n.get(), &mut |new| counter.add(new));
        return census.ok_or_else(|| counter.stopped());
    }
    let mut walk = Walk::representatives(n, watch).towards(Goal::Share { from: 0.0, to: 0.5 });
    let mut census = Census::default();
    while let Some(canonical) = walk.next_representative()? {
        census.by_size[canonical.orbit_size().trailing_zeros() as usize ^ 3] += 1;
    }
    Ok(census)
}

/// Blocks of boards between two ticks of the watch: a few milliseconds.
const BLOCKS: u64 = 256;

/// Counts the solutions that a vector search finds, under a watch.
pub(super) struct Counter<'w> {
    watched: Watched<&'w dyn Watch>,
    /// The approximate number of solutions, if known.
    expected: Option<u64>,
    found: u64,
    blocks: u64,
}

impl<'w> Counter<'w> {
    pub(super) fn new(n: BoardSize, watch: &'w dyn Watch, expected: Option<u64>) -> Self {
        let watched = Watched::new(watch, Activity::Searching, n.get() as u64, "solutions found");
        Counter { watched, expected, found: 0, blocks: 0 }
    }

    /// Adds the solutions of a block of boards; false if the watch stops the search.
    pub(super) fn add(&mut self, solutions: u64) -> bool {
        self.blocks += 1;
        if self.blocks.is_multiple_of(BLOCKS) {
            return self.report(solutions);
        }
        self.found += solutions;
        true
    }

    /// Adds the solutions of a few milliseconds of search, and ticks; false if the watch stops the search.
    pub(super) fn report(&mut self, solutions: u64) -> bool {
        self.found += solutions;
        self.watched.tick(self.found, self.fraction()).is_ok()
    }

    pub(super) fn stopped(&self) -> SearchError {
        SearchError::stopped(self.watched.progress(self.found, self.fraction()))
    }

    fn fraction(&self) -> Option<f64> {
        // The last step can find more than expected.
        self.expected.map(|expected| (self.found as f64 / expected as f64).min(0.999))
    }
}
