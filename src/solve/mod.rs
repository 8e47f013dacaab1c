//! One solution of a large board, by the methods of Gupta, section II (`docs/seeds.md`,
//! section 003). Nothing here needs a database.
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
//! The same task has the same answer on every machine: there is one source of random numbers,
//! [`Dice`](crate::Dice), and what is computed with fractions uses only operations that IEEE 754 fixes
//! to the last bit. Every answer is checked before it is handed out.

mod ant_colony;
mod backtrack;
mod conflicts;
mod construct;
mod diagonals;
mod error;
mod extend;
mod genetic;
mod method;
mod min_conflicts;
mod placement;
mod run;
mod task;

pub use error::SolveError;
pub use method::Method;
pub use placement::Placement;
pub use task::Task;

use crate::watch::Watch;
use run::Run;

/// What a method found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved {
    /// The solution.
    pub placement: Placement,
    /// Steps taken.
    pub steps: u64,
}

/// One solution, or the reason why there is none. Memory: [`Method::bytes`]; time: the limits of
/// the task and of the watch.
pub fn solve(task: &Task, watch: &dyn Watch) -> Result<Solved, SolveError> {
    task.check()?;
    let Task { method, n, .. } = *task;
    let mut run = Run::new(task, watch);
    let rows = match method {
        Method::Construct => construct::rows(&mut run)?,
        Method::Extend => extend::rows(&mut run)?,
        Method::MinConflicts => min_conflicts::rows(&mut run)?,
        Method::Genetic => genetic::rows(&mut run)?,
        Method::AntColony => ant_colony::rows(&mut run)?,
        Method::Backtrack => backtrack::rows(&mut run)?,
    };
    let placement = Placement::new(rows).map_err(|flaw| match method {
        Method::Extend => SolveError::Pattern { n, attack: flaw },
        _ => SolveError::Wrong { method, n, flaw },
    })?;
    Ok(Solved { placement, steps: run.steps })
}
