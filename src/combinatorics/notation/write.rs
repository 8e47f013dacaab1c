//! Boards written in each notation.

use super::form::Notation;
use super::list::BASE;
use super::text::letters;
use crate::combinatorics::invalid::Invalid;
use crate::combinatorics::permutation::Permutation;

impl Notation {
    /// The board as text that a [`Reading`](super::Reading) of this notation reads, without a final newline. Numbers count
    /// from 1, or from 0 if `zero_based`; other notations ignore it. For CSV the text is the cell; [`Notation::header`] is
    /// its header. O(N); O(N²) for matrices and SAT models.
    ///
    /// # Errors
    /// [`Invalid::NoDigits`] if the board is too large for [`Notation::Digits`].
    pub fn write(self, board: &Permutation, zero_based: bool) -> Result<String, Invalid> {
        let (rows, first) = (board.zero_based(), u8::from(!zero_based));
        // The queens with their columns and rows counted from `first`.
        let queens = |write: &dyn Fn(u8, u8) -> String, separator: &str| {
            let queens = (first..).zip(rows).map(|(column, row)| write(column, row + first));
            queens.collect::<Vec<_>>().join(separator)
        };
        Ok(match self {
            Notation::OneLine | Notation::Csv => queens(&|_, row| row.to_string(), " "),
            Notation::Json => format!("[{}]", queens(&|_, row| row.to_string(), ",")),
            Notation::Digits => {
                let digits = rows.iter().map(|row| char::from_digit((row + first).into(), BASE));
                let largest = BASE as usize - usize::from(first);
                digits.collect::<Option<_>>().ok_or(Invalid::NoDigits { n: rows.len(), largest })?
            }
            Notation::ColumnRow => queens(&|column, row| format!("({column},{row})"), ","),
            Notation::RowColumn => queens(&|column, row| format!("({row},{column})"), ","),
            Notation::Chess => {
                let square = |column, row| {
                    format!("{}{}", letters(usize::from(column - first)), row + 1 - first)
                };
                queens(&square, " ")
            }
            Notation::Matrix => grid(rows, "1", "0"),
            Notation::Drawing => grid(rows, "Q", "."),
            Notation::Fen => placement(rows),
            Notation::Sat => model(rows),
        })
    }

    /// The line above all boards, if the notation has one.
    pub fn header(self) -> Option<&'static str> {
        (self == Notation::Csv).then_some("queens")
    }
}

fn placement(rows: &[u8]) -> String {
    let line = |row: usize| {
        let column = rows.iter().position(|&queen| usize::from(queen) == row).unwrap_or_default();
        let empty = |squares: usize| if squares > 0 { squares.to_string() } else { String::new() };
        empty(column) + "Q" + &empty(rows.len() - 1 - column)
    };
    (0..rows.len()).rev().map(line).collect::<Vec<_>>().join("/")
}

/// The board as N lines of text, with these marks for a queen and an empty square, separated by spaces.
fn grid(rows: &[u8], queen: &str, empty: &str) -> String {
    let lines = (0..rows.len()).map(|row| {
        let squares =
            rows.iter().map(|&place| if usize::from(place) == row { queen } else { empty });
        squares.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The board as N lines of text: column 1 on the left, row 1 at the top, `Q` for a queen, `.` for an empty square,
/// spaces between squares, no newline at the end.
pub fn drawing(permutation: &Permutation) -> String {
    grid(permutation.zero_based(), "Q", ".")
}

/// The model as a value line (`v …`) of a solver.
fn model(rows: &[u8]) -> String {
    let n = rows.len();
    let literal = |square: usize| {
        let sign = if usize::from(rows[square / n]) == square % n { "" } else { "-" };
        format!("{sign}{} ", square + 1)
    };
    format!("v {}0", (0..n * n).map(literal).collect::<String>())
}
