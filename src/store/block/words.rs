//! Reading packed words for the codecs.

use crate::combinatorics::word::{Word, WordLayout};

impl WordLayout {
    /// The 0-based row of the queen in a 0-based column.
    #[inline(always)]
    pub(crate) fn row<W: Word>(self, word: W, column: usize) -> u32 {
        word.bits_from(W::WIDTH * (self.n() - 1 - column) as u32) & ((1 << W::WIDTH) - 1)
    }
}
