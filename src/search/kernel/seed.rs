//! Prefixes as the search takes them.

use super::levels::Level;

/// Frames of the diagonals: both in one word, 16 rows each (N ≤ 16) …
pub(super) const HALVES: u8 = 0;
/// … or rows 1 to 16 of the rising ones above rows 0 to 15 of the falling ones (N = 17): a square of
/// row 0 is never on a rising diagonal of an earlier queen, one of the last row never on a falling
/// one …
pub(super) const PACKED: u8 = 1;
/// … or a word each.
pub(super) const WIDE: u8 = 2;

/// The frame of a board size.
pub(super) fn frame(n: usize) -> u8 {
    match n {
        ..=16 => HALVES,
        17 => PACKED,
        _ => WIDE,
    }
}

/// The bit where a board's tag begins, above its rows.
pub(super) fn tag_shift(n: usize) -> u32 {
    n.max(17) as u32
}

/// How many tags there are: 2¹⁵ for N ≤ 17, halved with each further N.
pub(super) fn tags(n: usize) -> usize {
    1 << (32 - tag_shift(n))
}

/// The tag of a leaf or of a board's rows, 0 … `tags(n)` − 1.
#[inline]
pub(super) fn tag_of(n: usize, rows: u32) -> usize {
    (u64::from(rows) >> tag_shift(n)) as usize
}

/// The row of a leaf's last queen as a bit.
#[inline]
pub(super) fn bit_of(n: usize, rows: u32) -> u32 {
    rows & board_mask(n)
}

/// All rows of a board, 1 ≤ N ≤ 32.
pub(super) fn board_mask(n: usize) -> u32 {
    u32::MAX >> (32 - n)
}

/// A board with queens in its first columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seed {
    tag: u32,
    free: u32,
    rising: u64,
    falling: u64,
}

impl Seed {
    /// The empty board.
    pub(super) fn empty(n: usize) -> Self {
        Seed { tag: 0, free: board_mask(n), rising: 0, falling: 0 }
    }

    /// The board with these 0-based rows; none when a queen is attacked.
    pub(super) fn new(n: usize, prefix: &[u8]) -> Option<Self> {
        prefix.iter().try_fold(Seed::empty(n), |seed, &row| {
            (seed.safe() & (1 << row) != 0).then(|| seed.with(1 << row))
        })
    }

    /// The same with a tag, less than `tags(n)`.
    pub(super) fn tagged(self, tag: usize) -> Self {
        Seed { tag: tag as u32, ..self }
    }

    /// The safe rows of the next column.
    pub(super) fn safe(&self) -> u32 {
        self.free & !(self.rising | self.falling) as u32
    }

    /// With a queen in the next column.
    pub(super) fn with(self, bit: u32) -> Self {
        Seed {
            tag: self.tag,
            free: self.free & !bit,
            rising: (self.rising | u64::from(bit)) << 1,
            falling: (self.falling | u64::from(bit)) >> 1,
        }
    }

    /// Appends the board to a block that has room.
    pub(super) fn push(&self, n: usize, level: &mut Level) {
        let (rising, falling) = (!self.rising as u32, !self.falling as u32);
        let at = level.len;
        level.rows.0[at] = self.free | (u64::from(self.tag) << tag_shift(n)) as u32;
        match frame(n) {
            HALVES => level.diagonals[0].0[at] = rising << 16 | falling & 0xffff,
            PACKED => level.diagonals[0].0[at] = rising >> 1 << 16 | falling & 0xffff,
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
