//! Boards under search up to N = 64, based on [`Squares`], and the weights of their lines. The loops are branch-free, so
//! the compiler vectorizes them with the features of the calling kernel.

use super::search::{Next, Search, SearchBoard};
use super::squares::{Bound, FEWEST, LARGEST, Squares, Verdict};
use crate::combinatorics::Conditions;
use crate::dice::Dice;
use std::cell::Cell;

/// Words per unrolled loop iteration.
const STEP: usize = 8;

/// A column, or 64 + a row.
type Number = usize;

/// A line to put a queen on.
#[derive(Debug)]
pub struct Line {
    number: Number,
    /// The untried squares of the line.
    left: u64,
}

impl Line {
    /// The number of untried squares.
    pub(super) fn squares(&self) -> u32 {
        self.left.count_ones()
    }
}

/// A board with some queens, from which a search starts.
#[derive(Debug, Clone)]
pub struct Root {
    squares: Squares,
    /// The row of the queen in each column; unspecified for columns without one.
    queens: [u8; LARGEST],
}

/// A board of at most 64 columns under search.
#[derive(Debug, Clone)]
pub struct Words {
    n: usize,
    /// N rounded up to a multiple of [`STEP`].
    width: usize,
    /// The board at each depth from the root to the last queen, followed by space for deeper ones.
    boards: Vec<Squares>,
    /// The number of queens placed since the root.
    depth: usize,
    /// The row of the queen in each column; unspecified for columns without one.
    queens: [u8; LARGEST],
    /// [`UNIT`] or [`FIXED_UNIT`] divided by the weight of each column and, from 64 on, of each row.
    inverse_weights: [u32; 2 * LARGEST],
    /// The weights, 1 plus the number of dead ends at each line; unused if they are fixed.
    weights: [u32; 2 * LARGEST],
    has_fixed_weights: bool,
    /// Scratch: the score of each column and row.
    scores: [u64; 2 * LARGEST],
    /// The quadratic bound, if it is used.
    bound: Option<Box<Bound>>,
}

thread_local! {
    /// The memory of `boards` of an earlier search, for the next one. Freed between small blocks that callers keep, such
    /// as tasks or puzzles, it would be cut up, and the heap would grow with each search.
    static FREE: Cell<Vec<Squares>> = const { Cell::new(Vec::new()) };
}

impl Drop for Words {
    fn drop(&mut self) {
        // The thread may have ended, and then no search follows.
        let _ = FREE.try_with(|free| free.set(std::mem::take(&mut self.boards)));
    }
}

/// The inverse of weight 1.
const UNIT: u32 = 1 << 24;

/// The same for fixed weights, of which 1 is the largest.
const FIXED_UNIT: u32 = 1 << 16;

impl Words {
    /// The board of size `n`, at most 64, with these queens, which do not attack each other, and without these squares;
    /// both as 0-based column and row.
    pub fn new(
        n: usize,
        queens: impl IntoIterator<Item = (usize, usize)>,
        excluded: impl IntoIterator<Item = (usize, usize)>,
    ) -> Self {
        let mut root = Squares::empty(n);
        for (column, row) in excluded {
            root.columns[column] &= !(1 << row);
            root.rows[row] &= !(1 << column);
        }
        let mut board = Words {
            n,
            width: n.next_multiple_of(STEP),
            boards: FREE.take(),
            depth: 0,
            queens: [0; LARGEST],
            inverse_weights: [UNIT; 2 * LARGEST],
            weights: [1; 2 * LARGEST],
            has_fixed_weights: false,
            scores: [u64::MAX; 2 * LARGEST],
            bound: None,
        };
        for (column, row) in queens {
            let before = root.clone();
            before.with_queen(&mut root, column as u32, row as u32, board.width);
            board.queens[column] = row as u8;
        }
        board.boards.clear();
        board.boards.reserve_exact(LARGEST + 1);
        board.boards.resize(n + 1, root);
        board
    }

    /// The board with the quadratic bound: more work per node, fewer nodes for a proof.
    pub fn with_bound(mut self) -> Self {
        self.add_bound();
        self
    }

    /// Uses the quadratic bound from here on.
    pub fn add_bound(&mut self) {
        self.bound.get_or_insert_default();
    }

    /// Fixes the weights.
    pub fn follow(&mut self, weights: &Weights) {
        self.has_fixed_weights = true;
        for (number, inverse) in self.inverse_weights.iter_mut().enumerate() {
            *inverse = (weights.inverse(number) * f64::from(FIXED_UNIT)) as u32;
        }
    }

    pub(super) fn learned_weights(&self) -> Weights {
        let is_line = |number| number % LARGEST < self.n;
        Weights::in_ratio(|number| {
            f64::from(if is_line(number) { self.weights[number] } else { 1 })
        })
    }

    /// Removes the last `queens` queens.
    pub(super) fn go_up(&mut self, queens: usize) {
        self.depth -= queens;
    }

    /// The current board.
    pub fn here(&self) -> Root {
        Root { squares: self.boards[self.depth].clone(), queens: self.queens }
    }

    /// A board with one more queen, on a safe square or on the one where the column already has it.
    pub fn with_queen(&self, root: &Root, column: usize, row: u8) -> Root {
        let mut after = root.clone();
        if root.squares.free_columns >> column & 1 == 1 {
            let row = u32::from(row);
            root.squares.with_queen(&mut after.squares, column as u32, row, self.width);
        }
        after.queens[column] = row;
        after
    }

    /// Prepares a search below a board. Learned weights decay by half.
    pub(super) fn restart_from(&mut self, root: &Root) {
        self.boards[0] = root.squares.clone();
        self.queens = root.queens;
        self.depth = 0;
        if self.has_fixed_weights {
            return;
        }
        for (weight, inverse) in self.weights.iter_mut().zip(&mut self.inverse_weights) {
            *weight = weight.div_ceil(2);
            *inverse = (UNIT / *weight).max(1);
        }
    }

    /// The line with the smallest number of squares divided by its weight. Ties are broken at random.
    #[inline(always)]
    fn narrowest(&mut self, dice: &mut Dice) -> (Number, u64) {
        let squares = &self.boards[self.depth];
        let (column_scores, row_scores) = self.scores.split_at_mut(LARGEST);
        let (column_weights, row_weights) = self.inverse_weights.split_at(LARGEST);
        let columns = score(
            &squares.columns, squares.free_columns, column_weights, column_scores, self.width,
        );
        let rows = score(&squares.rows, squares.free_rows, row_weights, row_scores, self.width);
        let best = columns.min(rows);
        let columns = equal(column_scores, best, self.width);
        let rows = equal(row_scores, best, self.width);
        // If a queen is forced or none is possible, any of these lines will do.
        let of_columns = columns.count_ones();
        let drawn = match best {
            0 | 1 => 0,
            _ => dice.below(u64::from(of_columns + rows.count_ones())) as u32,
        };
        if drawn < of_columns {
            let column = bit(columns, drawn);
            (column, squares.columns[column])
        } else {
            let row = bit(rows, drawn - of_columns);
            (LARGEST + row, squares.rows[row])
        }
    }

    /// Adds 1 to the weight of a line, unless weights are fixed.
    #[inline]
    fn blame(&mut self, number: Number) {
        if self.has_fixed_weights {
            return;
        }
        self.weights[number] = self.weights[number].saturating_add(1);
        self.inverse_weights[number] = (UNIT / self.weights[number]).max(1);
    }
}

/// The board of conditions. A column with a single allowed row has its queen there.
impl From<&Conditions> for Words {
    fn from(conditions: &Conditions) -> Self {
        let n = conditions.n().get();
        let columns = || conditions.rows().iter().enumerate();
        let queens = columns().filter(|(_, rows)| rows.is_power_of_two());
        let open = columns().filter(|(_, rows)| !rows.is_power_of_two());
        let excluded = open.flat_map(|(column, rows)| {
            let excluded = (0..n).filter(move |row| rows >> row & 1 == 0);
            excluded.map(move |row| (column, row))
        });
        Words::new(
            n,
            queens.map(|(column, rows)| (column, rows.trailing_zeros() as usize)),
            excluded,
        )
    }
}

impl Search<Words> {
    /// Starts again from another board.
    pub(super) fn restart_from(&mut self, root: &Root) {
        self.unwind();
        self.found.clear();
        self.board.restart_from(root);
    }
}

/// Writes the score of each line and returns the smallest. Lines with no or one square score 0 or 1.
#[inline(always)]
fn score(
    words: &[u64; LARGEST],
    free: u64,
    inverse_weights: &[u32],
    scores: &mut [u64],
    width: usize,
) -> u64 {
    let lines = words[..width].iter().zip(&inverse_weights[..width]).zip(&mut scores[..width]);
    let mut least = u64::MAX;
    for (line, ((word, inverse_weight), score)) in (0u64..).zip(lines) {
        let squares = u64::from(word.count_ones());
        let weighted = squares * u64::from(*inverse_weight) + 2;
        let has_queen = (free >> (line & 63) & 1).wrapping_sub(1);
        *score = has_queen | if squares > 1 { weighted } else { squares };
        least = least.min(*score);
    }
    least
}

/// The lines with this score, as bits.
#[inline(always)]
fn equal(scores: &[u64], score: u64, width: usize) -> u64 {
    let lines = (0u64..).zip(&scores[..width]);
    lines.fold(0, |lines, (line, other)| lines | u64::from(*other == score) << (line & 63))
}

/// The number of the `index`-th set bit (0-based).
#[inline(always)]
fn bit(mut bits: u64, index: u32) -> usize {
    for _ in 0..index {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as usize
}

impl SearchBoard for Words {
    type Line = Line;

    #[inline(always)]
    fn next(&mut self, dice: &mut Dice) -> Next<Line> {
        loop {
            if self.boards[self.depth].free_columns == 0 {
                return Next::Full;
            }
            let (number, left) = self.narrowest(dice);
            if left == 0 {
                self.blame(number);
                return Next::DeadEnd;
            }
            let squares = &mut self.boards[self.depth];
            if !left.is_power_of_two()
                && let Some(bound) = &mut self.bound
                && squares.free_columns.count_ones() >= FEWEST
            {
                match bound.reduce(squares, self.width) {
                    Verdict::NoCompletion => return Next::DeadEnd,
                    Verdict::Reduced => continue,
                    Verdict::Open => {}
                }
            }
            return Next::Branch(Line { number, left });
        }
    }

    #[inline(always)]
    fn place(&mut self, line: &mut Line, dice: &mut Dice) -> bool {
        let drawn = match line.left.count_ones() {
            0 => return false,
            1 => 0,
            many => dice.below(many.into()) as u32,
        };
        let square = bit(line.left, drawn);
        line.left &= !(1 << square);
        let (column, row) = match line.number {
            column @ 0..LARGEST => (column, square),
            row => (square, row - LARGEST),
        };
        self.queens[column] = row as u8;
        let (before, after) = self.boards.split_at_mut(self.depth + 1);
        before[self.depth].with_queen(&mut after[0], column as u32, row as u32, self.width);
        self.depth += 1;
        true
    }

    #[inline(always)]
    fn remove(&mut self, _: &Line) {
        self.depth -= 1;
    }

    fn rows(&self) -> Vec<u32> {
        self.queens[..self.n].iter().map(|&row| row.into()).collect()
    }

    fn nodes_per_tick(&self) -> u64 {
        1 << 14
    }
}

/// The weight of each column and, from 64 on, of each row: at most 1, at least 1 / `RANGE`.
///
/// Only basic arithmetic, which is the same on every machine.
#[derive(Debug, Clone)]
pub struct Weights([f64; 2 * LARGEST]);

/// The ratio of the largest weight to the smallest.
const RANGE: f64 = 256.0;

impl Weights {
    /// Weights that are all equal.
    pub fn equal() -> Self {
        Weights([1.0; 2 * LARGEST])
    }

    /// Weights in the ratio of positive numbers, for columns and from 64 on for rows.
    fn in_ratio(numbers: impl Fn(usize) -> f64) -> Self {
        Weights(std::array::from_fn(numbers)).normalized()
    }

    /// The inverse of the weight of a column or, from 64 on, of a row: 1 to `RANGE`.
    pub fn inverse(&self, number: usize) -> f64 {
        1.0 / self.0[number]
    }

    /// Scales the largest weight to 1 and raises the smallest.
    fn normalized(mut self) -> Self {
        let largest = self.0.iter().fold(0.0, |a: f64, &b| a.max(b));
        self.0.iter_mut().for_each(|weight| *weight = (*weight / largest).max(1.0 / RANGE));
        self
    }

    /// Weights that rise or fall from one side to the other, from the sides to the middle, or both, in columns and rows
    /// independently.
    pub fn shapes(n: usize) -> impl Iterator<Item = Self> {
        let trends = [[1.0, 1.0], [1.0, 4.0], [4.0, 1.0]];
        let along = move |[from, to]: [f64; 2], share: f64| from + (to - from) * share;
        let of_line = move |kind: usize, line: usize| {
            let share = line as f64 / (n - 1) as f64;
            let inside = 1.0 - (2.0 * share - 1.0).abs();
            along(trends[kind % 3], share) * along(trends[kind / 3], inside)
        };
        (0..81).map(move |shape| {
            let kinds = [shape % 9, shape / 9];
            // There are no lines from N on; they only have to leave the largest weight alone.
            Self::in_ratio(|number| of_line(kinds[number / LARGEST], (number % LARGEST).min(n - 1)))
        })
    }

    /// Weights with some neighbouring columns, rows or both made heavier or lighter.
    pub fn varied(&self, n: usize, dice: &mut Dice) -> Self {
        let mut varied = self.clone();
        let centre = dice.fraction() * n as f64;
        let reach = (0.1 + 0.9 * dice.fraction()) * n as f64;
        let most = 3.0 * dice.fraction();
        let is_heavier = dice.below(2) == 0;
        let spared = dice.index(3);
        for (number, weight) in varied.0.iter_mut().enumerate() {
            let distance = ((number % LARGEST) as f64 - centre).abs();
            if distance < reach && number / LARGEST != spared {
                let factor = 1.0 + most * (1.0 - distance / reach);
                *weight *= if is_heavier { factor } else { 1.0 / factor };
            }
        }
        varied.normalized()
    }
}
