//! [`Placement`]: a solution of any size. And the attacks between queens.

use super::invalid::Invalid;
use super::permutation::{Permutation, Solution, check_rows};
use std::collections::HashMap;
use std::fmt;

/// A solution of any size: one queen per column, none attacking another. 4 bytes per queen.
///
/// For ranks and symmetries (N ≤ 64), convert it with [`Placement::solution`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Placement(Vec<u32>);

impl Placement {
    /// The solution with queens in these 0-based rows, one per column. O(N) time, 4 N bits of memory.
    ///
    /// # Errors
    /// [`Invalid::NoQueens`], [`Invalid::RowOutside`] or [`Invalid::RowTwice`] unless they are a permutation;
    /// [`Invalid::Attack`] with the first attack from left to right.
    pub fn new(rows: Vec<u32>) -> Result<Self, Invalid> {
        if rows.is_empty() {
            return Err(Invalid::NoQueens);
        }
        let mut seen = bits(rows.len());
        check_rows(&rows, |row| mark(&mut seen, row))?;
        match attack(&rows) {
            None => Ok(Placement(rows)),
            Some((left, right)) => {
                let square = |column: usize| (column + 1, rows[column] as usize + 1);
                Err(Invalid::Attack { first: square(left), second: square(right) })
            }
        }
    }

    /// The solution of size N = `n` with these rows, or the error of reading them. O(N).
    ///
    /// # Errors
    /// [`Invalid::WrongSize`], also if a row is outside the smaller board; that of reading; those of [`Placement::new`].
    #[doc(hidden)] // For comparisons.
    pub fn of_size(n: usize, rows: Result<Vec<u32>, Invalid>) -> Result<Self, Invalid> {
        let other = match &rows {
            Ok(rows) => rows.len(),
            Err(Invalid::RowOutside { n: other, .. }) => *other,
            Err(_) => n,
        };
        if other == n { Placement::new(rows?) } else { Err(Invalid::WrongSize { n, other }) }
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.0.len()
    }

    /// The rows of the queens, one per column, 0-based.
    pub fn zero_based(&self) -> &[u32] {
        &self.0
    }

    /// The rows of the queens, one per column, 1-based, as printed.
    pub fn queens(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map(|row| row + 1)
    }

    /// The placement as a [`Solution`]; `None` beyond N = 64.
    pub fn solution(&self) -> Option<Solution> {
        let rows: Option<Vec<u8>> = self.0.iter().map(|&row| u8::try_from(row).ok()).collect();
        Permutation::new(&rows?).ok().map(Solution::from_proof)
    }
}

/// The 0-based columns of the first two queens of a permutation that share a diagonal.
fn attack(rows: &[u32]) -> Option<(usize, usize)> {
    let n = rows.len();
    let (mut sums, mut differences) = (bits(2 * n), bits(2 * n));
    let right = rows.iter().enumerate().position(|(column, &row)| {
        let (sum, difference) = diagonals(n, column, row as usize);
        !(mark(&mut sums, sum) & mark(&mut differences, difference))
    })?;
    let left =
        (0..right).find(|&left| rows[left].abs_diff(rows[right]) as usize == right - left)?;
    Some((left, right))
}

fn bits(count: usize) -> Vec<u64> {
    vec![0; count.div_ceil(64)]
}

/// Sets a bit and returns whether it was unset.
fn mark(bits: &mut [u64], index: usize) -> bool {
    let (word, bit) = (&mut bits[index / 64], 1 << (index % 64));
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

/// Bytes per write.
const CHUNK: usize = 1 << 12;

/// The 1-based rows separated by spaces. A million take about 10 ms.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chunk = String::with_capacity(CHUNK + 16);
        for (column, queen) in self.queens().enumerate() {
            if column > 0 {
                chunk.push(' ');
            }
            push_number(&mut chunk, queen);
            if chunk.len() >= CHUNK {
                f.write_str(&chunk)?;
                chunk.clear();
            }
        }
        f.write_str(&chunk)
    }
}

fn push_number(text: &mut String, number: u32) {
    let mut power = 10u32.pow(number.checked_ilog10().unwrap_or(0));
    while power > 0 {
        text.push(char::from(b'0' + (number / power % 10) as u8));
        power /= 10;
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({self})")
    }
}

// ---- attacks

/// The two diagonals through a square as indices below 2 N: column + row, and column − row + N − 1.
#[inline]
pub fn diagonals(n: usize, column: usize, row: usize) -> (usize, usize) {
    (column + row, column + n - 1 - row)
}

/// The pairs of columns, left and right and 0-based, whose queens attack each other with no queen between them, for one
/// queen in each column. `rows` are 0-based; each row may hold several queens. Ordered by the left column. O(N).
///
/// ```
/// assert_eq!(nqdb::placement::attacks(&[0, 1, 2, 1]), [(0, 1), (1, 2), (1, 3), (2, 3)]);
/// assert_eq!(nqdb::placement::attacks(&[1, 3, 0, 2]), []);
/// ```
pub fn attacks(rows: &[u32]) -> Vec<(usize, usize)> {
    // The last queen so far on each row and diagonal.
    let mut last: HashMap<AttackLine, usize> = HashMap::new();
    let mut pairs = Vec::new();
    for (column, &row) in rows.iter().enumerate() {
        let (across, down) = (column as i64, i64::from(row));
        for line in [
            AttackLine::Row(down),
            AttackLine::Sum(across + down),
            AttackLine::Difference(across - down),
        ] {
            pairs.extend(last.insert(line, column).map(|left| (left, column)));
        }
    }
    pairs.sort_unstable();
    pairs
}

#[derive(PartialEq, Eq, Hash)]
enum AttackLine {
    Row(i64),
    Sum(i64),
    Difference(i64),
}
