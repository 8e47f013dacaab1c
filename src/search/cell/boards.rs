//! Cells, their boards a few queens below their prefixes, and counts below these boards.

use crate::combinatorics::BoardSize;
use crate::search::bitboard::{Bitboard, RowMask};
use crate::search::kernel::canonical::{CanonicalFinder, allowed_rows, masks_of};
use crate::search::kernel::engine::{Engine, Mode};
use crate::search::kernel::image_keys::SearchShape;
use crate::search::kernel::{Kernel, tags};
use std::cmp::Ordering;
use std::ops::Range;

/// A run of consecutive attack-free prefixes of one depth, and so of consecutive solutions: a few thousand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<'p> {
    /// The first prefix: 0-based rows that do not attack each other.
    pub first: &'p [u8],
    /// The last prefix, as long as the first.
    pub last: &'p [u8],
    /// The size of the cell: at least one prefix.
    pub size: CellSize,
}

/// The number of queens in the prefixes of cells, for n ≥ 5: 3 up to N = 7, 5 up to N = 17, 6 up to N = 22, 7 beyond.
/// Chosen so that counting takes little memory and few prefixes have more than [`cell_limit`] solutions.
pub fn cell_depth(n: BoardSize) -> usize {
    match n.get() {
        ..=7 => 3,
        8..=17 => 5,
        18..=22 => 6,
        _ => 7,
    }
}

/// The maximum number of solutions in a cell of board size `n`, unless a single prefix has more. The limit keeps
/// lookups between less than 0.1 ms (N ≤ 18) and about 1 ms with the fastest kernel, and an index at about 0.3 MB for
/// N = 18 and 3.5 MB for N = 20. docs/scale.md covers larger boards.
///
/// At N = 22 most cells are single prefixes, at N = 24 half of them.
pub fn cell_limit(n: BoardSize) -> u64 {
    match n.get() {
        ..=18 => 3072,
        19 => 10_240,
        20 => 24_576,
        21 => 61_440,
        22 => 147_456,
        23 => 294_912,
        _ => 1_179_648,
    }
}

/// The size of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellSize {
    /// Attack-free prefixes.
    pub prefixes: u32,
    /// Solutions that begin with one of the prefixes.
    pub solutions: u64,
    /// Canonical representatives among these solutions.
    pub representatives: u64,
}

/// The counts of solutions and representatives of a prefix.
impl From<[u32; 2]> for CellSize {
    fn from([solutions, representatives]: [u32; 2]) -> Self {
        let (solutions, representatives) = (solutions.into(), representatives.into());
        CellSize { prefixes: 1, solutions, representatives }
    }
}

/// Joins consecutive prefixes, or cells, into cells: as many as have at most `limit` solutions together, or a single one
/// that has more.
///
/// Every cell has a solution if the board has any, and would exceed `limit` with the next prefix.
pub fn join_cells<'c>(
    parts: impl IntoIterator<Item = impl Into<CellSize> + 'c> + 'c,
    limit: u64,
) -> impl Iterator<Item = CellSize> + 'c {
    let mut parts = parts.into_iter().map(Into::into).peekable();
    std::iter::from_fn(move || {
        let mut cell = CellSize::default();
        let fits = |cell: &CellSize, next: &CellSize| {
            let sum = cell.solutions + next.solutions;
            cell.solutions == 0 || next.solutions == 0 || sum <= limit
        };
        while let Some(next) = parts.next_if(|next| fits(&cell, next)) {
            cell.prefixes += next.prefixes;
            cell.solutions += next.solutions;
            cell.representatives += next.representatives;
        }
        (cell.prefixes > 0).then_some(cell)
    })
}

/// The end of a cell from which its boards are enumerated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    First,
    Last,
}

/// Enumerates the boards of a cell a few queens below its prefixes, in lexicographic order from its first prefix on, or
/// in reverse order from its last. Batched, because a cell of a damaged file may claim millions of them.
pub(super) struct CellBoards<'c> {
    depth: usize,
    end: End,
    /// The prefix at the end where the enumeration starts.
    bound: &'c [u8],
    /// Prefixes of the cell that are not visited yet.
    left: u32,
    /// The board of each prefix of `queens`, the empty one first.
    path: Vec<Branch>,
    queens: Vec<u8>,
}

/// A board and the untried rows of its next column.
struct Branch {
    board: Bitboard<u32>,
    rows: u32,
    /// Whether its queens are those of `CellBoards::bound`.
    bound: bool,
}

impl<'c> CellBoards<'c> {
    /// The boards of `depth` queens, at least as many as its prefixes have, from one end of a cell. Stops at the end of
    /// the board even if the cell claims more prefixes.
    pub(super) fn new(n: usize, cell: Cell<'c>, depth: usize, end: End) -> Self {
        let (path, queens) = (Vec::with_capacity(depth), Vec::with_capacity(depth));
        let bound = match end {
            End::First => cell.first,
            End::Last => cell.last,
        };
        let mut boards = CellBoards { depth, end, bound, left: cell.size.prefixes, path, queens };
        boards.enter(Bitboard::empty(n), true);
        boards
    }

    /// Replaces the batch by the next boards, at most `most`; it is empty at the end of the cell.
    pub(super) fn fill(&mut self, batch: &mut Batch, most: usize) {
        batch.clear(self.depth);
        while batch.len() < most
            && let Some(board) = self.next_board()
        {
            batch.boards.push(board);
            batch.queens.extend_from_slice(&self.queens);
        }
    }

    /// The next board and the rows of its queens.
    pub(super) fn next(&mut self) -> Option<(Bitboard<u32>, &[u8])> {
        self.next_board().map(|board| (board, &self.queens[..]))
    }

    /// The next board; leaves its queens in `queens`.
    fn next_board(&mut self) -> Option<Bitboard<u32>> {
        loop {
            let column = self.path.len().checked_sub(1)?;
            self.queens.truncate(column);
            if self.left == 0 && column < self.bound.len() {
                return None;
            }
            let branch = self.path.last_mut()?;
            let bit = match self.end {
                End::First => branch.rows.lowest(),
                End::Last => branch.rows.highest(),
            };
            if bit == 0 {
                self.path.pop();
                continue;
            }
            branch.rows ^= bit;
            let row = bit.trailing_zeros() as u8;
            let bound = branch.bound && self.bound.get(column) == Some(&row);
            let board = branch.board.with(bit);
            self.queens.push(row);
            self.left -= u32::from(column + 1 == self.bound.len());
            if column + 1 == self.depth {
                return Some(board);
            }
            self.enter(board, bound);
        }
    }

    fn enter(&mut self, board: Bitboard<u32>, bound: bool) {
        let inside = match (self.bound.get(self.path.len()).filter(|_| bound), self.end) {
            (None, _) => u32::MAX,
            (Some(&first), End::First) => u32::MAX << first,
            (Some(&last), End::Last) => u32::MAX >> (u32::BITS - 1 - u32::from(last)),
        };
        self.path.push(Branch { board, rows: board.safe() & inside, bound });
    }
}

/// Consecutive boards of a cell.
#[derive(Default)]
pub(super) struct Batch {
    depth: usize,
    boards: Vec<Bitboard<u32>>,
    queens: Vec<u8>,
}

impl Batch {
    fn clear(&mut self, depth: usize) {
        self.depth = depth;
        self.boards.clear();
        self.queens.clear();
    }

    /// Number of boards.
    pub(super) fn len(&self) -> usize {
        self.boards.len()
    }

    /// The 0-based rows of a board.
    pub(super) fn queens(&self, board: usize) -> &[u8] {
        &self.queens[board * self.depth..][..self.depth]
    }

    /// The number of boards, in the order from this end, before the one that these rows begin with.
    pub(super) fn before(&self, rows: &[u8], end: End) -> usize {
        let target = &rows[..self.depth];
        let order = match end {
            End::First => Ordering::Less,
            End::Last => Ordering::Greater,
        };
        self.queens.chunks(self.depth).take_while(|queens| (*queens).cmp(target) == order).count()
    }
}

/// Counts the solutions and the canonical representatives below boards. Retains about 1 MiB between calls.
pub(super) struct BoardCounter {
    n: usize,
    /// Queens per board.
    pub(super) depth: usize,
    pub(super) engine: Engine,
    kernel: Kernel,
    /// Made for the first representatives.
    finder: Option<CanonicalFinder<()>>,
}

impl BoardCounter {
    /// A counter for board size `n` and boards of `depth` queens, N − 10 to N − 2 and at least 2. Solutions can also be
    /// counted below boards of fewer queens.
    pub(super) fn new(kernel: Kernel, n: usize, depth: usize) -> Self {
        let engine = Engine::new(kernel, n, Mode::Count, depth);
        BoardCounter { n, depth, engine, kernel, finder: None }
    }

    /// The number of solutions below each of these boards of a batch.
    pub(super) fn solutions(&mut self, batch: &Batch, boards: Range<usize>) -> Vec<u64> {
        let mut counts = vec![0; boards.len()];
        self.engine.depth = batch.depth;
        let (boards, most) = (&batch.boards[boards], tags(self.n));
        for (boards, counts) in boards.chunks(most).zip(counts.chunks_mut(most)) {
            for (tag, &board) in boards.iter().enumerate() {
                self.engine.add_root(board, tag);
            }
            let _ = self.engine.count(counts, &mut |_| true);
        }
        counts
    }

    /// The number of canonical representatives below each of these boards of a batch.
    pub(super) fn representatives(&mut self, batch: &Batch, boards: Range<usize>) -> Vec<u64> {
        let finder = self.finder.get_or_insert_with(|| {
            let shape = SearchShape { n: self.n, key: self.depth.min(6), root: self.depth };
            CanonicalFinder::with_shape(self.kernel, shape, ())
        });
        let mut counts = Vec::with_capacity(boards.len());
        let mut masks = None;
        // The indices in `counts` of the roots of the next search.
        let mut pending = Vec::new();
        for board in boards {
            let queens = batch.queens(board);
            counts.push(0);
            if usize::from(queens[0]) >= self.n / 2 {
                continue;
            }
            if masks.replace(masks_of(queens)) != Some(masks_of(queens)) {
                search(finder, &mut pending, &mut counts);
                finder.allow(allowed_rows(self.n, queens));
            }
            let mut columns = queens.iter().enumerate();
            if columns.all(|(column, &row)| finder.allowed(column) & 1 << row != 0) {
                pending.push(counts.len() - 1);
                if !finder.add_root(batch.boards[board], queens) {
                    search(finder, &mut pending, &mut counts);
                }
            }
        }
        search(finder, &mut pending, &mut counts);
        counts
    }
}

/// Searches the roots of a finder, one for each of the `pending` places in the counts.
fn search(finder: &mut CanonicalFinder<()>, pending: &mut Vec<usize>, counts: &mut [u64]) {
    let mut pending = pending.drain(..);
    finder.search(&mut |_| true, |_, found| {
        if let Some(board) = pending.next() {
            counts[board] = u64::from(found);
        }
    });
}
