//! Random solutions, and all ranks in random order.

use super::board::Board;
use crate::combinatorics::{Rank, Solution};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::sampling::{Sampling, draw_nearly_uniform};
use crate::shuffle::Shuffle;
use std::collections::HashSet;
use std::iter::FusedIterator;

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
    /// Draws a random solution, uniformly if the board reaches all ([`Board::reaches_all`]). Uniform draws with the same
    /// dice return the same solution on every tier.
    ///
    /// Other draws are nearly uniform ([`draw_nearly_uniform`], with the population of
    /// [`Sampling::default`]).
    ///
    /// # Errors
    /// [`Error::NoSolutions`] for N = 2 and 3.
    pub fn draw(&self, dice: &mut Dice) -> Result<Drawn> {
        if !self.reaches_all() {
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

    /// Draws random solutions without repetition.
    ///
    /// If draws are uniform ([`Board::reaches_all`]), these are all solutions in the order of [`Board::shuffled`],
    /// in constant memory. Otherwise they are nearly uniform draws without those that came before, which are kept in
    /// memory; these boards have too many solutions to draw all.
    pub fn draw_distinct(&self, seed: u64) -> DistinctDraws {
        // It fails only if Q(N) is unknown, which it is on no board that reaches all.
        let ranks = if self.reaches_all() { self.shuffled(seed).ok() } else { None };
        DistinctDraws { board: self.clone(), seed, ranks, drawn: 0, seen: HashSet::new() }
    }

    /// All ranks in a random order, in constant memory. `nth` takes constant time, so `skip` resumes at any step.
    ///
    /// The order depends on Q(N) and the seed only.
    ///
    /// ```
    /// use nqdb::{BoardSize, Database};
    ///
    /// let board = Database::without_file().board(BoardSize::new(20)?)?;
    /// let mut ranks = board.shuffled(1)?.skip(1_000_000_000);
    /// assert_eq!(ranks.next().map(|rank| rank.get()), Some(36_759_777_343));
    /// # Ok::<(), nqdb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::UnknownCount`] for N > 27.
    pub fn shuffled(&self, seed: u64) -> Result<ShuffledRanks> {
        Ok(ShuffledRanks(Shuffle::new(self.solution_count()?, seed)))
    }
}

/// Distinct random solutions; returned by [`Board::draw_distinct`].
#[derive(Debug)]
pub struct DistinctDraws {
    board: Board,
    seed: u64,
    /// All ranks; `None` if draws are only nearly uniform.
    ranks: Option<ShuffledRanks>,
    /// Number of nearly uniform draws so far.
    drawn: u64,
    seen: HashSet<Solution>,
}

impl DistinctDraws {
    fn draw(&mut self) -> Result<Drawn> {
        loop {
            self.drawn += 1;
            let drawn = self.board.draw(&mut Dice::of_draw(self.seed, self.drawn))?;
            if self.seen.insert(drawn.solution) {
                return Ok(drawn);
            }
        }
    }
}

impl Iterator for DistinctDraws {
    type Item = Result<Drawn>;

    fn next(&mut self) -> Option<Result<Drawn>> {
        let Some(ranks) = &mut self.ranks else { return Some(self.draw()) };
        let rank = ranks.next()?;
        let solution = self.board.unrank(rank);
        Some(solution.map(|solution| Drawn { solution, rank: Some(rank) }))
    }
}

/// The ranks of a board in random order; returned by [`Board::shuffled`].
#[derive(Debug, Clone)]
pub struct ShuffledRanks(Shuffle);

impl ShuffledRanks {
    /// The rank at this step, from 0; `None` from step Q(N) on.
    pub fn at(&self, step: u64) -> Option<Rank> {
        Rank::FIRST.checked_add(self.0.at(step)?)
    }
}

impl Iterator for ShuffledRanks {
    type Item = Rank;

    fn next(&mut self) -> Option<Rank> {
        self.nth(0)
    }

    fn nth(&mut self, skipped: usize) -> Option<Rank> {
        Rank::FIRST.checked_add(self.0.nth(skipped)?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for ShuffledRanks {
    fn next_back(&mut self) -> Option<Rank> {
        self.nth_back(0)
    }

    fn nth_back(&mut self, skipped: usize) -> Option<Rank> {
        Rank::FIRST.checked_add(self.0.nth_back(skipped)?)
    }
}

impl FusedIterator for ShuffledRanks {}
