//! Solutions that match a pattern, counted.

use super::counting::Counter;
use super::error::Result;
use super::kernel::{Kernel, count_allowed_while};
use super::queen_set::QueenSet;
use crate::combinatorics::{Pattern, Symmetry};
use crate::watch::Watch;

/// The boards of the vector search.
const VECTORS: std::ops::RangeInclusive<usize> = 5..=32;

/// The number of solutions that match a pattern, counted now. One thread.
pub fn count_matching(pattern: &Pattern, watch: &dyn Watch) -> Result<u64> {
    let mut counter = Counter::new(pattern.n(), watch, None);
    let count = count_matching_while(pattern, &mut |came| counter.add(came));
    count.ok_or_else(|| counter.stopped())
}

/// The same, as long as `more` says so; it is asked all the time and told how many further solutions were
/// found.
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
    let mut completions = Completions { allowed: pattern.rows(), found: 0, steps: 0, more };
    completions.count(QueenSet::empty(pattern.rows().len()))
}

/// The image of a pattern whose columns leave the fewest boards to a search from the first one on, as far
/// as the numbers of their rows tell. A pattern and its images match equally many solutions.
fn cheapest_image(pattern: &Pattern) -> Pattern {
    let images = Symmetry::ALL.map(|symmetry| pattern.image(symmetry));
    let boards = |image: &Pattern| {
        let columns = (1..).zip(image.rows().iter().rev());
        columns
            .map(|(weight, rows)| f64::from(weight) * f64::from(rows.count_ones()).ln())
            .sum::<f64>()
    };
    let [first, rest @ ..] = images;
    rest.into_iter().fold(
        first,
        |best, image| {
            if boards(&image) < boards(&best) { image } else { best }
        },
    )
}

/// A search that goes on with the column that has the fewest safe rows: for boards where much is given.
struct Completions<'a> {
    allowed: &'a [u64],
    found: u64,
    steps: u64,
    more: &'a mut dyn FnMut(u64) -> bool,
}

/// Steps between two looks of the watch.
const STEPS: u64 = 64;

impl Completions<'_> {
    /// Solutions that have these queens; none when the search was ended.
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

    /// The column with the fewest safe rows, and those; the first one without any.
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
