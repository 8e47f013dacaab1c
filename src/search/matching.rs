//! Counting the solutions that match a pattern. Finding them is in `walk`.

use super::counting::Counter;
use super::error::Result;
use super::kernel::{Kernel, count_allowed_while};
use super::queen_set::QueenSet;
use crate::combinatorics::{Pattern, Symmetry};
use crate::watch::Watch;

/// The board sizes of the vector search.
const VECTORS: std::ops::RangeInclusive<usize> = 5..=32;

/// The number of solutions that match a pattern, counted on one thread.
pub fn count_matching(pattern: &Pattern, watch: &dyn Watch) -> Result<u64> {
    let mut counter = Counter::new(pattern.n(), watch, None);
    let count = count_matching_while(pattern, &mut |new| counter.add(new));
    count.ok_or_else(|| counter.stopped())
}

/// The number of solutions that match a pattern; `None` if `more` stops the count. It is called often,
/// with the number of new solutions since its last call, and returns false to stop.
pub(crate) fn count_matching_while(
    pattern: &Pattern,
    more: &mut dyn FnMut(u64) -> bool,
) -> Option<u64> {
    let Some(pattern) = pattern.reduced() else { return Some(0) };
    if VECTORS.contains(&pattern.n().get()) {
        let image = cheapest_image(&pattern);
        let allowed: Vec<u32> = image.rows().iter().map(|&rows| rows as u32).collect();
        return count_allowed_while(Kernel::best(), &allowed, more);
    }
    let mut search = CompletionSearch { allowed: pattern.rows(), found: 0, steps: 0, more };
    search.count(QueenSet::empty(pattern.rows().len()))
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
