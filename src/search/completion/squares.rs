//! [`Squares`]: the safe squares of a board up to N = 64, as a 64-bit word for each column and each row. A queen clears
//! its lines in all words at once, in a branch-free loop that the compiler vectorizes with the features of the calling
//! kernel.

/// The maximum number of columns.
pub(super) const LARGEST: usize = 64;

/// The safe squares of a board with some queens.
#[repr(align(64))]
#[derive(Debug, Clone)]
pub struct Squares {
    /// The safe rows of each column; unspecified for a column with a queen.
    pub columns: [u64; LARGEST],
    /// The safe columns of each row; unspecified for a row with a queen.
    pub rows: [u64; LARGEST],
    /// The columns without a queen.
    pub free_columns: u64,
    /// The rows without a queen.
    pub free_rows: u64,
    /// Sums over the free columns and rows.
    pub(super) totals: Totals,
}

/// Sums over the free columns and rows of a board, which the queens to come fill.
#[derive(Debug, Clone, Copy)]
pub(super) struct Totals {
    /// Σ column + Σ row.
    pub(super) sums: i32,
    /// Σ row − Σ column.
    pub(super) differences: i32,
    /// Σ column² + Σ row².
    pub(super) squared: i32,
}

impl Totals {
    /// All columns and rows of a board of size `n`.
    fn of_board(n: usize) -> Self {
        let lines = 0..n as i32;
        Totals {
            sums: 2 * lines.clone().sum::<i32>(),
            differences: 0,
            squared: 2 * lines.map(|line| line * line).sum::<i32>(),
        }
    }

    /// Without the lines of one more queen.
    #[inline(always)]
    fn without(self, column: u32, row: u32) -> Self {
        let (column, row) = (column as i32, row as i32);
        Totals {
            sums: self.sums - column - row,
            differences: self.differences - row + column,
            squared: self.squared - column * column - row * row,
        }
    }
}

/// |i − 63| at index i. From index 63 − c on, these are the distances of all columns from column c.
static DISTANCES: [u64; 2 * LARGEST] = {
    let mut distances = [0; 2 * LARGEST];
    let mut i = 0;
    while i < 2 * LARGEST {
        distances[i] = (LARGEST as u64 - 1).abs_diff(i as u64);
        i += 1;
    }
    distances
};

impl Squares {
    /// The board of size `n` without queens.
    pub fn empty(n: usize) -> Self {
        let full = u64::MAX >> (LARGEST - n);
        let mut words = [0; LARGEST];
        words[..n].fill(full);
        Squares {
            columns: words,
            rows: words,
            free_columns: full,
            free_rows: full,
            totals: Totals::of_board(n),
        }
    }

    /// Writes this board, with one more queen on a safe square, to the first `width` lines of another.
    #[inline(always)]
    pub fn with_queen(&self, to: &mut Squares, column: u32, row: u32, width: usize) {
        clear_lines(&self.columns, &mut to.columns, column, row, width);
        clear_lines(&self.rows, &mut to.rows, row, column, width);
        to.free_columns = self.free_columns & !(1 << column);
        to.free_rows = self.free_rows & !(1 << row);
        to.totals = self.totals.without(column, row);
    }
}

/// Clears the squares that a queen at word `at`, bit `bit` attacks: its whole word, and up to three bits of any other.
#[inline(always)]
fn clear_lines(from: &[u64; LARGEST], to: &mut [u64; LARGEST], at: u32, bit: u32, width: usize) {
    let queen = 1u64 << bit;
    let distances = &DISTANCES[LARGEST - 1 - at as usize..][..width];
    for ((from, to), distance) in from[..width].iter().zip(&mut to[..width]).zip(distances) {
        let distance = distance & 63;
        *to = from & !(queen | queen << distance | queen >> distance);
    }
}
