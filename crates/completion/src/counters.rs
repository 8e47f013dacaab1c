//! Boards of any size. Each row and column has a counter of its safe squares, which a queen updates along its four
//! lines.
//!
//! Along a line, every table is read at consecutive positions: the diagonals are stored by number, and once more by
//! parity, because along a diagonal the number of the crossing one changes in steps of two. This lets the compiler
//! vectorize the loops with the features of the calling kernel. Only excluded squares are looked up one by one.

use crate::partial_board::PartialBoard;
use nqdb::internal::{Next, SearchBoard, diagonals};
use nqdb::random::Dice;

/// A line to put a queen on.
pub(crate) struct Line {
    /// The column, or N + the row.
    number: usize,
    /// The squares tried; the queen is on the last one.
    tried: Vec<u16>,
}

/// A board under search.
pub(crate) struct Counters {
    n: usize,
    /// The row of the queen in each column; unspecified for columns without one.
    queens: Vec<u16>,
    /// The number of columns without a queen.
    left: usize,
    /// 1 for each column without a queen, else 0; then the same for rows.
    free: Vec<u8>,
    /// The diagonals by column + row.
    sums: Diagonals,
    /// The diagonals by column + N − 1 − row.
    differences: Diagonals,
    excluded: Excluded,
    /// The number of safe squares of each column, then of each row; unspecified for lines with a queen.
    safe: Vec<u16>,
    weights: Vec<u32>,
    /// [`UNIT`] divided by each weight.
    inverse_weights: Vec<u32>,
    /// Scratch: the score of each line.
    scores: Vec<u32>,
    /// Scratch: 1 for each square to choose from.
    choices: Vec<u8>,
}

/// The inverse of weight 1. Multiplied by the maximum number of squares it stays below 2³⁰.
const UNIT: u32 = 1 << 16;

/// The diagonals of one direction: 1 for each without a queen that is not excluded, else 0.
struct Diagonals {
    all: Vec<u8>,
    /// Those with even numbers and those with odd numbers: diagonal d is at d / 2.
    halves: [Vec<u8>; 2],
}

impl Diagonals {
    fn new(n: usize) -> Self {
        Diagonals { all: vec![1; 2 * n], halves: [vec![1; n], vec![1; n]] }
    }

    fn set(&mut self, diagonal: usize, free: u8) {
        self.all[diagonal] = free;
        self.halves[diagonal % 2][diagonal / 2] = free;
    }

    /// The diagonals `first`, `first + 2`, and so on.
    fn every_second(&self, first: usize, count: usize) -> &[u8] {
        &self.halves[first % 2][first / 2..][..count]
    }
}

struct Excluded {
    n: usize,
    /// One bit per square, at column · N + row; empty if no square is excluded.
    bits: Vec<u64>,
}

impl Excluded {
    fn new(partial: &PartialBoard) -> Self {
        let n = partial.n();
        let mut excluded = Excluded { n, bits: Vec::new() };
        for &(column, row) in &partial.squares {
            excluded.bits.resize((n * n).div_ceil(64), 0);
            let square = column * n + row;
            excluded.bits[square / 64] |= 1 << (square % 64);
        }
        excluded
    }

    /// 0 for an excluded square, else 1.
    #[inline(always)]
    fn allows(&self, column: usize, row: usize) -> u8 {
        let square = column * self.n + row;
        (!self.bits[square / 64] >> (square % 64) & 1) as u8
    }
}

impl Counters {
    /// The board of counters of a partial board without a contradiction.
    pub(crate) fn new(partial: &PartialBoard) -> Self {
        let n = partial.n();
        let mut board = Counters {
            n,
            queens: vec![0; n],
            left: n,
            free: vec![1; 2 * n],
            sums: Diagonals::new(n),
            differences: Diagonals::new(n),
            excluded: Excluded::new(partial),
            safe: vec![0; 2 * n],
            weights: vec![1; 2 * n],
            inverse_weights: vec![UNIT; 2 * n],
            scores: vec![0; 2 * n],
            choices: vec![0; n],
        };
        partial.sums.iter().for_each(|&sum| board.sums.set(sum, 0));
        partial.differences.iter().for_each(|&number| board.differences.set(number, 0));
        for (column, row) in partial.queens() {
            let (sum, difference) = diagonals(n, column, row);
            board.queens[column] = row as u16;
            board.left -= 1;
            board.free[column] = 0;
            board.free[n + row] = 0;
            board.sums.set(sum, 0);
            board.differences.set(difference, 0);
        }
        for number in 0..2 * n {
            board.mark_choices(number);
            board.safe[number] = board.choices.iter().map(|&choice| u16::from(choice)).sum();
        }
        board
    }

    /// Marks the safe squares of a line in `choices`: by row for a column, by column for a row.
    #[inline(always)]
    fn mark_choices(&mut self, number: usize) {
        let n = self.n;
        let Counters { free, sums, differences, excluded, choices, .. } = self;
        let (columns, rows) = free.split_at(n);
        if number < n {
            let column = number;
            let diagonals =
                sums.all[column..].iter().zip(differences.all[column..][..n].iter().rev());
            for ((choice, row), (sum, difference)) in choices.iter_mut().zip(rows).zip(diagonals) {
                *choice = row & sum & difference;
            }
        } else {
            let row = number - n;
            let diagonals = sums.all[row..].iter().zip(&differences.all[n - 1 - row..]);
            for ((choice, column), (sum, difference)) in
                choices.iter_mut().zip(columns).zip(diagonals)
            {
                *choice = column & sum & difference;
            }
        }
        if !excluded.bits.is_empty() {
            for (at, choice) in choices.iter_mut().enumerate() {
                *choice &= if number < n {
                    excluded.allows(number, at)
                } else {
                    excluded.allows(at, number - n)
                };
            }
        }
    }

    /// Adds `change` (1, or −1 in two's complement) to the counters of the safe squares that a queen attacks. Its
    /// column and row must be marked as taken, its diagonals as free.
    #[inline(always)]
    fn count_lines(&mut self, column: usize, row: usize, change: u16) {
        if self.excluded.bits.is_empty() {
            self.count_lines_with(column, row, change, |_, _, _| 1)
        } else {
            self.count_lines_with(column, row, change, Excluded::allows)
        }
    }

    #[inline(always)]
    fn count_lines_with(
        &mut self,
        column: usize,
        row: usize,
        change: u16,
        allows: impl Fn(&Excluded, usize, usize) -> u8,
    ) {
        let n = self.n;
        let Counters { free, sums, differences, excluded, safe, .. } = self;
        let (columns, rows) = free.split_at(n);
        let (in_columns, in_rows) = safe.split_at_mut(n);
        let times = |safe: u8| change & u16::from(safe).wrapping_neg();

        // The row: the squares (x, row).
        let diagonals = sums.all[row..].iter().zip(&differences.all[n - 1 - row..]);
        let squares = columns.iter().zip(diagonals).zip(&mut *in_columns);
        for (x, ((free, (sum, difference)), count)) in squares.enumerate() {
            let is_safe = free & sum & difference & allows(excluded, x, row);
            *count = count.wrapping_add(times(is_safe));
        }

        // The column: the squares (column, y).
        let diagonals = sums.all[column..].iter().zip(differences.all[column..][..n].iter().rev());
        let squares = rows.iter().zip(diagonals).zip(&mut *in_rows);
        for (y, ((free, (sum, difference)), count)) in squares.enumerate() {
            let is_safe = free & sum & difference & allows(excluded, column, y);
            *count = count.wrapping_add(times(is_safe));
        }

        // The difference diagonal: the squares (x + i, y + i).
        let (x, y) = (column.saturating_sub(row), row.saturating_sub(column));
        let length = n - x.max(y);
        let lines = columns[x..].iter().zip(&rows[y..]).zip(sums.every_second(x + y, length));
        let counts = in_columns[x..].iter_mut().zip(&mut in_rows[y..]);
        for (i, (((free_column, free_row), sum), (count_column, count_row))) in
            lines.zip(counts).enumerate()
        {
            let is_safe = free_column & free_row & sum & allows(excluded, x + i, y + i);
            *count_column = count_column.wrapping_add(times(is_safe));
            *count_row = count_row.wrapping_add(times(is_safe));
        }

        // The sum diagonal: the squares (x + i, y − i).
        let y = (column + row).min(n - 1);
        let x = column + row - y;
        let length = y + 1 - x;
        let others = differences.every_second(x + n - 1 - y, length);
        let lines = columns[x..].iter().zip(rows[x..=y].iter().rev()).zip(others);
        let counts = in_columns[x..].iter_mut().zip(in_rows[x..=y].iter_mut().rev());
        for (i, (((free_column, free_row), difference), (count_column, count_row))) in
            lines.zip(counts).enumerate()
        {
            let is_safe = free_column & free_row & difference & allows(excluded, x + i, y - i);
            *count_column = count_column.wrapping_add(times(is_safe));
            *count_row = count_row.wrapping_add(times(is_safe));
        }
    }

    /// The line with the smallest number of safe squares divided by its weight, and its score. Ties are broken at
    /// random.
    #[inline(always)]
    fn narrowest(&mut self, dice: &mut Dice) -> (usize, u32) {
        let counted = self.safe.iter().zip(&self.inverse_weights).zip(&self.free);
        let mut best = u32::MAX;
        for (score, ((&safe, inverse_weight), &free)) in self.scores.iter_mut().zip(counted) {
            let safe = u32::from(safe);
            let weighted = if safe > 1 { safe * inverse_weight + 2 } else { safe };
            *score = weighted | u32::from(free).wrapping_sub(1);
            best = best.min(*score);
        }
        let is_best = |score: &u32| u32::from(*score == best);
        let drawn = match best {
            0 | 1 => 0,
            _ => dice.below(self.scores.iter().map(is_best).sum::<u32>().into()) as u32,
        };
        (nth(&self.scores, drawn, is_best), best)
    }

    /// Puts a queen on a safe square.
    #[inline(always)]
    fn put(&mut self, column: usize, row: usize) {
        self.free[column] = 0;
        self.free[self.n + row] = 0;
        self.count_lines(column, row, 1u16.wrapping_neg());
        let (sum, difference) = diagonals(self.n, column, row);
        self.sums.set(sum, 0);
        self.differences.set(difference, 0);
        self.queens[column] = row as u16;
        self.left -= 1;
    }

    /// Removes the last queen.
    #[inline(always)]
    fn take(&mut self, column: usize, row: usize) {
        let (sum, difference) = diagonals(self.n, column, row);
        self.sums.set(sum, 1);
        self.differences.set(difference, 1);
        self.count_lines(column, row, 1);
        self.free[column] = 1;
        self.free[self.n + row] = 1;
        self.left += 1;
    }

    /// The column and row of a square of a line.
    fn square(&self, number: usize, at: u16) -> (usize, usize) {
        if number < self.n { (number, usize::from(at)) } else { (usize::from(at), number - self.n) }
    }
}

/// The position of the `index`-th item (0-based) of weight 1; all other weights are 0.
#[inline(always)]
fn nth<T>(items: &[T], mut index: u32, weight: impl Fn(&T) -> u32) -> usize {
    const CHUNK: usize = 128;
    let mut start = 0;
    for chunk in items.chunks(CHUNK) {
        let count: u32 = chunk.iter().map(&weight).sum();
        if index < count {
            let mut ones = chunk.iter().enumerate().filter(|(_, item)| weight(item) == 1);
            return start + ones.nth(index as usize).map_or(0, |(place, _)| place);
        }
        index -= count;
        start += CHUNK;
    }
    unreachable!("fewer items than counted")
}

impl SearchBoard for Counters {
    type Line = Line;

    #[inline(always)]
    fn next(&mut self, dice: &mut Dice) -> Next<Line> {
        if self.left == 0 {
            return Next::Full;
        }
        let (number, score) = self.narrowest(dice);
        if score == 0 {
            self.weights[number] = self.weights[number].saturating_add(1);
            self.inverse_weights[number] = (UNIT / self.weights[number]).max(1);
            return Next::DeadEnd;
        }
        Next::Branch(Line { number, tried: Vec::new() })
    }

    #[inline(always)]
    fn place(&mut self, line: &mut Line, dice: &mut Dice) -> bool {
        let left = u64::from(self.safe[line.number]) - line.tried.len() as u64;
        if left == 0 {
            return false;
        }
        self.mark_choices(line.number);
        for &tried in &line.tried {
            self.choices[usize::from(tried)] = 0;
        }
        let drawn = if left == 1 { 0 } else { dice.below(left) };
        let at = nth(&self.choices, drawn as u32, |&choice| choice.into()) as u16;
        line.tried.push(at);
        let (column, row) = self.square(line.number, at);
        self.put(column, row);
        true
    }

    #[inline(always)]
    fn remove(&mut self, line: &Line) {
        if let Some(&at) = line.tried.last() {
            let (column, row) = self.square(line.number, at);
            self.take(column, row);
        }
    }

    fn rows(&self) -> Vec<u32> {
        self.queens.iter().map(|&row| row.into()).collect()
    }

    fn nodes_per_tick(&self) -> u64 {
        (1 << 19) / self.n as u64
    }
}
