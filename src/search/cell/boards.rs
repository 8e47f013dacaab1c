//! The boards of a cell some queens below its prefixes, and counts below them.

use super::partition::Cell;
use crate::search::bitboard::{Bitboard, each_row};
use crate::search::kernel::Kernel;
use crate::search::kernel::canonical::{CanonicalFinder, allowed_rows, masks_of};
use crate::search::kernel::count::Tally;
use crate::search::kernel::engine::board::{Root, tags};
use crate::search::kernel::engine::search::{Engine, Mode};
use crate::search::kernel::image_keys::SearchShape;
use std::ops::Range;

/// The boards of a cell with a given number of queens, in lexicographic order.
pub(super) struct CellBoards {
    depth: usize,
    boards: Vec<Bitboard<u32>>,
    queens: Vec<u8>,
}

impl CellBoards {
    /// The boards of `depth` queens in a cell, no fewer than those of its prefixes. At the end of the board a
    /// cell may have fewer prefixes than it says.
    pub(super) fn new(n: usize, cell: Cell<'_>, depth: usize) -> Self {
        let mut boards = CellBoards { depth, boards: Vec::new(), queens: Vec::new() };
        let left = cell.prefixes as usize;
        let mut collector = Collector { first: cell.first, left, boards: &mut boards };
        collector.descend(Bitboard::empty(n), &mut Vec::with_capacity(depth), true);
        boards
    }

    /// Number of boards.
    pub(super) fn len(&self) -> usize {
        self.boards.len()
    }

    /// The 0-based rows of a board.
    pub(super) fn queens(&self, board: usize) -> &[u8] {
        &self.queens[board * self.depth..][..self.depth]
    }

    /// Number of boards before the one that these rows begin with.
    pub(super) fn before(&self, rows: &[u8]) -> usize {
        let target = &rows[..self.depth];
        self.queens.chunks(self.depth).take_while(|queens| *queens < target).count()
    }
}

/// A search for the boards of a cell.
struct Collector<'a> {
    first: &'a [u8],
    /// NumberedPrefixes of the cell not visited yet.
    left: usize,
    boards: &'a mut CellBoards,
}

impl Collector<'_> {
    /// Adds the boards below a board; `bound` means that its queens are those of the first prefix.
    fn descend(&mut self, board: Bitboard<u32>, queens: &mut Vec<u8>, bound: bool) {
        let column = queens.len();
        if column == self.first.len() {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
        }
        if column == self.boards.depth {
            self.boards.boards.push(board);
            self.boards.queens.extend_from_slice(queens);
            return;
        }
        let bound = bound && column < self.first.len();
        let from = if bound { self.first[column] } else { 0 };
        for bit in each_row(board.safe() >> from << from) {
            if self.left == 0 && column < self.first.len() {
                return;
            }
            let row = bit.trailing_zeros() as u8;
            queens.push(row);
            self.descend(board.with(bit), queens, bound && row == from);
            queens.pop();
        }
    }
}

/// Counts the solutions and the canonical representatives below boards. Keeps about 1 MiB for the next call.
pub(super) struct BoardCounter {
    kernel: Kernel,
    n: usize,
    engine: Engine,
    finder: CanonicalFinder<()>,
}

impl BoardCounter {
    /// A counter for board size `n` and boards of `depth` queens, N − 10 to N − 2 and at least 2.
    pub(super) fn new(kernel: Kernel, n: usize, depth: usize) -> Self {
        let shape = SearchShape { n, key: depth.min(6), root: depth };
        BoardCounter {
            kernel,
            n,
            engine: Engine::new(n, Mode::Count, depth),
            finder: CanonicalFinder::with_shape(kernel, shape, ()),
        }
    }

    /// Queens of a board.
    pub(super) fn depth(&self) -> usize {
        self.engine.depth
    }

    /// The number of solutions below each board of a range.
    pub(super) fn solutions(&mut self, boards: &CellBoards, range: Range<usize>) -> Vec<u64> {
        let mut counts = Vec::with_capacity(range.len());
        for some in boards.boards[range].chunks(tags(self.n)) {
            let alive = some.iter().enumerate().filter(|(_, board)| board.safe() != 0);
            self.engine.roots.clear();
            self.engine.roots.extend(alive.map(|(tag, &board)| Root::new(board, tag)));
            let mut tally = Tally::new(self.n, some.len());
            self.engine.run(self.kernel, &mut tally);
            counts.append(&mut tally.counts);
        }
        counts
    }

    /// The number of canonical representatives below each board of a range.
    pub(super) fn representatives(&mut self, boards: &CellBoards, range: Range<usize>) -> Vec<u64> {
        let mut counts = Vec::with_capacity(range.len());
        let mut masks = None;
        // Indices in `counts` of the roots of the next search.
        let mut pending = Vec::new();
        for board in range {
            let queens = boards.queens(board);
            counts.push(0);
            if usize::from(queens[0]) >= self.n / 2 {
                continue;
            }
            if masks.replace(masks_of(queens)) != Some(masks_of(queens)) {
                self.search(&mut pending, &mut counts);
                self.finder.allow(allowed_rows(self.n, queens));
            }
            let mut columns = queens.iter().enumerate();
            if columns.all(|(column, &row)| self.finder.allowed(column) & 1 << row != 0) {
                pending.push(counts.len() - 1);
                if !self.finder.add_root(boards.boards[board], queens) {
                    self.search(&mut pending, &mut counts);
                }
            }
        }
        self.search(&mut pending, &mut counts);
        counts
    }

    fn search(&mut self, pending: &mut Vec<usize>, counts: &mut [u64]) {
        let mut pending = pending.drain(..);
        self.finder.search(&mut |_| true, |_, found| {
            if let Some(board) = pending.next() {
                counts[board] = u64::from(found);
            }
        });
    }
}
