//! Permutations in one-line notation, in lexicographic order, and solutions: those without attacking queens. Their
//! parsing is in `notation`, their bytes in `word`, their index in `factoradic`.

use super::{invalid::Invalid, numbers::BoardSize};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::str::FromStr;

/// A permutation in one-line notation: the queen in column i is in row `rows()[i]`.
///
/// Columns and rows are 0-based in memory and 1-based in text. The order is lexicographic.
#[derive(Clone, Copy)]
pub struct Permutation {
    rows: [u8; BoardSize::MAX],
    n: BoardSize,
}

impl Permutation {
    /// The permutation with these 0-based rows, one per column. O(N).
    ///
    /// # Errors
    /// [`Invalid::RowOutside`] and [`Invalid::RowTwice`]; [`Invalid::NoQueens`] without rows,
    /// [`Invalid::TooManyQueens`] for more than 64.
    pub fn new(rows: &[u8]) -> Result<Self, Invalid> {
        if rows.is_empty() {
            return Err(Invalid::NoQueens);
        }
        let (largest, got) = (BoardSize::MAX, rows.len());
        let n = BoardSize::new(got).map_err(|_| Invalid::TooManyQueens { largest, got })?;
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
        let mut copy = [0; BoardSize::MAX];
        for (slot, row) in copy.iter_mut().zip(rows) {
            *slot = row;
        }
        Permutation { rows: copy, n }
    }

    /// The permutation with the first N of `rows`, which must be distinct and inside the board.
    pub(crate) fn from_padded<const LEN: usize>(n: BoardSize, rows: [u8; LEN]) -> Self {
        let mut copy = [0; BoardSize::MAX];
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
    pub fn zero_based(&self) -> &[u8] {
        &self.rows[..self.n.get()]
    }

    pub(super) fn rows_mut(&mut self) -> &mut [u8] {
        &mut self.rows[..self.n.get()]
    }

    /// The rows of the queens, one per column, 1-based, as printed.
    pub fn queens(&self) -> impl Iterator<Item = u8> {
        self.zero_based().iter().map(|row| row + 1)
    }

    /// The complement (N + 1 − p1, …, N + 1 − pN), Cmpl in Zhang & Zhang 2011, section II. It reverses the order.
    pub fn complement(&self) -> Self {
        let last = self.n.get() as u8 - 1;
        Self::from_distinct(self.n, self.zero_based().iter().map(|row| last - row))
    }

    /// The number of columns whose queens differ: 0 to N, never 1. O(N).
    ///
    /// # Errors
    /// [`Invalid::OtherSize`] for two board sizes.
    pub fn distance(&self, other: &Self) -> Result<usize, Invalid> {
        if self.n != other.n {
            return Err(Invalid::OtherSize { n: self.n.get(), other: other.n.get() });
        }
        Ok(self
            .zero_based()
            .iter()
            .zip(other.zero_based())
            .filter(|(one, other)| one != other)
            .count())
    }

    /// The 0-based columns of the first two queens that share a diagonal; `None` for a solution. O(N) for a solution.
    pub fn attack(&self) -> Option<(usize, usize)> {
        let n = self.n.get();
        let (mut sums, mut differences) = (0u128, 0u128);
        for (column, &row) in self.zero_based().iter().enumerate() {
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
        self.zero_based() == other.zero_based()
    }
}

impl Eq for Permutation {}

impl Hash for Permutation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.zero_based().hash(state);
    }
}

impl PartialOrd for Permutation {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Permutation {
    fn cmp(&self, other: &Self) -> Ordering {
        self.zero_based().cmp(other.zero_based())
    }
}

/// The 1-based rows separated by spaces.
impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One write for all queens (at most 64 numbers of two digits and a space), because lists are long.
        let mut text = [b' '; 3 * BoardSize::MAX];
        let mut length = 0;
        for queen in self.queens() {
            if queen >= 10 {
                text[length] = b'0' + queen / 10;
                length += 1;
            }
            text[length] = b'0' + queen % 10;
            length += 2;
        }
        let digits = std::str::from_utf8(&text[..length - 1]).map_err(|_| fmt::Error)?;
        f.pad(digits)
    }
}

impl fmt::Debug for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({self})")
    }
}

/// A solution of the N-queens problem: a permutation with all pi + i distinct and all pi − i distinct (Gupta's rules 1
/// and 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(Permutation);

impl Solution {
    /// The permutation as a solution. O(N).
    ///
    /// # Errors
    /// [`Invalid::Attack`] with the first two queens that attack each other.
    pub fn new(permutation: Permutation) -> Result<Self, Invalid> {
        match permutation.attack() {
            None => Ok(Solution(permutation)),
            Some((left, right)) => {
                let square =
                    |column: usize| (column + 1, usize::from(permutation.zero_based()[column]) + 1);
                Err(Invalid::Attack { first: square(left), second: square(right) })
            }
        }
    }

    /// A solution without a check, for images of solutions and results of a search.
    pub(crate) fn from_proof(permutation: Permutation) -> Self {
        debug_assert_eq!(permutation.attack(), None);
        Solution(permutation)
    }

    /// The complement, which is also a solution: rank(complement) = Q(N) + 1 − rank. O(N).
    pub fn complement(&self) -> Self {
        Solution(self.0.complement())
    }

    /// Whether the rank is at most Q(N)/2, determined by the first two queens. True for N = 1.
    pub fn in_first_half(&self) -> bool {
        // The solutions before `Permutation::middle`.
        let half = self.n().get() as u8 / 2;
        match self.zero_based() {
            [_] => true,
            [first, second, ..] if self.n().get() % 2 == 1 => (*first, *second) < (half, half),
            rows => rows[0] < half,
        }
    }

    /// Whether no queens attack each other on the torus, where each diagonal continues on the opposite side: all pi + i
    /// are distinct modulo N, and so are all pi − i. O(N).
    pub fn is_toroidal(&self) -> bool {
        let n = self.n().get();
        let (mut sums, mut differences) = (0u64, 0u64);
        for (column, &row) in self.zero_based().iter().enumerate() {
            sums |= 1 << ((column + usize::from(row)) % n);
            differences |= 1 << ((n + column - usize::from(row)) % n);
        }
        [sums, differences].iter().all(|diagonals| diagonals.count_ones() as usize == n)
    }

    /// The solution as a permutation.
    pub fn permutation(&self) -> &Permutation {
        &self.0
    }
}

impl Deref for Solution {
    type Target = Permutation;

    fn deref(&self) -> &Permutation {
        &self.0
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Solution {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        Solution::new(text.parse()?)
    }
}
