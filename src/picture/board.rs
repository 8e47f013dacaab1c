//! [`Picture`], the board to draw. How it is drawn is in `text` and `sheet`.

use crate::combinatorics::{Invalid, Permutation};
use crate::search::completion::Puzzle;

/// A board to draw, with at most one queen in each column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Picture {
    /// The queen of each column, if it has one.
    pub(super) queens: Vec<Option<Queen>>,
}

/// A queen to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Queen {
    /// Its row, 0-based, less than N.
    pub(super) row: u32,
    pub(super) look: Look,
}

/// How a queen is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Look {
    Filled,
    /// For the queens of a solution that are not given.
    Outlined,
}

impl Picture {
    /// The largest N; a picture of it has a million squares.
    pub const LARGEST: usize = 1000;

    /// The picture of a permutation.
    pub fn of(permutation: &Permutation) -> Self {
        let rows = permutation.rows().iter().map(|&row| row.into());
        Picture { queens: rows.map(|row| Some(Queen { row, look: Look::Filled })).collect() }
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
            None => {
                let filled = |row| Some(Queen { row, look: Look::Filled });
                Ok(Picture { queens: drawn.into_iter().map(filled).collect() })
            }
        }
    }

    /// The picture of a puzzle, its given queens alone; an error beyond N = [`Picture::LARGEST`].
    pub fn of_puzzle(puzzle: &Puzzle) -> Result<Self, Invalid> {
        let mut picture = Self::of_solved_puzzle(puzzle)?;
        for queen in &mut picture.queens {
            queen.take_if(|queen| queen.look == Look::Outlined);
        }
        Ok(picture)
    }

    /// The picture of a puzzle with its solution: the given queens are filled, the others are outlined. An
    /// error beyond N = [`Picture::LARGEST`].
    pub fn of_solved_puzzle(puzzle: &Puzzle) -> Result<Self, Invalid> {
        let picture = Self::new(puzzle.solution().rows().iter().copied())?;
        Ok(picture.with_givens(|column, row| puzzle.gives(column, row)))
    }

    /// The picture in which only queens on these squares, 0-based column and row, are filled; the others are
    /// outlined.
    pub fn with_givens(mut self, is_given: impl Fn(u32, u32) -> bool) -> Self {
        for (column, queen) in (0..).zip(&mut self.queens) {
            if let Some(queen) = queen {
                let given = is_given(column, queen.row);
                queen.look = if given { Look::Filled } else { Look::Outlined };
            }
        }
        self
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.queens.len()
    }

    /// Whether a queen is outlined.
    pub(super) fn has_outlined(&self) -> bool {
        self.queens.iter().flatten().any(|queen| queen.look == Look::Outlined)
    }

    /// The look of the queen in this row and column, both 0-based, if there is one.
    pub(super) fn look(&self, row: usize, column: usize) -> Option<Look> {
        self.queens[column].filter(|queen| queen.row as usize == row).map(|queen| queen.look)
    }
}
