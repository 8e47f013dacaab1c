//! Boards as bit masks: a [`Bitboard`] is filled column by column, a [`QueenSet`] has queens on arbitrary squares; and
//! the attack-free prefixes in lexicographic order, which `kernel/prefixes.rs` numbers.

use crate::combinatorics::{BoardSize, Permutation};
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
    pub(crate) empty_columns: u64,
    /// Rows with a queen.
    rows: u64,
    /// Diagonals with a queen, by column + row.
    sums: u128,
    /// Diagonals with a queen, by row + N − 1 − column.
    differences: u128,
}

impl QueenSet {
    pub(crate) fn empty(n: usize) -> Self {
        QueenSet { n, empty_columns: u64::MAX >> (64 - n), rows: 0, sums: 0, differences: 0 }
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

// ---- Attack-free prefixes

/// The 0-based rows of the first queens, none attacking another: a subtree of the search.
pub(crate) type Prefix = Vec<u8>;

/// A position among the attack-free prefixes of one length in lexicographic order. It can skip many at a time.
#[derive(Debug, Clone)]
pub struct PrefixSteps {
    /// The board before each queen, and the safe rows above it.
    columns: Vec<(Bitboard<u64>, u64)>,
    rows: Prefix,
}

impl PrefixSteps {
    /// The position of a prefix; `None` if its queens attack each other.
    pub fn at(n: BoardSize, prefix: &[u8]) -> Option<Self> {
        let mut board = Bitboard::empty(n.get());
        let columns = prefix.iter().map(|&row| {
            let (here, bit) = (board, 1u64.checked_shl(row.into())?);
            board = here.with(bit);
            (here.safe() & bit != 0).then_some((here, here.safe() & !(bit | (bit - 1))))
        });
        Some(PrefixSteps { columns: columns.collect::<Option<_>>()?, rows: prefix.to_vec() })
    }

    /// The position of the first prefix of this number of queens, at least one; `None` if there is none.
    pub fn first(n: BoardSize, queens: usize) -> Option<Self> {
        Self::from(n, &[], 0, queens)
    }

    /// The position of the first prefix of this number of queens that is not before `parent`, `row`; `None` if there is
    /// none. The queens of the parent do not attack each other; a row of N means its end.
    pub(crate) fn from(n: BoardSize, parent: &[u8], row: u8, queens: usize) -> Option<Self> {
        let mut steps = Self::at(n, parent)?;
        let board = Bitboard::with_queens(n.get(), parent)?;
        let rows = board.safe() & u64::MAX.checked_shl(row.into()).unwrap_or(0);
        steps.columns.push((board, rows));
        steps.columns.resize(queens, (board, 0));
        steps.rows.resize(queens, 0);
        steps.skip(1).then_some(steps)
    }

    /// The prefix at this position.
    pub fn prefix(&self) -> &[u8] {
        &self.rows
    }

    /// Advances by `steps` prefixes; false if there are fewer. O(prefixes without the last queen).
    pub fn skip(&mut self, mut steps: u32) -> bool {
        let last = self.rows.len() - 1;
        while steps > 0 {
            let above = self.columns[last].1;
            let siblings = above.count_ones().min(steps);
            if steps > siblings {
                steps -= siblings;
                if !self.next_parent() {
                    return false;
                }
                continue;
            }
            let passed = (1..steps).fold(above, |rows, _| rows & (rows - 1));
            self.put(last, passed & (passed - 1), passed.trailing_zeros() as u8);
            return true;
        }
        true
    }

    /// Moves before the first child of the next prefix without the last queen.
    fn next_parent(&mut self) -> bool {
        let last = self.rows.len() - 1;
        let mut column = last;
        while column > 0 {
            column -= 1;
            let rows = self.columns[column].1;
            if rows == 0 {
                continue;
            }
            self.put(column, rows & (rows - 1), rows.trailing_zeros() as u8);
            let mut board = self.columns[column].0.with(rows.lowest());
            while column < last {
                column += 1;
                let safe = board.safe();
                self.columns[column] = (board, safe);
                if column == last || safe == 0 {
                    break;
                }
                self.put(column, safe & (safe - 1), safe.trailing_zeros() as u8);
                board = board.with(safe.lowest());
            }
            if column == last {
                return true;
            }
        }
        false
    }

    fn put(&mut self, column: usize, above: u64, row: u8) {
        self.columns[column].1 = above;
        self.rows[column] = row;
    }
}

/// All attack-free prefixes of this number of queens, at least one, in lexicographic order.
pub(crate) fn attack_free_prefixes(n: BoardSize, queens: usize) -> impl Iterator<Item = Prefix> {
    let first = PrefixSteps::first(n, queens);
    let all = std::iter::successors(first, |here| {
        let mut next = here.clone();
        next.skip(1).then_some(next)
    });
    all.map(|here| here.rows)
}

/// All attack-free prefixes of `depth` queens in the first half, in lexicographic order: every solution of rank at most
/// ⌈Q(N)/2⌉ begins with exactly one of them, and no other solution does.
///
/// The depth is at least 2 for odd N, where the half ends inside the subtree of the middle first queen, and at most
/// N − 1.
pub fn first_half_prefixes(n: BoardSize, depth: usize) -> Vec<Prefix> {
    let size = n.get();
    if size == 1 {
        return vec![Vec::new()];
    }
    let depth = depth.max(1 + size % 2).min(size - 1);
    let middle = Permutation::middle(n);
    let in_first_half = |prefix: &Prefix| prefix[..] < middle.zero_based()[..depth];
    attack_free_prefixes(n, depth).take_while(in_first_half).collect()
}
