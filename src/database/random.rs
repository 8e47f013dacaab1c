//! Random solutions.

use super::board::Board;
use super::tables::Tier;
use crate::combinatorics::{Rank, Solution};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::sampling::{Sampling, draw_nearly_uniform};

/// The largest board on which random ranks are searched: about a tenth of a second for the first draw, less for later
/// ones.
const LAST_SEARCHED: usize = 16;

/// A solution drawn at random.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawn {
    /// The solution.
    pub solution: Solution,
    /// The rank that was drawn uniformly; `None` if the solution comes from a run of stochastic enumeration.
    pub rank: Option<Rank>,
}

impl Board {
    /// Whether [`Board::draw`] is uniform: on boards with tables, and up to N = 16.
    pub fn draws_uniformly(&self) -> bool {
        self.n().get() <= LAST_SEARCHED || self.tier() != Tier::Searched
    }

    /// Draws a random solution. Uniform draws with the same dice return the same solution on every tier. On boards
    /// without tables, later draws are faster than the first.
    ///
    /// Draws that are not uniform are nearly so ([`draw_nearly_uniform`], with the population of
    /// [`Sampling::default`]).
    pub fn draw(&self, dice: &mut Dice) -> Result<Drawn> {
        if !self.draws_uniformly() {
            let population = Sampling::default().population;
            let solution = draw_nearly_uniform(self.n(), population, dice, &*self.watch)?;
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
