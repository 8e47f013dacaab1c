//! The pattern of Gupta, section 2.1: from a board of N − 1 to one of N by a new last column and a
//! new row, with the new queen where they meet. For odd N the new row is the first, for even N it
//! comes after N/2 rows; the start is (2 4 1 3).
//!
//! Written out, with i-th for both halves: column 2i − 1 has row ⌈N/2⌉ + 1 − i, column 2i has row
//! N + 1 − i. For odd N the new row 1 moves all others by one, and the last column is the odd column
//! number ⌈N/2⌉; for even N the rows above N/2 move by one, and the last column is the even column
//! number N/2. Both agree with the formula.
//!
//! **Where it works.** Two odd columns, or two even ones, are 2t columns and t rows apart: no attack.
//! An odd column 2i − 1 and an even column 2k are |2t + 1| columns and ⌊N/2⌋ − t rows apart, t = k − i.
//! They attack each other where both are equal: not for ⌊N/2⌋ − t = −(2t + 1), since t = −⌊N/2⌋ − 1
//! is too far to the left, but for ⌊N/2⌋ − t = 2t + 1, that is, where ⌊N/2⌋ = 3t + 1. So the pattern is
//! no solution exactly when N leaves 2 or 3 when divided by 6: it fails first at 8 and 9 (the queens of
//! columns 1 and 2t + 2 = 4), and gives solutions again for 10 to 13.

use super::SolveError;
use super::run::Run;

/// The board of the pattern, solution or not. O(N).
pub(super) fn rows(run: &mut Run<'_>) -> Result<Vec<u32>, SolveError> {
    run.step()?;
    let n = run.n as u32;
    let row = |column: u32| match column % 2 {
        0 => n.div_ceil(2) - 1 - column / 2,
        _ => n - 1 - column / 2,
    };
    Ok((0..n).map(row).collect())
}
