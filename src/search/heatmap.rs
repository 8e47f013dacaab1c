//! How many solutions have a queen on each square.

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

/// How many solutions have a queen on each square of a board.
///
/// Each row and each column sums to Q(N), and the eight symmetries of the square leave it as it is.
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
    /// Counts now, on all cores. An error for N > [`LAST_HEATMAP`].
    ///
    /// The squares of the first columns are counted together, by the canonical representatives
    /// ([`count_units`]), and so are all that a symmetry carries there. Each class of the others is
    /// counted by itself. Memory as [`NumberedPrefixes`].
    pub fn new(n: BoardSize, watch: &dyn Watch) -> Result<Self> {
        if n.get() > LAST_HEATMAP.into() {
            return Err(SearchError::HeatmapTooLarge { n, last: LAST_HEATMAP });
        }
        let frame = (n.get() >= SMALLEST_FRAME).then(|| Frame::new(n));
        let depth = frame.as_ref().map_or(0, |frame| frame.prefixes.depth());
        let work = Work::new(n, frame, inner_squares(n, depth));
        work.run(watch)?;
        let mut heatmap = Heatmap { n, counts: vec![0; n.get() * n.get()] };
        for (square, count) in work.counts() {
            for symmetry in Symmetry::ALL {
                let (column, row) = symmetry.move_square(n, square);
                heatmap.counts[usize::from(row) * n.get() + usize::from(column)] = count;
            }
        }
        Ok(heatmap)
    }

    /// The board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// The counts of each row, from the first one on; the first column first.
    pub fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.counts.chunks(self.n.get())
    }

    /// Q(N), the sum of each row and each column.
    pub fn solutions(&self) -> u64 {
        self.counts[..self.n.get()].iter().sum()
    }
}

/// The smallest board whose first columns are counted together.
const SMALLEST_FRAME: usize = 5;

/// Of each class that the symmetries make of the squares, the one nearest to the upper left corner, if it
/// is in none of the first `depth` columns.
fn inner_squares(n: BoardSize, depth: usize) -> Vec<(u8, u8)> {
    let half = n.get().div_ceil(2) as u8;
    (depth as u8..half).flat_map(|column| (column..half).map(move |row| (column, row))).collect()
}

/// The first columns of a board, counted prefix by prefix.
struct Frame {
    prefixes: NumberedPrefixes,
    units: Vec<WorkUnit>,
    counts: PrefixCounts,
}

impl Frame {
    fn new(n: BoardSize) -> Self {
        let prefixes = NumberedPrefixes::new(n.get(), cell_depth(n));
        let counts = PrefixCounts::new(&prefixes);
        Frame { units: work_units(n.get()), prefixes, counts }
    }

    /// The counts of all squares in the first columns, by column and row: sums over the prefixes and,
    /// for the second half, over their complements.
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
        let square = |place: usize| ((place / n) as u8, (place % n) as u8);
        counts.into_iter().enumerate().map(|(place, count)| (square(place), count)).collect()
    }
}

/// Time between two ticks of the watch.
const TICK: Duration = Duration::from_millis(5);

/// Units of the frame that a thread takes at once: about a hundredth of the work (N = 17).
const UNITS: usize = 16;

/// What several threads count.
struct Work {
    n: BoardSize,
    frame: Option<Frame>,
    /// Squares, and the solutions with a queen there.
    squares: Vec<((u8, u8), AtomicU64)>,
    /// Squares, and behind them units, that a thread has taken.
    taken: AtomicUsize,
    /// Solutions found.
    found: AtomicU64,
    stopped: AtomicBool,
}

impl Work {
    fn new(n: BoardSize, frame: Option<Frame>, squares: Vec<(u8, u8)>) -> Self {
        let squares = squares.into_iter().map(|square| (square, AtomicU64::new(0))).collect();
        let (taken, found, stopped) = Default::default();
        Work { n, frame, squares, taken, found, stopped }
    }

    /// Does everything, or what the watch leaves time for.
    fn run(&self, watch: &dyn Watch) -> Result<()> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let n = self.n.get() as u64;
        let watched = Watched::new(watch, Activity::Searching, n, "solutions found");
        std::thread::scope(|scope| {
            let (working, worked) = channel::<()>();
            for _ in 0..threads {
                let working = working.clone();
                scope.spawn(move || {
                    self.work();
                    // The last thread to drop it ends the wait.
                    drop(working);
                });
            }
            drop(working);
            while worked.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if let Err(progress) = watched.tick(self.found.load(Relaxed), self.fraction()) {
                    self.stopped.store(true, Relaxed);
                    return Err(SearchError::stopped(progress));
                }
            }
            Ok(())
        })
    }

    /// Takes work until none is left.
    fn work(&self) {
        let units = self.frame.as_ref().map_or(&[][..], |frame| &frame.units);
        loop {
            let taken = self.taken.fetch_add(1, Relaxed);
            let finished = match (self.squares.get(taken), &self.frame) {
                (Some((square, count)), _) => self.count_square(*square, count),
                (None, Some(frame)) => {
                    let place = taken - self.squares.len();
                    let Some(some) = units.chunks(UNITS).nth(place) else { return };
                    self.count_units(frame, some)
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
        count.store(count_matching_while(&pattern, &mut |came| self.goes_on(came))?, Relaxed);
        Some(())
    }

    fn count_units(&self, frame: &Frame, some: &[WorkUnit]) -> Option<()> {
        let more = &mut |orbits: u64| self.goes_on(8 * orbits);
        count_units(Kernel::best(), &frame.prefixes, some, &frame.counts, more).then_some(())
    }

    fn goes_on(&self, came: u64) -> bool {
        self.found.fetch_add(came, Relaxed);
        !self.stopped.load(Relaxed)
    }

    /// The counts of all squares that were counted.
    fn counts(&self) -> Vec<((u8, u8), u64)> {
        let squares = self.squares.iter().map(|(square, count)| (*square, count.load(Relaxed)));
        self.frame.iter().flat_map(Frame::squares).chain(squares).collect()
    }

    fn fraction(&self) -> Option<f64> {
        let found = self.found.load(Relaxed);
        let passes = self.squares.len() as f64 / self.n.get() as f64
            + f64::from(u8::from(self.frame.is_some()));
        known_counts(self.n)
            .map(|known| (found as f64 / (known.solutions as f64 * passes)).min(1.0))
    }
}
