//! Computes Q(N) and the orbits by size from an eighth of the solutions.
//!
//! Read along the four borders in both directions, the eight images of a solution begin with the distances of its
//! border queens from the corners (see `border_rows` in `search/depth_first.rs`). Only solutions whose first queen is
//! the smallest of the eight readings are visited. If k readings equal the smallest one, k / |stabilizer| solutions of
//! the orbit are visited. Each counts 8 / k, so the orbit counts 8 / |stabilizer|, which is its size.
//!
//! Orbits of size 4 and 2 have half-turn or quarter-turn symmetry. Such solutions are few (A032522, A033148) and are
//! counted by separate searches. No solution with N > 1 is its own mirror image, because two queens exchanged by a
//! reflection attack each other.

use super::count::count_by_backtracking;
use super::dispatch::Kernel;
use super::engine::board::{Root, bit_of, board_mask, tag_of};
use super::engine::search::{Engine, Interruptible, LeafSink, Leaves, Mode};
use crate::search::bitboard::{Bitboard, each_row};
use crate::search::census::Census;
use crate::search::queen_set::QueenSet;

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
    let mut engine = Engine::new(n, Mode::Count, 2);
    for column in 2..=second {
        engine.allowed[column] &= !2;
    }
    let mut visited = Interruptible::new(Ties::new(n, 0), more);
    if board.safe() & engine.allowed[2] != 0 {
        engine.roots.push(Root::new(board, 0));
    }
    engine.run(kernel, &mut visited);
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
    let mut engine = Engine::new(n, Mode::Count, 1);
    engine.roots.push(Root::new(Bitboard::empty(n).with(1 << first), 0));
    for column in 1..first {
        engine.allowed[column] &= !outer_rows;
        engine.allowed[last - column] &= !outer_rows;
    }
    engine.allowed[last] &= !(near | near << (n - first));
    engine.ties[first] = outer_rows;
    engine.ties[last - first] = outer_rows;
    let ties = Ties::new(n, 1 << first | 1 << (last - first));
    let mut visited = Interruptible::new(ties, more);
    engine.run(kernel, &mut visited);
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
    if queens.empty_columns() == 0 {
        return 1;
    }
    let column = queens.empty_columns().trailing_zeros() as usize;
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
