//! The branches that the search for the matches of a pattern is divided into, column by column.

use super::bitboard::{Bitboard, each_row};
use crate::combinatorics::Pattern;

/// The last columns, below which a search is too short to be divided.
const UNDIVIDED: usize = 12;

/// Boards with queens in the first columns, none attacking another, all on allowed squares: every match of the
/// pattern is below exactly one of them. 5 ≤ N ≤ 32.
pub(crate) struct Branches {
    allowed: Vec<u32>,
    /// Queens of a board, at most N − 12; none on smaller boards.
    depth: usize,
    len: usize,
    /// The queens of all boards, one board after another, in lexicographic order.
    queens: Vec<u8>,
}

impl Branches {
    /// At least `fewest` branches, unless the pattern or the board has fewer.
    pub(crate) fn new(pattern: &Pattern, fewest: usize) -> Self {
        let mut branches = Branches::root(pattern);
        while branches.len() < fewest && branches.deepen(usize::MAX) {}
        branches
    }

    /// The whole search.
    pub(crate) fn root(pattern: &Pattern) -> Self {
        let allowed: Vec<u32> = pattern.rows().iter().map(|&rows| rows as u32).collect();
        Branches { allowed, depth: 0, len: 1, queens: Vec::new() }
    }

    /// Divides each branch by its next queen; false, and nothing is done, where that is not possible or would
    /// make more than `most` of them.
    pub(crate) fn deepen(&mut self, most: usize) -> bool {
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

    /// How many branches there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Queens of a branch.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// The rows allowed in each column, as bits.
    pub(crate) fn allowed(&self) -> &[u32] {
        &self.allowed
    }

    /// The board of a branch. O(depth).
    pub(crate) fn board(&self, branch: usize) -> Bitboard<u32> {
        let rows = self.queens(branch).iter().map(|row| 1 << row);
        rows.fold(Bitboard::empty(self.allowed.len()), Bitboard::with)
    }

    /// The 0-based rows of the queens of a branch.
    pub(crate) fn queens(&self, branch: usize) -> &[u8] {
        &self.queens[branch * self.depth..][..self.depth]
    }
}
