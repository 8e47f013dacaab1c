//! Splits the search for the matches of conditions into branches, column by column.

use super::bitboard::{Bitboard, each_row};
use crate::combinatorics::{Conditions, Symmetry};

/// The board sizes of the vector search.
pub(crate) const VECTORS: std::ops::RangeInclusive<usize> = 5..=32;

/// The number of last columns that are not split, because a search of them is short.
const UNDIVIDED: usize = 12;

/// Boards with non-attacking queens on allowed squares of the first columns. Every match of the conditions is below
/// exactly one of them. 5 ≤ N ≤ 32.
#[derive(Debug)]
pub struct Branches {
    /// The allowed rows of each column, as bits.
    pub allowed: Vec<u32>,
    /// Queens per board, at most N − 12.
    pub(crate) depth: usize,
    len: usize,
    /// The queens of all boards, one board after another, in lexicographic order.
    queens: Vec<u8>,
}

impl Branches {
    /// At least `fewest` branches, unless the conditions or the board have fewer.
    pub(crate) fn new(conditions: &Conditions, fewest: usize) -> Self {
        let mut branches = Branches::root(conditions);
        while branches.len() < fewest && branches.deepen(usize::MAX) {}
        branches
    }

    /// A single branch: the whole search.
    pub fn root(conditions: &Conditions) -> Self {
        let allowed: Vec<u32> = conditions.rows().iter().map(|&rows| rows as u32).collect();
        Branches { allowed, depth: 0, len: 1, queens: Vec::new() }
    }

    /// Splits each branch by its next queen. Returns false and changes nothing if that is impossible or would produce
    /// more than `most` branches.
    pub fn deepen(&mut self, most: usize) -> bool {
        if self.depth + UNDIVIDED >= self.allowed.len() || self.len == 0 {
            return false;
        }
        let rows = |branch| self.board(branch).safe() & self.allowed[self.depth];
        let len = (0..self.len).map(|branch| rows(branch).count_ones() as usize).sum();
        if len > most {
            return false;
        }
        let mut queens = Vec::with_capacity(len * (self.depth + 1));
        for branch in 0..self.len {
            for row in each_row(rows(branch)) {
                queens.extend_from_slice(self.queens(branch));
                queens.push(row.trailing_zeros() as u8);
            }
        }
        (self.len, self.queens, self.depth) = (len, queens, self.depth + 1);
        true
    }

    /// The number of branches.
    #[allow(clippy::len_without_is_empty)] // Public only in `internal`.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The board of a branch. O(depth).
    pub fn board(&self, branch: usize) -> Bitboard<u32> {
        let rows = self.queens(branch).iter().map(|row| 1 << row);
        rows.fold(Bitboard::empty(self.allowed.len()), Bitboard::with)
    }

    /// The 0-based rows of the queens of a branch.
    pub fn queens(&self, branch: usize) -> &[u8] {
        &self.queens[branch * self.depth..][..self.depth]
    }
}

/// The image of the conditions that is probably the fastest to search column by column. All images match equally many
/// solutions.
pub fn cheapest_image(conditions: &Conditions) -> Conditions {
    conditions.image(cheapest_symmetry(conditions))
}

/// The symmetry that gives the [cheapest image](cheapest_image), judged by the number of allowed rows in each column.
pub(crate) fn cheapest_symmetry(conditions: &Conditions) -> Symmetry {
    let cost = |symmetry| {
        let image = conditions.image(symmetry);
        let columns = (1..).zip(image.rows().iter().rev());
        let costs =
            columns.map(|(weight, rows)| f64::from(weight) * f64::from(rows.count_ones()).ln());
        (costs.sum::<f64>(), symmetry)
    };
    let cheapest = Symmetry::ALL.map(cost).into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    cheapest.map_or(Symmetry::Identity, |(_, symmetry)| symmetry)
}
