//! Boards as bit masks: a [`Bitboard`] is filled column by column, a [`QueenSet`] has queens on arbitrary squares.

use crate::combinatorics::BoardSize;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A mask of rows: bit r stands for 0-based row r.
pub trait RowMask:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty mask.
    const NONE: Self;

    /// Rows 0 to n − 1. 1 ≤ n ≤ the width of the mask.
    fn first_rows(n: usize) -> Self;

    /// A mask with one row.
    fn row(row: u8) -> Self;

    /// The lowest set row of a mask, as a mask; empty if the mask is empty.
    fn lowest(self) -> Self;

    /// The highest set row of a mask, as a mask; empty if the mask is empty.
    fn highest(self) -> Self;
}

macro_rules! row_mask {
    ($mask:ty) => {
        impl RowMask for $mask {
            const NONE: Self = 0;

            #[inline(always)]
            fn first_rows(n: usize) -> Self {
                <$mask>::MAX >> (<$mask>::BITS as usize - n)
            }

            #[inline(always)]
            fn row(row: u8) -> Self {
                1 << row
            }

            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn highest(self) -> Self {
                self.checked_ilog2().map_or(0, |row| 1 << row)
            }
        }
    };
}

row_mask!(u32);
row_mask!(u64);

/// The rows of a mask, lowest first, each as a mask.
#[inline]
pub(crate) fn each_row<M: RowMask>(mut rows: M) -> impl Iterator<Item = M> {
    std::iter::from_fn(move || {
        let lowest = rows.lowest();
        rows = rows ^ lowest;
        (lowest != M::NONE).then_some(lowest)
    })
}

/// A board with queens in its first columns, seen from the next column.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bitboard<M> {
    /// Rows without a queen.
    pub free: M,
    /// Rows of the next column on a rising diagonal of a queen; may include rows beyond the board.
    pub rising: M,
    /// Rows of the next column on a falling diagonal of a queen.
    pub falling: M,
}

impl<M: RowMask> Bitboard<M> {
    /// The empty board of size `n`; n ≤ the width of the mask.
    #[inline]
    pub fn empty(n: usize) -> Self {
        Bitboard { free: M::first_rows(n), rising: M::NONE, falling: M::NONE }
    }

    /// The board with queens in these 0-based rows, all less than `n`; `None` if a queen is attacked.
    pub fn with_queens(n: usize, rows: &[u8]) -> Option<Self> {
        rows.iter().try_fold(Self::empty(n), |board, &row| {
            (board.safe() & M::row(row) != M::NONE).then(|| board.with(M::row(row)))
        })
    }

    /// The safe rows of the next column.
    #[inline(always)]
    pub(crate) fn safe(self) -> M {
        self.free & !(self.rising | self.falling)
    }

    /// The board with a queen in a free row of the next column.
    #[inline(always)]
    pub(crate) fn with(self, row: M) -> Self {
        Bitboard {
            free: self.free ^ row,
            rising: (self.rising | row) << 1,
            falling: (self.falling | row) >> 1,
        }
    }
}

/// The safe rows of the column after an attack-free prefix, 0-based and ascending.
pub(crate) fn next_rows(n: BoardSize, prefix: &[u8]) -> Vec<u8> {
    let board = Bitboard::<u64>::with_queens(n.get(), prefix);
    let safe = if prefix.len() < n.get() { board.map_or(0, Bitboard::safe) } else { 0 };
    each_row(safe).map(|row| row.trailing_zeros() as u8).collect()
}

/// Non-attacking queens on any squares of a board of size N ≤ 64, for searches that do not proceed column by column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QueenSet {
    n: usize,
    /// Columns without a queen: bit c stands for 0-based column c.
    empty_columns: u64,
    /// Rows with a queen.
    rows: u64,
    /// Diagonals with a queen, by column + row.
    sums: u128,
    /// Diagonals with a queen, by row + N − 1 − column.
    differences: u128,
}

impl QueenSet {
    /// The empty set.
    pub(crate) fn empty(n: usize) -> Self {
        QueenSet { n, empty_columns: u64::MAX >> (64 - n), rows: 0, sums: 0, differences: 0 }
    }

    /// The columns without a queen, as a mask.
    pub(crate) fn empty_columns(&self) -> u64 {
        self.empty_columns
    }

    /// The rows that no queen attacks in an empty column, as a mask. Rows beyond the board count as safe.
    pub(crate) fn safe_rows(&self, column: usize) -> u64 {
        let on_sums = (self.sums >> column) as u64;
        let on_differences = (self.differences >> (self.n - 1 - column)) as u64;
        !(self.rows | on_sums | on_differences)
    }

    /// The set with one more queen, or `None` if its square is attacked.
    pub(crate) fn with_safe(&self, column: usize, row: usize) -> Option<Self> {
        let safe = self.empty_columns & 1 << column != 0 && self.safe_rows(column) & 1 << row != 0;
        safe.then(|| self.with(column, row))
    }

    /// The set with one more queen, on a safe square.
    pub(crate) fn with(&self, column: usize, row: usize) -> Self {
        QueenSet {
            n: self.n,
            empty_columns: self.empty_columns & !(1 << column),
            rows: self.rows | 1 << row,
            sums: self.sums | 1 << (column + row),
            differences: self.differences | 1 << (row + self.n - 1 - column),
        }
    }
}
