//! Heat maps: the number of solutions with a queen on each square. Pictures of them are in
//! `crate::picture`.

use super::cell::cell_depth;
use super::error::{Result, SearchError};
use super::kernel::{
    Kernel, NumberedPrefixes, PrefixCounts, WorkUnit, count_units, next_prefix, work_units,
};
use super::matching::count_matching_while;
use crate::combinatorics::{BoardSize, Pattern, Symmetry, known_counts};
use crate::watch::{Activity, Watch, Watched};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The largest board of a [`Heatmap`].
pub const LAST_HEATMAP: u8 = 20;

/// The number of solutions with a queen on each square of a board.
///
/// Each row and each column sums to Q(N), and all eight symmetries of the square fix it.
///
/// ```
/// use nqdb::{BoardSize, Heatmap, NoWatch};
///
/// let heatmap = Heatmap::new(BoardSize::new(8)?, &NoWatch)?;
/// assert_eq!(heatmap.rows().next(), Some(&[4, 8, 16, 18, 18, 16, 8, 4][..]));
/// # Ok::<(), nqdb::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heatmap {
    n: BoardSize,
    /// By row, then by column.
    counts: Vec<u64>,
}

impl Heatmap {
    /// Computes the heat map on all cores. An error for N > [`LAST_HEATMAP`].
    ///
    /// The squares of the first columns are counted together, from the canonical representatives
    /// ([`count_units`]), and their images with them. Each class of the other squares is counted by
    /// itself. Memory as [`NumberedPrefixes`].
    pub fn new(n: BoardSize, watch: &dyn Watch) -> Result<Self> {
        if n.get() > LAST_HEATMAP.into() {
            return Err(SearchError::HeatmapTooLarge { n, last: LAST_HEATMAP });
        }
        let outer = (n.get() >= SMALLEST_OUTER).then(|| OuterColumns::new(n));
        let depth = outer.as_ref().map_or(0, |outer| outer.prefixes.depth());
        let computation = Computation::new(n, outer, inner_squares(n, depth));
        computation.run(watch)?;
        let mut heatmap = Heatmap { n, counts: vec![0; n.get() * n.get()] };
        for (square, count) in computation.counts() {
            for symmetry in Symmetry::ALL {
                let (column, row) = symmetry.image_of_square(n, square);
                heatmap.counts[usize::from(row) * n.get() + usize::from(column)] = count;
            }
        }
        Ok(heatmap)
    }

    /// The board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// The counts row by row, each from the first column on.
    pub fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.counts.chunks(self.n.get())
    }

    /// Q(N), the sum of each row and each column.
    pub fn solutions(&self) -> u64 {
        self.counts[..self.n.get()].iter().sum()
    }
}

/// The smallest board whose first columns are counted together.
const SMALLEST_OUTER: usize = 5;

/// One square of each class of squares under D4, except the classes that meet the first `depth` columns.
fn inner_squares(n: BoardSize, depth: usize) -> Vec<(u8, u8)> {
    let half = n.get().div_ceil(2) as u8;
    (depth as u8..half).flat_map(|column| (column..half).map(move |row| (column, row))).collect()
}

/// The counts of the first columns of a board, prefix by prefix.
struct OuterColumns {
    prefixes: NumberedPrefixes,
    units: Vec<WorkUnit>,
    counts: PrefixCounts,
}

impl OuterColumns {
    fn new(n: BoardSize) -> Self {
        let prefixes = NumberedPrefixes::new(n.get(), cell_depth(n));
        let counts = PrefixCounts::new(&prefixes);
        OuterColumns { units: work_units(n.get()), prefixes, counts }
    }

    /// The squares (column, row) of the first columns with their counts: sums over the prefixes of the
    /// first half and over their complements.
    fn squares(&self) -> Vec<((u8, u8), u64)> {
        let (n, depth) = (self.prefixes.n(), self.prefixes.depth());
        let mut counts = vec![0; depth * n];
        let mut prefix = vec![0; depth];
        for [solutions, _] in self.counts.chunks().flatten() {
            next_prefix(n, &mut prefix);
            for (column, &row) in prefix.iter().enumerate() {
                counts[column * n + usize::from(row)] += u64::from(solutions);
                counts[column * n + n - 1 - usize::from(row)] += u64::from(solutions);
            }
        }
        let square = |index: usize| ((index / n) as u8, (index % n) as u8);
        counts.into_iter().enumerate().map(|(index, count)| (square(index), count)).collect()
    }
}

/// Time between two ticks of the watch.
const TICK: Duration = Duration::from_millis(5);

/// Units of the outer columns in one task: about a hundredth of the work (N = 17).
const UNITS: usize = 16;

/// The computation of a heat map, shared by several threads.
struct Computation {
    n: BoardSize,
    outer: Option<OuterColumns>,
    /// Inner squares (column, row) with their counts.
    inner: Vec<((u8, u8), AtomicU64)>,
    /// The number of tasks taken: first the inner squares, then [`UNITS`] units at a time.
    taken: AtomicUsize,
    /// The number of solutions found.
    found: AtomicU64,
    stopped: AtomicBool,
}

impl Computation {
    fn new(n: BoardSize, outer: Option<OuterColumns>, inner: Vec<(u8, u8)>) -> Self {
        let inner = inner.into_iter().map(|square| (square, AtomicU64::new(0))).collect();
        let (taken, found, stopped) = Default::default();
        Computation { n, outer, inner, taken, found, stopped }
    }

    /// Runs all tasks, unless the watch stops it.
    fn run(&self, watch: &dyn Watch) -> Result<()> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let n = self.n.get() as u64;
        let watched = Watched::new(watch, Activity::Searching, n, "solutions found");
        std::thread::scope(|scope| {
            let (running, finished) = channel::<()>();
            for _ in 0..threads {
                let running = running.clone();
                scope.spawn(move || {
                    self.run_tasks();
                    // The last drop ends the wait below.
                    drop(running);
                });
            }
            drop(running);
            while finished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if let Err(progress) = watched.tick(self.found.load(Relaxed), self.fraction()) {
                    self.stopped.store(true, Relaxed);
                    return Err(SearchError::stopped(progress));
                }
            }
            Ok(())
        })
    }

    /// Takes tasks until none is left or the watch stops them.
    fn run_tasks(&self) {
        loop {
            let task = self.taken.fetch_add(1, Relaxed);
            let finished = match (self.inner.get(task), &self.outer) {
                (Some((square, count)), _) => self.count_square(*square, count),
                (None, Some(outer)) => {
                    let mut chunks = outer.units.chunks(UNITS);
                    let Some(units) = chunks.nth(task - self.inner.len()) else { return };
                    self.count_units(outer, units)
                }
                (None, None) => return,
            };
            if finished.is_none() {
                return;
            }
        }
    }

    fn count_square(&self, (column, row): (u8, u8), count: &AtomicU64) -> Option<()> {
        let pattern = Pattern::any(self.n).with_queen(column, row).ok()?;
        count.store(count_matching_while(&pattern, &mut |new| self.add(new))?, Relaxed);
        Some(())
    }

    fn count_units(&self, outer: &OuterColumns, units: &[WorkUnit]) -> Option<()> {
        let more = &mut |orbits: u64| self.add(8 * orbits);
        count_units(Kernel::best(), &outer.prefixes, units, &outer.counts, more).then_some(())
    }

    /// Adds solutions found; false when the watch has stopped the computation.
    fn add(&self, solutions: u64) -> bool {
        self.found.fetch_add(solutions, Relaxed);
        !self.stopped.load(Relaxed)
    }

    /// The squares (column, row) that were counted, with their counts: at least one of each class.
    fn counts(&self) -> Vec<((u8, u8), u64)> {
        let inner = self.inner.iter().map(|(square, count)| (*square, count.load(Relaxed)));
        self.outer.iter().flat_map(OuterColumns::squares).chain(inner).collect()
    }

    fn fraction(&self) -> Option<f64> {
        let found = self.found.load(Relaxed);
        let passes = self.inner.len() as f64 / self.n.get() as f64
            + f64::from(u8::from(self.outer.is_some()));
        known_counts(self.n)
            .map(|known| (found as f64 / (known.solutions as f64 * passes)).min(1.0))
    }
}
