//! Depth-first search with random choices (Gupta, section 2.4, and the course exercise “N Queens Puzzle”). The rows of
//! a column are tried from a random row on, in strides of random length.
//!
//! Two additions extend the reach of its sources. The next column is always one with the fewest safe squares, so the
//! search steps back as soon as a column has none. And since bad first choices are too expensive to undo, it restarts
//! after a number of steps back that doubles each time.

use super::attempt::Attempt;
use super::error::SolveError;
use crate::combinatorics::diagonals;
use crate::dice::Dice;

/// The rows of a solution. O(N) per queen placed or removed; O(N) memory.
pub(super) fn rows(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    let mut limit = 100;
    loop {
        let mut search = Backtracker::new(attempt);
        if search.solve(limit, attempt)? {
            return Ok(search.queens());
        }
        limit *= 2;
    }
}

/// The choice of a row for one column.
struct Choice {
    column: u32,
    /// The former index of the column in the list of empty columns.
    index: usize,
    /// The row tried last. The next is `stride` further; `stride` is coprime to N.
    row: u32,
    stride: u32,
    /// The number of rows not yet tried.
    untried: u32,
}

/// A search: non-attacking queens in some columns.
struct Backtracker {
    n: usize,
    /// Whether there is a queen on each row, and on each diagonal as numbered by [`diagonals`].
    rows: Vec<bool>,
    sums: Vec<bool>,
    differences: Vec<bool>,
    /// Columns without a queen.
    empty: Vec<u32>,
    /// The number of safe squares of each column without a queen.
    safe: Vec<u32>,
    /// Columns with a queen, and the current one.
    choices: Vec<Choice>,
}

impl Backtracker {
    fn new(attempt: &mut Attempt<'_>) -> Self {
        let n = attempt.n;
        let mut search = Backtracker {
            n,
            rows: vec![false; n],
            sums: vec![false; 2 * n],
            differences: vec![false; 2 * n],
            empty: (0..n as u32).collect(),
            safe: vec![n as u32; n],
            choices: Vec::with_capacity(n),
        };
        attempt.dice.shuffle(&mut search.empty);
        search
    }

    /// Searches for a solution until `limit` steps back; false if none was found.
    fn solve(&mut self, limit: u64, attempt: &mut Attempt<'_>) -> Result<bool, SolveError> {
        self.descend(&mut attempt.dice);
        let mut back = 0;
        while back < limit && !self.choices.is_empty() {
            attempt.work(self.n)?;
            if let Some(row) = self.next_safe() {
                attempt.step()?;
                self.change(row, true);
                if self.empty.is_empty() {
                    return Ok(true);
                }
                self.descend(&mut attempt.dice);
            } else {
                back += 1;
                self.ascend();
            }
        }
        Ok(false)
    }

    /// Moves to a column with the fewest safe squares.
    fn descend(&mut self, dice: &mut Dice) {
        let fewest = self.empty.iter().enumerate().min_by_key(|&(_, &c)| self.safe[c as usize]);
        let Some((index, &column)) = fewest else { return };
        self.empty.swap_remove(index);
        let n = self.n as u32;
        let stride = loop {
            let stride = 1 + dice.index(self.n) as u32;
            if greatest_common_divisor(stride, n) == 1 {
                break stride;
            }
        };
        let untried = if self.safe[column as usize] == 0 { 0 } else { n };
        let row = dice.index(self.n) as u32;
        self.choices.push(Choice { column, index, row, stride, untried });
    }

    /// The next untried safe row of the current column.
    fn next_safe(&mut self) -> Option<u32> {
        let mut choice = self.choices.pop()?;
        let mut safe = None;
        while safe.is_none() && choice.untried > 0 {
            choice.untried -= 1;
            choice.row = (choice.row + choice.stride) % self.n as u32;
            safe =
                Some(choice.row).filter(|&row| self.is_safe(choice.column as usize, row as usize));
        }
        self.choices.push(choice);
        safe
    }

    /// Steps back to the previous column and removes its queen.
    fn ascend(&mut self) {
        if let Some(choice) = self.choices.pop() {
            self.empty.push(choice.column);
            let last = self.empty.len() - 1;
            self.empty.swap(choice.index, last);
        }
        if let Some(choice) = self.choices.last() {
            self.change(choice.row, false);
        }
    }

    /// Sets or removes the queen of the current column, and updates the numbers of safe squares by the squares that
    /// only this queen attacks.
    fn change(&mut self, row: u32, set: bool) {
        let Some(choice) = self.choices.last() else { return };
        let (n, column, row) = (self.n, choice.column as usize, row as usize);
        if !set {
            self.mark(column, row, false);
        }
        for &other in &self.empty {
            let other = other as usize;
            let distance = other.abs_diff(column);
            let alone = [Some(row), row.checked_sub(distance), Some(row + distance)]
                .into_iter()
                .flatten()
                .filter(|&row| row < n && self.is_safe(other, row))
                .count() as u32;
            let safe = &mut self.safe[other];
            *safe = if set { *safe - alone } else { *safe + alone };
        }
        if set {
            self.mark(column, row, true);
        }
    }

    /// Whether no queen attacks a square.
    fn is_safe(&self, column: usize, row: usize) -> bool {
        let (sum, difference) = diagonals(self.n, column, row);
        !(self.rows[row] || self.sums[sum] || self.differences[difference])
    }

    fn mark(&mut self, column: usize, row: usize, attacked: bool) {
        let (sum, difference) = diagonals(self.n, column, row);
        self.rows[row] = attacked;
        self.sums[sum] = attacked;
        self.differences[difference] = attacked;
    }

    /// The rows of the queens, once every column has one.
    fn queens(&self) -> Vec<u32> {
        let mut queens = vec![0; self.n];
        for choice in &self.choices {
            queens[choice.column as usize] = choice.row;
        }
        queens
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
