//! Permutations in one-line notation, in lexicographic order. Their text is in `notation`, their bytes in `word`,
//! their index in `factoradic`.

use super::{invalid::Invalid, numbers::BoardSize};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A permutation in one-line notation: the queen in column i is in row `rows()[i]`.
///
/// Columns and rows are 0-based in memory and 1-based in text. The order is lexicographic.
#[derive(Clone, Copy)]
pub struct Permutation {
    rows: [u8; BoardSize::MAX as usize],
    n: BoardSize,
}

impl Permutation {
    /// The permutation with these 0-based rows, one per column. Fails if a row is outside the board or occurs twice.
    /// O(N).
    pub fn new(rows: &[u8]) -> Result<Self, Invalid> {
        if rows.is_empty() {
            return Err(Invalid::NoQueens);
        }
        let n = u8::try_from(rows.len())
            .ok()
            .and_then(|n| BoardSize::new(n.into()).ok())
            .ok_or(Invalid::TooManyQueens { largest: BoardSize::MAX.into(), got: rows.len() })?;
        let mut seen = 0u64;
        check_rows(rows, |row| {
            let is_new = seen & 1 << row == 0;
            seen |= 1 << row;
            is_new
        })?;
        Ok(Self::from_distinct(n, rows.iter().copied()))
    }

    /// The permutation with these N rows, which must be distinct and inside the board.
    pub(crate) fn from_distinct(n: BoardSize, rows: impl IntoIterator<Item = u8>) -> Self {
        let mut copy = [0; BoardSize::MAX as usize];
        for (slot, row) in copy.iter_mut().zip(rows) {
            *slot = row;
        }
        Permutation { rows: copy, n }
    }

    /// The permutation with the first N of `rows`, which must be distinct and inside the board.
    pub(crate) fn from_padded<const LEN: usize>(n: BoardSize, rows: [u8; LEN]) -> Self {
        let mut copy = [0; BoardSize::MAX as usize];
        copy[..LEN].copy_from_slice(&rows);
        Permutation { rows: copy, n }
    }

    /// (1, 2, …, N), the first permutation.
    pub fn identity(n: BoardSize) -> Self {
        Self::from_distinct(n, 0..n.get() as u8)
    }

    /// The first permutation of the second half; it is not a solution. Since the complement reverses the order, the
    /// solutions before it are exactly those of ranks 1 … Q(N)/2 (N > 1).
    pub fn middle(n: BoardSize) -> Self {
        let size = n.get() as u8;
        // For odd N the second queen separates the solutions whose first queen is in the middle row.
        let head: Vec<u8> = match (size, size % 2) {
            (1, _) => vec![0],
            (_, 0) => vec![size / 2],
            _ => vec![size / 2, size / 2 + 1],
        };
        let tail = (0..size).filter(|row| !head.contains(row));
        Self::from_distinct(n, head.iter().copied().chain(tail))
    }

    /// The board size N.
    pub fn n(&self) -> BoardSize {
        self.n
    }

    /// The rows of the queens, one per column, 0-based.
    pub fn rows(&self) -> &[u8] {
        &self.rows[..self.n.get()]
    }

    pub(super) fn rows_mut(&mut self) -> &mut [u8] {
        &mut self.rows[..self.n.get()]
    }

    /// The rows of the queens, one per column, 1-based, as printed.
    pub fn queens(&self) -> impl Iterator<Item = u8> {
        self.rows().iter().map(|row| row + 1)
    }

    /// The complement (N + 1 − p1, …, N + 1 − pN), Cmpl in Zhang & Zhang 2011, section II. It reverses the order.
    pub fn complement(&self) -> Self {
        let last = self.n.get() as u8 - 1;
        Self::from_distinct(self.n, self.rows().iter().map(|row| last - row))
    }

    /// The number of columns whose queens differ: 0 to N, never 1. Fails for another board size. O(N).
    pub fn distance(&self, other: &Self) -> Result<usize, Invalid> {
        if self.n != other.n {
            return Err(Invalid::OtherSize { n: self.n.get(), other: other.n.get() });
        }
        Ok(self.rows().iter().zip(other.rows()).filter(|(one, other)| one != other).count())
    }

    /// The 0-based columns of the first two queens that share a diagonal; `None` for a solution. O(N) for a solution.
    pub fn attack(&self) -> Option<(usize, usize)> {
        let n = self.n.get();
        let (mut sums, mut differences) = (0u128, 0u128);
        for (column, &row) in self.rows().iter().enumerate() {
            let row = usize::from(row);
            let sum = 1u128 << (column + row);
            let difference = 1u128 << (n + column - row);
            if sums & sum != 0 || differences & difference != 0 {
                let left =
                    |&left: &usize| usize::from(self.rows[left]).abs_diff(row) == column - left;
                return (0..column).find(left).map(|left| (left, column));
            }
            sums |= sum;
            differences |= difference;
        }
        None
    }
}

/// Fails with the first row that is outside the board or occurs twice. `mark` marks a row of the board,
/// and returns whether it was unmarked.
pub(super) fn check_rows<R: Copy + PartialEq + Into<u32>>(
    rows: &[R],
    mut mark: impl FnMut(usize) -> bool,
) -> Result<(), Invalid> {
    let n = rows.len();
    for (column, &this) in rows.iter().enumerate() {
        let row = this.into() as usize;
        if row >= n {
            let (column, row) = (column + 1, row as u64 + 1);
            return Err(Invalid::RowOutside { n, first: 1, column, row });
        }
        if !mark(row) {
            let first = rows.iter().position(|&other| other == this).unwrap_or(column) + 1;
            return Err(Invalid::RowTwice { n, row: row + 1, first, second: column + 1 });
        }
    }
    Ok(())
}

impl PartialEq for Permutation {
    fn eq(&self, other: &Self) -> bool {
        self.rows() == other.rows()
    }
}

impl Eq for Permutation {}

impl Hash for Permutation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rows().hash(state);
    }
}

impl PartialOrd for Permutation {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Permutation {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rows().cmp(other.rows())
    }
}

impl fmt::Debug for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({self})")
    }
}
