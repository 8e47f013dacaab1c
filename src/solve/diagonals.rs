/// The diagonals of a square, as places in two lists of 2 N lines each: column + row, and column − row +
/// N − 1.
pub(super) fn diagonals(n: usize, column: usize, row: usize) -> (usize, usize) {
    (column + row, column + n - 1 - row)
}
