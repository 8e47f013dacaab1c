//! Minimal conflicts (Gupta, section 2.2; Minton and others 1992): along the columns, each queen in
//! conflict moves to a row with the fewest conflicts.
//!
//! The seed does not say where the queens stand at first. Here they are set column by column, as
//! Sosič and Gu (1990) do, on rows that are still empty: of a few drawn at random the first one without a
//! conflict on the diagonals. That leaves some dozen queens in conflict, whatever N is. Where these
//! do not find their places soon, all is set anew.

use super::SolveError;
use super::conflicts::Board;
use super::diagonals::diagonals;
use super::run::{FAR, Run};

/// Rows tried for a queen when the board is set.
const TRIES: usize = 400;

/// A solution. O(N) for setting the board and for each step; about as many steps for large N as for
/// small.
pub(super) fn rows(run: &mut Run<'_>) -> Result<Vec<u32>, SolveError> {
    loop {
        let mut board = Board::new(start(run)?, run)?;
        let patience = run.steps + 100 + run.n.min(1000) as u64;
        while board.sweep(run, true)? {
            if run.steps > patience {
                break;
            }
        }
        if board.surplus(run)? == 0 {
            return Ok(board.queens);
        }
    }
}

/// A permutation with few conflicts. O(N).
fn start(run: &mut Run<'_>) -> Result<Vec<u32>, SolveError> {
    let n = run.n;
    let mut queens: Vec<u32> = (0..n as u32).collect();
    let [mut sums, mut differences] = [vec![false; 2 * n], vec![false; 2 * n]];
    for column in 0..n {
        // The rows from here on are those still empty.
        for tried in 1..=TRIES {
            queens.swap(column, column + run.dice.place(n - column));
            let (sum, difference) = diagonals(n, column, queens[column] as usize);
            run.work(FAR)?;
            if tried == TRIES || !(sums[sum] || differences[difference]) {
                sums[sum] = true;
                differences[difference] = true;
                break;
            }
        }
    }
    Ok(queens)
}
