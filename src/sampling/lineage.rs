//! The lineage of a population: the parent of each board, and the row of its last queen.

use super::tail::{Tail, add_squares};
use crate::search::Bitboard;

/// Records the ancestry of the boards of a population.
pub trait Lineage {
    /// Called at the beginning of a run.
    fn begin(&mut self);

    /// Called before the boards of the next column.
    fn next_column(&mut self);

    /// Called for each board: the one at `parent` with a queen in `row`, a mask.
    fn record(&mut self, parent: usize, row: u64);
}

/// Records nothing; used for counts.
impl Lineage for () {
    fn begin(&mut self) {}

    fn next_column(&mut self) {}

    fn record(&mut self, _: usize, _: u64) {}
}

/// The index of the parent of a board in the population of the previous column, and the 0-based row of its last queen.
#[derive(Clone, Copy)]
struct LastQueen {
    parent: u32,
    row: u8,
}

/// The queens of all boards: 8 bytes per board and column.
#[derive(Default)]
pub(super) struct Ancestors {
    /// By column; may contain more columns from an earlier run.
    columns: Vec<Vec<LastQueen>>,
    /// The number of columns of this run.
    used: usize,
}

impl Lineage for Ancestors {
    fn begin(&mut self) {
        self.used = 0;
    }

    fn next_column(&mut self) {
        match self.columns.get_mut(self.used) {
            Some(column) => column.clear(),
            None => self.columns.push(Vec::new()),
        }
        self.used += 1;
    }

    #[inline(always)]
    fn record(&mut self, parent: usize, row: u64) {
        let step = LastQueen { parent: parent as u32, row: row.trailing_zeros() as u8 };
        self.columns[self.used - 1].push(step);
    }
}

impl Ancestors {
    /// The 0-based rows of the queens of a board in the last column, in order.
    pub(super) fn queens(&self, board: usize) -> Vec<u8> {
        let mut rows = Vec::with_capacity(self.used);
        let mut board = board;
        for column in self.columns[..self.used].iter().rev() {
            let step = column[board];
            rows.push(step.row);
            board = step.parent as usize;
        }
        rows.reverse();
        rows
    }

    /// For each square (column · N + row), the number of completions of the boards that have a queen there, and the
    /// number of all completions.
    pub(super) fn squares(
        &self,
        boards: &[Bitboard<u64>],
        tail: Tail<'_>,
        n: usize,
    ) -> (Vec<u64>, u64) {
        let mut squares = vec![0; n * n];
        let (before, after) = squares.split_at_mut(self.used * n);
        let mut counts: Vec<u64> =
            boards.iter().map(|&board| add_squares(board, tail, after, n)).collect();
        let total = counts.iter().sum();
        // Going towards the root, each board sums the completions of its children.
        for (column, squares) in self.columns[..self.used].iter().zip(before.chunks_mut(n)).rev() {
            let parents = column.iter().map(|step| step.parent as usize + 1).max().unwrap_or(0);
            let mut above = vec![0; parents];
            for (step, count) in column.iter().zip(counts) {
                squares[usize::from(step.row)] += count;
                above[step.parent as usize] += count;
            }
            counts = above;
        }
        (squares, total)
    }
}
