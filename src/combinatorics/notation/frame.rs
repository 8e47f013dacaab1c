//! [`Frame`]: how the numbers of a board count, and the largest board.

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
            Some((column, 0)) => Err(Invalid::RowZero { n, column }),
            Some((column, number)) => {
                Err(Invalid::RowOutside { n, column, row: number.saturating_add(1 - self.first) })
            }
        }
    }

    /// Converts two numbers to a 1-based square.
    pub(in crate::combinatorics) fn square(
        self,
        column: u64,
        row: u64,
    ) -> Result<(u64, u64), Invalid> {
        let number =
            |number: u64| number.checked_sub(self.first).map(|line| line.saturating_add(1));
        match (number(column), number(row)) {
            (Some(column), Some(row)) => Ok((column, row)),
            _ => Err(Invalid::SquareZero { column, row }),
        }
    }
}
