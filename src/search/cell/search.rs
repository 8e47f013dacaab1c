//! Look-ups in cells: a solution or a representative by its place in its cell, and back.

use super::boards::{Batch, BoardCounter, CellBoards};
use super::partition::Cell;
use crate::combinatorics::{BoardSize, Canonical, Solution};
use crate::search::depth_first::{DepthFirstSearch, Step};
use crate::search::kernel::Kernel;

/// Boards that are counted before the search checks whether it has reached the place.
const AT_ONCE: usize = 128;

/// Boards that are made and counted at a time where all are counted up to a solution. The search takes
/// as many at a time on the largest boards.
const BEFORE_AT_ONCE: usize = 1024;

/// Queens below such a board: some ten solutions (N = 18).
const BELOW_BOARDS: usize = 10;

/// Finds solutions and canonical representatives in cells by their 0-based place there, and back.
///
/// The vector search counts below the boards of the cell, and the solutions below one of them are
/// enumerated one by one. Keeps 1 MiB between queries, and needs no more for any cell.
pub struct CellSearch {
    n: BoardSize,
    counter: BoardCounter,
    batch: Batch,
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
        CellSearch { n, counter: BoardCounter::new(kernel, size, boards), batch: Batch::default() }
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
        let mut boards = CellBoards::new(self.n.get(), cell, self.counter.depth());
        loop {
            boards.fill(&mut self.batch, AT_ONCE);
            if self.batch.len() == 0 {
                return None;
            }
            let counts = count(&mut self.counter, &self.batch, self.batch.len());
            for (board, found) in counts.into_iter().enumerate() {
                if place < found {
                    let mut below = self.below(self.batch.queens(board)).filter_map(wanted);
                    return below.nth(place as usize);
                }
                place -= found;
            }
        }
    }

    fn before(
        &mut self,
        cell: Cell<'_>,
        solution: &Solution,
        count: Count,
        counts: impl Fn(Solution) -> bool,
    ) -> u64 {
        let mut boards = CellBoards::new(self.n.get(), cell, self.counter.depth());
        let mut before = 0;
        loop {
            boards.fill(&mut self.batch, BEFORE_AT_ONCE);
            let passed = self.batch.before(solution.rows());
            before += count(&mut self.counter, &self.batch, passed).iter().sum::<u64>();
            if passed < BEFORE_AT_ONCE {
                break;
            }
        }
        let beside = self.below(&solution.rows()[..self.counter.depth()]);
        let beside = beside.take_while(|other| other < solution);
        before + beside.filter(|other| counts(*other)).count() as u64
    }

    /// The solutions that begin with these queens, in lexicographic order.
    fn below(&self, queens: &[u8]) -> impl Iterator<Item = Solution> + use<> {
        let mut search = DepthFirstSearch::below(self.n, queens);
        std::iter::from_fn(move || match search.advance(&mut { u64::MAX }) {
            Step::Found => Some(search.solution()),
            Step::Placed | Step::Paused | Step::Exhausted => None,
        })
    }
}

/// Counts below each of the first boards of a batch.
type Count = fn(&mut BoardCounter, &Batch, usize) -> Vec<u64>;
