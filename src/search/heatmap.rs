//! Heat maps: the number of solutions with a queen on each square. They are drawn by `crate::picture`.
//!
//! For a whole board an eighth of the solutions is visited; for conditions, all matches.

use super::branches::{VECTORS, cheapest_symmetry};
use super::counting::{CountingTasks, count_by_squares};
use super::error::{Result, SearchError};
use super::kernel::{AllowedSquares, Kernel, SquareCounter, WHOLE, work_units};
use crate::combinatorics::{BoardSize, Conditions, Solution, Symmetry, known_counts};
use crate::watch::Watch;
use crate::workers::{Tasks, lock, shared_count, unpoisoned};
use std::sync::{LazyLock, Mutex};

/// The largest board of a [`Heatmap`] without conditions.
pub const LAST_HEATMAP: usize = 20;

/// A heat map: the number of solutions with a queen on each square, over all solutions or over those that match
/// conditions.
///
/// Each row and each column sums to the number of solutions. The heat map of a whole board is invariant under all eight
/// symmetries of the square.
///
/// ```
/// use nqdb::{BoardSize, Conditions, search::Heatmap, watch::NoWatch};
///
/// let eight = BoardSize::new(8)?;
/// let heatmap = Heatmap::new(eight, &NoWatch)?;
/// assert_eq!(heatmap.rows().next(), Some(&[4, 8, 16, 18, 18, 16, 8, 4][..]));
///
/// // With a queen in column 3, row 5, and none in column 7, row 4.
/// let conditions = Conditions::parse(eight, ["3=5", "7!=4"])?;
/// let heatmap = Heatmap::matching(&conditions, &NoWatch)?;
/// assert_eq!(heatmap.solutions(), 11);
/// assert_eq!(heatmap.rows().nth(4), Some(&[0, 0, 11, 0, 0, 0, 0, 0][..]));
/// # Ok::<(), nqdb::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heatmap {
    n: BoardSize,
    /// By row, then by column.
    counts: Vec<u64>,
}

impl Heatmap {
    /// Computes the heat map on all cores.
    ///
    /// One search visits an eighth of the solutions and adds up their queens, which takes about 5% longer than a census
    /// (N = 20). Constant memory.
    ///
    /// # Errors
    /// [`SearchError::HeatmapTooLarge`] for N > [`LAST_HEATMAP`]; [`SearchError::Stopped`] by the watch.
    pub fn new(n: BoardSize, watch: &dyn Watch) -> Result<Self> {
        if n.get() > LAST_HEATMAP {
            return Err(SearchError::HeatmapTooLarge { n, last: LAST_HEATMAP });
        }
        let counts = match n.get() {
            ..SMALLEST_SEARCHED => by_matches(&Conditions::any(n), watch)?,
            _ => by_symmetry(n, watch)?,
        };
        Ok(Heatmap { n, counts })
    }

    /// Computes the heat map of the solutions that match conditions. The count of a given queen's square is the total.
    /// If the conditions contradict each other, all counts are 0.
    ///
    /// Visits all matches, on all cores for 13 ≤ N ≤ 32 and on one core otherwise. Takes 1.3 to 1.5 times as long as
    /// [`count_matching`](crate::search::count_matching), up to twice as long if that takes only a millisecond or two.
    /// 3 MiB per thread. Works for any N; use the watch to bound the time. Without conditions it is that of the whole
    /// board, as in [`Heatmap::new`].
    ///
    /// # Errors
    /// [`SearchError::Stopped`] by the watch; without conditions as [`Heatmap::new`].
    pub fn matching(conditions: &Conditions, watch: &dyn Watch) -> Result<Self> {
        let n = conditions.n();
        let counts = match conditions.reduced() {
            None => vec![0; n.get() * n.get()],
            Some(all) if all.is_any() => return Heatmap::new(n, watch),
            Some(reduced) => by_matches(&reduced, watch)?,
        };
        Ok(Heatmap { n, counts })
    }

    /// The counts of these solutions.
    pub(crate) fn of<E>(
        n: BoardSize,
        mut solutions: impl Iterator<Item = std::result::Result<Solution, E>>,
    ) -> std::result::Result<Self, E> {
        let counts = vec![0; n.get() * n.get()];
        solutions.try_fold(Heatmap { n, counts }, |mut heatmap, solution| {
            for (column, &row) in solution?.zero_based().iter().enumerate() {
                heatmap.counts[usize::from(row) * n.get() + column] += 1;
            }
            Ok(heatmap)
        })
    }

    /// The heat map under conditions, given the counts of its image under a symmetry, at column · N + row.
    pub(crate) fn of_image(n: BoardSize, symmetry: Symmetry, counts: &[u64]) -> Self {
        let counts = Heatmap::places_in_image(n, symmetry).map(|place| counts[place]).collect();
        Heatmap { n, counts }
    }

    /// For each square, by row, then by column, the index column · N + row of its image under a symmetry.
    pub(crate) fn places_in_image(n: BoardSize, symmetry: Symmetry) -> impl Iterator<Item = usize> {
        let lines = 0..n.get();
        let squares =
            lines.clone().flat_map(move |row| lines.clone().map(move |column| (column, row)));
        squares.map(move |square| {
            let (column, row) = symmetry.image_of_square(n, square);
            column * n.get() + row
        })
    }

    /// The board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// The counts row by row, each from the first column on.
    pub fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.counts.chunks(self.n.get())
    }

    /// The number of solutions: Q(N), or the number of matches of the conditions.
    pub fn solutions(&self) -> u64 {
        self.counts[..self.n.get()].iter().sum()
    }
}

/// The smallest board that is searched with vectors.
const SMALLEST_SEARCHED: usize = 5;

/// The counts by row, then by column, of the matches of reduced conditions.
fn by_matches(conditions: &Conditions, watch: &dyn Watch) -> Result<Vec<u64>> {
    let n = conditions.n();
    let (symmetry, counts) = if VECTORS.contains(&n.get()) {
        let symmetry = cheapest_symmetry(conditions);
        (symmetry, squares_by_vectors(&conditions.image(symmetry), watch)?)
    } else {
        (Symmetry::Identity, count_by_squares(conditions, watch)?.1)
    };
    Ok(Heatmap::of_image(n, symmetry, &counts).counts)
}

/// The number of solutions that match conditions with a queen on each square, at column · N + row; 5 ≤ N ≤ 32.
fn squares_by_vectors(conditions: &Conditions, watch: &dyn Watch) -> Result<Vec<u64>> {
    let (tasks, n) = (CountingTasks::new(conditions), conditions.n().get());
    let (branches, sums) = (&tasks.branches, Mutex::new(vec![0; n * n]));
    tasks.run(watch, |more| {
        let mut counter = AllowedSquares::new(Kernel::best(), &branches.allowed);
        while let Some(mut task) = tasks.claim() {
            task.try_for_each(|branch| {
                counter.add(branches.board(branch), branches.queens(branch), more)
            })?;
            // Otherwise one thread might claim all tasks and search only at the end.
            counter.flush(more)?;
        }
        let squares = counter.take(more)?;
        add_to(&mut lock(&sums), &squares);
        Some(())
    })?;
    Ok(unpoisoned(sums.into_inner()))
}

/// Adds counts to sums elementwise.
fn add_to(sums: &mut [u64], counts: &[u64]) {
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

/// The counts by row, then by column, from an eighth of the solutions, on all cores.
fn by_symmetry(n: BoardSize, watch: &dyn Watch) -> Result<Vec<u64>> {
    let (size, units) = (n.get(), work_units(n.get()));
    // More units at a time are faster; fewer keep all threads busy at the end.
    let tasks = Tasks::new(units.len(), if size <= 18 { 16 } else { 2 });
    let sums = Mutex::new(vec![0; size * size]);
    let known = known_counts(n).map(|known| known.solutions as f64);
    let fraction = |found| known.map(|known| (found as f64 / known).min(1.0));
    shared_count(n, watch, fraction, |_, more| {
        let mut counter = SquareCounter::new(Kernel::best(), size);
        let more = &mut |visited| more(8 * visited);
        while let Some(task) = tasks.claim() {
            if counter.visit(&units[task], more).is_none() {
                return;
            }
        }
        add_to(&mut lock(&sums), &counter.counts());
    })?;
    let (sums, mut counts) = (unpoisoned(sums.into_inner()), vec![0; size * size]);
    for symmetry in Symmetry::ALL {
        let images = Heatmap::places_in_image(n, symmetry);
        counts.iter_mut().zip(images).for_each(|(count, place)| *count += sums[place]);
    }
    Ok(counts.into_iter().map(|count: u64| count / WHOLE).collect())
}

// ---- built-in heat maps for N ≤ 20, as one number per class of squares

/// Counted by `nqdb heatmap N --recompute`.
const COUNTED: &str = include_str!("../../fixtures/heatmaps.csv");

impl Heatmap {
    /// The built-in heat map of a board, N ≤ [`LAST_HEATMAP`]; `None` beyond. O(N²).
    pub fn known(n: BoardSize) -> Option<Heatmap> {
        static KNOWN: LazyLock<Vec<(usize, Vec<u64>)>> =
            LazyLock::new(|| COUNTED.lines().filter_map(parse).collect());
        if n.get() > LAST_HEATMAP {
            return None;
        }
        let (_, classes) = KNOWN.iter().find(|(known, _)| *known == n.get())?;
        let size = n.get();
        let squares = (0..size).flat_map(|row| (0..size).map(move |column| (column, row)));
        let counts = squares.map(|square| classes.get(class(size, square)).copied());
        Some(Heatmap { n, counts: counts.collect::<Option<_>>()? })
    }
}

/// Parses a line of the file; `None` for comments and the header.
fn parse(line: &str) -> Option<(usize, Vec<u64>)> {
    let mut numbers = line.split(',').map(str::parse);
    let n = numbers.next()?.ok()? as usize;
    Some((n, numbers.collect::<Result<_, _>>().ok()?))
}

/// The number of classes of squares under the symmetries.
pub(crate) fn classes(n: usize) -> usize {
    let half = n.div_ceil(2);
    half * (half + 1) / 2
}

/// The 0-based class of a square (0-based) under the symmetries. The classes are the squares with column ≤ row in the
/// first quarter of the board, column by column.
pub(crate) fn class(n: usize, (column, row): (usize, usize)) -> usize {
    let from_border = |line: usize| line.min(n - 1 - line);
    let (column, row) = (from_border(column), from_border(row));
    let (column, row) = (column.min(row), column.max(row));
    // The first column has ⌈N/2⌉ classes, and each further column one fewer.
    let before: usize = (0..column).map(|earlier| n.div_ceil(2) - earlier).sum();
    before + row - column
}
