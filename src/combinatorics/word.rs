//! Packed forms: solutions as one integer ([`Word`]), and permutations as bytes, 4 bits per queen, 5 from N = 17 on, 6
//! from N = 33 on, first queen first, so that both compare like the permutations. Layout of the bytes: docs/format.md,
//! section “Packed solution”.

use super::{
    invalid::Invalid,
    numbers::BoardSize,
    permutation::{Permutation, Solution},
};

/// A solution packed into one integer, the last queen in the lowest bits, so that integers compare like solutions:
/// `u64` for N ≤ 16, `u128` for 17 ≤ N ≤ 25.
pub trait Word: Copy + Ord + Send + Sync + std::fmt::Debug + sealed::Sealed + 'static {
    /// Bits of the integer.
    const BITS: u32;
    /// Bits per queen.
    const WIDTH: u32;
    /// The word without queens.
    const ZERO: Self;

    /// Shifts left by `bits` < 64 and fills in `value` < 2^`bits`.
    fn push(self, bits: u32, value: u64) -> Self;

    /// The 32 bits from bit `at` on.
    fn bits_from(self, at: u32) -> u32;

    /// The word of the complement.
    fn complement(self, layout: WordLayout) -> Self;

    /// The word of the reverse: the columns from last to first.
    fn reverse(self, layout: WordLayout) -> Self;

    /// The 0-based rows, one byte each.
    type Rows: AsRef<[u8]> + AsMut<[u8]>;

    /// The 0-based rows of the queens; the bytes after them are unspecified.
    fn rows(self, layout: WordLayout) -> Self::Rows;

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

    /// The word of the smallest of the eight images of a solution.
    #[inline]
    fn least_image(self, layout: WordLayout) -> Self {
        least_of_four(self, layout).min(least_of_four(self.inverse(layout), layout))
    }

    /// Whether no image is smaller than the solution itself.
    #[inline]
    fn is_least_image(self, layout: WordLayout) -> bool {
        // Most solutions fail before the inverse is needed.
        self <= least_of_four(self, layout) && self <= least_of_four(self.inverse(layout), layout)
    }
}

/// The smallest of a word, its reverse and their complements.
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

/// The methods with the same source for both widths.
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
        fn unpack(self, layout: WordLayout) -> Permutation {
            Permutation::from_padded(layout.n, self.rows(layout))
        }
    };
}

impl Word for u64 {
    number!(u64, 16);

    fn complement(self, layout: WordLayout) -> Self {
        // Subtracts from N − 1 in every column; nothing borrows.
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
}

/// Spreads eight nibbles into eight bytes.
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
        // As above, with five bits per queen.
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
}

/// The maximum number of queens in a 128-bit word, five bits each.
pub(crate) const MOST_COLUMNS: usize = 25;

/// 1 in each column.
const WIDE_ONES: u128 = {
    let (mut ones, mut column) = (0, 0);
    while column < MOST_COLUMNS {
        ones = ones << 5 | 1;
        column += 1;
    }
    ones
};

/// The layout of the queens of a board in its words.
#[derive(Debug, Clone, Copy)]
pub struct WordLayout {
    pub(crate) n: BoardSize,
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

    pub(crate) fn word<W: Word>(self, permutation: &Permutation) -> W {
        permutation.zero_based().iter().fold(W::ZERO, |word, &row| self.push(word, row.into()))
    }

    /// Writes the 1-based rows of words, N bytes each, which together fill `bytes`.
    #[inline(always)]
    pub(crate) fn write<W: Word>(self, words: impl Iterator<Item = W>, bytes: &mut [u8]) {
        let n = self.n();
        let mut at = 0;
        for word in words {
            let mut rows = word.rows(self);
            rows.as_mut().iter_mut().for_each(|row| *row = row.wrapping_add(1));
            let rows = rows.as_ref();
            // Copies of constant length are fast; the next word overwrites the bytes beyond N.
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

// ---- bytes

/// Bits per packed 0-based row: 4 for N ≤ 16, 5 for N ≤ 32, 6 beyond.
pub const fn bits_per_queen(n: usize) -> u32 {
    match n {
        0..=16 => 4,
        17..=32 => 5,
        _ => 6,
    }
}

impl BoardSize {
    /// Length of a packed permutation in bytes, 1 … 48.
    pub fn packed_len(self) -> usize {
        (self.get() * bits_per_queen(self.get()) as usize).div_ceil(8)
    }
}

impl Permutation {
    /// The packed form, [`BoardSize::packed_len`] bytes. For equal N, bytes compare like the permutations. O(N).
    pub fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.n().packed_len());
        self.pack_into(&mut bytes);
        bytes
    }

    /// Appends the packed form to `bytes`.
    fn pack_into(&self, bytes: &mut Vec<u8>) {
        let width = bits_per_queen(self.n().get());
        let (mut pending, mut held) = (0u32, 0);
        for &row in self.zero_based() {
            pending = (pending << width) | u32::from(row);
            held += width;
            while held >= 8 {
                held -= 8;
                bytes.push((pending >> held) as u8);
            }
        }
        if held > 0 {
            bytes.push((pending << (8 - held)) as u8);
        }
    }

    /// Unpacks a permutation of board size `n`. O(N).
    ///
    /// # Errors
    /// [`Invalid::Packed`] for bytes that [`Permutation::pack`] does not produce for this N.
    pub fn unpack(n: BoardSize, bytes: &[u8]) -> Result<Self, Invalid> {
        let invalid = || Invalid::Packed { got: bytes.len() };
        if bytes.len() != n.packed_len() {
            return Err(invalid());
        }
        let width = bits_per_queen(n.get());
        let mut rows = [0u8; BoardSize::MAX];
        let (mut pending, mut held, mut next) = (0u32, 0, bytes.iter());
        for row in &mut rows[..n.get()] {
            while held < width {
                pending = (pending << 8) | u32::from(*next.next().ok_or_else(invalid)?);
                held += 8;
            }
            held -= width;
            *row = (pending >> held) as u8 & ((1 << width) - 1);
        }
        let padding = pending & ((1 << held) - 1);
        match Permutation::new(&rows[..n.get()]) {
            Ok(permutation) if padding == 0 => Ok(permutation),
            _ => Err(invalid()),
        }
    }

    /// Unpacks a permutation of any board size.
    ///
    /// The bytes determine N: with a larger N of the same width the padding is a second row 0, and no two widths share
    /// a length.
    ///
    /// # Errors
    /// [`Invalid::Packed`] for bytes that [`Permutation::pack`] does not produce.
    pub fn unpack_any(bytes: &[u8]) -> Result<Self, Invalid> {
        BoardSize::up_to(BoardSize::MAX)
            .filter(|n| n.packed_len() == bytes.len())
            .find_map(|n| Permutation::unpack(n, bytes).ok())
            .ok_or(Invalid::Packed { got: bytes.len() })
    }
}
