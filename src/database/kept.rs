use super::board::Trace;
use crate::block::{DecodeError, Run};
use crate::combinatorics::{BoardSize, Canonical, OrbitId, Rank, Solution};
use crate::error::{Error, Result, StoreError};
use crate::store::{Block, PlacedRun, Store};
use std::sync::Arc;

/// A board in the file, its first half in blocks: stored ones hold the solutions, indexed ones the counts
/// of cells. Each answer reads one block.
#[derive(Clone, Copy)]
pub(super) struct Kept<'d> {
    n: BoardSize,
    store: &'d Store,
    /// Solutions of the first half.
    half: u64,
    orbits: u64,
}

impl<'d> Kept<'d> {
    pub(super) fn new(n: BoardSize, store: &'d Store, solutions: u64, orbits: u64) -> Self {
        Kept { n, store, half: solutions.div_ceil(2), orbits }
    }

    /// All solutions of the block that holds a rank of the first half, and its place among them.
    pub(super) fn run_of_rank(&self, rank: Rank) -> Result<(Run, usize)> {
        let PlacedRun { first_rank, first_orbit, run } = self.store.run_of_rank(self.n, rank)?;
        self.check(first_rank, run.len(), first_orbit)?;
        let place = usize::try_from(rank.get() - first_rank).ok();
        let place = place.filter(|&place| place < run.len()).ok_or_else(|| self.lost(rank))?;
        Ok((run, place))
    }

    /// The solution of a rank in the first half.
    pub(super) fn unrank(&self, rank: Rank) -> Result<Solution> {
        let block = self.checked(self.store.block_of_rank(self.n, rank)?)?;
        let place = usize::try_from(rank.get() - block.first_rank()).unwrap_or(usize::MAX);
        let solution = self.readable(&block, block.run().get(place))?;
        solution.ok_or_else(|| self.lost(rank))
    }

    /// The cell that holds a rank of the first half.
    pub(super) fn trace(&self, rank: Rank) -> Result<Option<Trace>> {
        let block = self.checked(self.store.block_of_rank(self.n, rank)?)?;
        let place = usize::try_from(rank.get() - block.first_rank()).unwrap_or(usize::MAX);
        let cell = block.run().recomputed(place);
        Ok(cell.map(|(cell, solutions)| Trace { block: block.first_rank(), cell, solutions }))
    }

    /// The rank of a solution of the first half.
    pub(super) fn rank(&self, solution: &Solution) -> Result<Rank> {
        let (block, place) = self.find(solution)?;
        Ok(Rank::new(block.first_rank() + place as u64)?)
    }

    /// The orbit id of a canonical representative.
    pub(super) fn orbit_id(&self, canonical: &Canonical) -> Result<OrbitId> {
        let block = self.checked(self.store.block_of_solution(canonical)?)?;
        let number = self.readable(&block, block.run().representative_number(canonical))?;
        let number = number.ok_or_else(|| self.missing(canonical))?;
        Ok(OrbitId::new(block.first_orbit() + number as u64 + 1)?)
    }

    /// The canonical representative with this orbit id.
    pub(super) fn representative(&self, id: OrbitId) -> Result<Canonical> {
        let block = self.checked(self.store.block_of_orbit(self.n, id)?)?;
        let number = usize::try_from(id.get() - block.first_orbit() - 1).unwrap_or(usize::MAX);
        let canonical = self.readable(&block, block.run().representative(number))?;
        canonical.ok_or_else(|| self.damaged(&format!("orbit {id} is in no block")))
    }

    /// The canonical representatives of the block that holds this orbit id, from it on.
    pub(super) fn representatives_from(&self, id: OrbitId) -> Result<Vec<Canonical>> {
        let PlacedRun { first_rank, first_orbit, run } = self.store.run_of_orbit(self.n, id)?;
        self.check(first_rank, run.len(), first_orbit)?;
        let skip = usize::try_from(id.get() - first_orbit - 1).unwrap_or(usize::MAX);
        let rest: Vec<_> = run.representatives().skip(skip).collect();
        if rest.is_empty() {
            return Err(self.damaged(&format!("orbit {id} is in no block")));
        }
        Ok(rest)
    }

    fn find(&self, solution: &Solution) -> Result<(Arc<Block>, usize)> {
        let block = self.checked(self.store.block_of_solution(solution)?)?;
        let place = self.readable(&block, block.run().position(solution))?;
        Ok((block, place.ok_or_else(|| self.missing(solution))?))
    }

    /// The block, if its place is on the board.
    fn checked(&self, block: Arc<Block>) -> Result<Arc<Block>> {
        self.check(block.first_rank(), block.run().len(), block.first_orbit())?;
        Ok(block)
    }

    fn check(&self, first_rank: u64, len: usize, first_orbit: u64) -> Result<()> {
        let last_rank = first_rank.checked_add(len as u64 - 1);
        let fits = first_rank > 0
            && last_rank.is_some_and(|last| last <= self.half)
            && first_orbit <= self.orbits;
        if !fits {
            return Err(
                self.damaged(&format!("the block at rank {first_rank} is not on the board"))
            );
        }
        Ok(())
    }

    fn readable<T>(&self, block: &Block, result: Result<T, DecodeError>) -> Result<T> {
        let (n, first_rank) = (self.n, block.first_rank());
        let error = |source| StoreError::Block { n, first_rank, source }.at(self.store.path());
        result.map_err(error)
    }

    fn missing(&self, solution: &Solution) -> Error {
        self.damaged(&format!("the solution {solution} is in no block"))
    }

    /// The error for a rank that should be there.
    fn lost(&self, rank: Rank) -> Error {
        self.damaged(&format!("rank {rank} is in no block"))
    }

    fn damaged(&self, what: &str) -> Error {
        StoreError::damaged(format!("N = {}: {what}", self.n)).at(self.store.path())
    }
}
