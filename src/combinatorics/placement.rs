//! [`Placement`]: a checked solution of any size.

use super::diagonals::diagonals;
use super::{invalid::Invalid, permutation::Permutation, solution::Solution};
use std::fmt;

/// A solution of any size: one queen per column, none attacking another. 4 bytes per queen.
///
/// For ranks and symmetries (N ≤ 64), convert it with [`Placement::solution`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Placement(Vec<u32>);

impl Placement {
    /// The solution with queens in these 0-based rows, one per column. Fails if they are not a permutation, or with the
    /// first attack from left to right. O(N) time, 4 N bits of memory.
    pub fn new(rows: Vec<u32>) -> Result<Self, Invalid> {
        check_permutation(&rows)?;
        match attack(&rows) {
            None => Ok(Placement(rows)),
            Some((left, right)) => {
                let square = |column: usize| (column + 1, rows[column] as usize + 1);
                Err(Invalid::Attack { first: square(left), second: square(right) })
            }
        }
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.0.len()
    }

    /// The rows of the queens, one per column, 0-based.
    pub fn rows(&self) -> &[u32] {
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

/// Fails with the first row that is outside the board or occurs twice.
fn check_permutation(rows: &[u32]) -> Result<(), Invalid> {
    if rows.is_empty() {
        return Err(Invalid::NoQueens);
    }
    let n = rows.len();
    let mut seen = bits(n);
    for (column, &row) in rows.iter().enumerate() {
        if row as usize >= n {
            return Err(Invalid::RowOutside { n, column: column + 1, row: u64::from(row) + 1 });
        }
        if !mark(&mut seen, row as usize) {
            let first = rows.iter().position(|&other| other == row).unwrap_or(column) + 1;
            return Err(Invalid::RowTwice { n, row: row as usize + 1, first, second: column + 1 });
        }
    }
    Ok(())
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
