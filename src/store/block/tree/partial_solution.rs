//! Boards with queens in their first columns, and masks of the rows above or below a row.

use crate::combinatorics::word::{Word, WordLayout};
use crate::search::bitboard::Bitboard;

/// The rows above a row, as a mask.
#[inline(always)]
pub(super) fn above(row: u32) -> u32 {
    !1 << row
}

/// The rows below a row, as a mask.
#[inline(always)]
pub(super) fn below(row: u32) -> u32 {
    (1 << row) - 1
}

/// The first queens of a solution: packed, and as a board.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartialSolution<W> {
    pub(super) word: W,
    pub(super) board: Bitboard<u32>,
}

impl<W: Word> PartialSolution<W> {
    /// No queens.
    pub(super) fn empty(layout: WordLayout) -> Self {
        PartialSolution { word: W::ZERO, board: Bitboard::empty(layout.n()) }
    }

    /// Adds a queen on a square of the next column, given as a mask.
    #[inline(always)]
    pub(super) fn with(&self, layout: WordLayout, row: u32) -> Self {
        let word = layout.push(self.word, row.trailing_zeros());
        PartialSolution { word, board: self.board.with(row) }
    }
}
