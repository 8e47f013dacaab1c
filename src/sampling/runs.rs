//! Independent runs on several threads, under a watch, and the population of a run: boards with queens in the first
//! columns, each of the same weight.

use super::estimate::{Estimate, Moments};
use crate::combinatorics::BoardSize;
use crate::dice::Dice;
use crate::search::{Bitboard, SearchError, each_row};
use crate::watch::{Activity, Progress, Watch, Watched};
use crate::workers::{Event, InOrder, cores};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// The parameters of an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// The number of runs.
    pub effort: Effort,
    /// The number of boards in the population, clamped to 1 … 65,536. More boards take more time; the standard error of
    /// a run decreases with the square root of their number.
    pub population: usize,
    /// The random seed.
    pub seed: u64,
    /// The number of threads. It does not affect the results of the runs.
    pub jobs: NonZeroUsize,
}

/// The number of runs of an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// A fixed number of runs, at least 2. The estimate depends only on the seed.
    Runs(u64),
    /// Keeps starting runs for this time, at least 10. Their number depends on the machine.
    Time(Duration),
}

/// The minimum number of runs, however short the time.
const FEWEST: u64 = 10;

impl Default for Sampling {
    /// One second, 4,000 boards, seed 1, one thread per core.
    fn default() -> Self {
        let effort = Effort::Time(Duration::from_secs(1));
        Sampling { effort, population: 4000, seed: 1, jobs: cores() }
    }
}

impl Sampling {
    pub(super) fn size(&self) -> usize {
        self.population.clamp(1, LARGEST)
    }
}

/// Estimates this number of quantities of a board. `run` makes a run with a population that a thread reuses, and returns
/// the values that it finds, each unbiased; `None` once its last argument returns false. A single run suffices if its
/// search is exhaustive. The watch can end the runs early.
pub(super) fn estimate<L: Lineage + Default>(
    n: BoardSize,
    numbers: usize,
    sampling: &Sampling,
    watch: &dyn Watch,
    run: impl Fn(&mut Population<L>, &mut Dice, &dyn Fn() -> bool) -> Option<Vec<f64>> + Sync,
) -> Result<Vec<Estimate>, SearchError> {
    let began = Instant::now();
    let watched = Watched::new(watch, Activity::Sampling, n.get(), "runs");
    let start = || {
        let (mut population, run) = (Population::new(L::default()), &run);
        move |number, more: &dyn Fn() -> bool| {
            let mut dice = Dice::of_draw(sampling.seed, number);
            let values = run(&mut population, &mut dice, more)?;
            Some((values, population.is_whole()))
        }
    };
    let mut tally = Moments::new(numbers);
    let threads = InOrder { ahead: AHEAD, ..InOrder::new(sampling.jobs) };
    let runs = sampling.effort.runs(began).take_while(|&run| run < FEWEST || !watch.is_enough());
    let ended = threads.run(runs, start, |event| match event {
        Event::Result((values, true)) => Err(RunEnd::Exact(values)),
        Event::Result((values, false)) => {
            tally.add(&values);
            Ok(())
        }
        Event::Tick => {
            let share = sampling.effort.share(tally.runs, began);
            watched.tick(tally.runs, Some(share)).map_err(RunEnd::Stopped)
        }
    });
    match ended {
        Ok(()) => Ok(tally.estimates()),
        Err(RunEnd::Exact(values)) => Ok(values.into_iter().map(Estimate::exact).collect()),
        Err(RunEnd::Stopped(progress)) => Err(progress.into()),
    }
}

/// The reason why the runs end early.
enum RunEnd {
    /// The exact numbers are known.
    Exact(Vec<f64>),
    Stopped(Progress),
}

/// The number of runs that may wait to be added while an earlier one continues.
const AHEAD: usize = 1024;

impl Effort {
    /// The numbers of the runs. Every run that is started is finished; leaving out long ones would bias the mean.
    fn runs(self, began: Instant) -> impl Iterator<Item = u64> + Send {
        let all = match self {
            Effort::Runs(runs) => runs.max(2),
            Effort::Time(_) => u64::MAX,
        };
        (0..all).take_while(move |&run| match self {
            Effort::Runs(_) => true,
            Effort::Time(time) => run < FEWEST || began.elapsed() < time,
        })
    }

    /// The share of the work that is done.
    fn share(self, runs: u64, began: Instant) -> f64 {
        let share = match self {
            Effort::Runs(all) => runs as f64 / all.max(2) as f64,
            Effort::Time(time) => began.elapsed().as_secs_f64() / time.as_secs_f64(),
        };
        share.min(1.0)
    }
}

// ---- populations

/// The maximum number of boards in a population: 32 MiB with their lineage.
pub(super) const LARGEST: usize = 1 << 16;

/// Boards with queens in the first columns, and their weight.
///
/// The mean of `weight` times the number of boards is the number of attack-free prefixes of this length. The same holds
/// for the prefixes of any part of the tree.
#[derive(Debug)]
pub struct Population<L> {
    /// The boards of the current column.
    pub boards: Vec<Bitboard<u64>>,
    /// Scratch space for the next column.
    next: Vec<Bitboard<u64>>,
    /// The number of boards that each board represents, at least 1.
    pub weight: f64,
    pub(super) lineage: L,
}

impl<L: Lineage> Population<L> {
    /// A population without boards; [`Population::begin`] starts a run.
    pub fn new(lineage: L) -> Self {
        Population { boards: Vec::new(), next: Vec::new(), weight: 1.0, lineage }
    }

    /// Starts a run with the empty board of size `n`.
    pub fn begin(&mut self, n: usize) {
        self.boards.clear();
        self.boards.push(Bitboard::empty(n));
        self.weight = 1.0;
        self.lineage.begin();
    }

    /// Makes a run: puts a queen into an allowed row of each of these columns. `None` once `more` returns false.
    pub(super) fn descend(
        &mut self,
        n: usize,
        allowed: &[u64],
        size: usize,
        dice: &mut Dice,
        more: &dyn Fn() -> bool,
    ) -> Option<()> {
        self.begin(n);
        for &allowed in allowed {
            more().then(|| self.advance(allowed, size, dice))?;
        }
        Some(())
    }

    /// Starts a run without boards; [`Population::insert`] adds them.
    pub(super) fn begin_without_boards(&mut self) {
        self.begin(1);
        self.boards.clear();
    }

    /// The number of completions of each board, given the allowed rows of the last columns.
    pub(super) fn completions(&self, tail: Tail<'_>) -> impl Iterator<Item = u64> {
        self.boards.iter().map(move |&board| completions(board, tail))
    }

    /// Whether it contains every board of the tree, so the search is exhaustive.
    pub fn is_whole(&self) -> bool {
        self.weight == 1.0
    }

    /// Puts a queen into an allowed row of the next column: in all possible ways if these are at most `size`, otherwise
    /// in a sample of about `size` of them.
    pub fn advance(&mut self, allowed: u64, size: usize, dice: &mut Dice) {
        let rows = |board: &Bitboard<u64>| u64::from((board.safe() & allowed).count_ones());
        let children: u64 = self.boards.iter().map(rows).sum();
        self.next.clear();
        self.lineage.next_column();
        if children <= size as u64 {
            self.keep_all(allowed);
        } else {
            self.keep_some(allowed, children, size, dice);
        }
        std::mem::swap(&mut self.boards, &mut self.next);
    }

    fn keep_all(&mut self, allowed: u64) {
        for (parent, board) in self.boards.iter().enumerate() {
            for row in each_row(board.safe() & allowed) {
                self.next.push(board.with(row));
                self.lineage.record(parent, row);
            }
        }
    }

    /// Systematic sampling: the children are consecutive intervals of one unit on a line, and those at a random
    /// position and at equal steps from there are selected. Each child is selected with probability exactly 1 / step:
    /// positions are integers, 2³² to the unit.
    fn keep_some(&mut self, allowed: u64, children: u64, size: usize, dice: &mut Dice) {
        let step = (children << UNIT) / size as u64;
        self.weight *= step as f64 / (1u64 << UNIT) as f64;
        let mut position = dice.below(step);
        for (parent, board) in self.boards.iter().enumerate() {
            let safe = board.safe() & allowed;
            let end = u64::from(safe.count_ones()) << UNIT;
            while position < end {
                let row = nth_row(safe, (position >> UNIT) as u32);
                self.next.push(board.with(row));
                self.lineage.record(parent, row);
                position += step;
            }
            position -= end;
        }
    }

    /// Adds a board without a parent in the population, with the probability that makes it represent only itself. Not
    /// recorded in the lineage.
    pub(super) fn insert(&mut self, board: Bitboard<u64>, dice: &mut Dice) {
        if self.is_whole() || dice.fraction() * self.weight < 1.0 {
            self.boards.push(board);
        }
    }
}

/// Fractional bits of a position. A population has fewer than 2²³ children, so positions fit.
const UNIT: u32 = 32;

/// The row of a mask with `before` rows below it, as a mask; `before` must be less than the number of rows.
#[inline(always)]
pub fn nth_row(rows: u64, before: u32) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    // Byte-wise prefix sums of the population count (Knuth, The Art of Computer Programming 7.1.3).
    let pairs = rows - (rows >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    // Skips bytes whose sum is at most `before`.
    let passed = ((u64::from(before) * ONES) | HIGH).wrapping_sub(sums) & HIGH;
    let shift = passed.count_ones() * 8;
    let below = (sums << 8 >> shift) as u8;
    let byte = (rows >> shift) as u8;
    1 << (shift + u32::from(NTH_BIT[usize::from(byte)][(before as u8 - below) as usize & 7]))
}

/// The position of the nth set bit of each byte.
static NTH_BIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

// ---- lineages: the parent of each board, and the row of its last queen, for estimates about their queens

/// Records the ancestry of the boards of a population.
pub trait Lineage {
    /// Called at the beginning of a run.
    fn begin(&mut self) {}

    /// Called before the boards of the next column.
    fn next_column(&mut self) {}

    /// Called for each board: the one at `parent` with a queen in `row`, a mask.
    fn record(&mut self, _parent: usize, _row: u64) {}
}

/// Records nothing; used for counts.
impl Lineage for () {}

/// The index of the parent of a board in the population of the previous column, and the 0-based row of its last queen.
#[derive(Clone, Copy)]
struct LastQueen {
    parent: u32,
    row: u8,
}

/// The queens of all boards: 8 bytes per board and column.
#[derive(Default)]
pub(super) struct Ancestors {
    /// By column; may contain more columns from an earlier run.
    columns: Vec<Vec<LastQueen>>,
    /// The number of columns of this run.
    used: usize,
}

impl Lineage for Ancestors {
    fn begin(&mut self) {
        self.used = 0;
    }

    fn next_column(&mut self) {
        match self.columns.get_mut(self.used) {
            Some(column) => column.clear(),
            None => self.columns.push(Vec::new()),
        }
        self.used += 1;
    }

    #[inline(always)]
    fn record(&mut self, parent: usize, row: u64) {
        let step = LastQueen { parent: parent as u32, row: row.trailing_zeros() as u8 };
        self.columns[self.used - 1].push(step);
    }
}

impl Ancestors {
    /// The 0-based rows of the queens of a board in the last column, in order.
    pub(super) fn queens(&self, board: usize) -> Vec<u8> {
        let mut rows = Vec::with_capacity(self.used);
        let mut board = board;
        for column in self.columns[..self.used].iter().rev() {
            let step = column[board];
            rows.push(step.row);
            board = step.parent as usize;
        }
        rows.reverse();
        rows
    }

    /// For each square (column · N + row), the number of completions of the boards that have a queen there, and the
    /// number of all completions.
    pub(super) fn squares(
        &self,
        boards: &[Bitboard<u64>],
        tail: Tail<'_>,
        n: usize,
    ) -> (Vec<u64>, u64) {
        let mut squares = vec![0; n * n];
        let (before, after) = squares.split_at_mut(self.used * n);
        let mut counts: Vec<u64> =
            boards.iter().map(|&board| add_squares(board, tail, after, n)).collect();
        let total = counts.iter().sum();
        // Going towards the root, each board sums the completions of its children.
        for (column, squares) in self.columns[..self.used].iter().zip(before.chunks_mut(n)).rev() {
            let parents = column.iter().map(|step| step.parent as usize + 1).max().unwrap_or(0);
            let mut above = vec![0; parents];
            for (step, count) in column.iter().zip(counts) {
                squares[usize::from(step.row)] += count;
                above[step.parent as usize] += count;
            }
            counts = above;
        }
        (squares, total)
    }
}

// ---- exact counts over the last columns

/// The number of columns that are counted exactly. 8 gives the smallest standard error in a given time for N from 20 to
/// 64; 7 and 9 are nearly as good.
const COLUMNS: usize = 8;

/// The allowed rows of the last columns, in order, as masks.
type Tail<'a> = &'a [u64];

/// Splits the allowed rows into those of the columns that are sampled and those that are counted.
pub(super) fn split(allowed: &[u64]) -> (&[u64], Tail<'_>) {
    allowed.split_at(allowed.len().saturating_sub(COLUMNS))
}

/// The number of ways to complete a board.
pub(super) fn completions(board: Bitboard<u64>, tail: Tail<'_>) -> u64 {
    match tail {
        [] => 1,
        [last] => (board.safe() & last).count_ones().into(),
        [next, rest @ ..] => {
            let rows = each_row(board.safe() & next);
            rows.map(|row| completions(board.with(row), rest)).sum()
        }
    }
}

/// Like [`completions`], and adds each solution to the squares of its queens in the tail, N squares per column.
fn add_squares(board: Bitboard<u64>, tail: Tail<'_>, squares: &mut [u64], n: usize) -> u64 {
    let Some((next, rest)) = tail.split_first() else { return 1 };
    let (here, below) = squares.split_at_mut(n);
    let mut count = 0;
    for row in each_row(board.safe() & next) {
        let found = add_squares(board.with(row), rest, below, n);
        here[row.trailing_zeros() as usize] += found;
        count += found;
    }
    count
}

/// Appends the 0-based rows of the completion with `before` completions before it in lexicographic order, which must
/// exist.
pub(super) fn nth_completion(
    mut board: Bitboard<u64>,
    mut tail: Tail<'_>,
    mut before: u64,
    rows: &mut Vec<u8>,
) {
    while let Some((next, rest)) = tail.split_first() {
        for row in each_row(board.safe() & next) {
            let below = completions(board.with(row), rest);
            if before < below {
                rows.push(row.trailing_zeros() as u8);
                (board, tail) = (board.with(row), rest);
                break;
            }
            before -= below;
        }
    }
}
