use super::board::{Board, Keeper};
use crate::combinatorics::{BoardSize, Rank, Solution};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::search::{Progress, Watch};
use crate::solve::{Method, SolveError, Task, solve};

/// The largest board that is searched for a random rank: some 5 ms a draw.
const LAST_SEARCHED: usize = 13;

/// A solution drawn at random.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawn {
    /// The solution.
    pub solution: Solution,
    /// Its rank, which was drawn, each with the same probability; `None` where the solution comes from
    /// a search with random choices instead.
    pub rank: Option<Rank>,
}

impl Board<'_> {
    /// Whether [`Board::draw`] gives every solution with the same probability: where the board has
    /// tables, and up to N = 13.
    pub fn draws_uniformly(&self) -> bool {
        self.n().get() <= LAST_SEARCHED || !matches!(self.keeper, Keeper::Searched(_))
    }

    /// A random solution. The same dice give the same solution on every tier, as long as draws are
    /// uniform.
    ///
    /// Where they are not, a backtracking search with random choices finds one
    /// ([`Method::Backtrack`], as the exercise of seed 002 does): it comes to some solutions more often
    /// than to others.
    pub fn draw(&self, dice: &mut Dice) -> Result<Drawn> {
        if !self.draws_uniformly() {
            let solution = backtrack(self.n(), dice, self.watch)?;
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

/// What a search with random choices finds first.
fn backtrack(n: BoardSize, dice: &mut Dice, watch: &dyn Watch) -> Result<Solution> {
    let size = n.get() as u64;
    let task =
        Task { method: Method::Backtrack, n: size, seed: dice.bits(), steps: Some(u64::MAX) };
    let began = watch.began();
    let look = || watch.tick(&Progress { n, found: 0, fraction: None, elapsed: began.elapsed() });
    let interrupted = || {
        let seconds = began.elapsed().as_secs_f64();
        Error::Interrupted { n, found: 0, seconds, tables: true }
    };
    // Most draws are over before they look at the clock, but many draws take long.
    if look().is_break() {
        return Err(interrupted());
    }
    let solved = solve(&task, &mut |_| look());
    watch.done();
    match solved {
        Ok(solved) => solved.placement.solution().ok_or(Error::SearchEnded { n }),
        Err(SolveError::Interrupted { .. }) => Err(interrupted()),
        Err(_) => Err(Error::SearchEnded { n }),
    }
}
