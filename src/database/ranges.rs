use super::board::{Board, Keeper};
use super::kept::Kept;
use crate::block::Run;
use crate::combinatorics::{Canonical, OrbitId, Rank, Solution};
use crate::error::Result;
use crate::search::Walk;

/// Solutions with their ranks, in order; made by [`Board::solutions`].
pub struct RankedSolutions<'d> {
    board: Board<'d>,
    next: Option<Rank>,
    source: SolutionSource<'d>,
}

enum SolutionSource<'d> {
    /// The block that was read last.
    Blocks(Kept<'d>, Option<Rest>),
    Walk(Box<Walk<'d>>),
}

impl<'d> SolutionSource<'d> {
    /// A walk begins at `start`, if there is one.
    fn new(board: &Board<'d>, start: Option<&Solution>) -> Self {
        match &board.keeper {
            Keeper::Stored(stored) => SolutionSource::Blocks(*stored, None),
            Keeper::Searched(searched) | Keeper::Indexed(_, searched) => {
                let walk = searched.all_solutions();
                SolutionSource::Walk(Box::new(match start {
                    Some(start) => walk.starting_at(start),
                    None => walk,
                }))
            }
        }
    }
}

/// What is left of a block: its last solutions, or backwards the complements of its first ones.
struct Rest {
    run: Run,
    mirrored: bool,
    left: usize,
}

impl Rest {
    /// From a place on.
    fn new(run: Run, place: usize, mirrored: bool) -> Self {
        let left = if mirrored { place + 1 } else { run.len() - place };
        Rest { run, mirrored, left }
    }

    #[inline(always)]
    fn next(&mut self) -> Option<Solution> {
        self.left = self.left.checked_sub(1)?;
        Some(match self.mirrored {
            false => self.run.get(self.run.len() - 1 - self.left),
            true => self.run.complement_of(self.left),
        })
    }
}

impl<'d> RankedSolutions<'d> {
    pub(super) fn new(board: Board<'d>, from: Rank) -> Result<Self> {
        let exists = board.check_rank(from).is_ok();
        let is_stored = matches!(board.keeper, Keeper::Stored(_));
        let start = match exists && from > Rank::FIRST && !is_stored {
            true => Some(board.unrank(from)?),
            false => None,
        };
        let source = SolutionSource::new(&board, start.as_ref());
        Ok(RankedSolutions { board, next: exists.then_some(from), source })
    }

    /// The solutions after one whose rank is known.
    pub(super) fn following(board: Board<'d>, rank: Rank, before: &Solution) -> Result<Self> {
        let mut source = SolutionSource::new(&board, Some(before));
        if let SolutionSource::Walk(walk) = &mut source {
            walk.next_solution()?;
        }
        Ok(RankedSolutions { board, next: rank.checked_add(1), source })
    }

    /// The next item, where it is not in the block that was read last.
    #[inline(never)]
    fn next_from_source(&mut self, rank: Rank) -> Option<Result<(Rank, Solution)>> {
        self.next = None;
        let solution = self.solution(rank).transpose()?;
        if solution.is_ok() {
            self.next = rank.checked_add(1);
        }
        Some(solution.map(|solution| (rank, solution)))
    }

    /// The next solution, where it is not in the block that was read last.
    fn solution(&mut self, rank: Rank) -> Result<Option<Solution>> {
        match &mut self.source {
            SolutionSource::Walk(walk) => walk.next_solution(),
            SolutionSource::Blocks(stored, rest) => {
                let Ok((half_rank, mirrored)) = self.board.fold(rank) else {
                    return Ok(None);
                };
                let (run, place) = stored.run_of_rank(half_rank)?;
                Ok(rest.insert(Rest::new(run, place, mirrored)).next())
            }
        }
    }
}

impl Iterator for RankedSolutions<'_> {
    type Item = Result<(Rank, Solution)>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let rank = self.next?;
        if let SolutionSource::Blocks(_, Some(rest)) = &mut self.source
            && let Some(solution) = rest.next()
        {
            self.next = rank.checked_add(1);
            return Some(Ok((rank, solution)));
        }
        self.next_from_source(rank)
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
    Blocks(Kept<'d>, std::vec::IntoIter<Canonical>),
    Walk(Box<Walk<'d>>),
}

impl<'d> RankedRepresentatives<'d> {
    pub(super) fn new(board: Board<'d>, from: OrbitId) -> Result<Self> {
        let exists = board.check_orbit_id(from).is_ok();
        let source = match &board.keeper {
            Keeper::Stored(stored) => RepresentativeSource::Blocks(*stored, Vec::new().into_iter()),
            Keeper::Searched(searched) | Keeper::Indexed(_, searched) => {
                let mut walk = searched.all_representatives();
                if exists && from > OrbitId::FIRST {
                    walk = walk.starting_at(board.orbit(from)?.canonical().permutation());
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
