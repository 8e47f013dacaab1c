//! Solutions packed into one number. Their packed form in bytes is in `packed.rs`.

use super::{BoardSize, Permutation, Solution, bits_per_queen};

/// A packed solution as one number, the last queen lowest, so that numbers compare as solutions do: `u64`
/// for N ≤ 16, `u128` for 17 ≤ N ≤ 25.
pub trait Word: Copy + Ord + Send + Sync + std::fmt::Debug + sealed::Sealed + 'static {
    /// Bits of the number.
    const BITS: u32;
    /// Bits of a queen on the boards of this width.
    const WIDTH: u32;
    /// No queen.
    const ZERO: Self;

    /// The number shifted up by `bits` < 64, with `value` < 2^`bits` below it.
    fn push(self, bits: u32, value: u64) -> Self;

    /// The bits from bit `at` on.
    fn bits_from(self, at: u32) -> u32;

    /// How many of the highest bits agree.
    fn agreeing(self, other: Self) -> u32;

    /// The word of the complement.
    fn complement(self, layout: WordLayout) -> Self;

    /// The word of the reverse: the columns from the last one to the first.
    fn reverse(self, layout: WordLayout) -> Self;

    /// The rows, 0-based, a byte each.
    type Rows: AsRef<[u8]> + AsMut<[u8]>;

    /// The rows of the queens, 0-based, and any bytes after them.
    fn rows(self, layout: WordLayout) -> Self::Rows;

    /// The permutation in a word.
    fn unpack(self, layout: WordLayout) -> Permutation;

    /// The word of the inverse, with rows and columns exchanged.
    #[inline(always)]
    fn inverse(self, layout: WordLayout) -> Self {
        let rows = self.rows(layout);
        let mut columns = self.rows(layout);
        for (column, &row) in rows.as_ref()[..layout.n()].iter().enumerate() {
            columns.as_mut()[usize::from(row)] = column as u8;
        }
        columns.as_ref()[..layout.n()]
            .iter()
            .fold(Self::ZERO, |word, &column| layout.push(word, column.into()))
    }

    /// The word of the least of the eight images of a solution.
    #[inline]
    fn least_image(self, layout: WordLayout) -> Self {
        least_of_four(self, layout).min(least_of_four(self.inverse(layout), layout))
    }

    /// Whether no image of a solution is less than itself.
    #[inline]
    fn is_least_image(self, layout: WordLayout) -> bool {
        // Most solutions fail without the inverse.
        self <= least_of_four(self, layout) && self <= least_of_four(self.inverse(layout), layout)
    }
}

/// The least of a word, its reverse and their complements.
#[inline(always)]
fn least_of_four<W: Word>(word: W, layout: WordLayout) -> W {
    let reverse = word.reverse(layout);
    word.min(reverse).min(word.complement(layout)).min(reverse.complement(layout))
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// The methods that read alike for both widths.
macro_rules! number {
    ($word:ty, $most_columns:expr) => {
        const BITS: u32 = <$word>::BITS;
        const WIDTH: u32 = bits_per_queen($most_columns);
        const ZERO: Self = 0;

        #[inline(always)]
        fn push(self, bits: u32, value: u64) -> Self {
            self << bits | <$word>::from(value)
        }

        #[inline(always)]
        fn bits_from(self, at: u32) -> u32 {
            (self >> at) as u32
        }

        #[inline(always)]
        fn agreeing(self, other: Self) -> u32 {
            (self ^ other).leading_zeros()
        }
    };
}

impl Word for u64 {
    number!(u64, 16);

    fn complement(self, layout: WordLayout) -> Self {
        // N − 1 in every place: no place borrows.
        let ones = 0x1111_1111_1111_1111 >> (64 - 4 * layout.n());
        ones * (layout.n() as u64 - 1) - self
    }

    #[inline(always)]
    fn reverse(self, layout: WordLayout) -> Self {
        let bytes = self.swap_bytes();
        let digits = (bytes & 0x0f0f_0f0f_0f0f_0f0f) << 4 | (bytes >> 4) & 0x0f0f_0f0f_0f0f_0f0f;
        digits >> (64 - 4 * layout.n())
    }

    type Rows = [u8; 16];

    #[inline(always)]
    fn rows(self, layout: WordLayout) -> [u8; 16] {
        let first = self << (64 - 4 * layout.n());
        let bytes =
            u128::from(spread((first >> 32) as u32)) << 64 | u128::from(spread(first as u32));
        bytes.to_be_bytes()
    }

    #[inline(always)]
    fn unpack(self, layout: WordLayout) -> Permutation {
        Permutation::from_padded(layout.n, self.rows(layout))
    }
}

/// Eight numbers of four bits as eight bytes.
#[inline(always)]
fn spread(nibbles: u32) -> u64 {
    let mut bytes = u64::from(nibbles);
    bytes = (bytes | bytes << 16) & 0x0000_ffff_0000_ffff;
    bytes = (bytes | bytes << 8) & 0x00ff_00ff_00ff_00ff;
    (bytes | bytes << 4) & 0x0f0f_0f0f_0f0f_0f0f
}

impl Word for u128 {
    number!(u128, MOST_COLUMNS);

    fn complement(self, layout: WordLayout) -> Self {
        // As above, in five bits each.
        let ones = WIDE_ONES >> (5 * (MOST_COLUMNS - layout.n()));
        ones * (layout.n() as u128 - 1) - self
    }

    #[inline(always)]
    fn reverse(self, layout: WordLayout) -> Self {
        let rows = self.rows(layout);
        let backwards = rows[..layout.n()].iter().rev();
        backwards.fold(0, |word, &row| layout.push(word, row.into()))
    }

    type Rows = [u8; 32];

    #[inline(always)]
    fn rows(self, layout: WordLayout) -> [u8; 32] {
        let first = self << (5 * (MOST_COLUMNS - layout.n()));
        let mut rows = [0; 32];
        for (column, row) in rows[..MOST_COLUMNS].iter_mut().enumerate() {
            *row = (first >> (5 * (MOST_COLUMNS - 1 - column))) as u8 & 31;
        }
        rows
    }

    #[inline(always)]
    fn unpack(self, layout: WordLayout) -> Permutation {
        Permutation::from_padded(layout.n, self.rows(layout))
    }
}

/// The most queens in a word: five bits each of 128.
pub(crate) const MOST_COLUMNS: usize = 25;

/// 1 for each of them.
const WIDE_ONES: u128 = {
    let (mut ones, mut column) = (0, 0);
    while column < MOST_COLUMNS {
        ones = ones << 5 | 1;
        column += 1;
    }
    ones
};

/// Where the queens of a board are in its words.
#[derive(Debug, Clone, Copy)]
pub struct WordLayout {
    n: BoardSize,
}

impl WordLayout {
    pub(crate) fn new(n: BoardSize) -> Self {
        WordLayout { n }
    }

    /// Number of columns.
    #[inline(always)]
    pub(crate) fn n(self) -> usize {
        self.n.get()
    }

    /// The word with one more queen.
    #[inline(always)]
    pub(crate) fn push<W: Word>(self, word: W, row: u32) -> W {
        word.push(W::WIDTH, row.into())
    }

    /// The word of a permutation.
    pub(crate) fn word<W: Word>(self, permutation: &Permutation) -> W {
        permutation.rows().iter().fold(W::ZERO, |word, &row| self.push(word, row.into()))
    }

    /// Writes the rows of words, N bytes each, counted from 1, which fill `bytes`.
    #[inline(always)]
    pub(crate) fn write<W: Word>(self, words: impl Iterator<Item = W>, bytes: &mut [u8]) {
        let n = self.n();
        let mut at = 0;
        for word in words {
            let mut rows = word.rows(self);
            rows.as_mut().iter_mut().for_each(|row| *row = row.wrapping_add(1));
            let rows = rows.as_ref();
            // Copies of one length are fast. What is beyond N is overwritten by the next row.
            match bytes[at..].get_mut(..rows.len()) {
                Some(room) => room.copy_from_slice(rows),
                None => bytes[at..at + n].copy_from_slice(&rows[..n]),
            }
            at += n;
        }
    }

    /// The solution in a word that is known to hold one.
    #[inline(always)]
    pub(crate) fn solution<W: Word>(self, word: W) -> Solution {
        Solution::from_proof(word.unpack(self))
    }
}
