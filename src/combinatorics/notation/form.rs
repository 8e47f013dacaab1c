//! [`Notation`]: the notations for boards and their names.

use crate::combinatorics::invalid::{Invalid, shortened};
use crate::combinatorics::named;

named! {
    /// A notation for boards.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Notation {
        /// The row of the queen in each column: `2 4 1 3`.
        OneLine = "one-line",
        /// The rows as one word, with letters from 10 on: `2413`, `2468a13579`.
        Digits = "digits",
        /// A pair for each queen, column first: `(1,2),(2,4),(3,1),(4,3)`.
        ColumnRow = "column-row",
        /// A pair for each queen, row first: `(2,1),(4,2),(1,3),(3,4)`.
        RowColumn = "row-column",
        /// N lines of 0 and 1, row 1 first, a 1 for each queen.
        Matrix = "matrix",
        /// N lines such as `. Q . .`, row 1 first.
        Drawing = "drawing",
        /// The placement field of Forsyth–Edwards notation, row N first as in chess: `1Q2/3Q/Q3/2Q1`.
        Fen = "fen",
        /// Chess squares, a letter for the column and a number for the row: `a2 b4 c1 d3`.
        Chess = "chess",
        /// The model of a SAT solver: variable N·(c − 1) + r is true if the square in column c, row r has a queen.
        Sat = "sat",
        /// A JSON array of rows, or an object with one in its field `queens`.
        Json = "json",
        /// CSV with a header and a column `queens`.
        Csv = "csv",
    } Invalid: |text| Invalid::Notation { got: shortened(text) }
}

impl Notation {
    /// A short description.
    pub fn summary(self) -> &'static str {
        match self {
            Notation::OneLine => "2 4 1 3, the row of the queen in each column",
            Notation::Digits => "2413, with letters from 10 on (a = 10)",
            Notation::ColumnRow => "(1,2),(2,4),(3,1),(4,3)",
            Notation::RowColumn => "(2,1),(4,2),(1,3),(3,4)",
            Notation::Matrix => "lines of 0 and 1, row 1 first",
            Notation::Drawing => "lines of . and Q, row 1 first",
            Notation::Fen => "1Q2/3Q/Q3/2Q1, row 1 last as in chess",
            Notation::Chess => "a2 b4 c1 d3",
            Notation::Sat => "the model of a SAT solver, variable N*(column-1)+row",
            Notation::Json => "[2,4,1,3], or an object with queens",
            Notation::Csv => "a header with queens, or q1 … qN",
        }
    }

    /// Whether one board takes several lines.
    pub fn has_lines(self) -> bool {
        matches!(self, Notation::Matrix | Notation::Drawing)
    }

    /// Whether it uses numbers, which can count from 0 or from 1.
    pub fn has_numbers(self) -> bool {
        use Notation::*;
        matches!(self, OneLine | Digits | ColumnRow | RowColumn | Json | Csv)
    }
}
