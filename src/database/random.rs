//! Random solutions of a board or of a selection, and all ranks in random order.

use super::board::Board;
use crate::combinatorics::{Rank, Selection, Solution};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::sampling::{Sampling, draw_nearly_uniform};
use crate::shuffle::Shuffle;
use std::collections::HashSet;
use std::iter::FusedIterator;
use std::sync::Arc;

/// The maximum number of selected solutions that are kept to draw from. 64 MB.
const LISTED: usize = 1_000_000;

/// A solution drawn at random.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawn {
    /// The solution.
    pub solution: Solution,
    /// Its rank if that was drawn.
    pub rank: Option<Rank>,
    /// Whether all solutions were equally likely; not if it comes from a run of stochastic enumeration.
    pub is_uniform: bool,
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
            return Ok(Drawn { solution, rank: None, is_uniform: false });
        }
        let len = self.solution_count()?;
        if len == 0 {
            return Err(Error::NoSolutions { n: self.n() });
        }
        let rank = Rank::new(dice.below(len) + 1)?;
        Ok(Drawn { solution: self.unrank(rank)?, rank: Some(rank), is_uniform: true })
    }

    /// The selected solutions, to draw from. Up to a million are listed, which takes as long as [`Board::select`] and 64
    /// bytes each; of more, and of all solutions of a board, none is kept.
    ///
    /// # Errors
    /// Those of [`Board::select`].
    pub fn pool(&self, selection: impl Into<Selection>) -> Result<Pool> {
        let selection = selection.into();
        let mut listed = None;
        if !selection.is_all() {
            let mut found = self.select(&selection, Rank::FIRST)?.map(|found| Ok(found?.1));
            let some: Vec<Solution> = found.by_ref().take(LISTED).collect::<Result<_>>()?;
            listed = found.next().is_none().then(|| some.into());
        }
        Ok(Pool { board: self.clone(), selection, listed })
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

/// Solutions to draw from; made by [`Board::pool`].
#[derive(Debug, Clone)]
pub struct Pool {
    board: Board,
    selection: Selection,
    /// The selected solutions, in order, if they are some, but not too many.
    listed: Option<Arc<[Solution]>>,
}

impl Pool {
    /// The number of solutions, if it is known.
    pub fn solution_count(&self) -> Option<u64> {
        match &self.listed {
            Some(listed) => Some(listed.len() as u64),
            None => self.board.solution_count().ok().filter(|_| self.selection.is_all()),
        }
    }

    /// Whether draws are uniform.
    pub fn is_uniform(&self) -> bool {
        self.listed.is_some() || self.board.reaches_all()
    }

    /// Draws a solution like [`Board::draw`]: uniformly if all are listed or the board reaches all. Those that are not
    /// selected are drawn again.
    ///
    /// # Errors
    /// Those of [`Board::draw`]; [`Error::NothingSelected`].
    pub fn draw(&self, dice: &mut Dice) -> Result<Drawn> {
        match self.listed.as_deref() {
            Some([]) => Err(Error::NothingSelected { n: self.board.n() }),
            Some(listed) => {
                let solution = listed[dice.index(listed.len())];
                Ok(Drawn { solution, rank: None, is_uniform: true })
            }
            None => loop {
                let drawn = self.board.draw(dice)?;
                if self.selection.has(&drawn.solution) {
                    return Ok(drawn);
                }
            },
        }
    }

    /// Draws without repetition.
    ///
    /// If draws are uniform, these are all selected solutions in a random order of the seed: those of a board that
    /// reaches all ([`Board::reaches_all`]) in the order of [`Board::shuffled`]. Otherwise they are nearly uniform draws
    /// without those that came before, which are kept in memory; these boards have too many solutions to draw all.
    pub fn distinct(&self, seed: u64) -> DistinctDraws {
        let board = &self.board;
        let order = match &self.listed {
            Some(listed) => Some(Shuffle::new(listed.len() as u64, seed)),
            // It fails only if Q(N) is unknown, which it is on no board that reaches all.
            None if board.reaches_all() => board.shuffled(seed).ok().map(|ranks| ranks.0),
            None => None,
        };
        DistinctDraws { pool: self.clone(), seed, order, drawn: 0, seen: HashSet::new() }
    }
}

/// Distinct random solutions; returned by [`Pool::distinct`].
#[derive(Debug)]
pub struct DistinctDraws {
    pool: Pool,
    seed: u64,
    /// The order of all solutions of the pool or the board; `None` if draws are only nearly uniform.
    order: Option<Shuffle>,
    /// Number of nearly uniform draws so far.
    drawn: u64,
    seen: HashSet<Solution>,
}

impl DistinctDraws {
    fn draw(&mut self) -> Result<Drawn> {
        loop {
            self.drawn += 1;
            let drawn = self.pool.draw(&mut Dice::of_draw(self.seed, self.drawn))?;
            if self.seen.insert(drawn.solution) {
                return Ok(drawn);
            }
        }
    }

    /// The solution at this place, from 0, of the pool or the board.
    fn at(&self, place: u64) -> Result<Drawn> {
        if let Some(listed) = &self.pool.listed {
            let solution = listed[place as usize];
            return Ok(Drawn { solution, rank: None, is_uniform: true });
        }
        let rank = Rank::new(place + 1)?;
        Ok(Drawn { solution: self.pool.board.unrank(rank)?, rank: Some(rank), is_uniform: true })
    }
}

impl Iterator for DistinctDraws {
    type Item = Result<Drawn>;

    fn next(&mut self) -> Option<Result<Drawn>> {
        loop {
            let Some(order) = &mut self.order else { return Some(self.draw()) };
            let place = order.next()?;
            let drawn = self.at(place);
            if drawn.as_ref().map_or(true, |drawn| self.pool.selection.has(&drawn.solution)) {
                return Some(drawn);
            }
        }
    }

    fn nth(&mut self, skipped: usize) -> Option<Self::Item> {
        // All places are selected.
        if let Some(order) = &mut self.order
            && (self.pool.listed.is_some() || self.pool.selection.is_all())
        {
            let place = order.nth(skipped)?;
            return Some(self.at(place));
        }
        self.by_ref().take(skipped).for_each(drop);
        self.next()
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
