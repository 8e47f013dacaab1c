//! The operators Inc, Del and Mov of Zhang & Zhang 2011, section III: they insert, remove or move a queen together with
//! its row and column. They act on gaps for new queens and on squares of queens. Symmetries are operations, too.

use nqdb::internal::{parse_digits, shortened};
use nqdb::{BoardSize, Invalid, Permutation, Symmetry};
use std::fmt;
use std::str::FromStr;

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
    /// Rotates or reflects the board.
    Symmetry(Symmetry),
}

impl Operation {
    /// Applies the operation. The result is a permutation, even for a solution; [`Solution::new`](nqdb::Solution::new)
    /// checks whether it is a solution. O(N).
    ///
    /// ```
    /// use nqdb::Permutation;
    /// use nqdb_papers::Operation;
    ///
    /// let p: Permutation = "2 4 1 3".parse()?;
    /// let at_the_top_right: Operation = "Inc(0.5, 4.5)".parse()?;
    /// assert_eq!(at_the_top_right.apply(&p)?.to_string(), "3 5 2 4 1");
    /// # Ok::<(), nqdb_papers::OperationError>(())
    /// ```
    ///
    /// # Errors
    /// [`OperationError::GapOutside`] or [`OperationError::NoQueenThere`] if the permutation has no such gap or queen;
    /// [`OperationError::LastQueen`]; [`Invalid::TooManyQueens`] for `Inc` on N = 64.
    pub fn apply(self, permutation: &Permutation) -> Result<Permutation, OperationError> {
        match self {
            Operation::Inc(gap) => inc(permutation, gap),
            Operation::Del(queen) => del(permutation, queen),
            Operation::Mov(old, new) => mov(permutation, old, new),
            Operation::Symmetry(symmetry) => Ok(symmetry.apply(permutation)),
        }
    }
}

/// Inc(Row, Col): inserts a row and a column at the gap, with a queen where they cross. Later rows and columns are
/// renumbered.
fn inc(p: &Permutation, gap: Gap) -> Result<Permutation, OperationError> {
    gap.check(p.n())?;
    let (largest, got) = (BoardSize::MAX, p.n().get() + 1);
    let larger = BoardSize::new(got).map_err(|_| Invalid::TooManyQueens { largest, got })?;
    insert(larger, gap.queen(), |column| p.zero_based()[column])
}

/// Del(Row, Col): removes this queen with its row and column. Later rows and columns are renumbered.
fn del(p: &Permutation, queen: QueenAt) -> Result<Permutation, OperationError> {
    queen.check(p)?;
    if p.n().get() == 1 {
        return Err(OperationError::LastQueen);
    }
    let rows: Vec<u8> = (0..p.n().get() - 1).map(|column| row_without(p, queen, column)).collect();
    Ok(Permutation::new(&rows)?)
}

/// Mov(OldRow, OldCol, NewRow, NewCol): moves the queen from `old` to `new`, both numbered as before the move. It is
/// equivalent to Del and Inc in either order, with positions renumbered in between, but also works if the intermediate
/// board would have 0 or 65 queens.
fn mov(p: &Permutation, old: QueenAt, new: Gap) -> Result<Permutation, OperationError> {
    old.check(p)?;
    new.check(p.n())?;
    let QueenAt { row, column } = new.queen();
    let queen = QueenAt {
        row: row - u8::from(row > old.row),
        column: column - u8::from(column > old.column),
    };
    insert(p.n(), queen, |column| row_without(p, old, column))
}

/// The 0-based row of the queen in this column after the row and column of `queen` are removed.
fn row_without(p: &Permutation, queen: QueenAt, column: usize) -> u8 {
    let row = p.zero_based()[column + usize::from(column >= usize::from(queen.column))];
    row - u8::from(row > queen.row)
}

/// A board of size `n` with `queen` inserted; `old_row` maps an old column to its row.
fn insert(
    n: BoardSize,
    queen: QueenAt,
    old_row: impl Fn(usize) -> u8,
) -> Result<Permutation, OperationError> {
    let inserted = usize::from(queen.column);
    let mut rows = [0; BoardSize::MAX];
    for (column, row) in rows[..n.get()].iter_mut().enumerate() {
        *row = if column == inserted {
            queen.row
        } else {
            let old = old_row(column - usize::from(column > inserted));
            old + u8::from(old >= queen.row)
        };
    }
    Ok(Permutation::new(&rows[..n.get()])?)
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operation::Inc(gap) => write!(f, "Inc({gap})"),
            Operation::Del(queen) => write!(f, "Del({queen})"),
            Operation::Mov(old, new) => write!(f, "Mov({old}, {new})"),
            Operation::Symmetry(symmetry) => write!(f, "{symmetry}"),
        }
    }
}

impl FromStr for Operation {
    type Err = OperationError;

    /// Parses the notation of the paper, or a symmetry. Commas are optional; case is ignored.
    fn from_str(text: &str) -> Result<Self, OperationError> {
        if let Ok(symmetry) = text.parse() {
            return Ok(Operation::Symmetry(symmetry));
        }
        let wrong = || OperationError::Operation { got: shortened(text) };
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

/// A gap from half positions. The operation checks that it is on the board.
fn gap(row: &str, column: &str) -> Result<Gap, OperationError> {
    let lines_before = |text: &str| {
        let lines = text.strip_suffix(".5").and_then(parse_digits);
        let lines = lines.filter(|&lines| usize::from(lines) <= BoardSize::MAX);
        lines.ok_or_else(|| OperationError::HalfPosition { got: shortened(text) })
    };
    Ok(Gap { row: lines_before(row)?, column: lines_before(column)? })
}

/// A square from 1-based numbers. The operation checks that it is on the board.
fn queen(row: &str, column: &str) -> Result<QueenAt, OperationError> {
    let line = |text: &str| {
        let line =
            parse_digits(text).filter(|&line: &u8| (1..=BoardSize::MAX).contains(&line.into()));
        line.map(|line| line - 1).ok_or_else(|| OperationError::Line { got: shortened(text) })
    };
    Ok(QueenAt { row: line(row)?, column: line(column)? })
}

/// The gap for a new queen, between two rows and between two columns, or outside the first or last one. In text it has
/// the paper's half positions (Row, Col) (Zhang & Zhang 2011, section III): 2.5 is after two rows or columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gap {
    /// The number of rows before it, 0 to N.
    pub row: u8,
    /// The number of columns before it, 0 to N.
    pub column: u8,
}

impl Gap {
    /// All (N + 1)² gaps of a board, row by row from the top left corner.
    pub fn all(n: BoardSize) -> impl Iterator<Item = Gap> {
        let last = n.get() as u8;
        (0..=last).flat_map(move |row| (0..=last).map(move |column| Gap { row, column }))
    }

    /// The square of a queen inserted here: the paper's (Row + 0.5, Col + 0.5).
    pub fn queen(self) -> QueenAt {
        QueenAt { row: self.row, column: self.column }
    }

    fn check(self, n: BoardSize) -> Result<(), OperationError> {
        let n = n.get();
        if usize::from(self.row.max(self.column)) <= n {
            Ok(())
        } else {
            Err(OperationError::GapOutside { n, gap: self })
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.5, {}.5", self.row, self.column)
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
        (0u8..).zip(permutation.zero_based()).map(|(column, &row)| QueenAt { row, column })
    }

    fn check(self, permutation: &Permutation) -> Result<(), OperationError> {
        match permutation.zero_based().get(usize::from(self.column)) {
            Some(&row) if row == self.row => Ok(()),
            _ => Err(OperationError::NoQueenThere { n: permutation.n().get(), queen: self }),
        }
    }
}

impl fmt::Display for QueenAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", u16::from(self.row) + 1, u16::from(self.column) + 1)
    }
}

/// Why an operation can't be read or applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum OperationError {
    /// The result is not a permutation that is supported: Inc on a board of N = 64.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// Not a half position.
    #[error("a half position must be one of 0.5, 1.5, …, N + 0.5, got {got:?}")]
    HalfPosition { got: String },
    /// Not a row or column of any board.
    #[error("a queen's row and column must be numbers from 1 to {}, got {got:?}", BoardSize::MAX)]
    Line { got: String },
    /// A gap outside the board.
    #[error("on a board of N = {n}, half positions go from 0.5 to {n}.5; got ({gap})")]
    GapOutside {
        n: usize,
        /// The half positions of row and column.
        gap: Gap,
    },
    /// No queen to remove or move on this square, or no such square.
    #[error("the board of N = {n} has no queen at (row, column) ({queen})")]
    NoQueenThere { n: usize, queen: QueenAt },
    /// `Del` of the only queen.
    #[error("the only queen of N = 1 can't be removed: N = 0 is not a board")]
    LastQueen,
    /// Not one of the operations on queens.
    #[error(
        "expected Inc(ROW, COL), Del(ROW, COL) or Mov(ROW, COL, NEW ROW, NEW COL), where new \
         places are half positions, such as \"Mov(3, 1, 2.5, 8.5)\", or a symmetry such as po6, Rev or R; got {got:?}"
    )]
    Operation { got: String },
}
