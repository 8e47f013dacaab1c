//! The numbering of diagonals.

/// The two diagonals through a square as indices below 2 N: column + row, and column − row + N − 1.
#[inline]
pub fn diagonals(n: usize, column: usize, row: usize) -> (usize, usize) {
    (column + row, column + n - 1 - row)
}
