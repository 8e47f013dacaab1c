use super::invalid::shortened;
use super::{BoardSize, Invalid, Permutation, Symmetry};
use std::fmt;
use std::str::FromStr;

/// A half position 0.5, 1.5, …, 64.5 (Zhang & Zhang 2011, section III): a place between two
/// neighbouring rows or columns, or outside the first or last one. A board of N rows has those up to
/// N + 0.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfPosition(u8);

impl HalfPosition {
    /// The place behind the first `lines` rows or columns, `lines` + 0.5; an error beyond 64.
    pub fn behind(lines: u64) -> Result<Self, Invalid> {
        match u8::try_from(lines) {
            Ok(small @ 0..=BoardSize::MAX) => Ok(HalfPosition(small)),
            _ => Err(Invalid::HalfPosition { got: format!("{lines}.5") }),
        }
    }

    /// How many rows or columns come before this place: 0 to 64, the number without its half.
    pub fn lines_before(self) -> usize {
        usize::from(self.0)
    }

    /// All that a board of size `n` has: 0.5 … N + 0.5.
    pub fn all(n: BoardSize) -> impl Iterator<Item = HalfPosition> + Clone {
        (0..=n.get() as u8).map(HalfPosition)
    }

    /// The place seen from the other end of a board.
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
        let is_number = |digits: &&str| !digits.is_empty() && digits.bytes().all(is_digit);
        word.strip_suffix(".5")
            .filter(is_number)
            .and_then(|whole| whole.parse().ok())
            .and_then(|lines| HalfPosition::behind(lines).ok())
            .ok_or_else(|| Invalid::HalfPosition { got: shortened(word) })
    }
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

/// A place for a new queen: between rows and between columns, the paper's (Row, Col) in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gap {
    /// Where the new row comes.
    pub row: HalfPosition,
    /// Where the new column comes.
    pub column: HalfPosition,
}

impl Gap {
    /// All (N + 1)² places of a board, row by row from the top left corner.
    pub fn all(n: BoardSize) -> impl Iterator<Item = Gap> {
        let columns = HalfPosition::all(n);
        HalfPosition::all(n)
            .flat_map(move |row| columns.clone().map(move |column| Gap { row, column }))
    }

    /// Where the queen stands that comes to this place: the paper's (Row + 0.5, Col + 0.5).
    pub fn queen(self) -> QueenAt {
        QueenAt { row: self.row.0, column: self.column.0 }
    }

    /// The image of this place when a board of size `n` is reflected or turned:
    /// po(p).inc(po(gap)) = po(p.inc(gap)). An error where the board has no such place.
    pub fn image(self, symmetry: Symmetry, n: BoardSize) -> Result<Gap, Invalid> {
        self.check(n)?;
        let (column, row) = symmetry.move_pair((self.column, self.row), |place| place.mirrored(n));
        Ok(Gap { row, column })
    }

    pub(super) fn check(self, n: BoardSize) -> Result<(), Invalid> {
        let n = n.get();
        match self.row.max(self.column) {
            beyond if beyond.lines_before() > n => Err(Invalid::GapOutside { n, gap: self }),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.row, self.column)
    }
}

/// The square of a queen, 0-based in memory and 1-based in every text; the paper's (Row, Col) in this
/// order.
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

    /// The image of this square when a board of size `n` is reflected or turned; an error for a
    /// square outside the board.
    pub fn image(self, symmetry: Symmetry, n: BoardSize) -> Result<QueenAt, Invalid> {
        let last = n.get() as u8 - 1;
        if self.row.max(self.column) > last {
            return Err(Invalid::NoQueenThere { n: n.get(), square: self });
        }
        let (column, row) = symmetry.move_square(n, (self.column, self.row));
        Ok(QueenAt { row, column })
    }

    pub(super) fn check(self, permutation: &Permutation) -> Result<(), Invalid> {
        match permutation.rows().get(usize::from(self.column)) {
            Some(&row) if row == self.row => Ok(()),
            _ => Err(Invalid::NoQueenThere { n: permutation.n().get(), square: self }),
        }
    }
}

impl fmt::Display for QueenAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", u16::from(self.row) + 1, u16::from(self.column) + 1)
    }
}
