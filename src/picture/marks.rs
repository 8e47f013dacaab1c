//! The marks on the squares of a board with some queens: queens, and squares where no further queen is possible.

use crate::combinatorics::Pattern;

/// The mark of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Queen,
    /// Excluded by a condition.
    Excluded,
    /// Attacked by a queen.
    Attacked,
    Free,
}

/// The marks of all squares, by row, then by column. A column with only one row left has its queen there.
pub(super) fn marks(pattern: &Pattern) -> Vec<Mark> {
    let n = pattern.n().get();
    let given = |rows: &u64| rows.is_power_of_two().then(|| rows.trailing_zeros() as usize);
    let queens: Vec<Option<usize>> = pattern.rows().iter().map(given).collect();
    let attacked = |column: usize, row: usize| {
        let queens =
            queens.iter().enumerate().filter_map(|(other, queen)| Some((other, (*queen)?)));
        queens.into_iter().any(|(other, queen)| {
            other == column || queen == row || other.abs_diff(column) == queen.abs_diff(row)
        })
    };
    let mark = |row: usize, column: usize| match queens[column] {
        Some(queen) if queen == row => Mark::Queen,
        None if pattern.rows()[column] >> row & 1 == 0 => Mark::Excluded,
        _ if attacked(column, row) => Mark::Attacked,
        _ => Mark::Free,
    };
    (0..n)
        .flat_map(|row| (0..n).map(move |column| (row, column)))
        .map(|(r, c)| mark(r, c))
        .collect()
}
