//! Minimal conflicts (Gupta, section 2.2; Minton et al. 1992): column by column, each queen in conflict moves to a row
//! with the fewest conflicts.
//!
//! Gupta does not specify the initial board. Here the queens are placed column by column on empty rows (Sosič and Gu
//! 1990): on the first of a few random rows without a diagonal conflict. This leaves a few dozen queens in conflict for
//! any N. If they are not resolved soon, the search starts from a new board.

use super::attempt::{Attempt, FAR};
use super::conflicts::ConflictBoard;
use super::error::SolveError;
use crate::combinatorics::diagonals;

/// The maximum number of rows tried for a queen of the initial board.
const TRIES: usize = 400;

/// The rows of a solution. O(N) for the initial board and per step; the number of steps hardly depends on N.
pub(super) fn rows(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    loop {
        let mut board = ConflictBoard::new(start(attempt)?, attempt)?;
        let patience = attempt.steps + 100 + attempt.n.min(1000) as u64;
        while board.sweep(attempt, true)? {
            if attempt.steps > patience {
                break;
            }
        }
        if board.surplus(attempt)? == 0 {
            return Ok(board.queens);
        }
    }
}

/// A permutation with few conflicts. O(N).
fn start(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    let n = attempt.n;
    let mut queens: Vec<u32> = (0..n as u32).collect();
    let [mut sums, mut differences] = [vec![false; 2 * n], vec![false; 2 * n]];
    for column in 0..n {
        // `queens[column..]` are the empty rows.
        for tried in 1..=TRIES {
            queens.swap(column, column + attempt.dice.index(n - column));
            let (sum, difference) = diagonals(n, column, queens[column] as usize);
            attempt.work(FAR)?;
            if tried == TRIES || !(sums[sum] || differences[difference]) {
                sums[sum] = true;
                differences[difference] = true;
                break;
            }
        }
    }
    Ok(queens)
}
