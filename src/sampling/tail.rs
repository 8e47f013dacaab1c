//! Exact counts over the last columns of a board.

use crate::search::{Bitboard, each_row};

/// The number of columns that are counted exactly. 8 gives the smallest standard error in a given time for N from 20 to
/// 64; 7 and 9 are nearly as good.
const COLUMNS: usize = 8;

/// The allowed rows of the last columns, in order, as masks.
pub(super) type Tail<'a> = &'a [u64];

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
pub(super) fn add_squares(
    board: Bitboard<u64>,
    tail: Tail<'_>,
    squares: &mut [u64],
    n: usize,
) -> u64 {
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
