use super::board::{Board, Keeper};
use super::stored::{Stored, solution_in};
use crate::combinatorics::{Canonical, OrbitId, Rank, Solution};
use crate::error::Result;
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
        let exists = board.check_rank(from).is_ok();
        let source = match &board.keeper {
            Keeper::Stored(stored) => SolutionSource::Blocks(*stored, None),
            Keeper::Searched(searched) => {
                let mut walk = searched.all_solutions();
                if exists && from > Rank::FIRST {
                    walk = walk.starting_at(board.unrank(from)?.permutation());
                }
                SolutionSource::Walk(Box::new(walk))
            }
        };
        Ok(RankedSolutions { board, next: exists.then_some(from), source })
    }

    fn solution(&mut self, rank: Rank) -> Result<Option<Solution>> {
        match &mut self.source {
            SolutionSource::Walk(walk) => walk.next_solution(),
            SolutionSource::Blocks(stored, block) => {
                let Ok((half_rank, mirrored)) = self.board.fold(rank) else {
                    return Ok(None);
                };
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
        let exists = board.check_orbit_id(from).is_ok();
        let source = match &board.keeper {
            Keeper::Stored(stored) => RepresentativeSource::Blocks(*stored, Vec::new().into_iter()),
            Keeper::Searched(searched) => {
                let mut walk = searched.all_representatives();
                if exists && from > OrbitId::FIRST {
                    walk = walk.starting_at(searched.representative(from)?.permutation());
                }
                RepresentativeSource::Walk(Box::new(walk))
            }
        };
        Ok(RankedRepresentatives { board, next: exists.then_some(from), source })
    }

    fn representative(&mut self, id: OrbitId) -> Result<Option<Canonical>> {
        match &mut self.source {
            RepresentativeSource::Walk(walk) => walk.next_representative(),
            RepresentativeSource::Blocks(stored, rest) => {
                if let Some(canonical) = rest.next() {
                    return Ok(Some(canonical));
                }
                if self.board.check_orbit_id(id).is_err() {
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
