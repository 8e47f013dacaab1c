//! A complete board of a database file, stored or indexed.

use super::cells::{CellBlocks, NumberedRun, place};
use crate::combinatorics::{BoardSize, Canonical, OrbitId, Permutation, Rank, Solution};
use crate::error::{Error, Result};
use crate::search::{
    BlockKey, BlockStart, NumberedBlock, Place, PrefixPlaces, SolutionRun, WrongCell,
};
use crate::store::block::{Block, Codec};
use crate::store::{CachedBlock, Complete, DamageError, DecodeError, Store, StoreError};
use crate::watch::{Activity, Watch, Watched};
use std::sync::Arc;

/// The first half of a complete board in a file: the tables of a stored board, and the blocks of an indexed one. A
/// cheap-to-clone handle that threads share.
///
/// Ranks and solutions are those of the first half. Every query reads one block, from the cache or by one B-tree
/// descent.
#[derive(Clone)]
pub(crate) struct StoredBoard {
    store: Arc<Store>,
    /// Can stop reading a block.
    watch: Arc<dyn Watch>,
    n: BoardSize,
    solutions: u64,
    orbits: u64,
}

impl StoredBoard {
    /// A complete board of a file.
    pub(crate) fn new(
        store: &Arc<Store>,
        n: BoardSize,
        complete: Complete,
        watch: &Arc<dyn Watch>,
    ) -> Self {
        let Complete { solutions, orbits, .. } = complete;
        StoredBoard { store: Arc::clone(store), watch: Arc::clone(watch), n, solutions, orbits }
    }

    /// The same board under another watch.
    pub(crate) fn watched_by(&self, watch: &Arc<dyn Watch>) -> Self {
        StoredBoard { watch: Arc::clone(watch), ..self.clone() }
    }

    /// Decodes all blocks.
    fn read_all(&self, each: &mut dyn FnMut(SolutionRun)) -> Result<(), StoreError> {
        let n = self.n.get() as u64;
        let watched = Watched::new(&*self.watch, Activity::Accessing, n, "solutions decoded");
        let half = self.solutions.div_ceil(2);
        let mut passed = 0;
        while passed < half {
            let rank = self.number(Rank::new(passed + 1))?;
            let block = self.checked_block(BlockKey::Rank(rank))?;
            let Block::Tree(tree) = &block.content else { break };
            if block.first_rank != rank.get() {
                return Err(self.damaged(format!("no block begins at rank {rank}")));
            }
            let run = self.decoded(&block, tree.solutions())?;
            passed += run.len() as u64;
            each(run);
            watched.tick(passed, Some(passed as f64 / half as f64))?;
        }
        Ok(())
    }

    fn with_block<T>(
        &self,
        key: BlockKey,
        answer: impl FnOnce(&CachedBlock) -> Result<T, StoreError>,
    ) -> Result<T> {
        self.answer(self.checked_block(key).and_then(|block| answer(&block)))
    }

    fn answer<T>(&self, answer: Result<T, StoreError>) -> Result<T> {
        answer.map_err(|error| error.at(self.store.path()).into())
    }

    /// The block that contains a key. Fails unless it is within the first half of the board.
    fn checked_block(&self, key: BlockKey) -> Result<Arc<CachedBlock>, StoreError> {
        let block = self.store.block(self.n, key, &self.watch)?;
        self.check(block.first_rank, block.content.solutions(), block.first_orbit)?;
        Ok(block)
    }

    /// Fails unless a block is within the first half of the board.
    fn check(&self, first_rank: u64, len: usize, first_orbit: u64) -> Result<(), StoreError> {
        let last_rank = first_rank.checked_add(len as u64 - 1);
        let half = self.solutions.div_ceil(2);
        let fits = first_rank > 0
            && last_rank.is_some_and(|last| last <= half)
            && first_orbit <= self.orbits;
        if fits {
            Ok(())
        } else {
            Err(self.damaged(format!("the block at rank {first_rank} is not on the board")))
        }
    }

    fn decoded<T>(
        &self,
        block: &CachedBlock,
        result: Result<T, DecodeError>,
    ) -> Result<T, StoreError> {
        let (n, first_rank) = (self.n, block.first_rank);
        result.map_err(|source| DamageError::Block { n, first_rank, source }.into())
    }

    fn number<T, E: ToString>(&self, number: Result<T, E>) -> Result<T, StoreError> {
        number.map_err(|error| self.damaged(error.to_string()))
    }

    fn absent(&self, key: BlockKey) -> StoreError {
        self.damaged(format!("{key} is in no block"))
    }

    fn damaged(&self, what: String) -> StoreError {
        StoreError::damaged(format!("N = {}: {what}", self.n))
    }
}

impl CellBlocks for StoredBoard {
    fn watched_by(&self, watch: &Arc<dyn Watch>) -> Arc<dyn CellBlocks> {
        Arc::new(StoredBoard::watched_by(self, watch))
    }

    fn block(&self, key: BlockKey) -> Result<NumberedBlock> {
        self.with_block(key, |block| {
            let CachedBlock { first_rank, first_orbit, content, .. } = block;
            let Block::Cells(cells) = content else {
                let got = Codec::Tree as i64;
                return self.decoded(block, Err(DecodeError::Codec { got }));
            };
            let (first_rank, first_orbit) = (*first_rank, *first_orbit);
            Ok(NumberedBlock { first_rank, first_orbit, cells: Arc::clone(cells) })
        })
    }

    fn starts(&self) -> Result<Arc<[BlockStart]>> {
        self.answer(self.store.block_starts(self.n, &self.watch))
    }

    fn places(&self) -> &PrefixPlaces {
        &self.store.places
    }

    fn wrong_block(&self, first_rank: u64, wrong: WrongCell) -> Error {
        let damage = DamageError::Block { n: self.n, first_rank, source: wrong.into() };
        StoreError::from(damage).at(self.store.path()).into()
    }

    fn wrong(&self, what: String) -> Error {
        self.damaged(what).at(self.store.path()).into()
    }
}

impl StoredBoard {
    /// The solution with a rank.
    pub(crate) fn solution(&self, rank: Rank) -> Result<Solution> {
        self.with_block(BlockKey::Rank(rank), |block| {
            let solution = block.content.get(place(rank.get(), block.first_rank));
            self.decoded(block, solution)?.ok_or_else(|| self.absent(BlockKey::Rank(rank)))
        })
    }

    /// The rank of a solution.
    pub(crate) fn rank(&self, solution: &Solution) -> Result<Rank> {
        self.with_block(BlockKey::Solution(*solution), |block| {
            let place = self.decoded(block, block.content.position(solution))?;
            let place = place.ok_or_else(|| self.absent(BlockKey::Solution(*solution)))?;
            self.number(Rank::new(block.first_rank + place as u64))
        })
    }

    /// The canonical representative with an orbit id.
    pub(crate) fn representative(&self, id: OrbitId) -> Result<Canonical> {
        self.with_block(BlockKey::Orbit(id), |block| {
            let number = place(id.get(), block.first_orbit.wrapping_add(1));
            let canonical = self.decoded(block, block.content.representative(number))?;
            canonical.ok_or_else(|| self.absent(BlockKey::Orbit(id)))
        })
    }

    /// The orbit id of a canonical representative.
    pub(crate) fn orbit_id(&self, canonical: &Canonical) -> Result<OrbitId> {
        self.with_block(BlockKey::Solution(**canonical), |block| {
            let number = self.decoded(block, block.content.representative_number(canonical))?;
            let number = number.ok_or_else(|| self.absent(BlockKey::Solution(**canonical)))?;
            self.number(OrbitId::new(block.first_orbit + number as u64 + 1))
        })
    }

    /// The solutions around a rank or a solution that a lookup of it decodes.
    pub(crate) fn around(&self, key: BlockKey) -> Result<Option<NumberedRun>> {
        self.with_block(key, |block| {
            let Block::Tree(tree) = &block.content else { return Ok(None) };
            let around = match key {
                BlockKey::Rank(rank) => tree.around(place(rank.get(), block.first_rank)),
                BlockKey::Solution(solution) => tree.around_solution(&solution),
                BlockKey::Orbit(_) => return Ok(None),
            };
            let around = self.decoded(block, around)?;
            Ok(around.map(|(place, run)| (block.first_rank + place as u64, run)))
        })
    }

    /// All solutions of the block that contains a rank or a solution, or all canonical representatives of the one that
    /// contains an orbit id.
    pub(crate) fn run(&self, key: BlockKey) -> Result<Option<NumberedRun>> {
        self.with_block(key, |block| {
            let Block::Tree(tree) = &block.content else { return Ok(None) };
            let mut run = self.decoded(block, tree.solutions())?;
            let (first, is_inside) = match key {
                BlockKey::Rank(rank) => {
                    (block.first_rank, place(rank.get(), block.first_rank) < run.len())
                }
                BlockKey::Solution(solution) => (block.first_rank, run.place(&solution).is_some()),
                BlockKey::Orbit(id) => {
                    run.retain_representatives();
                    let first = block.first_orbit.wrapping_add(1);
                    (first, place(id.get(), first) < run.len())
                }
            };
            if is_inside { Ok(Some((first, run))) } else { Err(self.absent(key)) }
        })
    }

    /// Calls `each` with all solutions, in order, in runs. Returns false if a block is damaged or missing.
    pub(crate) fn each_run(&self, each: &mut dyn FnMut(SolutionRun)) -> Result<bool> {
        match self.read_all(each) {
            Err(error @ StoreError::Stopped { .. }) => self.answer(Err(error)),
            read => Ok(read.is_ok()),
        }
    }

    /// For each of these rows, the number of solutions before the prefix `parent`, row; see
    /// [`Tables::before`](super::Tables::before).
    pub(crate) fn before(&self, parent: &[u8], rows: &[u8]) -> Result<Vec<u64>> {
        let before = |&row: &u8| {
            let next = Place::before(self.n, parent, row, self.n.get());
            let next = next.map(|place| Permutation::new(&place.prefix).and_then(Solution::new));
            match next.transpose()?.filter(Solution::in_first_half) {
                Some(next) => Ok(self.rank(&next)?.get() - 1),
                None => Ok(self.solutions.div_ceil(2)),
            }
        };
        rows.iter().map(before).collect()
    }
}
