//! Counts of the solutions and orbits of a board, and of the solutions that match conditions. `heatmap` counts matches
//! by square, `walk` finds them.

use super::bitboard::{Bitboard, QueenSet, first_half_prefixes};
use super::branches::{Branches, VECTORS, cheapest_image};
use super::error::{Result, SearchError};
use super::kernel::{AllowedCounter, Census, Kernel, census_while, count_prefixes_while};
use super::runs::Items;
use super::walk::{Goal, Walk};
use crate::combinatorics::{BoardSize, Conditions, Permutation, known_counts};
use crate::watch::{Tally, Watch};
use crate::workers::{Tasks, shared_count};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The largest board of the vector search: its rows fit one lane.
const LAST_COUNTED: usize = 32;

/// The largest board of the vector census.
const LAST_CENSUS: usize = 29;

/// Counts the solutions, Q(N), by counting the first half. One thread; uses the fastest kernel of the processor for
/// N ≤ 32.
///
/// # Errors
/// [`SearchError::Stopped`] by the watch.
pub fn count_solutions(n: BoardSize, watch: &dyn Watch) -> Result<u64> {
    let half = if n.get() <= LAST_COUNTED {
        let expected = known_counts(n).map(|known| known.solutions);
        let mut tally = Tally::new(n.get(), watch, "solutions found", expected);
        let prefixes = first_half_prefixes(n, 3);
        let more = &mut |new| tally.add(2 * new);
        let counts = count_prefixes_while(Kernel::best(), n.get(), &prefixes, more);
        counts.ok_or_else(|| SearchError::from(tally.progress()))?.iter().sum()
    } else {
        let mut walk = Walk::new(n, Items::Solutions, watch).starting_at(&Permutation::middle(n));
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
///
/// # Errors
/// [`SearchError::Stopped`] by the watch.
pub fn take_census(n: BoardSize, watch: &dyn Watch) -> Result<Census> {
    if n.get() <= LAST_CENSUS {
        let expected = known_counts(n).map(|known| known.orbits());
        let mut tally = Tally::new(n.get(), watch, "orbits found", expected);
        let census = census_while(Kernel::best(), n.get(), &mut |new| tally.add(new));
        return census.ok_or_else(|| SearchError::from(tally.progress()));
    }
    let mut walk =
        Walk::new(n, Items::Representatives, watch).towards(Goal::Share { from: 0.0, to: 0.5 });
    let mut census = Census::default();
    while let Some(canonical) = walk.next_representative()? {
        census.by_size[canonical.orbit_size().trailing_zeros() as usize ^ 3] += 1;
    }
    Ok(census)
}

// ---- matches of conditions

/// Counts the solutions that match conditions, on all cores for 5 ≤ N ≤ 32, on one core beyond.
///
/// # Errors
/// [`SearchError::Stopped`] by the watch.
pub fn count_matching(conditions: &Conditions, watch: &dyn Watch) -> Result<u64> {
    let Some(conditions) = conditions.reduced() else { return Ok(0) };
    if VECTORS.contains(&conditions.n().get()) {
        return count_by_vectors(&cheapest_image(&conditions), watch);
    }
    count_by_squares(&conditions, watch).map(|(count, _)| count)
}

/// Whether any solution matches conditions; `None` outside 5 ≤ N ≤ 32, and once `more` returns false, which is called
/// before each step of up to a thousand boards. One thread; 1 MiB.
pub fn has_match(conditions: &Conditions, more: &mut dyn FnMut() -> bool) -> Option<bool> {
    if !VECTORS.contains(&conditions.n().get()) {
        return None;
    }
    let Some(conditions) = conditions.reduced() else { return Some(false) };
    let allowed: Vec<u32> =
        cheapest_image(&conditions).rows().iter().map(|&rows| rows as u32).collect();
    let mut counter = AllowedCounter::new(Kernel::best(), &allowed, 0);
    let mut is_found = false;
    let count = counter.count(&[Bitboard::empty(allowed.len())], &mut |new| {
        is_found |= new > 0;
        !is_found && more()
    });
    if is_found { Some(true) } else { count.map(|count| count > 0) }
}

/// Branches per task: about a hundredth of the work if a whole column is free.
const TASK: usize = 32;

/// The branches of a search, for threads to count.
pub(super) struct CountingTasks {
    n: BoardSize,
    pub(super) branches: Branches,
    tasks: Tasks,
}

impl CountingTasks {
    /// The search for the matches of conditions, 5 ≤ N ≤ 32.
    pub(super) fn new(conditions: &Conditions) -> Self {
        let branches = Branches::new(conditions, 64 * TASK);
        CountingTasks { n: conditions.n(), tasks: Tasks::new(branches.len(), TASK), branches }
    }

    /// Calls `work` on every core, or just once for small searches. `work` counts the branches that
    /// [`CountingTasks::claim`] returns, until there are no more or its argument returns false; it calls the argument
    /// with the number of solutions found since the last call. Fails if the watch stops the count.
    pub(super) fn run(
        &self,
        watch: &dyn Watch,
        work: impl Fn(&mut dyn FnMut(u64) -> bool) -> Option<()> + Sync,
    ) -> Result<()> {
        if self.branches.depth == 0 {
            let mut tally = Tally::new(self.n.get(), watch, "solutions found", None);
            return work(&mut |new| tally.add(new))
                .ok_or_else(|| SearchError::from(tally.progress()));
        }
        let fraction = |_| self.tasks.claimed();
        shared_count(self.n, watch, fraction, |_, more| _ = work(more)).map_err(SearchError::from)
    }

    /// The next branches to count; `None` if all are claimed.
    pub(super) fn claim(&self) -> Option<Range<usize>> {
        self.tasks.claim()
    }
}

/// The number of solutions that match conditions, 5 ≤ N ≤ 32.
fn count_by_vectors(conditions: &Conditions, watch: &dyn Watch) -> Result<u64> {
    let (tasks, sum) = (CountingTasks::new(conditions), AtomicU64::new(0));
    let branches = &tasks.branches;
    tasks.run(watch, |more| {
        let mut counter = AllowedCounter::new(Kernel::best(), &branches.allowed, branches.depth);
        while let Some(task) = tasks.claim() {
            let boards: Vec<_> = task.map(|branch| branches.board(branch)).collect();
            sum.fetch_add(counter.count(&boards, more)?, Relaxed);
        }
        Some(())
    })?;
    Ok(sum.into_inner())
}

/// The number of solutions that match reduced conditions, in total and with a queen on each square (at
/// column · N + row). For sizes that the vector search does not support. One thread.
pub(super) fn count_by_squares(
    conditions: &Conditions,
    watch: &dyn Watch,
) -> Result<(u64, Vec<u64>)> {
    let n = conditions.n().get();
    let mut tally = Tally::new(n, watch, "solutions found", None);
    let more = &mut |new| tally.add(new);
    let squares = vec![0; n * n];
    let mut search =
        CompletionSearch { allowed: conditions.rows(), squares, found: 0, steps: 0, more };
    match search.count(QueenSet::empty(n)) {
        Some(count) => Ok((count, search.squares)),
        None => Err(tally.progress().into()),
    }
}

/// A depth-first search that always takes the column with the fewest safe rows, for sizes that the vector search does
/// not support.
struct CompletionSearch<'a> {
    allowed: &'a [u64],
    /// Solutions with a queen on each square, at column · N + row.
    squares: Vec<u64>,
    found: u64,
    steps: u64,
    more: &'a mut dyn FnMut(u64) -> bool,
}

/// Steps between calls of `more`.
const STEPS: u64 = 64;

impl CompletionSearch<'_> {
    /// The number of solutions with these queens; `None` if `more` stops the count.
    fn count(&mut self, queens: QueenSet) -> Option<u64> {
        if queens.empty_columns == 0 {
            self.found += 1;
            return Some(1);
        }
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) && !(self.more)(std::mem::take(&mut self.found)) {
            return None;
        }
        let (column, mut rows) = self.narrowest(&queens);
        let mut count = 0;
        while rows != 0 {
            let row = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            let below = self.count(queens.with(column, row))?;
            self.squares[column * self.allowed.len() + row] += below;
            count += below;
        }
        Some(count)
    }

    /// The first column with the fewest safe rows, and these rows.
    fn narrowest(&self, queens: &QueenSet) -> (usize, u64) {
        let (mut narrowest, mut fewest) = ((0, 0), u32::MAX);
        let mut columns = queens.empty_columns;
        while columns != 0 && fewest > 0 {
            let column = columns.trailing_zeros() as usize;
            columns &= columns - 1;
            let safe = self.allowed[column] & queens.safe_rows(column);
            if safe.count_ones() < fewest {
                (narrowest, fewest) = ((column, safe), safe.count_ones());
            }
        }
        narrowest
    }
}
