//! Look-ups in cells: a solution or a representative by its place in its cell, and back.
//!
//! What a cell holds is known, so a look-up counts from the nearer end: a quarter of the cell on average.

use super::boards::{Batch, BoardCounter, CellBoards, End};
use super::partition::{Cell, CellSize};
use crate::combinatorics::{BoardSize, Canonical, Solution};
use crate::search::bitboard::Bitboard;
use crate::search::depth_first::DepthFirstSearch;
use crate::search::kernel::Kernel;
use std::fmt;

/// Boards that are counted before the search checks whether it has reached the place.
const AT_ONCE: usize = 128;

/// Boards that are made and counted at a time where all are counted up to a solution. The search takes
/// as many at a time on the largest boards.
const BEFORE_AT_ONCE: usize = 1024;

/// Queens below such a board: some ten solutions (N = 18).
const BELOW_BOARDS: usize = 10;

/// Finds solutions and canonical representatives in cells by their 0-based place there, and back.
///
/// The vector search counts below the boards of the cell, from its nearer end on, and the solutions below one
/// of them are enumerated one by one. Keeps 1 MiB between queries, and needs no more for any cell.
///
/// The size of the cell must be right: a wrong number there makes wrong answers.
pub struct CellSearch {
    pub(super) n: BoardSize,
    pub(super) counter: BoardCounter,
    batch: Batch,
}

impl fmt::Debug for CellSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CellSearch").field("n", &self.n).finish_non_exhaustive()
    }
}

impl CellSearch {
    /// A search of cells with prefixes of `depth` queens, 2 ≤ depth ≤ N − 2; 5 ≤ N ≤ 24.
    ///
    /// # Panics
    ///
    /// When N or the depth is out of range.
    pub fn new(kernel: Kernel, n: BoardSize, depth: usize) -> Self {
        let size = n.get();
        let fits = (5..=24).contains(&size) && (2..=size - 2).contains(&depth);
        assert!(fits, "N is {size}, the depth {depth}, expected 5 to 24 and 2 to N - 2");
        let boards = depth.max(size.saturating_sub(BELOW_BOARDS));
        CellSearch { n, counter: BoardCounter::new(kernel, size, boards), batch: Batch::default() }
    }

    /// The solution with `place` solutions of the cell before it, or `None` when the cell has no more than
    /// that. At N = 18 about 20 ns for each solution between it and the nearer end.
    pub fn solution(&mut self, cell: Cell<'_>, place: u64) -> Option<Solution> {
        self.find(cell, place, cell.size.solutions, BoardCounter::solutions, Some)
    }

    /// The canonical representative with `place` representatives of the cell before it, or `None` when the
    /// cell has no more than that.
    pub fn representative(&mut self, cell: Cell<'_>, place: u64) -> Option<Canonical> {
        let total = cell.size.representatives;
        self.find(cell, place, total, BoardCounter::representatives, Canonical::check)
    }

    /// The number of solutions of the cell before this one, which must be in it; `None` when the size of the
    /// cell is wrong.
    pub fn place(&mut self, cell: Cell<'_>, solution: &Solution) -> Option<u64> {
        self.before(cell, solution, cell.size.solutions, BoardCounter::solutions, |_| true)
    }

    /// The number of canonical representatives of the cell before this one, which must be in it; `None` when
    /// the size of the cell is wrong.
    pub fn representative_place(&mut self, cell: Cell<'_>, canonical: &Canonical) -> Option<u64> {
        let is_canonical = |solution| Canonical::check(solution).is_some();
        let total = cell.size.representatives;
        self.before(cell, canonical, total, BoardCounter::representatives, is_canonical)
    }

    /// The item with `place` of the `total` items before it.
    fn find<T>(
        &mut self,
        cell: Cell<'_>,
        place: u64,
        total: u64,
        count: Count,
        wanted: impl Fn(Solution) -> Option<T>,
    ) -> Option<T> {
        let behind = total.checked_sub(1)?.checked_sub(place)?;
        let (end, mut left) =
            if place <= behind { (End::First, place) } else { (End::Last, behind) };
        let mut boards = CellBoards::new(self.n.get(), cell, self.counter.depth(), end);
        loop {
            boards.fill(&mut self.batch, AT_ONCE);
            if self.batch.len() == 0 {
                return None;
            }
            let counts = count(&mut self.counter, &self.batch, self.batch.len());
            for (board, found) in counts.into_iter().enumerate() {
                if left < found {
                    let place = match end {
                        End::First => left,
                        End::Last => found - 1 - left,
                    };
                    let mut below = below(self.n, self.batch.queens(board)).filter_map(wanted);
                    return below.nth(place as usize);
                }
                left -= found;
            }
        }
    }

    /// How many of the `total` items are before this one.
    fn before(
        &mut self,
        cell: Cell<'_>,
        solution: &Solution,
        total: u64,
        count: Count,
        counts: impl Fn(Solution) -> bool,
    ) -> Option<u64> {
        let depth = self.counter.depth();
        let end = nearer_end(self.n, cell, &solution.rows()[..depth]);
        let mut boards = CellBoards::new(self.n.get(), cell, depth, end);
        let mut passed = 0;
        loop {
            boards.fill(&mut self.batch, BEFORE_AT_ONCE);
            let before = self.batch.before(solution.rows(), end);
            passed += count(&mut self.counter, &self.batch, before).iter().sum::<u64>();
            if before < BEFORE_AT_ONCE {
                break;
            }
        }
        let beside = below(self.n, &solution.rows()[..depth]);
        let nearer_to_the_end = |other: &Solution| match end {
            End::First => other < solution,
            End::Last => other > solution,
        };
        passed += beside.filter(|other| nearer_to_the_end(other) && counts(*other)).count() as u64;
        match end {
            End::First => Some(passed),
            End::Last => total.checked_sub(passed + 1),
        }
    }
}

/// The first solution that begins with one of `prefixes` successive prefixes, of which `first` is the first;
/// `None` where there is no solution. As fast as a step of a search, unless the first prefixes have none.
pub(crate) fn first_solution(n: BoardSize, first: &[u8], prefixes: u32) -> Option<Solution> {
    let cell = Cell { first, last: first, size: CellSize { prefixes, ..CellSize::default() } };
    let mut all = CellBoards::new(n.get(), cell, first.len(), End::First);
    loop {
        let (_, queens) = all.next()?;
        let solution = below(n, queens).next();
        if solution.is_some() {
            return solution;
        }
    }
}

/// The solutions that begin with these queens, in lexicographic order.
pub(super) fn below(n: BoardSize, queens: &[u8]) -> impl Iterator<Item = Solution> + use<> {
    DepthFirstSearch::below(n, queens).solutions()
}

/// The end of a cell with fewer boards between it and the board of these rows, by [`share_before`].
fn nearer_end(n: BoardSize, cell: Cell<'_>, rows: &[u8]) -> End {
    let [first, last, here] = [cell.first, cell.last, rows].map(|rows| share_before(n, rows));
    if here.start - first.start <= last.end - here.end { End::First } else { End::Last }
}

/// The boards that begin with these rows, as an interval of all boards, 0 to 1. It takes all safe squares of
/// a column to have equally many boards.
pub(super) fn share_before(n: BoardSize, rows: &[u8]) -> std::ops::Range<f64> {
    let (mut start, mut len) = (0.0, 1.0);
    let mut board = Bitboard::<u32>::empty(n.get());
    for &row in rows {
        let (safe, bit) = (board.safe(), 1 << row);
        len /= f64::from(safe.count_ones());
        start += len * f64::from((safe & (bit - 1)).count_ones());
        board = board.with(bit);
    }
    start..start + len
}

/// Counts below each of the first boards of a batch.
type Count = fn(&mut BoardCounter, &Batch, usize) -> Vec<u64>;
