//! Attack-free prefixes in lexicographic order. Numbers for them are in `kernel/prefixes.rs`.

use super::bitboard::Bitboard;
use crate::combinatorics::{BoardSize, Permutation};

/// The 0-based rows of the first queens, none attacking another: a subtree of the search.
pub(crate) type Prefix = Vec<u8>;

/// Advances 0-based rows, each less than N, to the next attack-free prefix of the same length in
/// lexicographic order; returns false when there is none. The rows may attack each other before. N ≤ 64.
pub fn next_prefix(n: usize, prefix: &mut [u8]) -> bool {
    let mut column = prefix.len();
    let mut from = 0;
    // Backwards to a queen that has a further safe row, then forwards with the lowest ones.
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

/// All attack-free prefixes of `depth` queens, in lexicographic order.
pub(crate) fn attack_free_prefixes(n: usize, depth: usize) -> impl Iterator<Item = Prefix> {
    let mut prefix = vec![0; depth];
    // With at most one queen row 0 is attack-free, so it is the first prefix itself.
    let mut at_first = depth < 2;
    std::iter::from_fn(move || {
        let found = std::mem::take(&mut at_first) || next_prefix(n, &mut prefix);
        found.then(|| prefix.clone())
    })
}

/// The attack-free prefixes of `depth` queens that begin with this attack-free one, in lexicographic order;
/// `depth` is greater than its length.
pub(crate) fn extensions(n: usize, prefix: &[u8], depth: usize) -> Vec<Prefix> {
    let mut extensions = Vec::new();
    let mut next = prefix.to_vec();
    next.resize(depth, 0);
    // The rows after the prefix may attack, and the search for the next prefix skips none that does not.
    let mut found = Bitboard::<u64>::with_queens(n, &next).is_some() || next_prefix(n, &mut next);
    while found && next.starts_with(prefix) {
        extensions.push(next.clone());
        found = next_prefix(n, &mut next);
    }
    extensions
}

/// All attack-free prefixes of `depth` queens in the first half, in lexicographic order: every solution of
/// rank at most ⌈Q(N)/2⌉ begins with exactly one of them, and no other solution does.
///
/// The depth is raised to 2 for odd N, where the half ends inside the subtree of the middle first queen,
/// and lowered to N − 1.
pub(crate) fn first_half_prefixes(n: BoardSize, depth: usize) -> Vec<Prefix> {
    let size = n.get();
    let depth = depth.max(1 + size % 2).min(size - 1);
    let middle = Permutation::middle(n);
    let in_first_half = |prefix: &Prefix| size == 1 || prefix[..] < middle.rows()[..depth];
    attack_free_prefixes(size, depth).take_while(in_first_half).collect()
}
