//! Neighbouring solutions for readers that come back for more: they hold no borrow of the database.

use super::board::{Board, Keeper};
use crate::block::Run;
use crate::combinatorics::{Canonical, OrbitId, Rank, Solution};
use crate::error::{Error, Result};
use crate::search::{Searched, Walk};
use std::time::{Duration, Instant};

/// The way through the ranks or the orbit ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
}

/// So few solutions are looked up one by one, rather than with their whole block.
const FEW: usize = 16;

/// The most canonical representatives that are read at a time.
const MOST_REPRESENTATIVES: usize = 4096;

/// A search that has found something goes no further after this time.
const PATIENCE: Duration = Duration::from_millis(20);

/// Solutions with consecutive ranks; at most a block of them.
pub(crate) struct Stretch {
    first: u64,
    content: Content,
}

enum Content {
    /// First-half solutions.
    Block(Run),
    /// Second-half solutions: the complements of these, backwards.
    Complements(Run),
    Listed(Vec<Solution>),
}

impl Stretch {
    fn listed(first: u64, list: Vec<Solution>) -> Option<Self> {
        (!list.is_empty()).then_some(Stretch { first, content: Content::Listed(list) })
    }

    fn len(&self) -> u64 {
        match &self.content {
            Content::Block(run) | Content::Complements(run) => run.len() as u64,
            Content::Listed(list) => list.len() as u64,
        }
    }

    /// Whether the solution of a rank is among them. O(1).
    pub(crate) fn contains(&self, rank: u64) -> bool {
        rank.checked_sub(self.first).is_some_and(|place| place < self.len())
    }

    /// The solution of a rank, if it is among them. O(N).
    pub(crate) fn at(&self, rank: u64) -> Option<Solution> {
        let place = rank.checked_sub(self.first).filter(|&place| place < self.len())? as usize;
        Some(match &self.content {
            Content::Block(run) => run.get(place),
            Content::Complements(run) => run.complement_of(run.len() - 1 - place),
            Content::Listed(list) => list[place],
        })
    }
}

impl Board<'_> {
    /// The solution of a rank with some that follow it in a direction, `most` if they are few;
    /// `None` where the board has no such rank. Stored: at most one block. Else: what is found
    /// in a moment; `before`, the solution that they follow, spares the way to it.
    pub(crate) fn stretch(
        &self,
        rank: Rank,
        direction: Direction,
        before: Option<&Solution>,
        most: usize,
    ) -> Result<Option<Stretch>> {
        if self.check_rank(rank).is_err() {
            return Ok(None);
        }
        match &self.keeper {
            Keeper::Stored(_) | Keeper::Indexed(..) if most <= FEW => {
                self.few(rank, direction, most)
            }
            Keeper::Stored(stored) => {
                let (half_rank, mirrored) = self.fold(rank)?;
                let (run, place) = stored.run_of_rank(half_rank)?;
                Ok(Some(match mirrored {
                    false => {
                        Stretch { first: rank.get() - place as u64, content: Content::Block(run) }
                    }
                    true => Stretch {
                        first: rank.get() - (run.len() - 1 - place) as u64,
                        content: Content::Complements(run),
                    },
                }))
            }
            Keeper::Searched(searched) | Keeper::Indexed(_, searched) => match direction {
                Direction::Up => self.search_up(searched, rank, before, most),
                // Without a total there is no end to come from.
                Direction::Down if self.solution_count().is_err() => self.few(rank, direction, 1),
                Direction::Down => self.search_down(searched, rank, before, most),
            },
        }
    }

    fn few(&self, rank: Rank, direction: Direction, most: usize) -> Result<Option<Stretch>> {
        let most = most.max(1) as u64 - 1;
        let (first, last) = match direction {
            Direction::Up => (rank.get(), rank.get().saturating_add(most)),
            Direction::Down => (rank.get().saturating_sub(most).max(1), rank.get()),
        };
        let last = last.min(self.solution_count().unwrap_or(u64::MAX));
        let list = (first..=last).map(|rank| self.unrank(Rank::new(rank)?));
        Ok(Stretch::listed(first, list.collect::<Result<_>>()?))
    }

    fn search_up(
        &self,
        searched: &Searched<'_>,
        rank: Rank,
        before: Option<&Solution>,
        most: usize,
    ) -> Result<Option<Stretch>> {
        let walk = searched.all_solutions();
        let list = match before {
            Some(before) => {
                let mut walk = walk.starting_at(before);
                walk.next_solution()?;
                gather(walk, most, Walk::next_solution)?
            }
            None if rank == Rank::FIRST => gather(walk, most, Walk::next_solution)?,
            None => gather(
                walk.starting_at(self.unrank(rank)?.permutation()),
                most,
                Walk::next_solution,
            )?,
        };
        Ok(Stretch::listed(rank.get(), list))
    }

    /// Complement reverses the order: the way down is the complements' way up.
    fn search_down(
        &self,
        searched: &Searched<'_>,
        rank: Rank,
        before: Option<&Solution>,
        most: usize,
    ) -> Result<Option<Stretch>> {
        let mirrored = Rank::new(self.solution_count()? + 1 - rank.get())?;
        let before = before.map(Solution::complement);
        let Some(stretch) = self.search_up(searched, mirrored, before.as_ref(), most)? else {
            return Ok(None);
        };
        let list: Vec<_> = (mirrored.get()..mirrored.get() + stretch.len())
            .rev()
            .filter_map(|rank| Some(stretch.at(rank)?.complement()))
            .collect();
        Ok(Stretch::listed(rank.get() + 1 - list.len() as u64, list))
    }

    /// The canonical representative with an orbit id and some that follow it in a direction, in
    /// that order; none where the board has no such orbit. `before` and `most` as above; downwards
    /// on a searched board each thousand takes a search.
    pub(crate) fn representatives_beside(
        &self,
        id: OrbitId,
        direction: Direction,
        before: Option<&Canonical>,
        most: usize,
    ) -> Result<Vec<Canonical>> {
        if self.check_orbit_id(id).is_err() {
            return Ok(Vec::new());
        }
        let most = most.clamp(1, MOST_REPRESENTATIVES);
        match (&self.keeper, direction, before) {
            _ if most == 1 => Ok(vec![*self.orbit(id)?.canonical()]),
            (_, Direction::Down, _) => self.representatives_down(id, most),
            (Keeper::Stored(stored), Direction::Up, _) => stored.representatives_from(id),
            (
                Keeper::Searched(searched) | Keeper::Indexed(_, searched),
                Direction::Up,
                Some(before),
            ) => {
                let mut walk = searched.all_representatives().starting_at(before);
                walk.next_representative()?;
                gather(walk, most, Walk::next_representative)
            }
            (Keeper::Searched(_) | Keeper::Indexed(..), Direction::Up, None) => {
                self.representatives(id)?.take(most).map(|item| Ok(item?.1)).collect()
            }
        }
    }

    fn representatives_down(&self, id: OrbitId, most: usize) -> Result<Vec<Canonical>> {
        let first = OrbitId::new(id.get().saturating_sub(most as u64 - 1).max(1))?;
        let wanted = (id.get() + 1 - first.get()) as usize;
        let upwards = self.representatives(first)?.take(wanted).map(|item| Ok(item?.1));
        let mut list = upwards.collect::<Result<Vec<_>>>()?;
        // One that is missing would give the others wrong numbers.
        if list.len() != wanted {
            return Err(Error::SearchEnded { n: self.n() });
        }
        list.reverse();
        Ok(list)
    }
}

/// What a walk finds: up to `most`, and less where that takes long. An error counts when nothing was
/// found before it.
fn gather<'w, T>(
    mut walk: Walk<'w>,
    most: usize,
    next: impl Fn(&mut Walk<'w>) -> Result<Option<T>>,
) -> Result<Vec<T>> {
    let (mut list, began) = (Vec::new(), Instant::now());
    while list.len() < most && (list.is_empty() || began.elapsed() < PATIENCE) {
        match next(&mut walk) {
            Ok(Some(found)) => list.push(found),
            Ok(None) => break,
            Err(error) if list.is_empty() => return Err(error),
            Err(_) => break,
        }
    }
    Ok(list)
}
