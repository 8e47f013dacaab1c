//! Depth-first search for solutions in lexicographic order, and plain iterators over its results. It can start anywhere,
//! pause and resume. It works on one board at a time, for any N; `kernel` works on many at a time.

use super::bitboard::Bitboard;
use crate::combinatorics::{BoardSize, Canonical, Conditions, Permutation, Solution};
use std::fmt;

/// The outcome of [`DepthFirstSearch::advance`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchStep {
    /// The queens are a solution.
    Found,
    /// A queen was placed in one of the first columns, where the caller may intervene; call again to continue.
    Placed,
    /// No steps are left; call again to resume.
    Paused,
    /// There is no further solution.
    Exhausted,
}

/// The state of one column as bit masks: the attacked rows and the untried safe rows.
#[derive(Clone, Copy, Default)]
struct ColumnState {
    untried: u64,
    board: Bitboard<u64>,
}

impl ColumnState {
    /// The state of the next column after a queen in `row` of this one.
    fn next(&self, row: u8, allowed: u64) -> ColumnState {
        let board = self.board.with(1u64 << row);
        ColumnState { untried: allowed & board.safe(), board }
    }
}

/// A depth-first search over the columns, lowest safe row first, so that solutions are found in lexicographic order.
/// The safe rows of a column are one 64-bit mask. Fixed size, about 3 KiB.
#[derive(Clone)]
pub(crate) struct DepthFirstSearch {
    n: BoardSize,
    columns: [ColumnState; BoardSize::MAX],
    queens: [u8; BoardSize::MAX],
    /// The allowed rows of each column; all rows without a filter.
    allowed: [u64; BoardSize::MAX],
    /// Whether `allowed` is [`border_rows`] of the first queen.
    by_borders: bool,
    column: usize,
    /// The number of columns after which [`SearchStep::Placed`] is returned.
    asked: usize,
}

impl fmt::Debug for DepthFirstSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let placed = &self.queens[..self.column.min(self.queens.len())];
        f.debug_struct("DepthFirstSearch")
            .field("n", &self.n)
            .field("rows", &placed)
            .finish_non_exhaustive()
    }
}

impl DepthFirstSearch {
    /// A search for all solutions.
    pub(crate) fn new(n: BoardSize) -> Self {
        let full = u64::MAX >> (64 - n.get());
        let mut search = DepthFirstSearch {
            n,
            columns: [ColumnState::default(); BoardSize::MAX],
            queens: [0; BoardSize::MAX],
            allowed: [full; BoardSize::MAX],
            by_borders: false,
            column: 0,
            asked: 0,
        };
        search.columns[0] = ColumnState { untried: full, board: Bitboard::empty(n.get()) };
        search
    }

    /// A search for the solutions that match conditions. Fastest if the conditions are reduced.
    pub(crate) fn matching(conditions: &Conditions) -> Self {
        let mut search = DepthFirstSearch::new(conditions.n());
        search.allowed[..conditions.rows().len()].copy_from_slice(conditions.rows());
        search.columns[0].untried = search.allowed[0];
        search
    }

    /// A search for the solutions that can be canonical representatives, judged by their four border queens
    /// ([`border_rows`]).
    pub(crate) fn representatives(n: BoardSize) -> Self {
        let mut search = DepthFirstSearch { by_borders: true, ..DepthFirstSearch::new(n) };
        search.columns[0].untried &= u64::MAX >> (64 - n.get().div_ceil(2));
        search
    }

    /// A search for the complements of those solutions, to be moved to a solution of the second half. Since the
    /// complement reverses the order, the representatives are found in descending order.
    pub(crate) fn complements_of_representatives(n: BoardSize) -> Self {
        DepthFirstSearch { by_borders: true, ..DepthFirstSearch::new(n) }
    }

    /// A search for the solutions with this prefix: fewer than N attack-free 0-based rows.
    pub(crate) fn below(n: BoardSize, prefix: &[u8]) -> Self {
        let mut search = DepthFirstSearch::new(n);
        for &row in prefix {
            search.columns[search.column].untried = 0;
            search.push(row);
        }
        search
    }

    /// Moves a new search forward so that the next solution is the first one not before `start`.
    pub(crate) fn seek(&mut self, start: &Permutation) {
        for (column, &row) in start.zero_based().iter().enumerate() {
            let bit = 1u64 << row;
            let safe = self.columns[column].untried & bit != 0;
            self.columns[column].untried &= !(bit | (bit - 1));
            if !safe {
                return;
            }
            if column + 1 == self.n.get() {
                // `start` is a solution itself, and will be found next.
                self.columns[column].untried |= bit;
                return;
            }
            self.push(row);
        }
    }

    /// Searches for the next solution until `steps` is used up. Placing a queen and stepping back cost one step each.
    pub(crate) fn advance(&mut self, steps: &mut u64) -> SearchStep {
        let last = self.n.get() - 1;
        let (mut column, mut here) = (self.column, self.columns[self.column]);
        let step = loop {
            if *steps == 0 {
                break SearchStep::Paused;
            }
            *steps -= 1;
            if here.untried == 0 {
                if column == 0 {
                    break SearchStep::Exhausted;
                }
                column -= 1;
                here = self.columns[column];
                continue;
            }
            let row = here.untried.trailing_zeros() as u8;
            here.untried &= here.untried - 1;
            self.queens[column] = row;
            if column == last {
                break SearchStep::Found;
            }
            if column == 0 && self.by_borders {
                self.allowed = border_rows(self.n, row);
            }
            let next = here.next(row, self.allowed[column + 1]);
            if next.untried != 0 {
                self.columns[column] = here;
                column += 1;
                here = next;
                if column <= self.asked {
                    break SearchStep::Placed;
                }
            }
        };
        self.columns[column] = here;
        self.column = column;
        step
    }

    /// Makes the search return after each queen in the first `columns` < N columns.
    pub(crate) fn asking(mut self, columns: usize) -> Self {
        self.asked = columns;
        self
    }

    /// The rows of the queens before the current column.
    pub(crate) fn prefix(&self) -> &[u8] {
        &self.queens[..self.column]
    }

    /// Restricts the untried rows of a column, at most the current one, to these.
    pub(crate) fn restrict(&mut self, column: usize, rows: u64) {
        self.columns[column].untried &= rows;
    }

    /// Removes the last queen, after [`SearchStep::Placed`].
    pub(crate) fn refute(&mut self) {
        self.column -= 1;
    }

    /// The solutions from here on, in lexicographic order.
    pub(crate) fn solutions(self) -> Solutions {
        Solutions(self)
    }

    /// Puts a queen into the current column and moves to the next one, even if that has no safe row.
    fn push(&mut self, row: u8) {
        let here = self.columns[self.column];
        self.queens[self.column] = row;
        if self.column == 0 && self.by_borders {
            self.allowed = border_rows(self.n, row);
        }
        self.column += 1;
        self.columns[self.column] = here.next(row, self.allowed[self.column]);
    }

    /// The current queens: a solution after [`SearchStep::Found`], otherwise a [prefix](Self::prefix) followed by stale
    /// rows.
    pub(crate) fn queens(&self) -> &[u8] {
        &self.queens[..self.n.get()]
    }

    /// The current solution, after [`SearchStep::Found`].
    pub(crate) fn solution(&self) -> Solution {
        let rows = self.queens().iter().copied();
        Solution::from_proof(Permutation::from_distinct(self.n, rows))
    }
}

/// The rows of each column that a canonical representative with first queen `first`, or the complement of one, can use.
///
/// Read along the four borders in both directions, the eight images begin with p1, N + 1 − p1, pN, N + 1 − pN and the
/// columns of the queens in the first and the last row, counted from either side. None of these is smaller than the
/// first queen of the representative, so the border queens are at least as far from every corner as p1 is from its own
/// (Cull & Pandey 1994, section 5, and the half-column remark there).
fn border_rows(n: BoardSize, first: u8) -> [u64; BoardSize::MAX] {
    let size = n.get();
    let full = u64::MAX >> (64 - size);
    let margin = usize::from(first).min(size - 1 - usize::from(first));
    let outer_rows = 1 | 1 << (size - 1);
    let mut allowed = [full; BoardSize::MAX];
    for distance in 1..margin {
        allowed[distance] &= !outer_rows;
        allowed[size - 1 - distance] &= !outer_rows;
    }
    let low = (1u64 << margin) - 1;
    allowed[size - 1] &= !(low | low << (size - margin).min(63));
    allowed
}

/// An iterator over all solutions in lexicographic order, by backtracking, in constant memory.
///
/// ```
/// use nqdb::{BoardSize, search::Solutions};
///
/// let n = BoardSize::new(10)?;
/// let hundredth = Solutions::new(n).nth(99).unwrap();
/// assert_eq!(hundredth.to_string(), "2 8 10 4 1 5 9 6 3 7");
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solutions(DepthFirstSearch);

impl Solutions {
    /// All solutions of board size `n`.
    pub fn new(n: BoardSize) -> Self {
        Solutions(DepthFirstSearch::new(n))
    }

    /// The solutions not before `start`, which may be any permutation.
    pub fn starting_at(start: &Permutation) -> Self {
        let mut search = DepthFirstSearch::new(start.n());
        search.seek(start);
        Solutions(search)
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        (self.0.advance(&mut { u64::MAX }) == SearchStep::Found).then(|| self.0.solution())
    }
}

/// An iterator over all canonical representatives in lexicographic order, that is, by orbit id. Boards ruled out by
/// their border queens are skipped. Constant memory.
#[derive(Clone, Debug)]
pub struct Representatives(Solutions);

impl Representatives {
    /// All canonical representatives of board size `n`.
    pub fn new(n: BoardSize) -> Self {
        Representatives(DepthFirstSearch::representatives(n).solutions())
    }

    /// The canonical representatives not before `start`, which may be any permutation.
    pub fn starting_at(start: &Permutation) -> Self {
        let mut search = DepthFirstSearch::representatives(start.n());
        search.seek(start);
        Representatives(search.solutions())
    }
}

impl Iterator for Representatives {
    type Item = Canonical;

    fn next(&mut self) -> Option<Canonical> {
        self.0.find_map(Canonical::check)
    }
}
