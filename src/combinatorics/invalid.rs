//! [`Invalid`], the error of this module: text, a number or a list of queens that breaks its rules.

/// The largest board size; a set of rows fits one 64-bit word.
pub(super) const LARGEST_BOARD: usize = 64;

/// Invalid text, number or list of queens: what was expected, and what the input is.
///
/// Columns and rows are 1-based, as in all text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum Invalid {
    /// Not a board size.
    #[error("the board size N must be a whole number from 1 to {}, got {got}", LARGEST_BOARD)]
    BoardSize { got: String },
    /// A rank that no board has.
    #[error("ranks go from 1 to {}, got {got}", u64::MAX)]
    Rank { got: String },
    /// An orbit id that no board has.
    #[error("orbit ids go from 1 to {}, got {got}", u64::MAX)]
    OrbitId { got: String },
    /// A number in wrong groups of digits.
    #[error(
        "expected groups of three digits with one separator, such as 17,000,000, got {got} with {separators}"
    )]
    Groups { got: String, separators: String },
    /// Not a permutation index of this board.
    #[error("the permutation index must be a whole number from 1 to {n}! = {last}, got {got}")]
    PermutationIndex { n: usize, last: String, got: String },
    /// Not one of the eight symmetries.
    #[error(
        "a symmetry must be identity, rotate-90, rotate-180, rotate-270, flip-vertical, \
         flip-horizontal, flip-diagonal or flip-antidiagonal (or one of po1 … po8, Inv, Cmpl, \
         Rev, or letters R, M, F), got {got:?}"
    )]
    Symmetry { got: String },
    /// An empty list.
    #[error("no queens given; expected a list such as \"2 4 1 3\"")]
    NoQueens,
    /// A word that is not a whole number.
    #[error(
        "expected whole numbers separated by spaces or commas, such as \"2 4 1 3\", got {got:?}"
    )]
    NotANumber { got: String },
    /// More queens than the largest board has columns.
    #[error("expected at most {largest} queens, got {got}")]
    TooManyQueens { largest: usize, got: usize },
    /// A row outside the board.
    #[error(
        "not a permutation of {first} … {last}: column {column} has row {row}, outside the board N = {n} (the number of queens)",
        last = n - usize::from(*first == 0)
    )]
    RowOutside {
        n: usize,
        /// The number of the first row and column in the input, 1 or 0.
        first: u8,
        /// Column, from `first` on.
        column: usize,
        /// Row, from `first` on.
        row: u64,
    },
    /// A row 0.
    #[error("not a permutation of 1 … {n}: column {column} has row 0, but rows count from 1")]
    RowZero { n: usize, column: usize },
    /// A square with column or row 0.
    #[error(
        "not a permutation: columns and rows count from 1, so ({column},{row}) is not a square"
    )]
    SquareZero {
        /// Column, as in the input.
        column: u64,
        /// Row, as in the input.
        row: u64,
    },
    /// Two queens in one column.
    #[error(
        "not a permutation of 1 … {n}: column {column} has queens in rows {first} and {second}"
    )]
    ColumnTwice { n: usize, column: usize, first: usize, second: usize },
    /// A column without a queen.
    #[error("not a permutation of 1 … {n}: column {column} has no queen")]
    ColumnEmpty { n: usize, column: usize },
    /// Pairs that give different boards when read as (column, row) and as (row, column).
    #[error(
        "({}, {}) can be column {} and row {}, or row {} and column {}, which are different boards: name the order",
        example.0, example.1, example.0, example.1, example.0, example.1
    )]
    PairOrder { example: (u64, u64) },
    /// Text in the shape of a notation that breaks its rules.
    #[error("expected {expected}, got {got}")]
    Unreadable { expected: &'static str, got: String },
    /// A single number, which is not a board.
    #[error(
        "expected the row of the queen in each column, such as \"2 4 1 3\", got the single number {got}"
    )]
    SingleNumber { got: String },
    /// A board of one or two columns among others, which is more likely a part of a board.
    #[error(
        "expected a board, got only {got:?}, which is read as a board only if it is the whole input"
    )]
    SingleColumn { got: String },
    /// Text that can be read as different boards.
    #[error("this text can be read as {first} or as {second}")]
    Ambiguous {
        /// The boards, perhaps shortened.
        first: String,
        second: String,
    },
    /// A part of a text that does not belong to its board.
    #[error("expected a board and its labels only, got {got:?} in its line {line}")]
    NoRole {
        got: String,
        /// The line of the board, from 1.
        line: usize,
    },
    /// The output of a solver that found no board.
    #[error("expected a board, got {got:?}: the solver found none")]
    Unsatisfiable { got: String },
    /// Several boards where one is expected.
    #[error("expected exactly one board, got {got}")]
    SeveralBoards { got: usize },
    /// A record that is too long.
    #[error("text is longer than {longest} bytes")]
    TooLong { longest: usize },
    /// Not enough memory for a long text.
    #[error("not enough memory for a text of {length} bytes")]
    NoMemory { length: usize },
    /// Bytes that are not UTF-8.
    #[error("not valid UTF-8 at byte {byte}")]
    NotText {
        /// The place of the first wrong byte in the text, from 1.
        byte: usize,
    },
    /// Bytes that begin with the byte order mark of UTF-16.
    #[error(
        "input is UTF-16, which `>` writes in Windows PowerShell; expected UTF-8, as `Get-Content FILE |` passes it"
    )]
    Utf16,
    /// Bytes that begin like a file of gzip.
    #[error("input is compressed with gzip; expected text, as `gzip -dc FILE |` passes it")]
    Gzip,
    /// Not the name of a notation.
    #[error("expected a notation such as one-line or fen, got {got:?}")]
    Notation { got: String },
    /// A board too large for the `digits` notation.
    #[error("the `digits` notation supports N up to {largest}, got N = {n}")]
    NoDigits { n: usize, largest: usize },
    /// A row used twice.
    #[error("not a permutation of 1 … {n}: row {row} is used in columns {first} and {second}")]
    RowTwice { n: usize, row: usize, first: usize, second: usize },
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
    /// More queens than the board has columns.
    #[error("expected at most {n} queens on the board N = {n}, one in each column, got {got}")]
    PrefixTooLong { n: usize, got: usize },
    /// A queen of a prefix attacks an earlier one.
    #[error(
        "expected queens that do not attack each other: the queen in column {} (row {}) is attacked by the queen \
         in column {} (row {})", second.0, second.1, first.0, first.1
    )]
    PrefixAttack {
        /// Column and row of the earlier queen, 1-based.
        first: (usize, usize),
        /// Column and row of the attacked queen, 1-based.
        second: (usize, usize),
    },
    /// Not a condition.
    #[error(
        "expected a condition such as 3=5 or c5 (a queen in column 3, row 5), 3!=5 or !c5 (no queen there), \
         c+r!=8 or c-r!=-2 (no queen on the diagonal of this column + row, or column - row), got {got:?}"
    )]
    Condition { got: String },
    /// A square outside the board.
    #[error(
        "column {column}, row {row} is outside the board N = {n}: columns and rows go from 1 to {n}"
    )]
    SquareOutside { n: usize, column: u64, row: u64 },
    /// A column outside the board.
    #[error("the column must be a whole number from 1 to N = {n}, got {got}")]
    ColumnOutside { n: usize, got: String },
    /// Conditions without a board size.
    #[error(
        "the size N of the board is not known: expected a drawing or an object with n, or N in the command"
    )]
    NoSize,
    /// A board of another size than the one that is named.
    #[error("expected a board of N = {n}, got one of N = {other}")]
    WrongSize { n: usize, other: usize },
    /// Two boards of different sizes.
    #[error("expected two boards of one size, got N = {n} and N = {other}")]
    OtherSize { n: usize, other: usize },
    /// A diagonal outside the board.
    #[error("no square of the board N = {n} has column + row = {got}: sums go from 2 to {}", 2 * n)]
    SumOutside {
        n: usize,
        /// Column + row.
        got: u64,
    },
    /// A diagonal outside the board.
    #[error(
        "no square of the board N = {n} has column - row = {got}: differences go from -{last} to {last}",
        last = n - 1
    )]
    DifferenceOutside {
        n: usize,
        /// Column − row.
        got: i64,
    },
    /// Bytes that are not a packed permutation.
    #[error(
        "expected a packed permutation as in the block table, got {got} bytes that are not valid"
    )]
    Packed { got: usize },
    /// A board too large to draw.
    #[error("expected a board of at most {largest} rows and columns to draw, got N = {got}")]
    PictureSize {
        largest: usize,
        /// Board size, or a lower bound if only an iterator over its rows is given.
        got: usize,
    },
    /// A heat map of another board.
    #[error("a heat map of N = {got} does not fit conditions on N = {n}")]
    OtherHeatmap { n: usize, got: usize },
    /// A picture with a side that is too small or too large.
    #[error("expected a side of {least} to {largest} pixels for N = {n}, got {got}")]
    PictureSide { n: usize, least: u32, largest: u32, got: u32 },
    /// Too many boards for one sheet.
    #[error("expected at most {largest} boards on a sheet, got {got} or more")]
    SheetFull { largest: usize, got: u64 },
    /// A sheet too large for a PNG file.
    #[error("expected a PNG sheet of at most {largest} pixels, got one of {got}")]
    SheetSize { largest: usize, got: usize },
}

impl Invalid {
    /// The verdict on a board that is not a solution: `attack`, `not a permutation`, `wrong size` or `unreadable`.
    pub fn verdict(&self) -> &'static str {
        match self {
            Invalid::Attack { .. } => "attack",
            Invalid::WrongSize { .. } => "wrong size",
            _ if self.is_no_permutation() => "not a permutation",
            _ => "unreadable",
        }
    }

    /// Whether the input is a board that is not a permutation.
    pub fn is_no_permutation(&self) -> bool {
        use Invalid::*;
        matches!(
            self,
            RowOutside { .. }
                | RowTwice { .. }
                | RowZero { .. }
                | SquareZero { .. }
                | ColumnTwice { .. }
                | ColumnEmpty { .. }
        )
    }
}

/// The first 40 characters of the input, for a message.
pub fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The error for a text in the shape of a notation, which is quoted.
pub fn unreadable(expected: &'static str, text: &str) -> Invalid {
    Invalid::Unreadable { expected, got: format!("{:?}", shortened(text)) }
}
