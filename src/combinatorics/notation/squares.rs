//! Boards as sets of squares, shared by pairs, matrices, FEN, chess squares and SAT models.

use crate::combinatorics::invalid::Invalid;

/// Marks a column without a queen; greater than any row.
const NONE: u32 = u32::MAX;

/// The 0-based rows of the queens on these 1-based squares (column, row). Fails unless each of the `n` columns has
/// exactly one queen. Rows may repeat. O(N).
pub(super) fn rows(
    n: usize,
    squares: impl IntoIterator<Item = Result<(u64, u64), Invalid>>,
) -> Result<Vec<u32>, Invalid> {
    let mut rows = vec![NONE; n];
    for square in squares {
        let (column, row) = square?;
        if [column, row].iter().any(|line| !(1..=n as u64).contains(line)) {
            return Err(Invalid::SquareOutside { n, column, row });
        }
        let (place, row) = (&mut rows[column as usize - 1], row as u32 - 1);
        if *place != NONE && *place != row {
            let [first, second] = [*place, row].map(|row| row as usize + 1);
            return Err(Invalid::ColumnTwice { n, column: column as usize, first, second });
        }
        *place = row;
    }
    match rows.iter().position(|&row| row == NONE) {
        Some(empty) => Err(Invalid::ColumnEmpty { n, column: empty + 1 }),
        None => Ok(rows),
    }
}

/// The squares (column, row) of the queens in these 0-based rows, counted from `first` (0 or 1).
pub(super) fn squares(rows: &[u8], first: u8) -> impl Iterator<Item = (u8, u8)> {
    (first..).zip(rows).map(move |(column, row)| (column, row + first))
}
