//! [`Picture`], a board to draw. It is drawn by `text` and `sheet`.

use crate::combinatorics::{Invalid, Permutation, attacks};

/// A board to draw, with at most one queen in each column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Picture {
    /// The queen of each column, if any.
    pub(super) queens: Vec<Option<Queen>>,
    /// The pairs of columns whose queens are joined by a line.
    pub(super) attacks: Vec<(usize, usize)>,
}

/// A queen to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Queen {
    /// Its 0-based row, less than N.
    pub(super) row: u32,
    pub(super) look: Look,
}

/// The style of a queen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Look {
    Filled,
    /// For the queens of a puzzle solution that are not given.
    Outlined,
}

impl Picture {
    /// The largest N. Its picture has a million squares.
    pub const LARGEST: usize = 1000;

    /// The picture of a permutation.
    pub fn of(permutation: &Permutation) -> Self {
        let rows = permutation.rows().iter().map(|&row| row.into());
        let queens = rows.map(|row| Some(Queen { row, look: Look::Filled })).collect();
        Picture { queens, attacks: Vec::new() }
    }

    /// The picture of queens in these 0-based rows, one per column. Fails if there are none, more than
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
            None => {
                let filled = |row| Some(Queen { row, look: Look::Filled });
                let queens = drawn.into_iter().map(filled).collect();
                Ok(Picture { queens, attacks: Vec::new() })
            }
        }
    }

    /// The picture with only the queens on these squares (0-based column and row) filled, and the others outlined.
    pub fn with_givens(mut self, is_given: impl Fn(u32, u32) -> bool) -> Self {
        for (column, queen) in (0..).zip(&mut self.queens) {
            if let Some(queen) = queen {
                let given = is_given(column, queen.row);
                queen.look = if given { Look::Filled } else { Look::Outlined };
            }
        }
        self
    }

    /// The picture without the outlined queens.
    pub fn without_outlined(mut self) -> Self {
        for queen in &mut self.queens {
            queen.take_if(|queen| queen.look == Look::Outlined);
        }
        self
    }

    /// The picture with the queens that attack each other on red squares, and with lines between them. Only SVG shows
    /// this.
    pub fn with_attacks(self) -> Self {
        let rows: Option<Vec<u32>> = self.queens.iter().map(|queen| Some((*queen)?.row)).collect();
        Picture { attacks: rows.map(|rows| attacks(&rows)).unwrap_or_default(), ..self }
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.queens.len()
    }

    /// Whether a queen is outlined.
    pub(super) fn has_outlined(&self) -> bool {
        self.queens.iter().flatten().any(|queen| queen.look == Look::Outlined)
    }

    /// The look of the queen in this 0-based row and column, if there is one.
    pub(super) fn look(&self, row: usize, column: usize) -> Option<Look> {
        self.queens[column].filter(|queen| queen.row as usize == row).map(|queen| queen.look)
    }
}
