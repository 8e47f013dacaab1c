//! Random solutions and orbits of a board or of a selection, and all ranks in random order.

use super::board::Board;
use super::near::Near;
use crate::combinatorics::{OrbitId, Properties, Rank, Selection, Solution};
use crate::dice::Dice;
use crate::error::{Error, Result};
use crate::sampling::{Effort, Sampling, draw_nearly_uniform, estimate_count};
use crate::search::{Items, SearchError};
use crate::shuffle::Shuffle;
use std::collections::HashSet;
use std::iter::FusedIterator;
use std::sync::Arc;

/// The maximum number of selected solutions or orbits that are kept to draw from. 64 MB.
const LISTED: usize = 1_000_000;

/// A solution, or the canonical representative of an orbit, drawn at random.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawn {
    /// The solution.
    pub solution: Solution,
    /// Its rank if that was drawn.
    pub rank: Option<Rank>,
    /// Its orbit id if that was drawn.
    pub orbit_id: Option<OrbitId>,
    /// Whether all solutions, or orbits, were equally likely; not if it comes from a run of stochastic enumeration.
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
        self.pool(Selection::all(self.n()))?.draw(dice)
    }

    /// The selected solutions, to draw from. Up to a million are listed, which takes as long as [`Board::select`] and 64
    /// bytes each; of more, and of all solutions of a board, none is kept.
    ///
    /// # Errors
    /// Those of [`Board::select`].
    pub fn pool(&self, selection: impl Into<Selection>) -> Result<Pool> {
        let selection = selection.into();
        let listed = if selection.is_all() || self.has_many(&selection)? {
            None
        } else {
            listed(self.select(&selection, Rank::FIRST)?.map(|found| Ok(found?.1)))?
        };
        Ok(Pool { board: self.clone(), selection, of_orbits: false, listed })
    }

    /// Whether a board whose ranks are out of reach has, by an estimate, too many selected solutions to list.
    fn has_many(&self, selection: &Selection) -> Result<bool> {
        if self.reaches_all() || selection.properties.are_selective() {
            return Ok(false);
        }
        let sampling = Sampling { effort: Effort::Runs(10), seed: 1, ..Sampling::default() };
        match estimate_count(&selection.conditions, &sampling, &*self.watch) {
            Ok(estimate) => Ok(estimate.mean > LISTED as f64),
            Err(SearchError::NothingFound { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// The orbits with these properties, to draw their canonical representatives from, as [`Board::pool`] has solutions.
    ///
    /// # Errors
    /// Those of [`Board::select_orbits`]; [`Error::OutOfReach`] unless the orbits are listed or the board reaches all.
    pub fn orbit_pool(&self, properties: Properties) -> Result<Pool> {
        let selection = Selection::with(self.n(), properties);
        let listed = if selection.is_all() {
            None
        } else {
            let orbits = self.select_orbits(&properties, OrbitId::FIRST)?;
            listed(orbits.map(|found| Ok(*found?.1)))?
        };
        if listed.is_none() {
            self.check_reaches_all()?;
        }
        Ok(Pool { board: self.clone(), selection, of_orbits: true, listed })
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

/// All of these solutions, unless they are too many.
fn listed(mut found: impl Iterator<Item = Result<Solution>>) -> Result<Option<Arc<[Solution]>>> {
    let some: Vec<Solution> = found.by_ref().take(LISTED).collect::<Result<_>>()?;
    Ok(found.next().is_none().then(|| some.into()))
}

/// Solutions or orbits to draw from; made by [`Board::pool`] and [`Board::orbit_pool`].
#[derive(Debug, Clone)]
pub struct Pool {
    board: Board,
    selection: Selection,
    /// Whether representatives of orbits are drawn.
    of_orbits: bool,
    /// The selected solutions or representatives, in order, if they are some, but not too many.
    listed: Option<Arc<[Solution]>>,
}

impl Pool {
    /// The number of solutions or orbits, if it is known.
    pub fn count(&self) -> Option<u64> {
        match &self.listed {
            Some(listed) => Some(listed.len() as u64),
            None => self.all().ok().filter(|_| self.selection.is_all()),
        }
    }

    /// Whether draws are uniform.
    pub fn is_uniform(&self) -> bool {
        self.listed.is_some() || self.board.reaches_all()
    }

    /// The number of places to draw from.
    fn all(&self) -> Result<u64> {
        match &self.listed {
            Some(listed) => Ok(listed.len() as u64),
            None if self.of_orbits => self.board.orbit_count(),
            None => self.board.solution_count(),
        }
    }

    /// What is at this place, from 0.
    fn at(&self, place: u64) -> Result<Drawn> {
        let (mut rank, mut orbit_id) = (None, None);
        let solution = match &self.listed {
            Some(listed) => listed[place as usize],
            None if self.of_orbits => {
                let id = orbit_id.insert(OrbitId::new(place + 1)?).get();
                self.board.item(Items::Representatives, id, &mut Near::default())?
            }
            None => self.board.unrank(*rank.insert(Rank::new(place + 1)?))?,
        };
        Ok(Drawn { solution, rank, orbit_id, is_uniform: true })
    }

    /// Draws a solution, or the representative of an orbit: uniformly if all are listed or the board reaches all, else
    /// nearly uniformly, as [`Board::draw`]. Those that are not selected are drawn again.
    ///
    /// # Errors
    /// [`Error::NoSolutions`]; [`Error::NothingSelected`]; those of a lookup.
    pub fn draw(&self, dice: &mut Dice) -> Result<Drawn> {
        let n = self.board.n();
        loop {
            let drawn = if self.is_uniform() {
                match self.all()? {
                    0 if self.selection.is_all() => return Err(Error::NoSolutions { n }),
                    0 => return Err(Error::NothingSelected { n }),
                    all => self.at(dice.below(all))?,
                }
            } else {
                let (population, conditions) =
                    (Sampling::default().population, &self.selection.conditions);
                let solution =
                    draw_nearly_uniform(conditions, population, dice, &*self.board.watch)?;
                Drawn { solution, rank: None, orbit_id: None, is_uniform: false }
            };
            if self.listed.is_some() || self.selection.has(&drawn.solution) {
                return Ok(drawn);
            }
        }
    }

    /// Draws without repetition.
    ///
    /// If draws are uniform, these are all selected solutions in a random order of the seed: those of a board that
    /// reaches all ([`Board::reaches_all`]) in the order of [`Board::shuffled`]. Otherwise they are nearly uniform draws
    /// without those that came before, which are kept in memory; these boards have too many solutions to draw all.
    pub fn distinct(&self, seed: u64) -> DistinctDraws {
        // The number fails only if it is unknown, which it is on no board that reaches all.
        let all = self.all().ok().filter(|_| self.is_uniform());
        let order = all.map(|all| Shuffle::new(all, seed));
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
}

impl Iterator for DistinctDraws {
    type Item = Result<Drawn>;

    fn next(&mut self) -> Option<Result<Drawn>> {
        loop {
            let Some(order) = &mut self.order else { return Some(self.draw()) };
            let place = order.next()?;
            let drawn = self.pool.at(place);
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
            return Some(self.pool.at(place));
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
