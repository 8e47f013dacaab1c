//! The positions that the operators of Zhang & Zhang 2011 act on: gaps for new queens, and squares of queens. The
//! operators are in `operation`.

use crate::combinatorics::{BoardSize, Invalid, Permutation, Symmetry, parse_digits, shortened};
use std::fmt;
use std::str::FromStr;

/// A half position 0.5, 1.5, …, 64.5 (Zhang & Zhang 2011, section III): between two neighbouring rows or columns, or
/// outside the first or last one. On a board they range from 0.5 to N + 0.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfPosition(u8);

impl HalfPosition {
    /// The half position after the first `lines` rows or columns, `lines` + 0.5. Fails beyond 64.
    pub fn behind(lines: u64) -> Result<Self, Invalid> {
        match u8::try_from(lines) {
            Ok(small @ 0..=BoardSize::MAX) => Ok(HalfPosition(small)),
            _ => Err(Invalid::HalfPosition { got: format!("{lines}.5") }),
        }
    }

    /// The number of rows or columns before this half position, 0 to 64.
    pub fn lines_before(self) -> usize {
        usize::from(self.0)
    }

    /// All half positions of a board: 0.5 … N + 0.5.
    pub fn all(n: BoardSize) -> impl Iterator<Item = HalfPosition> + Clone {
        (0..=n.get() as u8).map(HalfPosition)
    }

    /// This half position, counted from the other end of a board.
    fn mirrored(self, n: BoardSize) -> Self {
        HalfPosition(n.get() as u8 - self.0)
    }
}

impl fmt::Display for HalfPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.5", self.0)
    }
}

impl FromStr for HalfPosition {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let word = text.trim();
        word.strip_suffix(".5")
            .and_then(parse_digits)
            .and_then(|lines| HalfPosition::behind(lines).ok())
            .ok_or_else(|| Invalid::HalfPosition { got: shortened(word) })
    }
}

/// The gap for a new queen, between two rows and between two columns: the paper's (Row, Col).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gap {
    /// Where the new row is inserted.
    pub row: HalfPosition,
    /// Where the new column is inserted.
    pub column: HalfPosition,
}

impl Gap {
    /// All (N + 1)² gaps of a board, row by row from the top left corner.
    pub fn all(n: BoardSize) -> impl Iterator<Item = Gap> {
        let columns = HalfPosition::all(n);
        HalfPosition::all(n)
            .flat_map(move |row| columns.clone().map(move |column| Gap { row, column }))
    }

    /// The square of a queen inserted here: the paper's (Row + 0.5, Col + 0.5).
    pub fn queen(self) -> QueenAt {
        QueenAt { row: self.row.0, column: self.column.0 }
    }

    /// The image of this gap under a symmetry po of the board of size `n`: po(p).inc(po(gap)) = po(p.inc(gap)). Fails
    /// if the gap is outside the board.
    pub fn image(self, symmetry: Symmetry, n: BoardSize) -> Result<Gap, Invalid> {
        self.check(n)?;
        let (column, row) =
            symmetry.image_of_pair((self.column, self.row), |half| half.mirrored(n));
        Ok(Gap { row, column })
    }

    pub(super) fn check(self, n: BoardSize) -> Result<(), Invalid> {
        let n = n.get();
        if self.row.max(self.column).lines_before() <= n {
            Ok(())
        } else {
            Err(Invalid::GapOutside { n, gap: self.to_string() })
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.row, self.column)
    }
}

/// The square of a queen, 0-based in memory and 1-based in text: the paper's (Row, Col).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QueenAt {
    /// Its row, 0-based.
    pub row: u8,
    /// Its column, 0-based.
    pub column: u8,
}

impl QueenAt {
    /// The N queens of a permutation, column by column.
    pub fn all(permutation: &Permutation) -> impl Iterator<Item = QueenAt> {
        (0u8..).zip(permutation.rows()).map(|(column, &row)| QueenAt { row, column })
    }

    /// The image of this square under a symmetry of the board of size `n`. Fails if the square is outside the board.
    pub fn image(self, symmetry: Symmetry, n: BoardSize) -> Result<QueenAt, Invalid> {
        let last = n.get() as u8 - 1;
        if self.row.max(self.column) > last {
            return Err(self.no_queen(n));
        }
        let (column, row) = symmetry.image_of_square(n, (self.column, self.row));
        Ok(QueenAt { row, column })
    }

    pub(super) fn check(self, permutation: &Permutation) -> Result<(), Invalid> {
        match permutation.rows().get(usize::from(self.column)) {
            Some(&row) if row == self.row => Ok(()),
            _ => Err(self.no_queen(permutation.n())),
        }
    }

    fn no_queen(self, n: BoardSize) -> Invalid {
        let [row, column] = [self.row, self.column].map(|line| usize::from(line) + 1);
        Invalid::NoQueenThere { n: n.get(), row, column }
    }
}

impl fmt::Display for QueenAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", u16::from(self.row) + 1, u16::from(self.column) + 1)
    }
}
