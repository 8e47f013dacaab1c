//! Counts of the solutions below prefixes, of the solutions in given rows, and of the orbits of a board by size.
//!
//! The last, a *census*, computes Q(N) and the orbits by size from an eighth of the solutions. Read along the four
//! borders in both directions, the eight images of a solution begin with the distances of its border queens from the
//! corners (see `border_rows` in `search/depth_first.rs`). Only solutions whose first queen is the smallest of the eight
//! readings are visited. If k readings equal the smallest one, k / |stabilizer| solutions of the orbit are visited. Each
//! counts 8 / k, so the orbit counts 8 / |stabilizer|, which is its size.
//!
//! Orbits of size 4 and 2 have half-turn or quarter-turn symmetry. Such solutions are few (A032522, A033148) and are
//! counted by separate searches. No solution with N > 1 is its own mirror image, because two queens exchanged by a
//! reflection attack each other.

use super::Kernel;
use super::engine::{Engine, Interruptible, LeafSink, Leaves, Mode};
use super::sweep::{bit_of, board_mask, tag_of, tags};
use crate::search::bitboard::{Bitboard, QueenSet, each_row};

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
    let mut engine = Engine::new(kernel, n, Mode::Count, depth);
    let mut counts = vec![0; prefixes.len()];
    for (boards, counts) in boards.chunks(tags(n)).zip(counts.chunks_mut(tags(n))) {
        for (tag, board) in boards.iter().enumerate() {
            board.map(|board| engine.add_root(board, tag));
        }
        engine.count(counts, more)?;
    }
    Some(counts)
}

/// Counts the solutions whose queens are in the allowed rows of each column. One thread; retains 1 MiB.
pub(crate) struct AllowedCounter(Engine);

impl AllowedCounter {
    /// A count below boards of `depth` ≤ N − 2 queens, with the allowed rows of each column as bits. 3 ≤ N ≤ 32.
    pub(crate) fn new(kernel: Kernel, allowed: &[u32], depth: usize) -> Self {
        let n = allowed.len();
        let fits = (3..=32).contains(&n) && depth + 2 <= n;
        assert!(fits, "N is {n}, the depth {depth}, expected 3 to 32 and at most N - 2");
        let mut engine = Engine::new(kernel, n, Mode::Count, depth);
        engine.allowed[..n].copy_from_slice(allowed);
        AllowedCounter(engine)
    }

    /// The number of solutions below boards of allowed queens, or `None` once `more(new)` returns false. `more` is
    /// called as in [`count_prefixes_while`].
    pub(crate) fn count(
        &mut self,
        boards: &[Bitboard<u32>],
        more: &mut dyn FnMut(u64) -> bool,
    ) -> Option<u64> {
        for &board in boards {
            self.0.add_root(board, 0);
        }
        let mut total = Interruptible::new(Total(0), more);
        self.0.run(&mut total);
        Some(total.finished()?.0)
    }
}

struct Total(u64);

impl LeafSink for Total {
    fn take(&mut self, leaves: Leaves<'_>) {
        self.0 += leaves.rows.len() as u64;
    }
}

/// The number of solutions below a board with `left` empty columns, by backtracking: for boards too small for the
/// engine.
fn count_by_backtracking(board: Bitboard<u32>, left: usize) -> u64 {
    if left == 0 {
        return 1;
    }
    each_row(board.safe()).map(|row| count_by_backtracking(board.with(row), left - 1)).sum()
}

// ---- the census

/// The orbits of a board, counted by size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Census {
    /// Orbits of size 8, 4, 2 and 1.
    pub by_size: [u64; 4],
}

impl Census {
    /// F(N), the number of orbits.
    pub fn orbits(&self) -> u64 {
        self.by_size.iter().sum()
    }

    /// Q(N), the number of solutions: the sum of the orbits' sizes.
    pub fn solutions(&self) -> u64 {
        [8, 4, 2, 1].iter().zip(self.by_size).map(|(size, orbits)| size * orbits).sum()
    }

    /// Pairs of orbit size and number of orbits, largest size first; sizes that do not occur are left out.
    pub fn orbits_by_size(&self) -> Vec<(usize, u64)> {
        let sizes = [8, 4, 2, 1].into_iter().zip(self.by_size);
        sizes.filter(|(_, orbits)| *orbits > 0).collect()
    }
}

/// Takes the census of board size N, 1 ≤ N ≤ 29, by searching about 0.55 of the half tree. One thread.
///
/// # Panics
///
/// If N is out of range.
pub fn census(kernel: Kernel, n: usize) -> Census {
    census_while(kernel, n, &mut |_| true).unwrap_or_default()
}

/// The census, or `None` once `more(new)` returns false. `more` is called before each sweep of up to a
/// thousand boards, with the number of solutions visited since the last call.
pub(crate) fn census_while(
    kernel: Kernel,
    n: usize,
    more: &mut dyn FnMut(u64) -> bool,
) -> Option<Census> {
    assert!((1..=29).contains(&n), "N is {n}, expected 1 to 29");
    if n == 1 {
        return Some(Census { by_size: [0, 0, 0, 1] });
    }
    let total = match n {
        ..5 => count_by_backtracking(Bitboard::empty(n), n),
        _ => count_all(kernel, n, more)?,
    };
    let (half, quarter) = (half_turn_symmetric(n), quarter_turn_symmetric(n));
    Some(Census { by_size: [(total - half) / 8, (half - quarter) / 4, quarter / 2, 0] })
}

/// Q(N) by eightfold symmetry, 5 ≤ N ≤ 29. The middle row is never the smallest reading.
fn count_all(kernel: Kernel, n: usize, more: &mut dyn FnMut(u64) -> bool) -> Option<u64> {
    let mut total = 0;
    for second in 2..n - 1 {
        total += 8 * count_corner(kernel, n, second, more)?;
    }
    for first in 1..n / 2 {
        total += count_first(kernel, n, first, more)?;
    }
    Some(total)
}

/// Counts the solutions with queens in the corner and in row `second` of the next column that precede their reflection
/// in the diagonal, whose second queen is the column of the queen in row 1.
fn count_corner(
    kernel: Kernel,
    n: usize,
    second: usize,
    more: &mut dyn FnMut(u64) -> bool,
) -> Option<u64> {
    let Some(board) = Bitboard::with_queens(n, &[0, second as u8]) else { return Some(0) };
    let mut engine = Engine::new(kernel, n, Mode::Count, 2);
    for column in 2..=second {
        engine.allowed[column] &= !2;
    }
    engine.add_root(board, 0);
    let mut visited = Interruptible::new(Ties::new(n, 0), more);
    engine.run(&mut visited);
    Some(visited.finished()?.by_ties.iter().sum())
}

/// Counts the solutions of the orbits whose smallest reading is `first`, 1 ≤ `first` < ⌊N/2⌋.
fn count_first(
    kernel: Kernel,
    n: usize,
    first: usize,
    more: &mut dyn FnMut(u64) -> bool,
) -> Option<u64> {
    let last = n - 1;
    let outer_rows = 1 | 1 << last;
    let near = (1 << first) - 1;
    let mut engine = Engine::new(kernel, n, Mode::Count, 1);
    for column in 1..first {
        engine.allowed[column] &= !outer_rows;
        engine.allowed[last - column] &= !outer_rows;
    }
    engine.allowed[last] &= !(near | near << (n - first));
    engine.ties[first] = outer_rows;
    engine.ties[last - first] = outer_rows;
    let ties = Ties::new(n, 1 << first | 1 << (last - first));
    engine.add_root(Bitboard::empty(n).with(1 << first), 0);
    let mut visited = Interruptible::new(ties, more);
    engine.run(&mut visited);
    Some((1..).zip(visited.finished()?.by_ties).map(|(k, visits)| visits * 8 / k).sum())
}

/// Counts visited solutions by the number of readings equal to the first queen, not counting its own.
struct Ties {
    n: usize,
    /// Rows of the last column whose queen gives such a reading.
    last_column: u32,
    by_ties: [u64; 8],
}

impl Ties {
    fn new(n: usize, last_column: u32) -> Self {
        Ties { n, last_column, by_ties: [0; 8] }
    }
}

impl LeafSink for Ties {
    fn take(&mut self, leaves: Leaves<'_>) {
        for &rows in leaves.rows {
            let last = usize::from(bit_of(self.n, rows) & self.last_column != 0);
            self.by_ties[(tag_of(self.n, rows) + last) & 7] += 1;
        }
    }
}

/// The number of solutions fixed by the half turn, A032522(N).
fn half_turn_symmetric(n: usize) -> u64 {
    let last = n - 1;
    count_symmetric(n, QueenSet::empty(n), &|c, r| [(c, r), (last - c, last - r), (c, r), (c, r)])
}

/// The number of solutions fixed by the quarter turns, A033148(N).
fn quarter_turn_symmetric(n: usize) -> u64 {
    let last = n - 1;
    let images = |c, r| [(c, r), (r, last - c), (last - c, last - r), (last - r, c)];
    count_symmetric(n, QueenSet::empty(n), &images)
}

/// The number of completions of a set that a symmetry fixes. Each queen is placed with its images, itself first.
fn count_symmetric(
    n: usize,
    queens: QueenSet,
    images: &impl Fn(usize, usize) -> [(usize, usize); 4],
) -> u64 {
    if queens.empty_columns == 0 {
        return 1;
    }
    let column = queens.empty_columns.trailing_zeros() as usize;
    let rows = each_row(queens.safe_rows(column) as u32 & board_mask(n));
    let completed = rows.filter_map(|row| {
        let squares = images(column, row.trailing_zeros() as usize);
        (0..4).try_fold(queens, |queens, i| {
            if squares[..i].contains(&squares[i]) {
                Some(queens)
            } else {
                queens.with_safe(squares[i].0, squares[i].1)
            }
        })
    });
    completed.map(|queens| count_symmetric(n, queens, images)).sum()
}
