//! The order of conditions in a URL.

use nqdb::Condition;

/// The place of a condition in a URL: squares by column and row, then diagonals.
pub(super) fn place(condition: &Condition) -> (u8, i64, u64, bool) {
    match *condition {
        Condition::Queen { column, row } => (0, column as i64, row, false),
        Condition::NoQueen { column, row } => (0, column as i64, row, true),
        Condition::NoQueenOnSum(sum) => (1, sum as i64, 0, false),
        Condition::NoQueenOnDifference(difference) => (2, difference, 0, false),
    }
}
