//! [`Picture`], a board to draw, and its [`Coordinates`]. It is drawn by `text`, `sheet` and `png`.

use super::style::{Colour, DARK, LIGHT};
use crate::combinatorics::notation::letters;
use crate::combinatorics::{Condition, Invalid, Origin, Permutation, attacks};
use std::collections::BTreeSet;

/// A board to draw, with at most one queen in each column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Picture {
    /// The queen of each column, if any.
    pub(super) queens: Vec<Option<Queen>>,
    /// The crossed squares, 0-based column and row.
    pub(super) crosses: BTreeSet<(u32, u32)>,
    /// The pairs of columns whose queens are joined by a line.
    pub(super) attacks: Vec<(usize, usize)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Queen {
    /// Its 0-based row, less than N.
    pub(super) row: u32,
    pub(super) look: Look,
}

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
        Picture::filled(permutation.zero_based().iter().map(|&row| row.into()))
    }

    /// The picture of queens in these rows, all of them less than N.
    fn filled(rows: impl IntoIterator<Item = u32>) -> Self {
        let queen = |row| Some(Queen { row, look: Look::Filled });
        let queens = rows.into_iter().map(queen).collect();
        Picture { queens, crosses: BTreeSet::new(), attacks: Vec::new() }
    }

    /// The picture of conditions on a board of size `n`: given queens, and crosses on excluded squares. O(N) for each
    /// condition.
    ///
    /// ```
    /// use nqdb::picture::Picture;
    /// use nqdb::Condition;
    ///
    /// let picture = Picture::partial(2, Condition::parse_all(["1=2 2!=1"])?)?;
    /// assert_eq!(picture.ascii().to_string(), "\
    /// +---+---+
    /// |   | x |
    /// +---+---+
    /// | Q |   |
    /// +---+---+");
    /// # Ok::<(), nqdb::Invalid>(())
    /// ```
    ///
    /// # Errors
    /// [`Invalid::PictureSize`] unless `n` is 1 to [`Picture::LARGEST`]; those of [`Condition::check`];
    /// [`Invalid::PrefixAttack`] for two queens in a column.
    pub fn partial(
        n: usize,
        conditions: impl IntoIterator<Item = Condition>,
    ) -> Result<Self, Invalid> {
        if !(1..=Self::LARGEST).contains(&n) {
            return Err(Invalid::PictureSize { largest: Self::LARGEST, got: n });
        }
        let mut picture = Picture::filled([]);
        picture.queens = vec![None; n];
        for condition in conditions {
            condition.check(n)?;
            // After the check all numbers are at most 2 N.
            match condition {
                Condition::Queen { column, row } => {
                    let queen = Queen { row: row as u32 - 1, look: Look::Filled };
                    let (column, row) = (column as usize, row as usize);
                    let other = picture.queens[column - 1].replace(queen);
                    if let Some(other) = other.filter(|other| *other != queen) {
                        let (first, second) = ((column, other.row as usize + 1), (column, row));
                        return Err(Invalid::PrefixAttack { first, second });
                    }
                }
                Condition::NoQueen { column, row } => {
                    picture.crosses.insert((column as u32 - 1, row as u32 - 1));
                }
                Condition::NoQueenOnSum(sum) => {
                    picture.cross(|column| (sum as i64 - 2) - i64::from(column));
                }
                Condition::NoQueenOnDifference(difference) => {
                    picture.cross(|column| i64::from(column) - difference);
                }
            }
        }
        Ok(picture)
    }

    /// Adds a cross in the 0-based row of each column, where it is on the board.
    fn cross(&mut self, row: impl Fn(u32) -> i64) {
        let n = self.queens.len() as u32;
        let on_board = |column| Some((column, u32::try_from(row(column)).ok()?));
        let crossed = (0..n).filter_map(on_board).filter(|&(_, row)| row < n);
        self.crosses.extend(crossed);
    }

    /// The picture of queens in these 0-based rows, one per column. O(N).
    ///
    /// # Errors
    /// [`Invalid::NoQueens`] without rows; [`Invalid::PictureSize`] beyond [`Picture::LARGEST`];
    /// [`Invalid::RowOutside`].
    pub fn new(rows: impl IntoIterator<Item = u32>) -> Result<Self, Invalid> {
        let mut rows = rows.into_iter();
        let drawn: Vec<u32> = rows.by_ref().take(Self::LARGEST).collect();
        let n = drawn.len();
        match drawn.iter().position(|&row| row as usize >= n) {
            _ if n == 0 => Err(Invalid::NoQueens),
            _ if rows.next().is_some() => Err(Invalid::PictureSize {
                largest: Self::LARGEST,
                got: rows.size_hint().0.saturating_add(n + 1),
            }),
            Some(column) => Err(Invalid::RowOutside {
                n,
                first: 1,
                column: column + 1,
                row: u64::from(drawn[column]) + 1,
            }),
            None => Ok(Picture::filled(drawn)),
        }
    }

    /// The picture with only the queens on these squares (0-based column and row) filled, and the others outlined.
    pub fn with_givens(mut self, is_given: impl Fn(usize, usize) -> bool) -> Self {
        for (column, queen) in self.queens.iter_mut().enumerate() {
            if let Some(queen) = queen {
                let given = is_given(column, queen.row as usize);
                queen.look = if given { Look::Filled } else { Look::Outlined };
            }
        }
        self
    }

    /// The picture with the queens that attack each other on red squares, and with lines between them. SVG and PNG show
    /// this.
    pub fn with_attacks(self) -> Self {
        let rows: Option<Vec<u32>> = self.queens.iter().map(|queen| Some((*queen)?.row)).collect();
        Picture { attacks: rows.map(|rows| attacks(&rows)).unwrap_or_default(), ..self }
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.queens.len()
    }

    /// The line of the picture with the queen of a column.
    pub(super) fn line(&self, column: usize, coordinates: Coordinates) -> usize {
        let row = self.queens[column].map_or(0, |queen| queen.row);
        coordinates.turn(self.n(), row as usize)
    }

    /// The columns of the queens that attack each other.
    pub(super) fn attacked(&self) -> BTreeSet<usize> {
        self.attacks.iter().flat_map(|&(left, right)| [left, right]).collect()
    }

    /// Whether the square in this 0-based row and column is crossed.
    pub(super) fn is_crossed(&self, row: usize, column: usize) -> bool {
        !self.crosses.is_empty() && self.crosses.contains(&(column as u32, row as u32))
    }

    pub(super) fn has_outlined(&self) -> bool {
        self.queens.iter().flatten().any(|queen| queen.look == Look::Outlined)
    }

    /// The look of the queen in this 0-based row and column, if there is one.
    pub(super) fn look(&self, row: usize, column: usize) -> Option<Look> {
        self.queens[column].filter(|queen| queen.row as usize == row).map(|queen| queen.look)
    }
}

/// The labels of rows and columns around a board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// No labels. Row 1 is at the top, and its first square is light.
    #[default]
    None,
    /// Column numbers above the board and row numbers on its left; otherwise like `None`.
    Numbers,
    /// Column letters below the board and row numbers on its left. Row 1 is at the bottom, and its first square, a1, is
    /// dark, as on a chessboard. Column 27 is aa.
    Chess,
}

impl Coordinates {
    /// The corner of column 1 and row 1.
    pub fn origin(self) -> Origin {
        match self {
            Coordinates::None | Coordinates::Numbers => Origin::TopLeft,
            Coordinates::Chess => Origin::BottomLeft,
        }
    }

    /// Converts between a row and a line of the picture, counted from the top; both are 0-based.
    pub(super) fn turn(self, n: usize, row: usize) -> usize {
        match self.origin() {
            Origin::TopLeft => row,
            Origin::BottomLeft => n - 1 - row,
        }
    }

    /// Whether the square in a 0-based column and row is dark.
    pub(super) fn is_dark(self, column: usize, row: usize) -> bool {
        (column + row).is_multiple_of(2) == (self == Coordinates::Chess)
    }

    /// The colour of the square in a 0-based column and row.
    pub(super) fn square_colour(self, column: usize, row: usize) -> Colour {
        if self.is_dark(column, row) { DARK } else { LIGHT }
    }

    /// The label of a 0-based column.
    pub(super) fn column_name(self, column: usize) -> String {
        match self {
            Coordinates::Chess => letters(column),
            _ => (column + 1).to_string(),
        }
    }
}
