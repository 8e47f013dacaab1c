//! Queens on arbitrary squares, for searches that do not proceed column by column. For those that do, see
//! [`Bitboard`](super::bitboard::Bitboard).

/// Non-attacking queens on a board of size N ≤ 64.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QueenSet {
    n: usize,
    /// Columns without a queen: bit c stands for 0-based column c.
    empty_columns: u64,
    /// Rows with a queen.
    rows: u64,
    /// Diagonals with a queen, by column + row.
    sums: u128,
    /// Diagonals with a queen, by row + N − 1 − column.
    differences: u128,
}

impl QueenSet {
    /// The empty set.
    pub(crate) fn empty(n: usize) -> Self {
        QueenSet { n, empty_columns: u64::MAX >> (64 - n), rows: 0, sums: 0, differences: 0 }
    }

    /// The columns without a queen, as a mask.
    pub(crate) fn empty_columns(&self) -> u64 {
        self.empty_columns
    }

    /// The rows that no queen attacks in an empty column, as a mask. Rows beyond the board count as safe.
    pub(crate) fn safe_rows(&self, column: usize) -> u64 {
        let on_sums = (self.sums >> column) as u64;
        let on_differences = (self.differences >> (self.n - 1 - column)) as u64;
        !(self.rows | on_sums | on_differences)
    }

    /// The set with one more queen, or `None` if its square is attacked.
    pub(crate) fn with_safe(&self, column: usize, row: usize) -> Option<Self> {
        let safe = self.empty_columns & 1 << column != 0 && self.safe_rows(column) & 1 << row != 0;
        safe.then(|| self.with(column, row))
    }

    /// The set with one more queen, on a safe square.
    pub(crate) fn with(&self, column: usize, row: usize) -> Self {
        QueenSet {
            n: self.n,
            empty_columns: self.empty_columns & !(1 << column),
            rows: self.rows | 1 << row,
            sums: self.sums | 1 << (column + row),
            differences: self.differences | 1 << (row + self.n - 1 - column),
        }
    }
}
