//! The codecs, their numbers in the file, and the maximum size of a block.

/// The maximum number of solutions in a block. Nothing in a file makes a reader allocate more boards than this (4 MiB).
pub const MAX_COUNT: usize = 1 << 16;

/// A format of payloads, identified by its number in the `board` and `block` tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Codec {
    /// The solution tree.
    Tree = 2,
    /// Counts of cells.
    Cells = 3,
}

impl Codec {
    /// The codec with this number, if this version supports it.
    pub fn from_number(number: i64) -> Option<Self> {
        [Codec::Tree, Codec::Cells].into_iter().find(|&codec| codec as i64 == number)
    }
}
