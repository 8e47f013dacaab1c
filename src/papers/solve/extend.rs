//! The pattern of Gupta, section 2.1: a board of N − 1 grows to N by a new last column and a new row, with a queen
//! where they meet. For odd N the new row is the first, for even N it comes after N/2 rows. The start is (2 4 1 3).
//!
//! As a formula, column 2i − 1 has row ⌈N/2⌉ + 1 − i, and column 2i has row N + 1 − i. For odd N the new row 1 shifts
//! all others by one, and the last column is the ⌈N/2⌉-th odd column; for even N the rows above N/2 shift by one, and
//! the last column is the N/2-th even column. Both agree with the formula.
//!
//! **Where it works.** Two odd columns, or two even ones, are 2t columns and t rows apart: no attack. An odd column
//! 2i − 1 and an even column 2k are |2t + 1| columns and ⌊N/2⌋ − t rows apart, with t = k − i. They attack each other
//! if the distances are equal. ⌊N/2⌋ − t = −(2t + 1) is impossible, since t = −⌊N/2⌋ − 1 is out of range;
//! ⌊N/2⌋ − t = 2t + 1 means ⌊N/2⌋ = 3t + 1. So the pattern fails exactly for N = 6k + 2 and 6k + 3: first for 8 and 9
//! (the queens of columns 1 and 2t + 2 = 4), while it works again for 10 to 13.

use super::attempt::Attempt;
use super::error::SolveError;

/// The rows of the pattern, whether or not it is a solution. O(N).
pub(super) fn rows(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    attempt.step()?;
    let n = attempt.n as u32;
    let row = |column: u32| match column % 2 {
        0 => n.div_ceil(2) - 1 - column / 2,
        _ => n - 1 - column / 2,
    };
    Ok((0..n).map(row).collect())
}
