//! [`Notation::write`]: boards in every notation.

use super::form::Notation;
use super::{grid, list, sat};
use crate::combinatorics::invalid::Invalid;
use crate::combinatorics::permutation::Permutation;

impl Notation {
    /// The board as text that a [`Reading`](super::Reading) of this notation parses, without a final newline. Numbers
    /// count from 1, or from 0 if `zero_based`; other notations ignore it. For CSV the text is the cell;
    /// [`Notation::header`] is its header. Fails if the board is too large for [`Notation::Digits`]. O(N); O(N²) for
    /// matrices and SAT models.
    pub fn write(self, board: &Permutation, zero_based: bool) -> Result<String, Invalid> {
        let (rows, first) = (board.rows(), u8::from(!zero_based));
        Ok(match self {
            Notation::OneLine | Notation::Csv => list::write(rows, first, " "),
            Notation::Json => format!("[{}]", list::write(rows, first, ",")),
            Notation::Digits => list::write_digits(rows, first)
                .ok_or(Invalid::NoDigits { n: rows.len(), largest: 36 - usize::from(first) })?,
            Notation::ColumnRow | Notation::RowColumn => list::write_pairs(rows, first, self),
            Notation::Matrix => grid::write(rows, "1", "0"),
            Notation::Board => grid::write(rows, "Q", "."),
            Notation::Fen => grid::write_placement(rows),
            Notation::Chess => list::write_chess(rows),
            Notation::Sat => sat::write(rows),
        })
    }

    /// The line above all boards, if the notation has one.
    pub fn header(self) -> Option<&'static str> {
        (self == Notation::Csv).then_some("queens")
    }
}
