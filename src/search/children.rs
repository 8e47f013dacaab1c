//! Counts, with the vector search, the solutions that begin with each extension of a prefix by one queen.

use super::bitboard::{Bitboard, each_row};
use super::counting::Counter;
use super::crew::on_all_cores;
use super::error::{Result, SearchError};
use super::kernel::{Kernel, count_prefixes_while};
use super::prefixes::{Prefix, extensions};
use crate::combinatorics::BoardSize;
use crate::watch::Watch;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The number of solutions from which several threads count.
const MANY: f64 = 1e6;

/// Prefixes that a thread counts at a time.
const TASK: usize = 32;

/// The safe rows of the column after an attack-free prefix, 0-based and ascending.
pub(crate) fn next_rows(n: BoardSize, prefix: &[u8]) -> Vec<u8> {
    let board = Bitboard::<u64>::with_queens(n.get(), prefix);
    let safe = if prefix.len() < n.get() { board.map_or(0, Bitboard::safe) } else { 0 };
    each_row(safe).map(|row| row.trailing_zeros() as u8).collect()
}

/// The approximate share of all solutions that begin with a prefix, 0 to 1; all safe rows of a column count equally.
pub(crate) fn share_of_prefix(n: BoardSize, prefix: &[u8]) -> f64 {
    let rows = (0..prefix.len()).map(|column| next_rows(n, &prefix[..column]).len());
    rows.map(|rows| 1.0 / rows as f64).product()
}

/// The number of solutions that begin with the prefix and each of these rows, about `expected` in total. N ≤ 32.
pub(crate) fn count_children(
    n: BoardSize,
    prefix: &[u8],
    rows: &[u8],
    expected: f64,
    watch: &dyn Watch,
) -> Result<Vec<u64>> {
    let children: Vec<Prefix> = rows.iter().map(|&row| [prefix, &[row]].concat()).collect();
    if expected < MANY {
        let mut counter = Counter::new(n, watch, Some(expected.max(1.0) as u64));
        let more = &mut |new| counter.add(new);
        let counts = count_prefixes_while(Kernel::best(), n.get(), &children, more);
        return counts.ok_or_else(|| counter.stopped());
    }
    let below = |place: usize| {
        let child = &children[place];
        let grandchildren = extensions(n.get(), child, child.len() + 2);
        grandchildren.into_iter().map(move |prefix| (place, prefix))
    };
    let (places, prefixes) = (0..children.len()).flat_map(below).unzip();
    let counts = rows.iter().map(|_| AtomicU64::new(0)).collect();
    let count = ChildCount { n, places, prefixes, taken: AtomicUsize::new(0), counts };
    count.run(expected, watch)
}

/// A count shared by threads.
struct ChildCount {
    n: BoardSize,
    /// For each prefix, the index of the child that it is below.
    places: Vec<usize>,
    prefixes: Vec<Prefix>,
    /// Prefixes claimed by the threads.
    taken: AtomicUsize,
    /// Solutions below each child.
    counts: Vec<AtomicU64>,
}

impl ChildCount {
    fn run(self, expected: f64, watch: &dyn Watch) -> Result<Vec<u64>> {
        // `expected` may be too small.
        let fraction = |found| Some((found as f64 / expected).min(0.999));
        on_all_cores(self.n, watch, fraction, |more| _ = self.count(more))
            .map_err(SearchError::stopped)?;
        Ok(self.counts.into_iter().map(AtomicU64::into_inner).collect())
    }

    /// Counts below prefixes until all are claimed; `None` if the watch stopped the count.
    fn count(&self, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        loop {
            let begin = self.taken.fetch_add(TASK, Relaxed);
            let Some(prefixes) = self.prefixes.chunks(TASK).nth(begin / TASK) else {
                return Some(());
            };
            let counts = count_prefixes_while(Kernel::best(), self.n.get(), prefixes, more)?;
            for (&place, count) in self.places[begin..].iter().zip(counts) {
                self.counts[place].fetch_add(count, Relaxed);
            }
        }
    }
}
