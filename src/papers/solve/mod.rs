//! Finds one solution of a large board, by an explicit formula or a method of Gupta, section II
//! (`research/sources.md`). No database needed.
//!
//! ```
//! use nqdb::NoWatch;
//! use nqdb::solve::{Method, Task, solve};
//!
//! let task = Task { method: Method::MinConflicts, n: 1000, seed: 1, steps: None };
//! let solved = solve(&task, &NoWatch)?;
//! assert_eq!(solved.placement.n(), 1000);
//! # Ok::<(), nqdb::solve::SolveError>(())
//! ```
//!
//! A task has the same result on every machine: all random numbers come from [`Dice`](crate::Dice), and floating-point
//! code uses only operations that IEEE 754 defines to the last bit. Every result is checked before it is returned.

mod ant_colony;
pub(crate) mod attempt;
mod backtrack;
pub(crate) mod conflicts;
mod construct;
mod error;
mod extend;
mod genetic;
mod method;
mod min_conflicts;
mod task;

pub use crate::combinatorics::Placement;
pub use error::SolveError;
pub use method::Method;
pub use task::Task;

use crate::watch::Watch;
use attempt::Attempt;

/// The result of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved {
    /// The solution.
    pub placement: Placement,
    /// Steps taken.
    pub steps: u64,
}

/// Finds one solution. Memory is [`Method::bytes`]; time is limited by the task and the watch.
pub fn solve(task: &Task, watch: &dyn Watch) -> Result<Solved, SolveError> {
    task.check()?;
    let Task { method, n, .. } = *task;
    let mut attempt = Attempt::new(task, watch);
    let rows = match method {
        Method::Construct => construct::rows(&mut attempt)?,
        Method::Extend => extend::rows(&mut attempt)?,
        Method::MinConflicts => min_conflicts::rows(&mut attempt)?,
        Method::Genetic => genetic::rows(&mut attempt)?,
        Method::AntColony => ant_colony::rows(&mut attempt)?,
        Method::Backtrack => backtrack::rows(&mut attempt)?,
    };
    let placement = Placement::new(rows).map_err(|flaw| match method {
        Method::Extend => SolveError::Pattern { n, attack: flaw },
        _ => SolveError::Wrong { method, n, flaw },
    })?;
    Ok(Solved { placement, steps: attempt.steps })
}
