//! The operators Inc, Del and Mov of Zhang & Zhang 2011, section III: they insert, remove or move a queen together with
//! its row and column.

use super::position::{Gap, QueenAt};
use crate::combinatorics::{BoardSize, Invalid, Permutation, Symmetry, parse_digits, shortened};
use std::fmt;
use std::str::FromStr;

/// The operators of Zhang & Zhang 2011, section III. The result is a permutation, even for a solution;
/// [`Solution::new`](crate::Solution::new) checks whether it is a solution.
impl Permutation {
    /// Inc(Row, Col): inserts a row and a column at the gap, with a queen where they cross. Later rows and columns are
    /// renumbered. O(N).
    ///
    /// ```
    /// use nqdb::{Gap, Permutation};
    ///
    /// let p: Permutation = "2 4 1 3".parse()?;
    /// let top_right = Gap { row: "0.5".parse()?, column: "4.5".parse()? };
    /// assert_eq!(p.inc(top_right)?.to_string(), "3 5 2 4 1");
    /// # Ok::<(), nqdb::Invalid>(())
    /// ```
    pub fn inc(&self, gap: Gap) -> Result<Permutation, Invalid> {
        gap.check(self.n())?;
        let larger = BoardSize::new(self.n().get() as u64 + 1).map_err(|_| {
            Invalid::TooManyQueens { largest: BoardSize::MAX.into(), got: self.n().get() + 1 }
        })?;
        Ok(insert(larger, gap.queen(), |column| self.rows()[column]))
    }

    /// Del(Row, Col): removes this queen with its row and column. Later rows and columns are renumbered. O(N).
    pub fn del(&self, queen: QueenAt) -> Result<Permutation, Invalid> {
        queen.check(self)?;
        let smaller = BoardSize::new(self.n().get() as u64 - 1).map_err(|_| Invalid::LastQueen)?;
        let rows = (0..smaller.get()).map(|column| self.row_without(queen, column));
        Ok(Self::from_distinct(smaller, rows))
    }

    /// Mov(OldRow, OldCol, NewRow, NewCol): moves the queen from `old` to `new`, both numbered as before the move. It
    /// is equivalent to Del and Inc in either order, with positions renumbered in between, but also works if the
    /// intermediate board would have 0 or 65 queens. O(N).
    pub fn mov(&self, old: QueenAt, new: Gap) -> Result<Permutation, Invalid> {
        old.check(self)?;
        new.check(self.n())?;
        let QueenAt { row, column } = new.queen();
        let queen = QueenAt {
            row: row - u8::from(row > old.row),
            column: column - u8::from(column > old.column),
        };
        Ok(insert(self.n(), queen, |column| self.row_without(old, column)))
    }

    /// The 0-based row of the queen in this column after the row and column of `queen` are removed.
    fn row_without(&self, queen: QueenAt, column: usize) -> u8 {
        let row = self.rows()[column + usize::from(column >= usize::from(queen.column))];
        row - u8::from(row > queen.row)
    }
}

/// A board of size `n` with `queen` inserted; `old_row` maps an old column to its row.
fn insert(n: BoardSize, queen: QueenAt, old_row: impl Fn(usize) -> u8) -> Permutation {
    let inserted = usize::from(queen.column);
    let rows = (0..n.get()).map(|column| {
        if column == inserted {
            return queen.row;
        }
        let old = old_row(column - usize::from(column > inserted));
        old + u8::from(old >= queen.row)
    });
    Permutation::from_distinct(n, rows)
}

/// An operation on a permutation. Its text follows the paper: `Inc(0.5, 4.5)`, `Del(3, 3)`, `Mov(3, 1, 2.5, 8.5)`,
/// where each pair is a row and a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// Inserts a queen.
    Inc(Gap),
    /// Removes a queen.
    Del(QueenAt),
    /// Moves a queen.
    Mov(QueenAt, Gap),
}

impl Operation {
    /// Applies the operation. Fails if the permutation has no such queen or gap. O(N).
    pub fn apply(self, permutation: &Permutation) -> Result<Permutation, Invalid> {
        match self {
            Operation::Inc(gap) => permutation.inc(gap),
            Operation::Del(queen) => permutation.del(queen),
            Operation::Mov(old, new) => permutation.mov(old, new),
        }
    }

    /// The image po(f) of this operation f under a symmetry po, such that po(f(p)) = po(f)(po(p)) for permutations p of
    /// size `n`.
    pub fn image(self, symmetry: Symmetry, n: BoardSize) -> Result<Operation, Invalid> {
        Ok(match self {
            Operation::Inc(gap) => Operation::Inc(gap.image(symmetry, n)?),
            Operation::Del(queen) => Operation::Del(queen.image(symmetry, n)?),
            Operation::Mov(old, new) => {
                Operation::Mov(old.image(symmetry, n)?, new.image(symmetry, n)?)
            }
        })
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operation::Inc(gap) => write!(f, "Inc({gap})"),
            Operation::Del(queen) => write!(f, "Del({queen})"),
            Operation::Mov(old, new) => write!(f, "Mov({old}, {new})"),
        }
    }
}

impl FromStr for Operation {
    type Err = Invalid;

    /// Parses the notation of the paper. Commas are optional; case is ignored.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let wrong = || Invalid::Operation { got: shortened(text) };
        let inside = text.trim().strip_suffix(')').ok_or_else(wrong)?;
        let (name, inside) = inside.split_once('(').ok_or_else(wrong)?;
        let numbers: Vec<&str> =
            inside.split([',', ' ', '\t']).filter(|word| !word.is_empty()).collect();
        match (name.trim().to_ascii_lowercase().as_str(), &numbers[..]) {
            ("inc", &[row, column]) => Ok(Operation::Inc(gap(row, column)?)),
            ("del", &[row, column]) => Ok(Operation::Del(queen(row, column)?)),
            ("mov", &[row, column, new_row, new_column]) => {
                Ok(Operation::Mov(queen(row, column)?, gap(new_row, new_column)?))
            }
            _ => Err(wrong()),
        }
    }
}

fn gap(row: &str, column: &str) -> Result<Gap, Invalid> {
    Ok(Gap { row: row.parse()?, column: column.parse()? })
}

/// A square from 1-based numbers. The operation checks that it is on the board.
fn queen(row: &str, column: &str) -> Result<QueenAt, Invalid> {
    let line = |text: &str| {
        let line = parse_digits(text).filter(|line| (1..=BoardSize::MAX).contains(line));
        line.map(|line| line - 1).ok_or_else(|| Invalid::Line { got: shortened(text) })
    };
    Ok(QueenAt { row: line(row)?, column: line(column)? })
}
