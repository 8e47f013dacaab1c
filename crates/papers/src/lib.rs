//! Methods and constructions from the literature.
#![doc = include_str!("../README.md")]
//!
//! [`solve`] finds one solution of a large board, by an explicit formula or a method of Gupta, section II. The rest
//! follows Zhang & Zhang 2011: operations that derive solutions from others ([`Operation`]), and the graph of orbits that
//! they form ([`OrbitGraph`]). research/sources.md has the references. No database needed.
//!
//! A task has the same result on every machine: all random numbers come from [`nqdb::random::Dice`], and floating-point code uses
//! only operations that IEEE 754 defines to the last bit. Every result is checked before it is returned.

mod conflicts;
mod heuristics;
mod operators;
mod orbit_graph;
mod task;

#[doc(hidden)] // For tests.
pub use conflicts::ConflictBoard;
pub use operators::{Gap, Operation, OperationError, QueenAt};
pub use orbit_graph::{Edge, OrbitGraph, OrbitGraphError};
#[doc(hidden)] // For tests.
pub use task::Attempt;
pub use task::{Method, SolveError, Task};

use conflicts::{genetic, min_conflicts};
use heuristics::{ant_colony, backtrack};
use nqdb::{placement::Placement, watch::Watch};

/// The result of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved {
    /// The solution.
    pub placement: Placement,
    /// Steps taken.
    pub steps: u64,
}

/// Finds one solution. Memory: see [`Method::largest`].
///
/// # Errors
/// Those of [`Task::check`]; [`SolveError::Pattern`] for an N that [`Method::Extend`] leaves out;
/// [`SolveError::NotFound`] at the step limit; [`SolveError::Stopped`] by the watch.
pub fn solve(task: &Task, watch: &dyn Watch) -> Result<Solved, SolveError> {
    task.check()?;
    let Task { method, n, .. } = *task;
    let mut attempt = Attempt::new(task, watch);
    let rows = match method {
        Method::Construct => construct(&mut attempt)?,
        Method::Extend => extend(&mut attempt)?,
        Method::MinConflicts => min_conflicts(&mut attempt)?,
        Method::Genetic => genetic(&mut attempt)?,
        Method::AntColony => ant_colony(&mut attempt)?,
        Method::Backtrack => backtrack(&mut attempt)?,
    };
    let placement = Placement::new(rows).map_err(|flaw| match method {
        Method::Extend => SolveError::Pattern { n },
        _ => SolveError::Wrong { method, n, flaw },
    })?;
    Ok(Solved { placement, steps: attempt.steps })
}

/// The rows of an explicit solution for N = 1 and every N ≥ 4 (Pauls 1874): first the even rows, then the odd ones, so
/// that neighbours are a knight's move apart, with a few exchanges for N = 6k + 2 and 6k + 3. O(N).
fn construct(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
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

/// The rows of the pattern of Gupta, section 2.1, whether or not it is a solution: a board of N − 1 grows to N by a new
/// last column and a new row, with a queen where they meet. For odd N the new row is the first, for even N it comes after
/// N/2 rows. The start is (2 4 1 3). O(N).
///
/// As a formula, column 2i − 1 has row ⌈N/2⌉ + 1 − i, and column 2i has row N + 1 − i. For odd N the new row 1 shifts
/// all others by one, and the last column is the ⌈N/2⌉-th odd column; for even N the rows above N/2 shift by one, and
/// the last column is the N/2-th even column. Both agree with the formula.
///
/// **Where it works.** Two odd columns, or two even ones, are 2t columns and t rows apart: no attack. An odd column
/// 2i − 1 and an even column 2k are |2t + 1| columns and ⌊N/2⌋ − t rows apart, with t = k − i. They attack each other
/// if the distances are equal. ⌊N/2⌋ − t = −(2t + 1) is impossible, since t = −⌊N/2⌋ − 1 is out of range;
/// ⌊N/2⌋ − t = 2t + 1 means ⌊N/2⌋ = 3t + 1. So the pattern fails exactly for N = 6k + 2 and 6k + 3: first for 8 and 9
/// (the queens of columns 1 and 2t + 2 = 4), while it works again for 10 to 13.
fn extend(attempt: &mut Attempt<'_>) -> Result<Vec<u32>, SolveError> {
    attempt.step()?;
    let n = attempt.n as u32;
    let row = |column: u32| match column % 2 {
        0 => n.div_ceil(2) - 1 - column / 2,
        _ => n - 1 - column / 2,
    };
    Ok((0..n).map(row).collect())
}
