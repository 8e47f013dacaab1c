//! [`Solution`]: a permutation without attacking queens.

use super::{invalid::Invalid, permutation::Permutation};
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

/// A solution of the N-queens problem: a permutation with all pi + i distinct and all pi − i distinct (Gupta's rules 1
/// and 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(Permutation);

impl Solution {
    /// The permutation as a solution. Fails with two attacking queens. O(N).
    pub fn new(permutation: Permutation) -> Result<Self, Invalid> {
        match permutation.attack() {
            None => Ok(Solution(permutation)),
            Some((left, right)) => {
                let square =
                    |column: usize| (column + 1, usize::from(permutation.rows()[column]) + 1);
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
        match self.rows() {
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
        for (column, &row) in self.rows().iter().enumerate() {
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
