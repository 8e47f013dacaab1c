//! A complete board of a database file, stored or indexed.

use crate::combinatorics::{BoardSize, Canonical, OrbitId, Permutation, Rank, Solution};
use crate::database::Tier;
use crate::database::cells::{CellBlocks, CellBoard, place};
use crate::database::tables::{NumberedRun, Tables};
use crate::error::{Error, Result};
use crate::search::{
    BlockKey, BlockStart, NumberedBlock, Place, PrefixPlaces, SolutionRun, WrongCell, cell_limit,
};
use crate::store::block::{Block, Codec, DecodeError};
use crate::store::build::options::BuildTier;
use crate::store::cache::CachedBlock;
use crate::store::error::{DamageError, StoreError};
use crate::store::reader::Store;
use crate::watch::{Activity, Watch, Watched};
use std::sync::Arc;

/// The first half of a complete board in a file: the tables of a stored board, and the blocks of an indexed one. A
/// cheap-to-clone handle that threads share.
///
/// Ranks and solutions are those of the first half. Every query reads one block, from the cache or by one B-tree
/// descent.
#[derive(Clone)]
pub(super) struct StoredBoard {
    store: Arc<Store>,
    /// Can stop reading a block.
    watch: Arc<dyn Watch>,
    n: BoardSize,
    solutions: u64,
    orbits: u64,
    digest: Option<u128>,
}

impl StoredBoard {
    /// The tables of a board, if the file holds it and it is complete.
    pub(super) fn open(
        store: Arc<Store>,
        n: BoardSize,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<Arc<dyn Tables>>> {
        let complete = store.complete(n, watch).map_err(|error| error.at(store.path()))?;
        let Some(complete) = complete else { return Ok(None) };
        let (watch, digest) = (Arc::clone(watch), complete.digest);
        let (solutions, orbits) = (complete.solutions, complete.orbits);
        let board = StoredBoard { store, watch: Arc::clone(&watch), n, solutions, orbits, digest };
        Ok(Some(match complete.tier {
            BuildTier::Stored => Arc::new(board),
            BuildTier::Indexed => Arc::new(CellBoard {
                n,
                tier: Tier::Indexed,
                solutions,
                orbits,
                digest,
                limit: cell_limit(n),
                blocks: Arc::new(board),
                watch,
            }),
        }))
    }

    /// The block that contains a key, and all its solutions.
    fn with_run<T>(
        &self,
        key: BlockKey,
        answer: impl FnOnce(&CachedBlock, SolutionRun) -> Result<Option<T>, StoreError>,
    ) -> Result<Option<T>> {
        self.with_block(key, |block| {
            let Block::Tree(tree) = &block.content else { return Ok(None) };
            answer(block, self.decoded(block, tree.solutions())?)
        })
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

    fn missing(&self, solution: &Solution) -> StoreError {
        self.damaged(format!("the solution {solution} is in no block"))
    }

    fn damaged(&self, what: String) -> StoreError {
        StoreError::damaged(format!("N = {}: {what}", self.n))
    }
}

impl CellBlocks for StoredBoard {
    fn watched_by(&self, watch: &Arc<dyn Watch>) -> Arc<dyn CellBlocks> {
        Arc::new(StoredBoard { watch: Arc::clone(watch), ..self.clone() })
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

impl Tables for StoredBoard {
    fn watched_by(&self, watch: &Arc<dyn Watch>) -> Arc<dyn Tables> {
        Arc::new(StoredBoard { watch: Arc::clone(watch), ..self.clone() })
    }

    fn tier(&self) -> Tier {
        Tier::Stored
    }

    fn solution_count(&self) -> u64 {
        self.solutions
    }

    fn orbit_count(&self) -> u64 {
        self.orbits
    }

    fn digest(&self) -> Option<u128> {
        self.digest
    }

    fn solution(&self, rank: Rank) -> Result<Solution> {
        self.with_block(BlockKey::Rank(rank), |block| {
            let solution = block.content.get(place(rank.get(), block.first_rank));
            let missing = || self.damaged(format!("rank {rank} is in no block"));
            self.decoded(block, solution)?.ok_or_else(missing)
        })
    }

    fn rank(&self, solution: &Solution) -> Result<Rank> {
        self.with_block(BlockKey::Solution(*solution), |block| {
            let place = self.decoded(block, block.content.position(solution))?;
            let place = place.ok_or_else(|| self.missing(solution))?;
            self.number(Rank::new(block.first_rank + place as u64))
        })
    }

    fn representative(&self, id: OrbitId) -> Result<Canonical> {
        self.with_block(BlockKey::Orbit(id), |block| {
            let number = place(id.get(), block.first_orbit.wrapping_add(1));
            let canonical = self.decoded(block, block.content.representative(number))?;
            canonical.ok_or_else(|| self.damaged(format!("orbit {id} is in no block")))
        })
    }

    fn orbit_id(&self, canonical: &Canonical) -> Result<OrbitId> {
        self.with_block(BlockKey::Solution(**canonical), |block| {
            let number = self.decoded(block, block.content.representative_number(canonical))?;
            let number = number.ok_or_else(|| self.missing(canonical))?;
            self.number(OrbitId::new(block.first_orbit + number as u64 + 1))
        })
    }

    fn around(&self, rank: Rank) -> Result<Option<NumberedRun>> {
        self.with_block(BlockKey::Rank(rank), |block| {
            let Block::Tree(tree) = &block.content else { return Ok(None) };
            let around = tree.around(place(rank.get(), block.first_rank));
            Ok(numbered(block, self.decoded(block, around)?))
        })
    }

    fn around_solution(&self, solution: &Solution) -> Result<Option<NumberedRun>> {
        self.with_block(BlockKey::Solution(*solution), |block| {
            let Block::Tree(tree) = &block.content else { return Ok(None) };
            Ok(numbered(block, self.decoded(block, tree.around_solution(solution))?))
        })
    }

    fn run_at(&self, rank: Rank) -> Result<Option<NumberedRun>> {
        self.with_run(BlockKey::Rank(rank), |block, run| {
            if place(rank.get(), block.first_rank) < run.len() {
                return Ok(Some((block.first_rank, run)));
            }
            Err(self.damaged(format!("rank {rank} is in no block")))
        })
    }

    fn representatives_at(&self, id: OrbitId) -> Result<Option<NumberedRun>> {
        self.with_run(BlockKey::Orbit(id), |block, mut run| {
            run.retain_representatives();
            if place(id.get(), block.first_orbit.wrapping_add(1)) < run.len() {
                return Ok(Some((block.first_orbit + 1, run)));
            }
            Err(self.damaged(format!("orbit {id} is in no block")))
        })
    }

    fn each_run(&self, each: &mut dyn FnMut(SolutionRun)) -> Result<bool> {
        match self.read_all(each) {
            Err(error @ StoreError::Stopped { .. }) => self.answer(Err(error)),
            read => Ok(read.is_ok()),
        }
    }

    fn before(&self, parent: &[u8], rows: &[u8]) -> Result<Vec<u64>> {
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

/// The solutions of a block from a place on, with the rank of the first.
fn numbered(block: &CachedBlock, decoded: Option<(usize, SolutionRun)>) -> Option<NumberedRun> {
    let (place, run) = decoded?;
    Some((block.first_rank + place as u64, run))
}
