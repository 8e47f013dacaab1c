//! Heat maps: the number of solutions with a queen on each square. Pictures of them are in
//! `crate::picture`.

use super::crew::Crew;
use super::error::{Result, SearchError};
use super::kernel::{Kernel, SquareCounter, WHOLE, WorkUnit, work_units};
use super::solutions::Solutions;
use crate::combinatorics::{BoardSize, Symmetry, known_counts};
use crate::watch::Watch;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

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
    pub(super) n: BoardSize,
    /// By row, then by column.
    pub(super) counts: Vec<u64>,
}

impl Heatmap {
    /// Computes the heat map on all cores. An error for N > [`LAST_HEATMAP`].
    ///
    /// One search visits an eighth of the solutions and adds up their queens: as long as a census, and a twentieth
    /// (N = 20). Constant memory.
    pub fn new(n: BoardSize, watch: &dyn Watch) -> Result<Self> {
        if n.get() > LAST_HEATMAP.into() {
            return Err(SearchError::HeatmapTooLarge { n, last: LAST_HEATMAP });
        }
        let counts = match n.get() {
            ..SMALLEST_SEARCHED => by_enumeration(n),
            _ => Computation::new(n).run(watch)?,
        };
        Ok(Heatmap { n, counts })
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

/// The smallest board of the search.
const SMALLEST_SEARCHED: usize = 5;

/// The counts by row, then by column, from all solutions.
fn by_enumeration(n: BoardSize) -> Vec<u64> {
    let mut counts = vec![0; n.get() * n.get()];
    for solution in Solutions::new(n) {
        for (column, &row) in solution.rows().iter().enumerate() {
            counts[usize::from(row) * n.get() + column] += 1;
        }
    }
    counts
}

/// The computation of a heat map, shared by several threads.
struct Computation {
    n: BoardSize,
    units: Vec<WorkUnit>,
    /// Units taken by the threads.
    taken: AtomicUsize,
    /// What the queens count, by column, then by row.
    sums: Mutex<Vec<Vec<u64>>>,
}

impl Computation {
    fn new(n: BoardSize) -> Self {
        let sums = Mutex::new(vec![vec![0; n.get()]; n.get()]);
        Computation { n, units: work_units(n.get()), taken: AtomicUsize::new(0), sums }
    }

    /// The counts by row, then by column.
    fn run(self, watch: &dyn Watch) -> Result<Vec<u64>> {
        let known = known_counts(self.n).map(|known| known.solutions as f64);
        let fraction = |found| known.map(|known| (found as f64 / known).min(1.0));
        let crew = Crew::new(self.n, watch, &fraction);
        let more = |visited| crew.add(8 * visited);
        crew.run(|| _ = self.visit_units(&mut |visited| more(visited)))
            .map_err(SearchError::stopped)?;
        let n = self.n.get();
        let sums = self.sums.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut counts = vec![0; n * n];
        for (column, row) in (0..n).flat_map(|column| (0..n).map(move |row| (column, row))) {
            for symmetry in Symmetry::ALL {
                let image = symmetry.image_of_square(self.n, (column as u8, row as u8));
                counts[usize::from(image.1) * n + usize::from(image.0)] += sums[column][row];
            }
        }
        Ok(counts.into_iter().map(|count: u64| count / WHOLE).collect())
    }

    /// Visits units until all are taken; `None` when the watch has stopped the computation.
    fn visit_units(&self, more: &mut dyn FnMut(u64) -> bool) -> Option<()> {
        let mut counter = SquareCounter::new(Kernel::best(), self.n.get());
        // More units at a time are quicker, fewer keep all threads busy at the end.
        let at_once = if self.n.get() <= 18 { 16 } else { 2 };
        loop {
            let begin = self.taken.fetch_add(at_once, Relaxed);
            let Some(units) = self.units.chunks(at_once).nth(begin / at_once) else { break };
            counter.visit(units, more)?;
        }
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        for (sums, counts) in sums.iter_mut().zip(counter.counts()) {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        Some(())
    }
}
