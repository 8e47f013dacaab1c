//! Q(N) and the orbits by size, from an eighth of the solutions.
//!
//! Read along the four borders in both directions, the eight images of a solution begin with the
//! distances of its border queens from the corners (see `border_rows` in search/cursor.rs). Only solutions
//! whose first queen is the least of the eight readings are visited. Where k readings are equal to
//! it, k / |stabilizer| solutions of the orbit are visited, so each counts 8 / k and the orbit
//! 8 / |stabilizer|, its size.
//!
//! Orbits of size 4 and 2 have a half-turn or a quarter-turn symmetry. Those solutions are few
//! (A032522, A033148) and counted by searches of their own; no solution with N > 1 is its own mirror
//! image, since two queens that change places are in one line.

use super::Kernel;
use super::count::{bits, count_slowly};
use super::search::{Job, Leaves, Mode, Sink, While};
use super::seed::{Seed, bit_of, board_mask, tag_of};
use crate::search::Census;

/// The census of board size N, 1 ≤ N ≤ 29, by a search of about 0.55 of the half tree; one thread.
///
/// # Panics
///
/// When N is out of range.
pub fn census(kernel: Kernel, n: usize) -> Census {
    census_while(kernel, n, &mut |_| true).unwrap_or_default()
}

/// The same, as long as `more` says so; it is asked before each block of boards and told how many further
/// solutions were visited.
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
        ..5 => count_slowly(&Seed::empty(n), n),
        _ => count_all(kernel, n, more)?,
    };
    let (half, quarter) = (half_turn_symmetric(n), quarter_turn_symmetric(n));
    Some(Census { by_size: [(total - half) / 8, (half - quarter) / 4, quarter / 2, 0] })
}

/// Q(N) by eightfold symmetry, 5 ≤ N ≤ 29. The middle row is never the least reading.
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

/// Solutions with queens in the corner and in row `second` of the next column that come before
/// their mirror image on the diagonal: its second queen is the column of the queen in row 1.
fn count_corner(
    kernel: Kernel,
    n: usize,
    second: usize,
    more: &mut dyn FnMut(u64) -> bool,
) -> Option<u64> {
    let Some(seed) = Seed::new(n, &[0, second as u8]) else { return Some(0) };
    let mut job = Job::new(n, Mode::Count, 2);
    for column in 2..=second {
        job.allowed[column] &= !2;
    }
    let mut visited = While::new(Ties::new(n, 0), more);
    if seed.safe() & job.allowed[2] != 0 {
        job.seeds.push(seed);
    }
    kernel.run(&mut job, &mut visited);
    Some(visited.finished()?.by_ties.iter().sum())
}

/// Solutions of the orbits whose least reading is `first`, 1 ≤ `first` < ⌊N/2⌋.
fn count_first(
    kernel: Kernel,
    n: usize,
    first: usize,
    more: &mut dyn FnMut(u64) -> bool,
) -> Option<u64> {
    let last = n - 1;
    let outer_rows = 1 | 1 << last;
    let near = (1 << first) - 1;
    let mut job = Job::new(n, Mode::Count, 1);
    job.seeds.push(Seed::empty(n).with(1 << first));
    for column in 1..first {
        job.allowed[column] &= !outer_rows;
        job.allowed[last - column] &= !outer_rows;
    }
    job.allowed[last] &= !(near | near << (n - first));
    job.ties[first] = outer_rows;
    job.ties[last - first] = outer_rows;
    let mut visited = While::new(Ties::new(n, 1 << first | 1 << (last - first)), more);
    kernel.run(&mut job, &mut visited);
    Some((1..).zip(visited.finished()?.by_ties).map(|(k, visits)| visits * 8 / k).sum())
}

/// Counts visited solutions by the number of readings, but for the first queen's own, that equal it.
struct Ties {
    n: usize,
    last_column: u32,
    by_ties: [u64; 8],
}

impl Ties {
    fn new(n: usize, last_column: u32) -> Self {
        Ties { n, last_column, by_ties: [0; 8] }
    }
}

impl Sink for Ties {
    fn take(&mut self, leaves: Leaves<'_>) {
        for &rows in leaves.rows {
            let last = usize::from(bit_of(self.n, rows) & self.last_column != 0);
            self.by_ties[(tag_of(self.n, rows) + last) & 7] += 1;
        }
    }
}

/// A board with queens anywhere, for the symmetric searches. Bit i of the diagonals: column + row,
/// and column − row + N − 1.
#[derive(Clone, Copy, Default)]
struct Placed {
    columns: u32,
    rows: u32,
    rising: u64,
    falling: u64,
}

impl Placed {
    /// With one more queen; none when it is attacked.
    fn with(self, n: usize, column: usize, row: usize) -> Option<Self> {
        let (c, r) = (1u32 << column, 1u32 << row);
        let (rising, falling) = (1u64 << (column + row), 1u64 << (column + n - 1 - row));
        let attacked = self.columns & c != 0
            || self.rows & r != 0
            || self.rising & rising != 0
            || self.falling & falling != 0;
        (!attacked).then_some(Placed {
            columns: self.columns | c,
            rows: self.rows | r,
            rising: self.rising | rising,
            falling: self.falling | falling,
        })
    }

    /// Completions that `images` leaves as they are: with each queen it says which more there are.
    fn completions(self, n: usize, images: &impl Fn(usize, usize) -> [(usize, usize); 4]) -> u64 {
        let column = (!self.columns).trailing_zeros() as usize;
        if column >= n {
            return 1;
        }
        let choices = bits(board_mask(n) & !self.rows).map(|bit| bit.trailing_zeros() as usize);
        let placed = choices.filter_map(|row| {
            let mut squares = images(column, row).to_vec();
            squares.sort_unstable();
            squares.dedup();
            squares.into_iter().try_fold(self, |board, (c, r)| board.with(n, c, r))
        });
        placed.map(|board| board.completions(n, images)).sum()
    }
}

/// Solutions that a half turn leaves as they are, A032522(N).
fn half_turn_symmetric(n: usize) -> u64 {
    let last = n - 1;
    let images = |c, r| [(c, r), (last - c, last - r), (c, r), (last - c, last - r)];
    Placed::default().completions(n, &images)
}

/// Solutions that a quarter turn leaves as they are, A033148(N).
fn quarter_turn_symmetric(n: usize) -> u64 {
    let last = n - 1;
    let images = |c, r| [(c, r), (r, last - c), (last - c, last - r), (last - r, c)];
    Placed::default().completions(n, &images)
}
