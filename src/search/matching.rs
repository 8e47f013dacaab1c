//! Counting the solutions that match a pattern. Finding them is in `walk`.

use super::bitboard::{Bitboard, each_row};
use super::counting::Counter;
use super::crew::Crew;
use super::error::{Result, SearchError};
use super::kernel::{AllowedCounter, Kernel};
use super::queen_set::QueenSet;
use crate::combinatorics::{BoardSize, Pattern, Symmetry};
use crate::watch::Watch;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The board sizes of the vector search.
const VECTORS: std::ops::RangeInclusive<usize> = 5..=32;

/// The number of solutions that match a pattern, counted on all cores for 5 ≤ N ≤ 32, on one beyond.
pub fn count_matching(pattern: &Pattern, watch: &dyn Watch) -> Result<u64> {
    let Some(pattern) = pattern.reduced() else { return Ok(0) };
    if VECTORS.contains(&pattern.n().get()) {
        return Count::new(&cheapest_image(&pattern)).run(watch);
    }
    let mut counter = Counter::new(pattern.n(), watch, None);
    let more = &mut |new| counter.add(new);
    let mut search = CompletionSearch { allowed: pattern.rows(), found: 0, steps: 0, more };
    let count = search.count(QueenSet::empty(pattern.rows().len()));
    count.ok_or_else(|| counter.stopped())
}

/// Boards that are counted together: about a hundredth of the work, where a whole column is free.
const TASK: usize = 32;

/// The boards below which a thread counts, until it takes the next ones.
struct Count {
    n: BoardSize,
    allowed: Vec<u32>,
    /// Boards with queens in the first columns.
    boards: Vec<Bitboard<u32>>,
    depth: usize,
    /// Boards taken by the threads.
    taken: AtomicUsize,
    sum: AtomicU64,
}

impl Count {
    fn new(pattern: &Pattern) -> Self {
        let n = pattern.n();
        let allowed: Vec<u32> = pattern.rows().iter().map(|&rows| rows as u32).collect();
        let (mut boards, mut depth) = (vec![Bitboard::empty(n.get())], 0);
        while boards.len() < 64 * TASK && depth + 12 < n.get() && !boards.is_empty() {
            let rows = allowed[depth];
            let children = |board: Bitboard<u32>| {
                each_row(board.safe() & rows).map(move |row| board.with(row))
            };
            boards = boards.into_iter().flat_map(children).collect();
            depth += 1;
        }
        let (taken, sum) = Default::default();
        Count { n, allowed, boards, depth, taken, sum }
    }

    fn run(&self, watch: &dyn Watch) -> Result<u64> {
        if self.depth == 0 {
            // Too little for several threads.
            let mut counter = Counter::new(self.n, watch, None);
            self.count_tasks(&mut |new| counter.add(new)).ok_or_else(|| counter.stopped())?;
            return Ok(self.sum.load(Relaxed));
        }
        let all = self.boards.len().max(1) as f64;
        let fraction = |_| Some(self.taken.load(Relaxed) as f64 / all).filter(|share| *share < 1.0);
        let crew = Crew::new(self.n, watch, &fraction);
        crew.run(|| _ = self.count_tasks(&mut |new| crew.add(new)))
            .map_err(SearchError::stopped)?;
        Ok(self.sum.load(Relaxed))
    }

    /// Counts below boards until all are taken; `None` when the watch has stopped the count.
    fn count_tasks(&self, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        let mut counter = AllowedCounter::new(Kernel::best(), &self.allowed, self.depth);
        loop {
            let begin = self.taken.fetch_add(TASK, Relaxed);
            let Some(boards) = self.boards.chunks(TASK).nth(begin / TASK) else { return Some(()) };
            self.sum.fetch_add(counter.count(boards, more)?, Relaxed);
        }
    }
}

/// The image of a pattern that is probably the fastest to search column by column, judged by the number
/// of rows allowed in each column. All images of a pattern match equally many solutions.
pub(crate) fn cheapest_image(pattern: &Pattern) -> Pattern {
    let images = Symmetry::ALL.map(|symmetry| pattern.image(symmetry));
    let cost = |image: &Pattern| {
        let columns = (1..).zip(image.rows().iter().rev());
        columns
            .map(|(weight, rows)| f64::from(weight) * f64::from(rows.count_ones()).ln())
            .sum::<f64>()
    };
    let [first, rest @ ..] = images;
    rest.into_iter().fold(
        first,
        |best, image| {
            if cost(&image) < cost(&best) { image } else { best }
        },
    )
}

/// A depth-first search that always takes the column with the fewest safe rows, for sizes that the
/// vector search does not take.
struct CompletionSearch<'a> {
    allowed: &'a [u64],
    found: u64,
    steps: u64,
    more: &'a mut dyn FnMut(u64) -> bool,
}

/// Steps between two calls of `more`.
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
            count += self.count(queens.with(column, row))?;
        }
        Some(count)
    }

    /// The first column with the fewest safe rows, and those rows.
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
