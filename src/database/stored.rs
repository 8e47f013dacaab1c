use crate::combinatorics::{BoardSize, Canonical, OrbitId, Rank, Solution};
use crate::error::{Error, Result, StoreError};
use crate::store::{Block, Store};
use std::sync::Arc;

/// The stored tier: the first half of a board in blocks. Each answer reads one block.
#[derive(Clone, Copy)]
pub(super) struct Stored<'d> {
    n: BoardSize,
    store: &'d Store,
    /// Solutions of the first half.
    half: u64,
    orbits: u64,
}

impl<'d> Stored<'d> {
    pub(super) fn new(n: BoardSize, store: &'d Store, solutions: u64, orbits: u64) -> Self {
        Stored { n, store, half: solutions.div_ceil(2), orbits }
    }

    /// The block that holds a rank of the first half.
    pub(super) fn block_of_rank(&self, rank: Rank) -> Result<Arc<Block>> {
        self.checked(self.store.block_of_rank(self.n, rank)?)
    }

    /// The block, if its place is on the board.
    fn checked(&self, block: Arc<Block>) -> Result<Arc<Block>> {
        let last_rank = block.first_rank().checked_add(block.run().len() as u64 - 1);
        let fits = block.first_rank() > 0
            && last_rank.is_some_and(|last| last <= self.half)
            && block.first_orbit() <= self.orbits;
        if !fits {
            let rank = block.first_rank();
            return Err(self.damaged(&format!("the block at rank {rank} is not on the board")));
        }
        Ok(block)
    }

    /// The solution of a rank in the first half.
    pub(super) fn unrank(&self, rank: Rank) -> Result<Solution> {
        let block = self.block_of_rank(rank)?;
        solution_in(&block, rank)
            .ok_or_else(|| self.damaged(&format!("rank {rank} is in no block")))
    }

    /// The rank of a solution of the first half.
    pub(super) fn rank(&self, solution: &Solution) -> Result<Rank> {
        let (block, place) = self.find(solution)?;
        Ok(Rank::new(block.first_rank() + place as u64)?)
    }

    /// The orbit id of a canonical representative.
    pub(super) fn orbit_id(&self, canonical: &Canonical) -> Result<OrbitId> {
        let (block, place) = self.find(canonical)?;
        let up_to_it = block.run().representatives().take_while(|(other, _)| *other <= place);
        Ok(OrbitId::new(block.first_orbit() + up_to_it.count() as u64)?)
    }

    /// The canonical representatives of the block that holds this orbit id, from it on.
    pub(super) fn representatives_from(&self, id: OrbitId) -> Result<Vec<Canonical>> {
        let block = self.checked(self.store.block_of_orbit(self.n, id)?)?;
        let skip = id.get() - block.first_orbit() - 1;
        let rest = block.run().representatives().map(|(_, canonical)| canonical);
        let rest: Vec<_> = rest.skip(usize::try_from(skip).unwrap_or(usize::MAX)).collect();
        if rest.is_empty() {
            return Err(self.damaged(&format!("orbit {id} is in no block")));
        }
        Ok(rest)
    }

    fn find(&self, solution: &Solution) -> Result<(Arc<Block>, usize)> {
        let block = self.checked(self.store.block_of_solution(self.n, solution)?)?;
        let place = block.run().position(solution);
        let place = place
            .ok_or_else(|| self.damaged(&format!("the solution {solution} is in no block")))?;
        Ok((block, place))
    }

    fn damaged(&self, what: &str) -> Error {
        StoreError::damaged(format!("N = {}: {what}", self.n)).at(self.store.path())
    }
}

/// The solution of a first-half rank, if the block holds it.
pub(super) fn solution_in(block: &Block, rank: Rank) -> Option<Solution> {
    let place = usize::try_from(rank.get().checked_sub(block.first_rank())?).ok()?;
    (place < block.run().len()).then(|| block.run().get(place))
}
