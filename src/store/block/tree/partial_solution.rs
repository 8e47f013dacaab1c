//! Boards with queens in their first columns.

use crate::combinatorics::word::{Word, WordLayout};
use crate::search::bitboard::Bitboard;

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

    /// The queens of a prefix.
    pub(super) fn of(layout: WordLayout, rows: &[u8]) -> Self {
        rows.iter().fold(Self::empty(layout), |queens, &row| queens.with(layout, 1 << row))
    }

    /// Adds a queen on a square of the next column, given as a mask.
    #[inline(always)]
    pub(super) fn with(&self, layout: WordLayout, row: u32) -> Self {
        let word = layout.push(self.word, row.trailing_zeros());
        PartialSolution { word, board: self.board.with(row) }
    }
}
