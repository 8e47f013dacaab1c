//! Lookups in cells: a solution or representative by its position in its cell, and back.
//!
//! The size of a cell is known, so a lookup counts from the nearer end: a quarter of the cell on average.

use super::boards::{Batch, BoardCounter, Cell, CellBoards, CellSize, End};
use crate::combinatorics::{BoardSize, Solution};
use crate::search::bitboard::Bitboard;
use crate::search::depth_first::DepthFirstSearch;
use crate::search::kernel::Kernel;
use crate::search::runs::Items;
use crate::workers::{alongside, cores, lock};
use std::iter;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;

/// Boards counted before the search checks whether it has reached the position.
const AT_ONCE: usize = 128;

/// Cell size, in solutions, from which the search takes two steps: first boards of two more queens, which threads can
/// share, then boards below one of them.
const LARGE: u64 = 1 << 14;

/// Number of solutions (about a millisecond of counting) from which threads share the work.
const SHARED: u64 = 1 << 15;

/// Batch size when all boards up to a solution are counted. The search takes as many at a time on the largest boards.
const BEFORE_AT_ONCE: usize = 1024;

/// Queens below a board of a batch: about ten solutions (N = 18).
const BELOW_BOARDS: usize = 10;

/// Finds solutions and canonical representatives by their 0-based position in a cell, and back.
///
/// The vector search counts below the boards of the cell from its nearer end, in two steps if the cell is large; the
/// solutions below the last board are enumerated one by one. Retains 1 MiB per thread between queries, whatever the
/// cell.
///
/// If the size of the cell is wrong, the results are wrong.
#[allow(missing_debug_implementations)] // Public only in `internal`.
pub struct CellSearch {
    pub(super) n: BoardSize,
    pub(super) counter: BoardCounter,
    /// The threads that share a large search; `None` for one per core.
    threads: Option<NonZeroUsize>,
    /// The counters of the other threads, created on first use.
    helpers: Vec<BoardCounter>,
    kernel: Kernel,
    batch: Batch,
}

impl CellSearch {
    /// A search of cells with prefixes of `depth` queens, 2 ≤ depth ≤ N − 2; 5 ≤ N ≤ 27.
    ///
    /// # Panics
    ///
    /// If N or the depth is out of range.
    pub fn new(kernel: Kernel, n: BoardSize, depth: usize) -> Self {
        let size = n.get();
        let fits = (5..=27).contains(&size) && (2..=size - 2).contains(&depth);
        assert!(fits, "N is {size}, the depth {depth}, expected 5 to 27 and 2 to N - 2");
        let boards = depth.max(size.saturating_sub(BELOW_BOARDS));
        let counter = BoardCounter::new(kernel, size, boards);
        CellSearch {
            n,
            counter,
            threads: None,
            helpers: Vec::new(),
            kernel,
            batch: Batch::default(),
        }
    }

    /// Sets the number of threads for lookups that take milliseconds, by default one per core.
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        CellSearch { threads: Some(threads), ..self }
    }

    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores).get()
    }

    /// Queens of the boards of the first step.
    fn step(&self, items: Items, cell: Cell<'_>) -> usize {
        let (queens, last) = (cell.first.len() + 2, self.counter.depth);
        let is_large = items == Items::Solutions && cell.size.solutions >= LARGE;
        if is_large && queens < last { queens } else { last }
    }

    /// The item with `place` items of the cell before it, or `None` if the cell has no more than that. At N = 18, about
    /// 20 ns for each solution between it and the nearer end.
    pub fn item(&mut self, items: Items, cell: Cell<'_>, place: u64) -> Option<Solution> {
        let behind = items.of(cell.size).checked_sub(1)?.checked_sub(place)?;
        let (end, mut left) =
            if place <= behind { (End::First, place) } else { (End::Last, behind) };
        let (depth, last) = (self.step(items, cell), self.counter.depth);
        let mut boards = CellBoards::new(self.n.get(), cell, depth, end);
        let (mut passed, mut passed_boards) = (0, 0);
        loop {
            boards.fill(&mut self.batch, if depth < last { BEFORE_AT_ONCE } else { AT_ONCE });
            let all = self.batch.len();
            if all == 0 {
                return None;
            }
            let mut from = 0;
            while from < all {
                let mean =
                    (items.of(cell.size) / all as u64).max(passed / u64::max(passed_boards, 1));
                let to = if depth < last { all.min(from + self.ahead(left, mean)) } else { all };
                let expected = if depth < last { mean * (to - from) as u64 } else { 0 };
                for (board, found) in (from..).zip(self.count(items, from..to, expected)) {
                    if left < found {
                        let place = match end {
                            End::First => left,
                            End::Last => found - 1 - left,
                        };
                        let queens = self.batch.queens(board).to_vec();
                        if depth == last {
                            let mut all =
                                below(self.n, &queens).filter(|found| items.include(found));
                            return all.nth(place as usize);
                        }
                        let size = CellSize { prefixes: 1, solutions: found, representatives: 0 };
                        let cell = Cell { first: &queens, last: &queens, size };
                        return self.item(items, cell, place);
                    }
                    left -= found;
                    (passed, passed_boards) = (passed + found, passed_boards + 1);
                }
                from = to;
            }
        }
    }

    /// How many boards of a large cell to count next when `left` items precede the position and a board has `mean`
    /// items: three quarters of the way, since counts beyond the position are wasted. At least one per thread if each
    /// is much work.
    fn ahead(&self, left: u64, mean: u64) -> usize {
        let least = if mean >= SHARED / 4 { self.threads() } else { 1 };
        (left / mean.max(1) * 3 / 4).clamp(least as u64, BEFORE_AT_ONCE as u64) as usize
    }

    /// The number of items below each of these boards of the batch, about `expected` in total.
    fn count(&mut self, items: Items, boards: Range<usize>, expected: u64) -> Vec<u64> {
        let batch = &self.batch;
        let is_shared = boards.len() > 1 && expected >= SHARED;
        let threads = if is_shared { self.threads() } else { 1 };
        if threads == 1 {
            return items.count(&mut self.counter, batch, boards);
        }
        let (kernel, n, depth) = (self.kernel, self.n.get(), self.counter.depth);
        self.helpers.resize_with(threads - 1, || BoardCounter::new(kernel, n, depth));
        let share = boards.len().div_ceil(threads);
        let shares =
            boards.clone().step_by(share).map(|begin| begin..boards.end.min(begin + share));
        let mut counts = vec![Vec::new(); threads];
        let counters = iter::once(&mut self.counter).chain(&mut self.helpers);
        let tasks = Mutex::new(shares.zip(counters).zip(&mut counts));
        let next = || lock(&tasks).next();
        let work = || {
            while let Some(((boards, counter), counts)) = next() {
                *counts = items.count(counter, batch, boards);
            }
        };
        alongside(threads - 1, work, |_| work());
        counts.concat()
    }

    /// The number of items of the cell before this one, which must be in it; `None` if the size of the cell is wrong.
    pub fn place(&mut self, items: Items, cell: Cell<'_>, solution: &Solution) -> Option<u64> {
        let (n, last) = (self.n.get(), self.counter.depth);
        let end = nearer_end(self.n, cell, &solution.zero_based()[..last]);
        let (mut cell_here, mut passed) = (cell, 0);
        loop {
            let depth = self.step(items, cell_here);
            let mut boards = CellBoards::new(n, cell_here, depth, end);
            loop {
                boards.fill(&mut self.batch, BEFORE_AT_ONCE);
                let before = self.batch.before(solution.zero_based(), end);
                let expected = if depth < last { cell_here.size.solutions / 2 } else { 0 };
                passed += self.count(items, 0..before, expected).iter().sum::<u64>();
                if before < BEFORE_AT_ONCE {
                    break;
                }
            }
            if depth == last {
                break;
            }
            let queens = &solution.zero_based()[..depth];
            let size = CellSize { prefixes: 1, ..CellSize::default() };
            cell_here = Cell { first: queens, last: queens, size };
        }
        let nearby = below(self.n, &solution.zero_based()[..last]);
        let nearer_to_the_end = |other: &Solution| match end {
            End::First => other < solution,
            End::Last => other > solution,
        };
        let counted = |other: &Solution| nearer_to_the_end(other) && items.include(other);
        passed += nearby.filter(counted).count() as u64;
        match end {
            End::First => Some(passed),
            End::Last => items.of(cell.size).checked_sub(passed + 1),
        }
    }
}

impl Items {
    pub(super) fn of(self, size: CellSize) -> u64 {
        match self {
            Items::Solutions => size.solutions,
            Items::Representatives => size.representatives,
        }
    }

    /// The number of items below each of these boards of a batch.
    fn count(self, counter: &mut BoardCounter, batch: &Batch, boards: Range<usize>) -> Vec<u64> {
        match self {
            Items::Solutions => counter.solutions(batch, boards),
            Items::Representatives => counter.representatives(batch, boards),
        }
    }
}

/// The first solution that begins with one of `prefixes` consecutive prefixes from `first` on; `None` if there is none.
/// As fast as a single search step, unless the first prefixes have no solution.
pub fn first_solution(n: BoardSize, first: &[u8], prefixes: u32) -> Option<Solution> {
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

/// The end of a cell with fewer boards between it and the board of these rows, estimated by [`interval_of`].
fn nearer_end(n: BoardSize, cell: Cell<'_>, rows: &[u8]) -> End {
    let [first, last, here] = [cell.first, cell.last, rows].map(|rows| interval_of(n, rows));
    if here.start - first.start <= last.end - here.end { End::First } else { End::Last }
}

/// The boards that begin with these rows as an interval of all boards, 0 to 1, estimated as if all safe squares of a
/// column had equally many boards. The last row may be any, or N for the end of the rows before it.
pub(super) fn interval_of(n: BoardSize, rows: &[u8]) -> Range<f64> {
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
