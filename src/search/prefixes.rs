//! Attack-free prefixes in lexicographic order. `kernel/prefixes.rs` numbers them.

use super::bitboard::{Bitboard, RowMask};
use crate::combinatorics::{BoardSize, Permutation};

/// The 0-based rows of the first queens, none attacking another: a subtree of the search.
pub(crate) type Prefix = Vec<u8>;

/// Advances 0-based rows, each less than N, to the next attack-free prefix of the same length in lexicographic order.
/// Returns false if there is none. The given rows need not be attack-free. N ≤ 64.
pub fn next_prefix(n: usize, prefix: &mut [u8]) -> bool {
    let mut column = prefix.len();
    let mut from = 0;
    // Steps back to a queen that has a further safe row, then forward with the lowest ones.
    let mut back = true;
    loop {
        if back {
            if column == 0 {
                return false;
            }
            column -= 1;
            from = u32::from(prefix[column]) + 1;
        }
        let board = Bitboard::<u64>::with_queens(n, &prefix[..column]);
        let safe = board.map_or(0, |board| board.safe() & u64::MAX.checked_shl(from).unwrap_or(0));
        back = safe == 0;
        if !back {
            prefix[column] = safe.trailing_zeros() as u8;
            column += 1;
            from = 0;
            if column == prefix.len() {
                return true;
            }
        }
    }
}

/// A position among the attack-free prefixes of one length in lexicographic order. It can skip many at a time.
#[derive(Debug, Clone)]
pub struct PrefixSteps {
    /// The board before each queen, and the safe rows above it.
    columns: Vec<(Bitboard<u64>, u64)>,
    rows: Prefix,
}

impl PrefixSteps {
    /// The position of a prefix of at least one queen; `None` if its queens attack each other.
    pub fn at(n: BoardSize, prefix: &[u8]) -> Option<Self> {
        let mut board = Bitboard::empty(n.get());
        let columns = prefix.iter().map(|&row| {
            let (here, bit) = (board, 1u64.checked_shl(row.into())?);
            board = here.with(bit);
            (here.safe() & bit != 0).then_some((here, here.safe() & !(bit | (bit - 1))))
        });
        Some(PrefixSteps { columns: columns.collect::<Option<_>>()?, rows: prefix.to_vec() })
    }

    /// The prefix at this position.
    pub fn prefix(&self) -> &[u8] {
        &self.rows
    }

    /// Advances by `steps` prefixes; false if there are fewer. O(prefixes without the last queen).
    pub fn skip(&mut self, mut steps: u32) -> bool {
        let last = self.rows.len() - 1;
        while steps > 0 {
            let above = self.columns[last].1;
            let siblings = above.count_ones().min(steps);
            if steps > siblings {
                steps -= siblings;
                if !self.next_parent() {
                    return false;
                }
                continue;
            }
            let passed = (1..steps).fold(above, |rows, _| rows & (rows - 1));
            self.put(last, passed & (passed - 1), passed.trailing_zeros() as u8);
            return true;
        }
        true
    }

    /// Moves before the first child of the next prefix without the last queen.
    fn next_parent(&mut self) -> bool {
        let last = self.rows.len() - 1;
        let mut column = last;
        while column > 0 {
            column -= 1;
            let rows = self.columns[column].1;
            if rows == 0 {
                continue;
            }
            self.put(column, rows & (rows - 1), rows.trailing_zeros() as u8);
            let mut board = self.columns[column].0.with(rows.lowest());
            while column < last {
                column += 1;
                let safe = board.safe();
                self.columns[column] = (board, safe);
                if column == last || safe == 0 {
                    break;
                }
                self.put(column, safe & (safe - 1), safe.trailing_zeros() as u8);
                board = board.with(safe.lowest());
            }
            if column == last {
                return true;
            }
        }
        false
    }

    fn put(&mut self, column: usize, above: u64, row: u8) {
        self.columns[column].1 = above;
        self.rows[column] = row;
    }
}

/// All attack-free prefixes of `depth` queens, in lexicographic order.
pub(crate) fn attack_free_prefixes(n: usize, depth: usize) -> impl Iterator<Item = Prefix> {
    let mut prefix = vec![0; depth];
    // With at most one queen, row 0 is attack-free, so it is itself the first prefix.
    let mut at_first = depth < 2;
    std::iter::from_fn(move || {
        let found = std::mem::take(&mut at_first) || next_prefix(n, &mut prefix);
        found.then(|| prefix.clone())
    })
}

/// All attack-free prefixes of `depth` queens in the first half, in lexicographic order: every solution of rank at most
/// ⌈Q(N)/2⌉ begins with exactly one of them, and no other solution does.
///
/// The depth is at least 2 for odd N, where the half ends inside the subtree of the middle first queen, and at most
/// N − 1.
pub fn first_half_prefixes(n: BoardSize, depth: usize) -> Vec<Prefix> {
    let size = n.get();
    let depth = depth.max(1 + size % 2).min(size - 1);
    let middle = Permutation::middle(n);
    let in_first_half = |prefix: &Prefix| size == 1 || prefix[..] < middle.rows()[..depth];
    attack_free_prefixes(size, depth).take_while(in_first_half).collect()
}
