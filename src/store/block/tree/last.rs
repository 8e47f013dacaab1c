//! The last six columns of a board, which have no stream and are solved with tables.

use super::bmi2::BitOps;
use super::orders::{ACROSS, COLUMNS, FAR, LOWER, NONE, OPEN, ORDERS, Orders, UPPER};
use super::partial_solution::PartialSolution;
use crate::combinatorics::word::{Word, WordLayout};

/// The number of last columns that are searched.
pub(super) fn searched(n: usize) -> usize {
    n.min(COLUMNS)
}

/// The solutions below a board with six empty columns.
#[derive(Clone, Copy)]
pub(super) struct LastSix {
    /// The free rows, one byte each, lowest first.
    rows: u64,
    /// The orders of queens in these rows that are solutions.
    orders: Orders,
    /// Bit i is set if word i of `orders` is not 0.
    words: u64,
}

impl LastSix {
    /// No solutions.
    pub(super) const NONE: LastSix = LastSix { rows: 0, orders: NONE, words: 0 };

    /// The solutions below a board: the orders that are open to every row and in which no two queens attack each other.
    /// Branch-free.
    #[inline(always)]
    pub(super) fn of<W: Word, B: BitOps>(ops: B, queens: &PartialSolution<W>) -> Self {
        let rows = ops.bit_numbers(queens.board.free);
        let byte = |bytes: u64, i: usize| usize::from((bytes >> (8 * i)) as u8);
        // Byte i: the distance of rows i and i + 1; in `gaps`, less one. The upper three bytes are unused.
        let distances = ops.min_bytes((rows >> 8).wrapping_sub(rows), FAR as u8);
        let gaps = distances.wrapping_sub(0x01_0101_0101);
        // Byte i: 36 times gap i − 2, 6 times gap i − 1, and gap i.
        let sums = gaps.wrapping_mul(36 << 16 | 6 << 8 | 1);
        let mut orders = LOWER[byte(sums, 2)];
        intersect(&mut orders, &UPPER[byte(sums, 4)]);
        let middle = byte(rows, 4).wrapping_sub(byte(rows, 1)).min(6).wrapping_sub(3);
        let across = byte(gaps, 0).min(2) << 4 | middle << 2 | byte(gaps, 4).min(2);
        intersect(&mut orders, &ACROSS[across % ACROSS.len()]);
        // In the reversed rising diagonals, bit 31 − r and those above it are the squares of row r in these columns; in
        // the falling ones, bit r and those above it.
        let (rising, falling) = (queens.board.rising.reverse_bits(), queens.board.falling);
        for (i, open) in OPEN.iter().enumerate() {
            let row = byte(rows, i) as u32;
            let blocked = rising.wrapping_shr(!row) | falling.wrapping_shr(row);
            intersect(&mut orders, &open[blocked as usize % open.len()]);
        }
        LastSix { rows, orders, words: ops.nonzero_words(&orders) }
    }

    /// Appends the solutions to the board's queens, in lexicographic order.
    #[inline(always)]
    pub(super) fn append<W: Word, B: BitOps>(
        &self,
        ops: B,
        queens: &PartialSolution<W>,
        out: &mut Vec<W>,
    ) {
        let mut words = self.words;
        while words != 0 {
            let word = words.trailing_zeros() as usize % NONE.len();
            words &= words - 1;
            let mut orders = self.orders[word];
            while orders != 0 {
                let order = ORDERS[64 * word + orders.trailing_zeros() as usize];
                orders &= orders - 1;
                let tail = ops.gather(self.rows, order, COLUMNS as u32, W::WIDTH);
                out.push(queens.word.push(COLUMNS as u32 * W::WIDTH, tail));
            }
        }
    }
}

#[inline(always)]
fn intersect(orders: &mut Orders, others: &Orders) {
    for (word, other) in orders.iter_mut().zip(others) {
        *word &= other;
    }
}

/// Appends the solutions below a board with `left` empty columns, in lexicographic order, queen by queen: for boards
/// with fewer than six columns.
#[cold]
pub(super) fn search_few<W: Word>(
    layout: WordLayout,
    queens: &PartialSolution<W>,
    left: usize,
    out: &mut Vec<W>,
) {
    if left == 0 {
        return out.push(queens.word);
    }
    let mut safe = queens.board.safe();
    while safe != 0 {
        search_few(layout, &queens.with(layout, safe & safe.wrapping_neg()), left - 1, out);
        safe &= safe - 1;
    }
}
