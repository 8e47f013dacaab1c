//! A walk from solution to solution, which yields the bits that encode it.

use super::partial_solution::{above, below};
use super::streams::{BitStream, described};
use crate::combinatorics::word::{MOST_COLUMNS, Word, WordLayout};
use crate::search::bitboard::Bitboard;

/// A walk along the solutions of a block. Each step emits the bits between two solutions.
pub(super) struct Path<W> {
    layout: WordLayout,
    word: W,
    /// For each column, the board before its queen is placed.
    boards: [Bitboard<u32>; MOST_COLUMNS + 1],
}

/// Receives the bits of a walk; `level` is the column.
pub(super) trait BitSink {
    fn zeros(&mut self, level: usize, count: u32);
    fn one(&mut self, level: usize);
}

/// Stores the bits.
impl BitSink for Vec<BitStream> {
    fn zeros(&mut self, level: usize, count: u32) {
        self[level].zeros(count);
    }

    fn one(&mut self, level: usize) {
        self[level].one();
    }
}

/// Only counts the bits.
impl BitSink for Vec<u32> {
    fn zeros(&mut self, level: usize, count: u32) {
        self[level] += count;
    }

    fn one(&mut self, level: usize) {
        self[level] += 1;
    }
}

impl<W: Word> Path<W> {
    /// A walk that starts at `first`.
    pub(super) fn new(layout: WordLayout, first: W) -> Self {
        let boards = [Bitboard::empty(layout.n()); MOST_COLUMNS + 1];
        let mut path = Path { layout, word: first, boards };
        path.descend(0, |_, _, _| ());
        path
    }

    /// Moves to a later solution.
    pub(super) fn advance(&mut self, next: W, bits: &mut impl BitSink) {
        let fork = self.layout.first_difference(self.word, next);
        let levels = described(self.layout.n());
        let before = std::mem::replace(&mut self.word, next);
        if fork >= levels {
            return;
        }
        for level in fork + 1..levels {
            let rest = self.boards[level].safe() & above(self.layout.row(before, level));
            bits.zeros(level, rest.count_ones());
        }
        let passed = above(self.layout.row(before, fork)) & below(self.layout.row(next, fork));
        bits.zeros(fork, (self.boards[fork].safe() & passed).count_ones());
        bits.one(fork);
        self.descend(fork, |level, safe, row| {
            if level > fork {
                bits.zeros(level, (safe & below(row)).count_ones());
                // The highest safe square must lead to a solution if the others do not.
                if safe & above(row) != 0 {
                    bits.one(level);
                }
            }
        });
    }

    /// Sets the boards from column `from` on; calls `at` with each column, its safe squares and its row.
    fn descend(&mut self, from: usize, mut at: impl FnMut(usize, u32, u32)) {
        for level in from..described(self.layout.n()) {
            let (board, row) = (self.boards[level], self.layout.row(self.word, level));
            at(level, board.safe(), row);
            self.boards[level + 1] = board.with(1 << row);
        }
    }
}
