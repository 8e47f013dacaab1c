//! [`Picture`], the board to draw. How it is drawn is in `text` and `sheet`.

use crate::combinatorics::{Invalid, Permutation};

/// A board to draw, with a queen in each column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Picture {
    /// The rows of the queens, 0-based, all less than their number.
    pub(super) rows: Vec<u32>,
}

impl Picture {
    /// The largest N; a picture of it has a million squares.
    pub const LARGEST: usize = 1000;

    /// The picture of a permutation.
    pub fn of(permutation: &Permutation) -> Self {
        Picture { rows: permutation.rows().iter().map(|&row| row.into()).collect() }
    }

    /// The picture of queens in these 0-based rows, one per column; an error if there are none, more than
    /// [`Picture::LARGEST`], or one outside the board. O(N).
    pub fn new(rows: impl IntoIterator<Item = u32>) -> Result<Self, Invalid> {
        let mut rows = rows.into_iter();
        let drawn: Vec<u32> = rows.by_ref().take(Self::LARGEST).collect();
        let n = drawn.len();
        match drawn.iter().position(|&row| row as usize >= n) {
            _ if n == 0 => Err(Invalid::NoQueens),
            _ if rows.next().is_some() => Err(Invalid::PictureSize { largest: Self::LARGEST }),
            Some(column) => Err(Invalid::RowOutside {
                n,
                column: column + 1,
                row: u64::from(drawn[column]) + 1,
            }),
            None => Ok(Picture { rows: drawn }),
        }
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.rows.len()
    }

    /// Whether a queen is in this row and column, both 0-based.
    pub(super) fn has_queen(&self, row: usize, column: usize) -> bool {
        self.rows[column] as usize == row
    }
}
