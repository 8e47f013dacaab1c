//! Counts the solutions that match a pattern. `heatmap` counts them by square, `walk` finds them.

use super::bitboard::Bitboard;
use super::branches::{Branches, VECTORS, cheapest_image};
use super::counting::Counter;
use super::crew::on_all_cores;
use super::error::{Result, SearchError};
use super::kernel::{AllowedCounter, Kernel};
use super::queen_set::QueenSet;
use crate::combinatorics::{BoardSize, Pattern};
use crate::watch::Watch;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Counts the solutions that match a pattern, on all cores for 5 ≤ N ≤ 32, on one core beyond.
pub fn count_matching(pattern: &Pattern, watch: &dyn Watch) -> Result<u64> {
    let Some(pattern) = pattern.reduced() else { return Ok(0) };
    if VECTORS.contains(&pattern.n().get()) {
        return count_by_vectors(&cheapest_image(&pattern), watch);
    }
    count_by_squares(&pattern, watch).map(|(count, _)| count)
}

/// Whether any solution matches a pattern; `None` outside 5 ≤ N ≤ 32, and once `more` returns false, which is called before
/// each step of up to a thousand boards. One thread; 1 MiB.
pub fn has_match(pattern: &Pattern, more: &mut dyn FnMut() -> bool) -> Option<bool> {
    if !VECTORS.contains(&pattern.n().get()) {
        return None;
    }
    let Some(pattern) = pattern.reduced() else { return Some(false) };
    let allowed: Vec<u32> =
        cheapest_image(&pattern).rows().iter().map(|&rows| rows as u32).collect();
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

/// A queue of branches for threads to count.
pub(super) struct Tasks {
    n: BoardSize,
    pub(super) branches: Branches,
    /// Branches claimed by the threads.
    taken: AtomicUsize,
}

impl Tasks {
    /// The search for the matches of a pattern, 5 ≤ N ≤ 32.
    pub(super) fn new(pattern: &Pattern) -> Self {
        let branches = Branches::new(pattern, 64 * TASK);
        Tasks { n: pattern.n(), branches, taken: AtomicUsize::new(0) }
    }

    /// Calls `work` on every core, or just once for small searches. `work` counts the branches that [`Tasks::take`]
    /// returns, until there are no more or its argument returns false; it calls the argument with the number of
    /// solutions found since the last call. Fails if the watch stops the count.
    pub(super) fn run(
        &self,
        watch: &dyn Watch,
        work: impl Fn(&mut dyn FnMut(u64) -> bool) -> Option<()> + Sync,
    ) -> Result<()> {
        if self.branches.depth() == 0 {
            let mut counter = Counter::new(self.n, watch, None);
            return work(&mut |new| counter.add(new)).ok_or_else(|| counter.stopped());
        }
        let all = self.branches.len().max(1) as f64;
        let fraction = |_| Some(self.taken.load(Relaxed) as f64 / all).filter(|share| *share < 1.0);
        on_all_cores(self.n, watch, fraction, |more| _ = work(more)).map_err(SearchError::stopped)
    }

    /// The next branches to count; `None` if all are claimed.
    pub(super) fn take(&self) -> Option<Range<usize>> {
        let begin = self.taken.fetch_add(TASK, Relaxed);
        let end = self.branches.len().min(begin + TASK);
        (begin < end).then_some(begin..end)
    }
}

/// The number of solutions that match a pattern, 5 ≤ N ≤ 32.
fn count_by_vectors(pattern: &Pattern, watch: &dyn Watch) -> Result<u64> {
    let (tasks, sum) = (Tasks::new(pattern), AtomicU64::new(0));
    let branches = &tasks.branches;
    tasks.run(watch, |more| {
        let mut counter = AllowedCounter::new(Kernel::best(), branches.allowed(), branches.depth());
        while let Some(task) = tasks.take() {
            let boards: Vec<_> = task.map(|branch| branches.board(branch)).collect();
            sum.fetch_add(counter.count(&boards, more)?, Relaxed);
        }
        Some(())
    })?;
    Ok(sum.into_inner())
}

/// The number of solutions that match a reduced pattern, in total and with a queen on each square (at
/// column · N + row). For sizes that the vector search does not support. One thread.
pub(super) fn count_by_squares(pattern: &Pattern, watch: &dyn Watch) -> Result<(u64, Vec<u64>)> {
    let n = pattern.n().get();
    let mut counter = Counter::new(pattern.n(), watch, None);
    let more = &mut |new| counter.add(new);
    let squares = vec![0; n * n];
    let mut search =
        CompletionSearch { allowed: pattern.rows(), squares, found: 0, steps: 0, more };
    match search.count(QueenSet::empty(n)) {
        Some(count) => Ok((count, search.squares)),
        None => Err(counter.stopped()),
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
        if queens.empty_columns() == 0 {
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
        let mut columns = queens.empty_columns();
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
