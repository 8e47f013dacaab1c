//! Look-ups in cells: a solution or a representative by its place in its cell, and back.

use super::boards::{BoardCounter, CellBoards};
use super::partition::Cell;
use crate::combinatorics::{BoardSize, Canonical, Solution};
use crate::search::depth_first::{DepthFirstSearch, Step};
use crate::search::kernel::Kernel;
use std::ops::Range;

/// Boards that are counted before the search checks whether it has reached the place.
const AT_ONCE: usize = 128;

/// Queens below such a board: some ten solutions (N = 18).
const BELOW_BOARDS: usize = 10;

/// Finds solutions and canonical representatives in cells by their 0-based place there, and back.
///
/// The vector search counts below the boards of the cell, and the solutions below one of them are
/// enumerated one by one. Keeps 1 MiB between queries.
pub struct CellSearch {
    n: BoardSize,
    counter: BoardCounter,
}

impl CellSearch {
    /// A search of cells with prefixes of `depth` queens, 2 ≤ depth ≤ N − 2; 5 ≤ N ≤ 22.
    ///
    /// # Panics
    ///
    /// When N or the depth is out of range.
    pub fn new(kernel: Kernel, n: BoardSize, depth: usize) -> Self {
        let size = n.get();
        let fits = (5..=22).contains(&size) && (2..=size - 2).contains(&depth);
        assert!(fits, "N is {size}, the depth {depth}, expected 5 to 22 and 2 to N - 2");
        let boards = depth.max(size.saturating_sub(BELOW_BOARDS));
        CellSearch { n, counter: BoardCounter::new(kernel, size, boards) }
    }

    /// The solution with `place` solutions of the cell before it, or `None` when the cell has no more than
    /// that. At N = 18 about 20 ns for each solution before it.
    pub fn solution(&mut self, cell: Cell<'_>, place: u64) -> Option<Solution> {
        self.find(cell, place, BoardCounter::solutions, Some)
    }

    /// The canonical representative with `place` representatives of the cell before it, or `None` when the
    /// cell has no more than that.
    pub fn representative(&mut self, cell: Cell<'_>, place: u64) -> Option<Canonical> {
        self.find(cell, place, BoardCounter::representatives, Canonical::check)
    }

    /// The number of solutions of the cell before this one, which must be in it.
    pub fn place(&mut self, cell: Cell<'_>, solution: &Solution) -> u64 {
        self.before(cell, solution, BoardCounter::solutions, |_| true)
    }

    /// The number of canonical representatives of the cell before this one, which must be in it.
    pub fn representative_place(&mut self, cell: Cell<'_>, canonical: &Canonical) -> u64 {
        let is_canonical = |solution| Canonical::check(solution).is_some();
        self.before(cell, canonical, BoardCounter::representatives, is_canonical)
    }

    fn find<T>(
        &mut self,
        cell: Cell<'_>,
        mut place: u64,
        count: Count,
        wanted: impl Fn(Solution) -> Option<T>,
    ) -> Option<T> {
        let boards = self.boards(cell);
        for from in (0..boards.len()).step_by(AT_ONCE) {
            let to = boards.len().min(from + AT_ONCE);
            for (board, found) in (from..).zip(count(&mut self.counter, &boards, from..to)) {
                if place < found {
                    let mut below = self.below(boards.queens(board)).filter_map(wanted);
                    return below.nth(place as usize);
                }
                place -= found;
            }
        }
        None
    }

    fn before(
        &mut self,
        cell: Cell<'_>,
        solution: &Solution,
        count: Count,
        counts: impl Fn(Solution) -> bool,
    ) -> u64 {
        let boards = self.boards(cell);
        let passed = boards.before(solution.rows());
        let before: u64 = count(&mut self.counter, &boards, 0..passed).iter().sum();
        let beside = self.below(&solution.rows()[..self.counter.depth()]);
        let beside = beside.take_while(|other| other < solution);
        before + beside.filter(|other| counts(*other)).count() as u64
    }

    fn boards(&self, cell: Cell<'_>) -> CellBoards {
        CellBoards::new(self.n.get(), cell, self.counter.depth())
    }

    /// The solutions that begin with these queens, in lexicographic order.
    fn below(&self, queens: &[u8]) -> impl Iterator<Item = Solution> + use<> {
        let mut search = DepthFirstSearch::below(self.n, queens);
        std::iter::from_fn(move || match search.advance(&mut { u64::MAX }) {
            Step::Found => Some(search.solution()),
            Step::Paused | Step::Exhausted => None,
        })
    }
}

/// Counts below each board of a range.
type Count = fn(&mut BoardCounter, &CellBoards, Range<usize>) -> Vec<u64>;
