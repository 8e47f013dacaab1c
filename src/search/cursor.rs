//! Depth-first search in lexicographic order, which can start anywhere and pause.

use super::bitboard::Bitboard;
use crate::combinatorics::{BoardSize, Canonical, Pattern, Permutation, Solution};

/// What a bounded stretch of search ended with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// The queens are a solution.
    Found,
    /// The stretch is over; call again to go on.
    Paused,
    /// There is no further solution.
    Exhausted,
}

/// One column of the search: what is attacked there, and which safe rows are still to be tried.
#[derive(Clone, Copy, Default)]
struct Column {
    untried: u64,
    board: Bitboard<u64>,
}

impl Column {
    /// The next column, when this one has a queen in `row`.
    fn child(&self, row: u8, allowed: u64) -> Column {
        let board = self.board.with(1u64 << row);
        Column { untried: allowed & board.safe(), board }
    }
}

/// Depth-first search over the columns, lowest safe row first, so that solutions come in
/// lexicographic order. A column's safe rows are one 64-bit mask. Fixed size, about 3 KiB.
#[derive(Clone)]
pub(crate) struct Cursor {
    n: BoardSize,
    columns: [Column; BoardSize::MAX as usize],
    queens: [u8; BoardSize::MAX as usize],
    /// Rows that a filter leaves to each column; all of them without a filter.
    allowed: [u64; BoardSize::MAX as usize],
    /// Whether `allowed` follows the first queen, for the borders of canonical representatives.
    borders: bool,
    column: usize,
}

impl Cursor {
    /// A search of the whole board.
    pub(crate) fn new(n: BoardSize) -> Self {
        let full = u64::MAX >> (64 - n.get());
        let mut cursor = Cursor {
            n,
            columns: [Column::default(); BoardSize::MAX as usize],
            queens: [0; BoardSize::MAX as usize],
            allowed: [full; BoardSize::MAX as usize],
            borders: false,
            column: 0,
        };
        cursor.columns[0] = Column { untried: full, board: Bitboard::empty(n.get()) };
        cursor
    }

    /// A search of the solutions that match a pattern, best a reduced one.
    pub(crate) fn matching(pattern: &Pattern) -> Self {
        let mut cursor = Cursor::new(pattern.n());
        cursor.allowed[..pattern.rows().len()].copy_from_slice(pattern.rows());
        cursor.columns[0].untried = cursor.allowed[0];
        cursor
    }

    /// A search of the boards that can be canonical representatives as far as the four border
    /// queens tell ([`border_rows`]).
    pub(crate) fn representatives(n: BoardSize) -> Self {
        let mut cursor = Cursor { borders: true, ..Cursor::new(n) };
        cursor.columns[0].untried &= u64::MAX >> (64 - n.get().div_ceil(2));
        cursor
    }

    /// A search of the complements of those boards, from `start` in the second half on: complement reverses the
    /// order, so the representatives come in descending order.
    pub(crate) fn complements_of_representatives(start: &Permutation) -> Self {
        let mut cursor = Cursor { borders: true, ..Cursor::new(start.n()) };
        cursor.seek(start);
        cursor
    }

    /// A search below `prefix`: attack-free 0-based rows of the first columns, fewer than N.
    pub(crate) fn below(n: BoardSize, prefix: &[u8]) -> Self {
        let mut cursor = Cursor::new(n);
        for &row in prefix {
            cursor.columns[cursor.column].untried = 0;
            cursor.place(row);
        }
        cursor
    }

    /// Moves on to the first solution that is not before `start`.
    pub(crate) fn seek(&mut self, start: &Permutation) {
        for (column, &row) in start.rows().iter().enumerate() {
            let bit = 1u64 << row;
            let safe = self.columns[column].untried & bit != 0;
            self.columns[column].untried &= !(bit | (bit - 1));
            if !safe {
                return;
            }
            if column + 1 == self.n.get() {
                // `start` is a solution: the next one to come.
                self.columns[column].untried |= bit;
                return;
            }
            self.place(row);
        }
    }

    /// Searches on until `steps` is used up: one for each placement and each step back.
    pub(crate) fn advance(&mut self, steps: &mut u64) -> Step {
        let last = self.n.get() - 1;
        let (mut column, mut here) = (self.column, self.columns[self.column]);
        let step = loop {
            if *steps == 0 {
                break Step::Paused;
            }
            *steps -= 1;
            if here.untried == 0 {
                if column == 0 {
                    break Step::Exhausted;
                }
                column -= 1;
                here = self.columns[column];
                continue;
            }
            let row = here.untried.trailing_zeros() as u8;
            here.untried &= here.untried - 1;
            self.queens[column] = row;
            if column == last {
                break Step::Found;
            }
            if column == 0 && self.borders {
                self.allowed = border_rows(self.n, row);
            }
            let next = here.child(row, self.allowed[column + 1]);
            if next.untried != 0 {
                self.columns[column] = here;
                column += 1;
                here = next;
            }
        };
        self.columns[column] = here;
        self.column = column;
        step
    }

    /// Puts a queen into the current column and goes to the next one, safe rows there or not.
    fn place(&mut self, row: u8) {
        let here = self.columns[self.column];
        self.queens[self.column] = row;
        if self.column == 0 && self.borders {
            self.allowed = border_rows(self.n, row);
        }
        self.column += 1;
        self.columns[self.column] = here.child(row, self.allowed[self.column]);
    }

    /// The queens as they stand: after [`Step::Found`] a solution, else a prefix and behind it what
    /// stood there before.
    pub(crate) fn queens(&self) -> &[u8] {
        &self.queens[..self.n.get()]
    }

    /// The solution, after [`Step::Found`].
    pub(crate) fn solution(&self) -> Solution {
        let rows = self.queens().iter().copied();
        Solution::from_proof(Permutation::from_distinct(self.n, rows))
    }

    /// The solution as a canonical representative, if it is one.
    pub(crate) fn representative(&self) -> Option<Canonical> {
        Canonical::check(self.solution())
    }
}

/// The rows that a canonical representative with first queen `first`, or the complement of one,
/// leaves to each column.
///
/// Read along the four borders in both directions, the eight images begin with p1, N + 1 − p1, pN,
/// N + 1 − pN and the columns of the queens in the first and the last row, counted from either side.
/// None of them is less than the first queen of the representative, so those queens stand at least
/// as far from every corner as p1 does from its own (Cull & Pandey 1994, section 5, and the half-column
/// remark there).
fn border_rows(n: BoardSize, first: u8) -> [u64; BoardSize::MAX as usize] {
    let size = n.get();
    let full = u64::MAX >> (64 - size);
    let margin = usize::from(first).min(size - 1 - usize::from(first));
    let outer_rows = 1 | 1 << (size - 1);
    let mut allowed = [full; BoardSize::MAX as usize];
    for distance in 1..margin {
        allowed[distance] &= !outer_rows;
        allowed[size - 1 - distance] &= !outer_rows;
    }
    let low = (1u64 << margin) - 1;
    allowed[size - 1] &= !(low | low << (size - margin).min(63));
    allowed
}
