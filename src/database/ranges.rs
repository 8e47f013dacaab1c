use super::board::{Board, Keeper};
use super::stored::{Stored, solution_in};
use crate::combinatorics::{Canonical, OrbitId, Rank, Solution};
use crate::error::{Error, Result};
use crate::search::Walk;
use crate::store::Block;
use std::sync::Arc;

/// Solutions with their ranks, in order; made by [`Board::solutions`].
pub struct RankedSolutions<'d> {
    board: Board<'d>,
    next: Option<Rank>,
    source: SolutionSource<'d>,
}

enum SolutionSource<'d> {
    /// The block that was read last.
    Blocks(Stored<'d>, Option<Arc<Block>>),
    Walk(Box<Walk<'d>>),
}

impl<'d> RankedSolutions<'d> {
    pub(super) fn new(board: Board<'d>, from: Rank) -> Result<Self> {
        let (source, next) = match (&board.keeper, board.solution_count()) {
            // An empty board, or a start beyond the end: nothing comes.
            (Keeper::Stored(stored), _) => (SolutionSource::Blocks(*stored, None), Some(from)),
            (Keeper::Searched(searched), Ok(count)) if from.get() > count => {
                (SolutionSource::Walk(Box::new(searched.all_solutions())), None)
            }
            (Keeper::Searched(searched), _) => {
                let walk = match from {
                    Rank::FIRST => searched.all_solutions(),
                    later => {
                        searched.all_solutions().starting_at(board.unrank(later)?.permutation())
                    }
                };
                (SolutionSource::Walk(Box::new(walk)), Some(from))
            }
        };
        Ok(RankedSolutions { board, next, source })
    }

    fn solution(&mut self, rank: Rank) -> Result<Option<Solution>> {
        match &mut self.source {
            SolutionSource::Walk(walk) => walk.next_solution(),
            SolutionSource::Blocks(stored, block) => {
                if rank.get() > self.board.solution_count()? {
                    return Ok(None);
                }
                let (half_rank, mirrored) = self.board.fold(rank)?;
                let here = block.as_ref().and_then(|block| solution_in(block, half_rank));
                let solution = match here {
                    Some(solution) => solution,
                    None => {
                        let solution = stored.unrank(half_rank)?;
                        *block = Some(stored.block_of_rank(half_rank)?);
                        solution
                    }
                };
                Ok(Some(if mirrored { solution.complement() } else { solution }))
            }
        }
    }
}

impl Iterator for RankedSolutions<'_> {
    type Item = Result<(Rank, Solution)>;

    fn next(&mut self) -> Option<Self::Item> {
        let rank = self.next.take()?;
        let solution = self.solution(rank).transpose()?;
        if solution.is_ok() {
            self.next = rank.checked_add(1);
        }
        Some(solution.map(|solution| (rank, solution)))
    }
}

/// Canonical representatives with their orbit ids, in order; made by [`Board::representatives`].
pub struct RankedRepresentatives<'d> {
    board: Board<'d>,
    next: Option<OrbitId>,
    source: RepresentativeSource<'d>,
}

enum RepresentativeSource<'d> {
    /// What is left of the block that was read last.
    Blocks(Stored<'d>, std::vec::IntoIter<Canonical>),
    Walk(Box<Walk<'d>>),
}

impl<'d> RankedRepresentatives<'d> {
    pub(super) fn new(board: Board<'d>, from: OrbitId) -> Result<Self> {
        let source = match &board.keeper {
            Keeper::Stored(stored) => RepresentativeSource::Blocks(*stored, Vec::new().into_iter()),
            Keeper::Searched(searched) => {
                let walk = match from {
                    OrbitId::FIRST => searched.all_representatives(),
                    later if board.orbit_count().is_ok_and(|count| later.get() > count) => {
                        searched.all_representatives()
                    }
                    later => searched
                        .all_representatives()
                        .starting_at(searched.representative(later)?.permutation()),
                };
                RepresentativeSource::Walk(Box::new(walk))
            }
        };
        let beyond = board.orbit_count().is_ok_and(|count| from.get() > count);
        Ok(RankedRepresentatives { board, next: Some(from).filter(|_| !beyond), source })
    }

    fn representative(&mut self, id: OrbitId) -> Result<Option<Canonical>, Error> {
        match &mut self.source {
            RepresentativeSource::Walk(walk) => walk.next_representative(),
            RepresentativeSource::Blocks(stored, rest) => {
                if let Some(canonical) = rest.next() {
                    return Ok(Some(canonical));
                }
                if id.get() > self.board.orbit_count()? {
                    return Ok(None);
                }
                *rest = stored.representatives_from(id)?.into_iter();
                Ok(rest.next())
            }
        }
    }
}

impl Iterator for RankedRepresentatives<'_> {
    type Item = Result<(OrbitId, Canonical)>;

    fn next(&mut self) -> Option<Self::Item> {
        let id = self.next.take()?;
        let canonical = self.representative(id).transpose()?;
        if canonical.is_ok() {
            self.next = id.checked_add(1);
        }
        Some(canonical.map(|canonical| (id, canonical)))
    }
}
