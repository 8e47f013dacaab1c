use crate::block::word::{Layout, Word};

/// A board with queens in its first columns, as it meets the next column. Bit r stands for row r.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Node {
    /// Rows without a queen.
    pub(super) free: u32,
    /// Squares of the next column on a rising diagonal of a queen.
    pub(super) rising: u32,
    /// The same on a falling diagonal.
    pub(super) falling: u32,
}

impl Node {
    /// The empty board.
    pub(super) fn root(n: usize) -> Self {
        Node { free: (1 << n) - 1, rising: 0, falling: 0 }
    }

    /// The safe squares of the next column.
    #[inline(always)]
    pub(super) fn safe(self) -> u32 {
        self.free & !(self.rising | self.falling)
    }

    /// The board with a queen on a square of the next column.
    #[inline(always)]
    pub(super) fn with(self, bit: u32) -> Self {
        Node {
            free: self.free ^ bit,
            rising: (self.rising | bit) << 1,
            falling: (self.falling | bit) >> 1,
        }
    }
}

/// The rows above a row.
#[inline(always)]
pub(super) fn above(row: u32) -> u32 {
    !1 << row
}

/// The rows below a row.
#[inline(always)]
pub(super) fn below(row: u32) -> u32 {
    (1 << row) - 1
}

/// A board and the beginning of a solution that made it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Board<W> {
    pub(super) word: W,
    pub(super) node: Node,
}

impl<W: Word> Board<W> {
    /// The empty board.
    pub(super) fn empty(layout: Layout) -> Self {
        Board { word: W::ZERO, node: Node::root(layout.n()) }
    }

    /// The board with a queen on a square of the next column.
    #[inline(always)]
    pub(super) fn child(&self, layout: Layout, bit: u32) -> Self {
        let word = layout.push(self.word, bit.trailing_zeros());
        Board { word, node: self.node.with(bit) }
    }
}
