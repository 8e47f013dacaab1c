//! Progressive counts and heat maps under conditions: first a lower bound, then an estimate, then the exact result.
//!
//! The search tree is cut below the first few columns into up to two million branches in lexicographic order, and these
//! into 8 to 64 strata of neighbouring branches. A batch takes one branch of each stratum, in a seeded random order
//! without repetition, and counts their solutions and the queens on each square: a stratified sample (W. G. Cochran,
//! Sampling Techniques, third edition, 1977, sections 5.3 and 5.4). Neighbours are similar, so the batches differ
//! little. After k of K batches:
//!
//! - the running total is a lower bound;
//! - K times the mean of the batches is an unbiased estimate, of the count and of each square;
//! - K² · s² / k · (1 − k / K), with the variance s² of the batches, is an unbiased estimate of its variance, and the
//!   interval is that of Student's t for k − 1 degrees of freedom;
//! - after the last batch the number is exact.
//!
//! The first estimate comes after eight batches and a hundred solutions. It depends only on the seed and on k, not on
//! the threads. A square in the first columns belongs to few branches, so the heat map takes longer than the count.
//! Over 300 seeds, the intervals of four sets of conditions on N = 16 and 18 contain the true number in 92 to 97% of
//! the cases (`NQDB_TEST_ALL=1 cargo test --test search coverage -- --nocapture`).

use super::estimate::{Estimate, Moments};
use crate::combinatorics::{BoardSize, Conditions, Symmetry, known_counts};
use crate::dice::Dice;
use crate::search::kernel::{AllowedSquares, Kernel};
use crate::search::{Branches, Heatmap, SearchError, VECTORS, cheapest_symmetry};
use crate::watch::{Activity, Watch, Watched};
use crate::workers::{Event, InOrder, cores};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The maximum number of branches. Queens and order take 12 bytes each, a few more if many queens are given.
const MOST_BRANCHES: usize = 1 << 21;

const FEWEST_STRATA: usize = 8;

/// The maximum number of strata; fewer if batches would have too many solutions.
const MOST_STRATA: usize = 64;

/// The intended maximum of solutions per batch, a few hundredths of a second of counting.
const BATCH: f64 = 1e6;

/// The minimum number of batches of an estimate.
const FEWEST: u64 = 8;

/// The minimum number of solutions in the batches of an estimate; with fewer, the distribution is too far from normal.
const FEWEST_FOUND: u64 = 100;

/// The largest whole board that takes less than a second.
const QUICK: usize = 16;

/// The number of batches that may wait to be added while an earlier one is counted or this thread reports.
const AHEAD: usize = 256;

/// The parameters of a progressive count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// The random seed for the order of the branches.
    pub seed: u64,
    /// The time between snapshots.
    pub every: Duration,
    /// The number of threads. It does not affect the estimate after a given number of branches.
    pub jobs: NonZeroUsize,
}

impl Default for Pace {
    /// Seed 1, ten snapshots per second, one thread per core.
    fn default() -> Self {
        Pace { seed: 1, every: Duration::from_millis(100), jobs: cores() }
    }
}

/// The state of a progressive count.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The board size N.
    pub n: BoardSize,
    /// The number of solutions counted so far: an exact lower bound of the total.
    pub at_least: u64,
    /// The share of the branches counted so far, 0 to 1. Branches differ, so it is only roughly proportional to time.
    pub done: f64,
    /// The estimate of the number of solutions; `None` until enough is counted.
    pub solutions: Option<Estimate>,
    /// By row, then by column; empty without an estimate.
    squares: Vec<Estimate>,
}

impl Snapshot {
    /// The estimates of the number of solutions with a queen on each square, row by row, each from the first column on;
    /// no rows until there is an estimate.
    pub fn rows(&self) -> impl Iterator<Item = &[Estimate]> {
        self.squares.chunks(self.n.get())
    }

    /// The relative error of the heat map: by the estimates, 90% of all queens are on squares where half the width of
    /// the 95% confidence interval is at most this share of the estimate. `None` until there is an estimate.
    pub fn heat_error(&self) -> Option<f64> {
        self.solutions?;
        heat_error(&self.squares)
    }
}

/// The relative half width that is not exceeded on the squares of 90% of the queens.
pub fn heat_error(squares: &[Estimate]) -> Option<f64> {
    let width_and_weight = |square: &Estimate| (square.relative_half_width(), square.mean);
    let mut squares: Vec<(f64, f64)> = squares.iter().map(width_and_weight).collect();
    squares.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all: f64 = squares.iter().map(|(_, weight)| weight).sum();
    let mut sum = 0.0;
    let widths = squares.iter().find(|(_, weight)| {
        sum += weight;
        sum >= 0.9 * all
    });
    widths.map(|(width, _)| *width)
}

/// Counts the solutions that match conditions, in total and by square, and reports snapshots on the way. `report` can
/// stop the count with `Break`, as can the watch.
///
/// The result is that of [`Heatmap::matching`], in about the same time; for whole boards, which that supports only up
/// to N = 20, up to eight times as long. Snapshots are reported for 5 ≤ N ≤ 32, the first after [`Pace::every`], with
/// an estimate once eight batches of 8 to 64 branches are counted. On two cores this takes about 0.2 s for N = 20 with
/// a given queen, 1 s for the whole board of N = 20, and half a minute for that of N = 22. The branches of larger whole
/// boards take too long; use [`estimate_heatmap`](super::estimate_heatmap) for those. Small searches have no snapshots.
/// At most 64 MiB, plus 3 MiB per thread.
///
/// A snapshot depends only on the conditions, the seed, and the number of branches counted.
///
/// ```
/// use nqdb::sampling::{Pace, count_progressively};
/// use nqdb::{BoardSize, Conditions, watch::NoWatch};
/// use std::{ops::ControlFlow, time::Duration};
///
/// let conditions = Conditions::parse(BoardSize::new(16)?, ["6=6"])?;
/// let pace = Pace { every: Duration::ZERO, ..Pace::default() };
/// let mut last = None;
/// let heatmap = count_progressively(&conditions, &pace, &NoWatch, &mut |snapshot| {
///     assert!(snapshot.at_least < 803_422);
///     last = snapshot.solutions;
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(heatmap.solutions(), 803_422);
/// let (low, high) = last.expect("an estimate").interval();
/// assert!(low > 700_000.0 && high < 900_000.0);
/// # Ok::<(), nqdb::Error>(())
/// ```
///
/// # Errors
/// As [`Heatmap::matching`]; [`SearchError::Stopped`] also if `report` breaks.
pub fn count_progressively(
    conditions: &Conditions,
    pace: &Pace,
    watch: &dyn Watch,
    report: &mut dyn FnMut(&Snapshot) -> ControlFlow<()>,
) -> Result<Heatmap, SearchError> {
    let n = conditions.n();
    let is_quick = |conditions: &Conditions| conditions.is_any() && n.get() <= QUICK;
    let reduced = conditions.reduced().filter(|reduced| !is_quick(reduced));
    let Some(reduced) = reduced.filter(|_| VECTORS.contains(&n.get())) else {
        return Heatmap::matching(conditions, watch);
    };
    let watched = Watched::new(watch, Activity::Searching, n.get(), "solutions found");
    let count = ProgressiveCount::new(&reduced, pace.seed, &watched)?;
    if count.batches.number < FEWEST as usize {
        return Heatmap::matching(conditions, watch);
    }
    count.run(pace, &watched, report)
}

/// Batches of branches in random order.
#[derive(Debug)]
pub struct Batches {
    /// The branches of each stratum in random order, one stratum after another; short strata are padded with `NONE`.
    order: Vec<u32>,
    /// The number of batches.
    pub number: usize,
}

/// The number of strata for the branches: as few as 8 if a branch takes a long time.
fn strata(conditions: &Conditions, branches: usize) -> usize {
    let all = known_counts(conditions.n()).map_or(f64::INFINITY, |known| known.solutions as f64);
    let in_branch = all * conditions.share() / branches.max(1) as f64;
    ((BATCH / in_branch) as usize).clamp(FEWEST_STRATA, MOST_STRATA)
}

/// Marks the absence of a branch.
const NONE: u32 = u32::MAX;

impl Batches {
    /// Divides this number of branches, at most `MOST_BRANCHES`, into batches.
    pub fn new(branches: usize, strata: usize, seed: u64) -> Self {
        let number = branches.div_ceil(strata);
        let mut order = Vec::with_capacity(strata * number);
        for stratum in 0..strata {
            let bound = |stratum: usize| (branches * stratum / strata) as u32;
            let begin = order.len();
            order.extend(bound(stratum)..bound(stratum + 1));
            order.resize(begin + number, NONE);
            Dice::of_draw(seed, stratum as u64).shuffle(&mut order[begin..]);
        }
        Batches { order, number }
    }

    /// The branches of a batch, one of each stratum.
    pub fn batch(&self, number: usize) -> impl Iterator<Item = usize> {
        let strata = self.order.chunks(self.number.max(1));
        strata.map(move |stratum| stratum[number]).filter(|&b| b != NONE).map(|b| b as usize)
    }
}

/// The sums of the batches so far, by square of the image that is searched.
#[derive(Debug)]
pub struct Sums {
    n: usize,
    /// The number of all batches.
    all: u64,
    /// By column and row.
    pub squares: Vec<u64>,
    /// The moments of the squares, then of the total.
    tally: Moments,
}

impl Sums {
    /// No batches yet, of `all`.
    pub fn new(n: usize, all: usize) -> Self {
        Sums { n, all: all as u64, squares: vec![0; n * n], tally: Moments::new(n * n + 1) }
    }

    /// Adds the squares of the next batch.
    pub fn add(&mut self, squares: &[u64]) {
        self.squares.iter_mut().zip(squares).for_each(|(sum, count)| *sum += count);
        let total: u64 = squares[..self.n].iter().sum();
        let values: Vec<f64> = squares.iter().chain([&total]).map(|&count| count as f64).collect();
        self.tally.add(&values);
    }

    fn is_complete(&self) -> bool {
        self.tally.runs == self.all
    }

    /// The number of solutions found.
    fn found(&self) -> u64 {
        self.squares[..self.n].iter().sum()
    }

    /// The share of the batches counted.
    fn done(&self) -> f64 {
        self.tally.runs as f64 / self.all as f64
    }

    /// The estimates for the squares, then for the total; `None` until enough is counted.
    pub fn estimates(&self) -> Option<Vec<Estimate>> {
        let is_enough = self.tally.runs >= FEWEST && self.found() >= FEWEST_FOUND;
        let counted = self.squares.iter().copied().chain([self.found()]);
        let whole = |(mean, counted): (Estimate, u64)| mean.of_all(self.all, counted as f64);
        is_enough.then(|| self.tally.estimates().into_iter().zip(counted).map(whole).collect())
    }
}

struct ProgressiveCount {
    n: BoardSize,
    /// Maps the conditions to the image that is searched.
    symmetry: Symmetry,
    branches: Branches,
    batches: Batches,
}

impl ProgressiveCount {
    /// The count of reduced conditions. 5 ≤ N ≤ 32.
    fn new(
        conditions: &Conditions,
        seed: u64,
        watched: &Watched<&dyn Watch>,
    ) -> Result<Self, SearchError> {
        let symmetry = cheapest_symmetry(conditions);
        let mut branches = Branches::root(&conditions.image(symmetry));
        while branches.deepen(MOST_BRANCHES) {
            watched.tick(0, None)?;
        }
        let batches = Batches::new(branches.len(), strata(conditions, branches.len()), seed);
        Ok(ProgressiveCount { n: conditions.n(), symmetry, branches, batches })
    }

    /// Counts on several threads, and reports on this one.
    fn run(
        &self,
        pace: &Pace,
        watched: &Watched<&dyn Watch>,
        report: &mut dyn FnMut(&Snapshot) -> ControlFlow<()>,
    ) -> Result<Heatmap, SearchError> {
        let start = || {
            let mut counter = AllowedSquares::new(Kernel::best(), &self.branches.allowed);
            move |number, more: &dyn Fn() -> bool| self.count(&mut counter, number, &mut |_| more())
        };
        let mut sums = Sums::new(self.n.get(), self.batches.number);
        let mut reported = Instant::now();
        let threads = InOrder { ahead: AHEAD, ..InOrder::new(pace.jobs) };
        threads.run(0..self.batches.number, start, |event| {
            match event {
                Event::Result(squares) => sums.add(&squares),
                Event::Tick => {
                    watched.tick(sums.found(), Some(sums.done()))?;
                }
            }
            if reported.elapsed() >= pace.every && !sums.is_complete() {
                reported = Instant::now();
                if report(&self.snapshot(&sums)).is_break() {
                    let progress = watched.progress(sums.found(), Some(sums.done()));
                    return Err(SearchError::from(progress));
                }
            }
            Ok(())
        })?;
        Ok(Heatmap::of_image(self.n, self.symmetry, &sums.squares))
    }

    /// The squares of a batch; `None` once `more` returns false.
    fn count(
        &self,
        counter: &mut AllowedSquares,
        number: usize,
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Vec<u64>> {
        for branch in self.batches.batch(number) {
            counter.add(self.branches.board(branch), self.branches.queens(branch), more)?;
        }
        counter.take(more)
    }

    fn snapshot(&self, sums: &Sums) -> Snapshot {
        let (solutions, squares) = match sums.estimates() {
            None => (None, Vec::new()),
            Some(estimates) => {
                let places = Heatmap::places_in_image(self.n, self.symmetry);
                let squares = places.map(|place| estimates[place]).collect();
                (estimates.last().copied(), squares)
            }
        };
        Snapshot { n: self.n, at_least: sums.found(), done: sums.done(), solutions, squares }
    }
}
