//! The codecs, their numbers in the file, and the size of their blocks.

/// The most solutions of a block; nothing in a file makes a reader allocate more than this many boards
/// (4 MiB).
pub(super) const MAX_COUNT: usize = 1 << 16;

/// A format of payloads. Its number stands in the `board` and `block` tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Codec {
    /// The solution tree.
    Tree = 2,
    /// Counts of cells.
    Cells = 3,
}

impl Codec {
    /// The codec with this number, if this version knows it.
    pub(crate) fn from_number(number: i64) -> Option<Self> {
        [Codec::Tree, Codec::Cells].into_iter().find(|&codec| codec as i64 == number)
    }
}
