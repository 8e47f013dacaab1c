//! [`Notation`]: the notations for boards and their names.

use crate::combinatorics::invalid::{Invalid, shortened};
use std::fmt;
use std::str::FromStr;

/// A notation for boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// The row of the queen in each column: `2 4 1 3`.
    OneLine,
    /// The rows as one word, with letters from 10 on: `2413`, `2468a13579`.
    Digits,
    /// A pair for each queen, column first: `(1,2),(2,4),(3,1),(4,3)`.
    ColumnRow,
    /// A pair for each queen, row first: `(2,1),(4,2),(1,3),(3,4)`.
    RowColumn,
    /// N lines of 0 and 1, row 1 first, a 1 for each queen.
    Matrix,
    /// N lines such as `. Q . .`, row 1 first.
    Drawing,
    /// The placement field of Forsyth–Edwards notation, row N first as in chess: `1Q2/3Q/Q3/2Q1`.
    Fen,
    /// Chess squares, a letter for the column and a number for the row: `a2 b4 c1 d3`.
    Chess,
    /// The model of a SAT solver: variable N·(c − 1) + r is true if the square in column c, row r has a queen.
    Sat,
    /// A JSON array of rows, or an object with one in its field `queens`.
    Json,
    /// CSV with a header and a column `queens`.
    Csv,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 11] = [
        Notation::OneLine,
        Notation::Digits,
        Notation::ColumnRow,
        Notation::RowColumn,
        Notation::Matrix,
        Notation::Drawing,
        Notation::Fen,
        Notation::Chess,
        Notation::Sat,
        Notation::Json,
        Notation::Csv,
    ];

    /// The name, such as `one-line`.
    pub fn name(self) -> &'static str {
        self.described().0
    }

    /// A short description.
    pub fn summary(self) -> &'static str {
        self.described().1
    }

    fn described(self) -> (&'static str, &'static str) {
        match self {
            Notation::OneLine => ("one-line", "2 4 1 3, the row of the queen in each column"),
            Notation::Digits => ("digits", "2413, with letters from 10 on (a = 10)"),
            Notation::ColumnRow => ("column-row", "(1,2),(2,4),(3,1),(4,3)"),
            Notation::RowColumn => ("row-column", "(2,1),(4,2),(1,3),(3,4)"),
            Notation::Matrix => ("matrix", "lines of 0 and 1, row 1 first"),
            Notation::Drawing => ("drawing", "lines of . and Q, row 1 first"),
            Notation::Fen => ("fen", "1Q2/3Q/Q3/2Q1, row 1 last as in chess"),
            Notation::Chess => ("chess", "a2 b4 c1 d3"),
            Notation::Sat => ("sat", "the model of a SAT solver, variable N*(column-1)+row"),
            Notation::Json => ("json", "[2,4,1,3], or an object with queens"),
            Notation::Csv => ("csv", "a header with queens, or q1 … qN"),
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

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Notation {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let named = Notation::ALL.into_iter().find(|notation| notation.name() == text);
        named.ok_or_else(|| Invalid::Notation { got: shortened(text) })
    }
}
