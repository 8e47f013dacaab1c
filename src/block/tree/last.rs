//! The last columns of a board, searched: six of them by table.

use super::node::Board;
use super::orders::{ACROSS, COLUMNS, FAR, LOWER, NONE, OPEN, ORDERS, Orders, UPPER};
use crate::block::word::{Layout, Word};
use crate::search::kernel::Moves;

/// How a board with six columns to go is solved.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    /// The free rows, a byte each, the lowest one first.
    rows: u64,
    /// The orders of queens in them that solve it.
    orders: Orders,
    /// Bit i: word i of these is not 0.
    words: u64,
}

impl Ends {
    /// None at all.
    pub(super) const NONE: Ends = Ends { rows: 0, orders: NONE, words: 0 };

    /// Those of a board: the orders that each row leaves open and in which no two queens attack each
    /// other. Without a branch.
    #[inline(always)]
    pub(super) fn of<W: Word, M: Moves>(way: M, board: &Board<W>) -> Self {
        let rows = way.places(board.node.free);
        let byte = |bytes: u64, place: usize| usize::from((bytes >> (8 * place)) as u8);
        // Neighbouring rows are so far apart, less one. Only five bytes of these have a meaning.
        let distances = way.at_most((rows >> 8).wrapping_sub(rows), FAR as u8);
        let gaps = distances.wrapping_sub(0x01_0101_0101);
        // Byte i: 36 times gap i − 2, 6 times gap i − 1, and gap i.
        let sums = gaps.wrapping_mul(36 << 16 | 6 << 8 | 1);
        let mut orders = LOWER[byte(sums, 2)];
        intersect(&mut orders, &UPPER[byte(sums, 4)]);
        let middle = byte(rows, 4).wrapping_sub(byte(rows, 1)).min(6).wrapping_sub(3);
        let across = byte(gaps, 0).min(2) << 4 | middle << 2 | byte(gaps, 4).min(2);
        intersect(&mut orders, &ACROSS[across % ACROSS.len()]);
        // Bit 31 − r of the reversed rising diagonals, bit r of the falling ones and those above them
        // are the squares of row r in these columns.
        let (rising, falling) = (board.node.rising.reverse_bits(), board.node.falling);
        for (place, open) in OPEN.iter().enumerate() {
            let row = byte(rows, place) as u32;
            let blocked = rising.wrapping_shr(!row) | falling.wrapping_shr(row);
            intersect(&mut orders, &open[blocked as usize % open.len()]);
        }
        Ends { rows, orders, words: way.nonzero(&orders) }
    }

    /// Appends the solutions of the board, in lexicographic order.
    #[inline(always)]
    pub(super) fn append<W: Word, M: Moves>(&self, way: M, board: &Board<W>, out: &mut Vec<W>) {
        let mut words = self.words;
        while words != 0 {
            let word = words.trailing_zeros() as usize % NONE.len();
            words &= words - 1;
            let mut orders = self.orders[word];
            while orders != 0 {
                let order = ORDERS[64 * word + orders.trailing_zeros() as usize];
                orders &= orders - 1;
                let tail = way.arrange(self.rows, order, COLUMNS as u32, W::WIDTH);
                out.push(board.word.push(COLUMNS as u32 * W::WIDTH, tail));
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

/// Appends the solutions below a board with `left` columns to go, in lexicographic order, queen by
/// queen: for boards with fewer than six columns.
#[cold]
pub(super) fn search_few<W: Word>(layout: Layout, board: &Board<W>, left: usize, out: &mut Vec<W>) {
    if left == 0 {
        return out.push(board.word);
    }
    let mut safe = board.node.safe();
    while safe != 0 {
        search_few(layout, &board.child(layout, safe & safe.wrapping_neg()), left - 1, out);
        safe &= safe - 1;
    }
}
