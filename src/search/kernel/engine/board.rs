//! The layout of a board in a level, and the root boards of a search.

use super::level::Level;
use crate::search::bitboard::Bitboard;

/// Packing of the diagonals for N ≤ 16: both in one word, 16 rows each.
pub(crate) const HALVES: u8 = 0;
/// Packing for N = 17: rows 1 to 16 of the rising diagonals above rows 0 to 15 of the falling ones. A square of row 0
/// is never on a rising diagonal of an earlier queen, a square of the last row never on a falling one.
pub(crate) const SHIFTED: u8 = 1;
/// Packing for N ≥ 18: one word each.
pub(crate) const WIDE: u8 = 2;

/// The packing of the diagonals for a board size.
pub(crate) fn packing(n: usize) -> u8 {
    match n {
        ..=16 => HALVES,
        17 => SHIFTED,
        _ => WIDE,
    }
}

/// The lowest bit of the tag of a board, above its rows.
pub(crate) fn tag_shift(n: usize) -> u32 {
    n.max(17) as u32
}

/// The number of different tags: 2¹⁵ for N ≤ 17, halved for each further N.
pub(crate) fn tags(n: usize) -> usize {
    1 << (32 - tag_shift(n))
}

/// The tag above the rows of a board or a leaf, 0 … `tags(n)` − 1.
#[inline]
pub(crate) fn tag_of(n: usize, rows: u32) -> usize {
    (u64::from(rows) >> tag_shift(n)) as usize
}

/// The row of the last queen of a leaf, as a bit.
#[inline]
pub(crate) fn bit_of(n: usize, rows: u32) -> u32 {
    rows & board_mask(n)
}

/// All rows of a board, 1 ≤ N ≤ 32.
pub(crate) fn board_mask(n: usize) -> u32 {
    u32::MAX >> (32 - n)
}

/// A start board of a search. Every solution below it carries its tag.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Root {
    board: Bitboard<u32>,
    tag: u32,
}

impl Root {
    /// A root with a tag less than `tags(n)`.
    pub(crate) fn new(board: Bitboard<u32>, tag: usize) -> Self {
        Root { board, tag: tag as u32 }
    }

    /// Appends the board to a level that has space for it.
    pub(crate) fn push(&self, n: usize, level: &mut Level) {
        let (rising, falling) = (!self.board.rising, !self.board.falling);
        let at = level.len;
        level.rows.0[at] = self.board.free | (u64::from(self.tag) << tag_shift(n)) as u32;
        match packing(n) {
            HALVES => level.diagonals[0].0[at] = rising << 16 | falling & 0xffff,
            SHIFTED => level.diagonals[0].0[at] = rising >> 1 << 16 | falling & 0xffff,
            _ => {
                level.diagonals[0].0[at] = rising;
                level.diagonals[1].0[at] = falling & board_mask(n);
            }
        }
        level.trail[0].0[at] = 0;
        level.trail[1].0[at] = 0;
        level.len += 1;
    }
}
