//! A board with conflict counts, shared by `min_conflicts` and `genetic`.

use super::attempt::{Attempt, FAR};
use super::error::SolveError;
use crate::combinatorics::diagonals;
use crate::dice::Dice;

/// Queens in arbitrary rows, one per column, with the number of queens on every row and diagonal, so that the conflicts
/// of a square take three lookups. 24 bytes per queen.
#[derive(Debug)]
pub struct ConflictBoard {
    /// The 0-based row of the queen in each column.
    pub queens: Vec<u32>,
    /// The number of queens on each row, and on each diagonal as numbered by [`diagonals`].
    rows: Vec<u32>,
    sums: Vec<u32>,
    differences: Vec<u32>,
}

impl ConflictBoard {
    /// The board with queens in these 0-based rows. O(N).
    pub fn new(queens: Vec<u32>, attempt: &mut Attempt<'_>) -> Result<Self, SolveError> {
        let n = queens.len();
        let mut board = ConflictBoard {
            queens: Vec::new(),
            rows: vec![0; n],
            sums: vec![0; 2 * n],
            differences: vec![0; 2 * n],
        };
        for (column, &row) in queens.iter().enumerate() {
            attempt.work(FAR)?;
            board.change(column, row as usize, 1);
        }
        board.queens = queens;
        Ok(board)
    }

    /// Adds `by` to the counts of the lines of a square: 1 to set a queen, −1 to remove it.
    fn change(&mut self, column: usize, row: usize, by: i32) {
        let (sum, difference) = diagonals(self.rows.len(), column, row);
        for count in [&mut self.rows[row], &mut self.sums[sum], &mut self.differences[difference]] {
            *count = count.wrapping_add_signed(by);
        }
    }

    /// The number of other queens on the lines of the queen in this column, counted once per line.
    pub fn conflicts(&self, column: usize) -> u32 {
        let row = self.queens[column] as usize;
        let (sum, difference) = diagonals(self.rows.len(), column, row);
        self.rows[row] + self.sums[sum] + self.differences[difference] - 3
    }

    /// The sum over all lines of the queens beyond one: 0 for a solution. O(N).
    pub(super) fn surplus(&self, attempt: &mut Attempt<'_>) -> Result<u64, SolveError> {
        attempt.work(self.rows.len())?;
        let lines = self.rows.iter().chain(&self.sums).chain(&self.differences);
        Ok(lines.map(|&count| u64::from(count.saturating_sub(1))).sum())
    }

    /// Moves the queen of a column to a random row with the fewest conflicts, possibly its own. O(N).
    pub fn improve(&mut self, column: usize, dice: &mut Dice) {
        self.change(column, self.queens[column] as usize, -1);
        let row = self.best_row(column, dice);
        self.change(column, row, 1);
        self.queens[column] = row as u32;
    }

    /// A row with the fewest conflicts for a column without its queen.
    fn best_row(&self, column: usize, dice: &mut Dice) -> usize {
        let n = self.rows.len();
        let sums = &self.sums[column..column + n];
        let differences = &self.differences[column..column + n];
        let conflicts = || {
            let diagonals = sums.iter().zip(differences.iter().rev());
            self.rows.iter().zip(diagonals).map(|(row, (sum, difference))| row + sum + difference)
        };
        let fewest = conflicts().min().unwrap_or(0);
        let ties = conflicts().filter(|&count| count == fewest).count();
        let chosen = dice.index(ties);
        let mut best = conflicts().enumerate().filter(|&(_, count)| count == fewest);
        best.nth(chosen).map_or(0, |(row, _)| row)
    }

    /// Improves every queen in conflict, column by column; each counts as a step if `counted`. Returns whether any was
    /// in conflict.
    pub(super) fn sweep(
        &mut self,
        attempt: &mut Attempt<'_>,
        counted: bool,
    ) -> Result<bool, SolveError> {
        let n = self.rows.len();
        let mut found = false;
        for column in 0..n {
            attempt.work(FAR)?;
            if self.conflicts(column) > 0 {
                found = true;
                if counted {
                    attempt.step()?;
                }
                attempt.work(n)?;
                self.improve(column, &mut attempt.dice);
            }
        }
        Ok(found)
    }
}
