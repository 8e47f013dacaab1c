use super::{BoardSize, Gap, QueenAt};

/// What is wrong with a text, a number or a list of queens: what was expected and what came.
///
/// Columns and rows are 1-based here, as in every text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// Not a board size.
    #[error("the board size N must be a whole number from 1 to {}, got {got}", BoardSize::MAX)]
    BoardSize {
        /// What came: a number, or other text in quotes.
        got: String,
    },
    /// Not a rank.
    #[error("a rank must be a whole number from 1, got {got}: ranks are 1-based")]
    Rank {
        /// What came: a number, or other text in quotes.
        got: String,
    },
    /// Not an orbit id.
    #[error("an orbit id must be a whole number from 1, got {got}: orbit ids are 1-based")]
    OrbitId {
        /// What came: a number, or other text in quotes.
        got: String,
    },
    /// Not a permutation index of this board.
    #[error("the permutation index must be a whole number from 1 to {n}! = {last}, got {got}")]
    PermutationIndex {
        /// Board size.
        n: usize,
        /// N!, the last index.
        last: String,
        /// What came: a number, or other text in quotes.
        got: String,
    },
    /// Not one of the eight symmetries.
    #[error(
        "a symmetry must be one of po1 … po8 (or identity, inverse, anti-transpose, complement, \
         reverse, rotate-90, rotate-180, rotate-270), got {got:?}"
    )]
    Symmetry {
        /// What came.
        got: String,
    },
    /// A list without a number in it.
    #[error("expected a list of queens such as “2 4 1 3”, got nothing")]
    NoQueens,
    /// A word that is not a whole number.
    #[error("expected whole numbers separated by spaces or commas, such as “2 4 1 3”, got {got:?}")]
    NotANumber {
        /// What came.
        got: String,
    },
    /// More numbers than the largest board has columns.
    #[error("expected at most {} queens, got {got}", BoardSize::MAX)]
    TooManyQueens {
        /// How many came.
        got: usize,
    },
    /// A row that the board does not have.
    #[error(
        "not a permutation of 1 … {n}: column {column} has row {row}, but {n} numbers make a \
         board with the rows 1 … {n}"
    )]
    RowOutside {
        /// Board size: how many numbers came.
        n: usize,
        /// Column, 1-based.
        column: usize,
        /// The row that came.
        row: u64,
    },
    /// A row used twice.
    #[error("not a permutation of 1 … {n}: row {row} stands in columns {first} and {second}")]
    RowTwice {
        /// Board size.
        n: usize,
        /// Row, 1-based.
        row: usize,
        /// First column with it.
        first: usize,
        /// Second column with it.
        second: usize,
    },
    /// Two queens on one diagonal.
    #[error(
        "not a solution: the queens in column {} (row {}) and column {} (row {}) attack each \
         other on a diagonal", first.0, first.1, second.0, second.1
    )]
    Attack {
        /// Column and row of the left queen.
        first: (usize, usize),
        /// Column and row of the right queen.
        second: (usize, usize),
    },
    /// Not a square with or without a queen.
    #[error(
        "expected a square such as 3=5 (column 3 has its queen in row 5) or 3!=5 (no queen there), \
         got {got:?}"
    )]
    Square {
        /// What came.
        got: String,
    },
    /// A square that the board does not have.
    #[error(
        "column {column}, row {row} is no square of the board N = {n}: columns and rows go from 1 \
         to {n}"
    )]
    SquareOutside {
        /// Board size.
        n: usize,
        /// Column, 1-based.
        column: u64,
        /// Row, 1-based.
        row: u64,
    },
    /// Bytes that are no packed permutation.
    #[error("expected a packed permutation as in the block table, got {got} bytes that are none")]
    Packed {
        /// How many bytes came.
        got: usize,
    },
    /// Not a half position.
    #[error("a half position must be one of 0.5, 1.5, … {}.5, got {got:?}", BoardSize::MAX)]
    HalfPosition {
        /// What came.
        got: String,
    },
    /// Not a row or column that a board can have.
    #[error("a queen's row and column must be numbers from 1 to {}, got {got:?}", BoardSize::MAX)]
    Line {
        /// What came.
        got: String,
    },
    /// A place for a queen that the board does not have.
    #[error("on a board of N = {n}, half positions go from 0.5 to {n}.5; got ({gap})")]
    GapOutside {
        /// Board size.
        n: usize,
        /// What came.
        gap: Gap,
    },
    /// No queen where one should be removed or moved, or no such square.
    #[error("the board of N = {n} has no queen in (row, column) ({square})")]
    NoQueenThere {
        /// Board size.
        n: usize,
        /// What came.
        square: QueenAt,
    },
    /// Del on N = 1.
    #[error("the only queen of N = 1 can't be removed: N = 0 is no board")]
    LastQueen,
    /// Not one of the operations on queens.
    #[error(
        "expected Inc(ROW, COL), Del(ROW, COL) or Mov(ROW, COL, NEW ROW, NEW COL), where new \
         places are half positions, such as “Mov(3, 1, 2.5, 8.5)”; got {got:?}"
    )]
    Operation {
        /// What came.
        got: String,
    },
    /// A board too large to be drawn.
    #[error("expected a board of at most {largest} rows and columns to draw, got a larger one")]
    PictureSize {
        /// The largest.
        largest: usize,
    },
    /// More boards than a sheet holds.
    #[error("expected at most {largest} boards on an SVG sheet, got more")]
    SheetFull {
        /// The most.
        largest: usize,
    },
}

/// What came, for a message: the beginning, where it is long.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
