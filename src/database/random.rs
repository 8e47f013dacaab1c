//! Random solutions.

use super::board::{Backend, Board};
use crate::combinatorics::{BoardSize, Rank, Solution};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::search::SearchError;
use crate::solve::{Method, SolveError, Task, solve};
use crate::watch::{Activity, Watch, Watched};

/// The largest board that is searched for a random rank: some 5 ms a draw.
const LAST_SEARCHED: usize = 13;

/// A solution drawn at random.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawn {
    /// The solution.
    pub solution: Solution,
    /// The rank that was drawn, uniformly; `None` where the solution comes from a search with random choices.
    pub rank: Option<Rank>,
}

impl Board {
    /// Whether [`Board::draw`] is uniform: on boards with tables, and up to N = 13.
    pub fn draws_uniformly(&self) -> bool {
        self.n().get() <= LAST_SEARCHED || !matches!(self.backend, Backend::Searched(_))
    }

    /// A random solution. Uniform draws from the same dice give the same solution on every tier.
    ///
    /// Where draws are not uniform, a backtracking search with random choices finds the solution
    /// ([`Method::Backtrack`]); it finds some solutions more often than others.
    pub fn draw(&self, dice: &mut Dice) -> Result<Drawn> {
        if !self.draws_uniformly() {
            let solution = backtrack(self.n(), dice, &*self.watch)?;
            return Ok(Drawn { solution, rank: None });
        }
        let len = self.solution_count()?;
        if len == 0 {
            return Err(Error::NoSolutions { n: self.n() });
        }
        let rank = Rank::new(dice.below(len) + 1)?;
        Ok(Drawn { solution: self.unrank(rank)?, rank: Some(rank) })
    }
}

/// The first solution that a search with random choices finds.
fn backtrack(n: BoardSize, dice: &mut Dice, watch: &dyn Watch) -> Result<Solution> {
    let size = n.get() as u64;
    let task =
        Task { method: Method::Backtrack, n: size, seed: dice.bits(), steps: Some(u64::MAX) };
    let stopped = |progress| SearchError::Stopped { progress, without_tables: true };
    // Most draws end before their first tick, but many draws take long.
    Watched::new(watch, Activity::Searching, size, "solutions found")
        .tick(0, None)
        .map_err(stopped)?;
    match solve(&task, watch) {
        Ok(solved) => solved.placement.solution().ok_or(SearchError::NoAnswer { n }.into()),
        Err(SolveError::Stopped { progress, .. }) => Err(stopped(progress).into()),
        Err(_) => Err(SearchError::NoAnswer { n }.into()),
    }
}
