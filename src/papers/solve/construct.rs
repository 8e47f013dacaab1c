//! An explicit solution for N = 1 and every N ≥ 4 (Pauls 1874): first the even rows, then the odd ones, so that
//! neighbours are a knight's move apart, with a few exchanges for N = 6k + 2 and 6k + 3.

use super::attempt::Attempt;
use super::error::SolveError;

/// The rows of a solution. O(N).
pub(super) fn rows(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    attempt.step()?;
    let n = attempt.n as u32;
    let even = (2..=n).step_by(2);
    let odd = (1..=n).step_by(2);
    let queens: Vec<u32> = match n % 6 {
        // The first odd rows become 3, 1, 7, 9, …, and 5 goes to the end.
        2 => even.chain([3, 1]).chain(odd.skip(3)).chain([5]).collect(),
        // 2 goes to the end of the even rows, 1 and 3 to the end of the odd ones.
        3 => even.skip(1).chain([2]).chain(odd.skip(2)).chain([1, 3]).collect(),
        _ => even.chain(odd).collect(),
    };
    Ok(queens.into_iter().map(|queen| queen - 1).collect())
}
