use crate::combinatorics::{BoardSize, Permutation};

/// The 0-based rows of the first queens, none attacking another: a subtree of the search.
pub(crate) type Prefix = Vec<u8>;

/// All attack-free prefixes of `depth` queens in the first half, in lexicographic order: every
/// solution of rank at most ⌈Q(N)/2⌉ begins with exactly one of them, and no other solution does.
///
/// The depth is at least 2 for odd N, where the half ends inside the middle first queen's subtree,
/// and at most N − 1.
pub(crate) fn first_half_prefixes(n: BoardSize, depth: usize) -> Vec<Prefix> {
    let size = n.get();
    let depth = depth.max(1 + size % 2).min(size - 1);
    let mut prefixes = vec![Prefix::new()];
    for _ in 0..depth {
        prefixes = prefixes
            .iter()
            .flat_map(|prefix| (0..size as u8).map(|row| [&prefix[..], &[row]].concat()))
            .filter(|prefix| last_is_safe(prefix))
            .collect();
    }
    if size > 1 {
        let middle = Permutation::middle(n);
        prefixes.retain(|prefix| prefix[..] < middle.rows()[..depth]);
    }
    prefixes
}

/// Whether the last queen attacks none of the others.
fn last_is_safe(prefix: &[u8]) -> bool {
    let Some((&last, others)) = prefix.split_last() else {
        return true;
    };
    let mut by_distance = (1u8..).zip(others.iter().rev());
    by_distance.all(|(distance, &row)| row != last && row.abs_diff(last) != distance)
}
