//! Depth-first search with backtracking (Gupta, section 2.4) and random choices, as the exercise of
//! seed 002 wants it: a queen in each column in turn, the last placed being the first displaced. The
//! rows of a column are tried from a random one on, in steps of a random length.
//!
//! Two things make it reach further than the seeds do. The next column is always one with the fewest
//! safe squares, and where a column has none, the search goes back at once. And a search that has gone
//! back too often begins anew with other choices, each time with double the patience: bad first
//! choices cost too much to undo.

use super::SolveError;
use super::diagonals::diagonals;
use super::run::Run;
use crate::dice::Dice;

/// A solution. O(N) for each queen placed or taken back; O(N) memory.
pub(super) fn rows(run: &mut Run<'_>) -> Result<Vec<u32>, SolveError> {
    let mut patience = 100;
    loop {
        let mut search = Search::new(run);
        if search.run(patience, run)? {
            return Ok(search.queens());
        }
        patience *= 2;
    }
}

/// A column with its queen, and the rows that have not been tried.
struct Level {
    column: u32,
    /// Where the column stood among the empty ones.
    place: usize,
    /// The next row to try; rows come in steps of `stride`, which has no divisor in common with N.
    row: u32,
    stride: u32,
    left: u32,
}

/// Queens in some columns, none attacking another.
struct Search {
    n: usize,
    rows: Vec<bool>,
    /// By the first of [`diagonals`].
    sums: Vec<bool>,
    /// By the second.
    differences: Vec<bool>,
    /// Columns without a queen.
    empty: Vec<u32>,
    /// How many safe squares a column without a queen has.
    safe: Vec<u32>,
    /// Columns with a queen, and the one that is tried.
    levels: Vec<Level>,
}

impl Search {
    fn new(run: &mut Run<'_>) -> Self {
        let n = run.n;
        let mut search = Search {
            n,
            rows: vec![false; n],
            sums: vec![false; 2 * n],
            differences: vec![false; 2 * n],
            empty: (0..n as u32).collect(),
            safe: vec![n as u32; n],
            levels: Vec::with_capacity(n),
        };
        run.dice.shuffle(&mut search.empty);
        search
    }

    /// Whether a solution comes before so many steps back.
    fn run(&mut self, patience: u64, run: &mut Run<'_>) -> Result<bool, SolveError> {
        self.descend(&mut run.dice);
        let mut back = 0;
        while back < patience && !self.levels.is_empty() {
            run.work(self.n)?;
            if let Some(row) = self.next_safe() {
                run.step()?;
                self.change(row, true);
                if self.empty.is_empty() {
                    return Ok(true);
                }
                self.descend(&mut run.dice);
            } else {
                back += 1;
                self.ascend();
            }
        }
        Ok(false)
    }

    /// Goes on to a column with the fewest safe squares.
    fn descend(&mut self, dice: &mut Dice) {
        let fewest = self.empty.iter().enumerate().min_by_key(|&(_, &c)| self.safe[c as usize]);
        let Some((place, &column)) = fewest else { return };
        self.empty.swap_remove(place);
        let n = self.n as u32;
        let stride = loop {
            let stride = 1 + dice.place(self.n) as u32;
            if greatest_common_divisor(stride, n) == 1 {
                break stride;
            }
        };
        let left = if self.safe[column as usize] == 0 { 0 } else { n };
        let row = dice.place(self.n) as u32;
        self.levels.push(Level { column, place, row, stride, left });
    }

    /// The next row of the last column that no queen attacks.
    fn next_safe(&mut self) -> Option<u32> {
        let mut level = self.levels.pop()?;
        let mut safe = None;
        while safe.is_none() && level.left > 0 {
            level.left -= 1;
            level.row = (level.row + level.stride) % self.n as u32;
            safe = Some(level.row).filter(|&row| self.is_safe(level.column as usize, row as usize));
        }
        self.levels.push(level);
        safe
    }

    /// Goes back to the column before and takes its queen away.
    fn ascend(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.empty.push(level.column);
            let last = self.empty.len() - 1;
            self.empty.swap(level.place, last);
        }
        if let Some(level) = self.levels.last() {
            self.change(level.row, false);
        }
    }

    /// Sets or takes away the queen of the last column, and counts the safe squares of the columns
    /// without a queen that it attacks alone.
    fn change(&mut self, row: u32, set: bool) {
        let Some(level) = self.levels.last() else { return };
        let (n, column, row) = (self.n, level.column as usize, row as usize);
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

    /// The rows of all columns, when all have a queen.
    fn queens(&self) -> Vec<u32> {
        let mut queens = vec![0; self.n];
        for level in &self.levels {
            queens[level.column as usize] = level.row;
        }
        queens
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
