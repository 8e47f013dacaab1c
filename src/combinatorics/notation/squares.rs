//! [`Squares`]: what every notation is read into. [`Frame`]: how the numbers of a board count, and the largest board.

use crate::combinatorics::condition::Condition;
use crate::combinatorics::invalid::Invalid;

/// The number of the first row and column, and the largest board.
#[derive(Clone, Copy)]
pub(in crate::combinatorics) struct Frame {
    /// The number of the first row: 0 or 1.
    pub(in crate::combinatorics) first: u64,
    /// The largest N.
    pub(in crate::combinatorics) largest: usize,
}

impl Frame {
    /// Checks that a board of `n` columns is not too large.
    pub(in crate::combinatorics) fn check(self, n: usize) -> Result<(), Invalid> {
        match n {
            0 => Err(Invalid::NoQueens),
            n if n > self.largest => Err(Invalid::TooManyQueens { largest: self.largest, got: n }),
            _ => Ok(()),
        }
    }

    /// Converts the rows of `n` columns to 0-based ones. O(N), 4 bytes per queen.
    pub(in crate::combinatorics) fn rows(
        self,
        n: usize,
        numbers: impl Iterator<Item = Result<u64, Invalid>>,
    ) -> Result<Vec<u32>, Invalid> {
        self.check(n)?;
        let mut rows = Vec::with_capacity(n);
        let mut outside = None;
        for number in numbers {
            let number = number?;
            let row = number.checked_sub(self.first).filter(|&row| row < n as u64);
            if row.is_none() {
                outside.get_or_insert((rows.len() + 1, number));
            }
            rows.push(row.unwrap_or(0) as u32);
        }
        match outside {
            None => Ok(rows),
            Some((_, got)) if n == 1 => Err(Invalid::SingleNumber { got: got.to_string() }),
            Some((column, 0)) => Err(Invalid::RowZero { n, column }),
            Some((column, number)) => {
                Err(Invalid::RowOutside { n, column, row: number.saturating_add(1 - self.first) })
            }
        }
    }
}

/// A 1-based column and row.
pub(super) type Square = (u64, u64);

/// A board, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Squares {
    n: usize,
    /// In ascending order. A column may have several or none, and a square may be outside the board.
    queens: Vec<Square>,
    blocked: Vec<Square>,
}

impl Squares {
    pub(super) fn new(n: usize, mut queens: Vec<Square>, blocked: Vec<Square>) -> Squares {
        queens.sort_unstable();
        queens.dedup();
        Squares { n, queens, blocked }
    }

    /// The board with queens in these 0-based rows.
    pub(super) fn of_rows(rows: &[u32]) -> Squares {
        let queens = (1..).zip(rows).map(|(column, &row)| (column, u64::from(row) + 1));
        Squares { n: rows.len(), queens: queens.collect(), blocked: Vec::new() }
    }

    pub(super) fn n(&self) -> usize {
        self.n
    }

    /// The 0-based rows of the queens. Fails unless each column has exactly one. Rows may repeat. O(N).
    pub(super) fn rows(&self) -> Result<Vec<u32>, Invalid> {
        let n = self.n;
        let is_outside = |line: u64| line == 0 || line > n as u64;
        if let Some(&(column, row)) =
            self.queens.iter().find(|&&(column, row)| is_outside(column) || is_outside(row))
        {
            return Err(Invalid::SquareOutside { n, column, row });
        }
        let mut rows = vec![None; n];
        for &(column, row) in &self.queens {
            let (column, second) = (column as usize, row as usize);
            if let Some(first) = rows[column - 1].replace(row as u32 - 1) {
                return Err(Invalid::ColumnTwice { n, column, first: first as usize + 1, second });
            }
        }
        let row =
            |(column, row): (usize, Option<u32>)| row.ok_or(Invalid::ColumnEmpty { n, column });
        (1..).zip(rows).map(row).collect()
    }

    /// Whether columns and rows can be exchanged.
    pub(super) fn is_symmetric(&self) -> bool {
        self.queens.iter().all(|&(column, row)| self.queens.contains(&(row, column)))
    }

    /// Whether the given queens of these conditions are among the queens.
    pub(super) fn meets(&self, conditions: &[Condition]) -> bool {
        conditions.iter().all(|condition| match *condition {
            Condition::Queen { column, row } => self.queens.contains(&(column, row)),
            _ => true,
        })
    }

    /// The given queens and the blocked squares.
    pub(super) fn conditions(self) -> Vec<Condition> {
        let queens = self.queens.into_iter().map(|(column, row)| Condition::Queen { column, row });
        let blocked = self.blocked.into_iter();
        queens.chain(blocked.map(|(column, row)| Condition::NoQueen { column, row })).collect()
    }
}

/// The squares (column, row) of the queens in these 0-based rows, counted from `first` (0 or 1).
pub(super) fn squares(rows: &[u8], first: u8) -> impl Iterator<Item = (u8, u8)> {
    (first..).zip(rows).map(move |(column, row)| (column, row + first))
}
