use super::invalid::shortened;
use super::{BoardSize, Gap, Invalid, Permutation, QueenAt, Symmetry};
use std::fmt;
use std::str::FromStr;

/// The operators of Zhang & Zhang 2011, section III. What they make of a solution is a permutation;
/// whether that is a solution, [`Solution::new`](super::Solution::new) says.
impl Permutation {
    /// Inc(Row, Col): opens a row and a column at the gap, and puts a queen where they cross. Rows
    /// and columns behind the gap move on by one. O(N).
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
        let larger = BoardSize::new(self.n().get() as u64 + 1)
            .map_err(|_| Invalid::TooManyQueens { got: self.n().get() + 1 })?;
        Ok(insert(larger, gap.queen(), |column| self.rows()[column]))
    }

    /// Del(Row, Col): takes away this queen with its row and its column. Rows and columns behind it
    /// move back by one. O(N).
    pub fn del(&self, queen: QueenAt) -> Result<Permutation, Invalid> {
        queen.check(self)?;
        let smaller = BoardSize::new(self.n().get() as u64 - 1).map_err(|_| Invalid::LastQueen)?;
        Ok(Self::from_distinct(
            smaller,
            (0..smaller.get()).map(|column| self.beside(queen, column)),
        ))
    }

    /// Mov(OldRow, OldCol, NewRow, NewCol): the queen leaves `old` and comes to `new`, both named as
    /// they are before the move. The same as Del and Inc in either order, with places renamed in
    /// between, also where the board in between would have 0 or 65 queens. O(N).
    pub fn mov(&self, old: QueenAt, new: Gap) -> Result<Permutation, Invalid> {
        old.check(self)?;
        new.check(self.n())?;
        let QueenAt { row, column } = new.queen();
        let queen = QueenAt {
            row: row - u8::from(row > old.row),
            column: column - u8::from(column > old.column),
        };
        Ok(insert(self.n(), queen, |column| self.beside(old, column)))
    }

    /// The row in this column, 0-based, when this queen's row and column are taken away.
    fn beside(&self, queen: QueenAt, column: usize) -> u8 {
        let row = self.rows()[column + usize::from(column >= usize::from(queen.column))];
        row - u8::from(row > queen.row)
    }
}

/// A board of size `n` with a new queen, between columns of which `row` gives the old rows.
fn insert(n: BoardSize, queen: QueenAt, row: impl Fn(usize) -> u8) -> Permutation {
    let place = usize::from(queen.column);
    let rows = (0..n.get()).map(|column| {
        if column == place {
            return queen.row;
        }
        let old = row(column - usize::from(column > place));
        old + u8::from(old >= queen.row)
    });
    Permutation::from_distinct(n, rows)
}

/// An operation on a permutation, written as in the paper: `Inc(0.5, 4.5)`, `Del(3, 3)`,
/// `Mov(3, 1, 2.5, 8.5)`. Of each pair the first is the row, the second the column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// A queen more.
    Inc(Gap),
    /// A queen less.
    Del(QueenAt),
    /// A queen elsewhere.
    Mov(QueenAt, Gap),
}

impl Operation {
    /// What it makes of a permutation; an error where that has no such place or queen. O(N).
    pub fn apply(self, permutation: &Permutation) -> Result<Permutation, Invalid> {
        match self {
            Operation::Inc(gap) => permutation.inc(gap),
            Operation::Del(queen) => permutation.del(queen),
            Operation::Mov(old, new) => permutation.mov(old, new),
        }
    }

    /// The operation that does to the image of a permutation of size `n` what this one does to the
    /// permutation: for every p of that size, po(f(p)) = po(f)(po(p)).
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

    /// As in the paper; commas may be missing, and case does not matter.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let wrong = || Invalid::Operation { got: shortened(text) };
        let inside = text.trim().strip_suffix(')').ok_or_else(wrong)?;
        let (name, inside) = inside.split_once('(').ok_or_else(wrong)?;
        let places: Vec<&str> =
            inside.split([',', ' ', '\t']).filter(|word| !word.is_empty()).collect();
        match (name.trim().to_ascii_lowercase().as_str(), &places[..]) {
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

/// A square from 1-based numbers; whether a board has it is for the operation to say.
fn queen(row: &str, column: &str) -> Result<QueenAt, Invalid> {
    let line = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let line = text.parse().ok().filter(|line| digits && (1..=BoardSize::MAX).contains(line));
        line.map(|line| line - 1).ok_or_else(|| Invalid::Line { got: shortened(text) })
    };
    Ok(QueenAt { row: line(row)?, column: line(column)? })
}
