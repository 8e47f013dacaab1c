//! Counts of the solutions below prefixes, and of the solutions in given rows.

use super::dispatch::Kernel;
use super::engine::board::{Root, tag_of, tags};
use super::engine::search::{Engine, Interruptible, LeafSink, Leaves, Mode};
use crate::search::bitboard::{Bitboard, each_row};

/// For each prefix (0-based rows of the first columns), the number of solutions that begin with it; 0 if its queens
/// attack each other. One thread.
///
/// The prefixes may be in any order and may repeat. They must have the same length ≤ N; 1 ≤ N ≤ 32. Many at a time are
/// cheapest: up to 2¹⁵ (N ≤ 17) share a search.
///
/// # Panics
///
/// If N, the lengths or a row are out of range.
pub fn count_prefixes(kernel: Kernel, n: usize, prefixes: &[Vec<u8>]) -> Vec<u64> {
    count_prefixes_while(kernel, n, prefixes, &mut |_| true).unwrap_or_default()
}

/// Like [`count_prefixes`], but returns `None` once `more(new)` returns false. `more` is called before each sweep of up
/// to a thousand boards, with the number of solutions since the last call.
pub(crate) fn count_prefixes_while(
    kernel: Kernel,
    n: usize,
    prefixes: &[Vec<u8>],
    more: &mut dyn FnMut(u64) -> bool,
) -> Option<Vec<u64>> {
    assert!((1..=32).contains(&n), "N is {n}, expected 1 to 32");
    let depth = prefixes.first().map_or(0, Vec::len);
    let fits = |prefix: &Vec<u8>| {
        prefix.len() == depth && depth <= n && prefix.iter().all(|&row| usize::from(row) < n)
    };
    assert!(prefixes.iter().all(fits), "prefixes of {depth} rows of {n} expected");
    let boards = prefixes.iter().map(|prefix| Bitboard::with_queens(n, prefix));
    if depth + 2 > n {
        let count =
            |board: Option<_>| board.map_or(0, |board| count_by_backtracking(board, n - depth));
        return Some(boards.map(count).collect());
    }
    let boards: Vec<_> = boards.collect();
    let mut engine = Engine::new(n, Mode::Count, depth);
    let mut counts = Vec::with_capacity(prefixes.len());
    for some in boards.chunks(tags(n)) {
        let boards = some.iter().enumerate().filter_map(|(tag, board)| Some((tag, (*board)?)));
        let alive = boards.filter(|(_, board)| board.safe() != 0);
        engine.roots.clear();
        engine.roots.extend(alive.map(|(tag, board)| Root::new(board, tag)));
        let mut tally = Interruptible::new(TagCounts::new(n, some.len()), more);
        engine.run(kernel, &mut tally);
        counts.append(&mut tally.finished()?.counts);
    }
    Some(counts)
}

/// Counts the solutions whose queens are in the allowed rows of each column. One thread; retains 1 MiB.
pub(crate) struct AllowedCounter {
    kernel: Kernel,
    engine: Engine,
}

impl AllowedCounter {
    /// A count below boards of `depth` ≤ N − 2 queens, with the allowed rows of each column as bits. 3 ≤ N ≤ 32.
    pub(crate) fn new(kernel: Kernel, allowed: &[u32], depth: usize) -> Self {
        let n = allowed.len();
        let fits = (3..=32).contains(&n) && depth + 2 <= n;
        assert!(fits, "N is {n}, the depth {depth}, expected 3 to 32 and at most N - 2");
        let mut engine = Engine::new(n, Mode::Count, depth);
        engine.allowed[..n].copy_from_slice(allowed);
        AllowedCounter { kernel, engine }
    }

    /// The number of solutions below boards of allowed queens, or `None` once `more(new)` returns false. `more` is
    /// called as in [`count_prefixes_while`].
    pub(crate) fn count(
        &mut self,
        boards: &[Bitboard<u32>],
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<u64> {
        let allowed = self.engine.allowed[self.engine.depth];
        let alive = boards.iter().filter(|board| board.safe() & allowed != 0);
        self.engine.roots.clear();
        self.engine.roots.extend(alive.map(|&board| Root::new(board, 0)));
        let mut total = Interruptible::new(Total(0), more);
        self.engine.run(self.kernel, &mut total);
        Some(total.finished()?.0)
    }
}

/// Counts all solutions.
struct Total(u64);

impl LeafSink for Total {
    fn take(&mut self, leaves: Leaves<'_>) {
        self.0 += leaves.rows.len() as u64;
    }
}

/// Counts solutions by tag.
pub(crate) struct TagCounts {
    n: usize,
    pub(crate) counts: Vec<u64>,
}

impl TagCounts {
    pub(crate) fn new(n: usize, tags: usize) -> Self {
        TagCounts { n, counts: vec![0; tags] }
    }
}

impl LeafSink for TagCounts {
    fn take(&mut self, leaves: Leaves<'_>) {
        for &rows in leaves.rows {
            self.counts[tag_of(self.n, rows)] += 1;
        }
    }
}

/// The number of solutions below a board with `left` empty columns, by backtracking: for boards too small for the
/// engine.
pub(super) fn count_by_backtracking(board: Bitboard<u32>, left: usize) -> u64 {
    if left == 0 {
        return 1;
    }
    each_row(board.safe()).map(|row| count_by_backtracking(board.with(row), left - 1)).sum()
}
