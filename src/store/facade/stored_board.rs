//! A complete board of a database file, stored or indexed.

use crate::combinatorics::{BoardSize, Canonical, OrbitId, Pattern, Rank, Solution};
use crate::database::tables::{LOOKUPS_PER_LIST, NumberedRun, Tables};
use crate::database::{Tier, Trace};
use crate::error::Result;
use crate::search::SolutionRun;
use crate::store::block::{Block, DecodeError};
use crate::store::build::options::BuildTier;
use crate::store::cache::{BlockKey, CachedBlock};
use crate::store::error::{DamageError, FileError, StoreError};
use crate::store::reader::Store;
use crate::watch::{Activity, Watch, Watched};
use std::sync::Arc;

/// The first half of a complete board in a file. A cheap-to-clone handle that threads share.
///
/// Ranks and solutions are those of the first half. Every query reads one block, from the cache or by one B-tree
/// descent; on an indexed board it then searches one cell.
#[derive(Clone)]
pub(in crate::store) struct StoredBoard {
    pub(super) store: Arc<Store>,
    /// Can stop reading a block.
    pub(super) watch: Arc<dyn Watch>,
    pub(super) n: BoardSize,
    pub(super) tier: BuildTier,
    pub(super) solutions: u64,
    pub(super) orbits: u64,
    digest: Option<u128>,
}

impl StoredBoard {
    /// The board of size `n`, if the file holds it and it is complete.
    pub(in crate::store) fn open(
        store: Arc<Store>,
        n: BoardSize,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<Self>, FileError> {
        let complete = store.complete(n, watch).map_err(|error| error.at(store.path()))?;
        Ok(complete.map(|complete| StoredBoard {
            watch: Arc::clone(watch),
            n,
            tier: complete.tier,
            solutions: complete.solutions,
            orbits: complete.orbits,
            digest: complete.digest,
            store,
        }))
    }

    /// The orbit ids of those first representatives, in this order, that are in one cell. Empty if there are too few of
    /// them for listing the cell to pay.
    fn listed_cell(&self, all: &[Canonical], order: &[usize]) -> Result<Vec<OrbitId>, StoreError> {
        let Some(first) = order.first().map(|&place| all[place]) else { return Ok(Vec::new()) };
        if self.tier == BuildTier::Stored || order.len() < LOOKUPS_PER_LIST as usize {
            return Ok(Vec::new());
        }
        let block = self.checked_block(BlockKey::Solution(*first))?;
        let Block::Cells(cells) = &block.content else { return Ok(Vec::new()) };
        let inside = |place: &&usize| cells.is_in_cell_of(&first, &all[**place]);
        let inside = order.iter().take_while(inside).count();
        if inside < LOOKUPS_PER_LIST as usize {
            return Ok(Vec::new());
        }
        let Some((number, run)) = self.decoded(&block, cells.representatives_around(&first))?
        else {
            return Ok(Vec::new());
        };
        let id = |&place: &usize| {
            let place = run.place(&all[place]).ok_or_else(|| self.missing(&all[place]))?;
            self.number(OrbitId::new(block.first_orbit + (number + place) as u64 + 1))
        };
        order[..inside].iter().map(id).collect()
    }

    /// A decoded block, and the number of canonical representatives before it.
    fn read_run(&self, key: BlockKey) -> Result<(NumberedRun, u64), StoreError> {
        let row = self.store.block_row(self.n, key, &self.watch)?;
        let run = row.decode().map_err(|source| row.damaged(source))?;
        self.check(row.first_rank, run.len(), row.first_orbit)?;
        Ok(((row.first_rank, run), row.first_orbit))
    }

    /// Decodes all blocks.
    fn read_all(&self, each: &mut dyn FnMut(SolutionRun)) -> Result<(), StoreError> {
        let n = self.n.get() as u64;
        let watched = Watched::new(&*self.watch, Activity::Accessing, n, "solutions decoded");
        let half = self.solutions.div_ceil(2);
        let mut passed = 0;
        while passed < half {
            let rank = self.number(Rank::new(passed + 1))?;
            let ((first, run), _) = self.read_run(BlockKey::Rank(self.n, rank))?;
            if first != rank.get() {
                return Err(self.damaged(format!("no block begins at rank {rank}")));
            }
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
    pub(super) fn checked_block(&self, key: BlockKey) -> Result<Arc<CachedBlock>, StoreError> {
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

    pub(super) fn decoded<T>(
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

    pub(super) fn damaged(&self, what: String) -> StoreError {
        StoreError::damaged(format!("N = {}: {what}", self.n))
    }
}

impl Tables for StoredBoard {
    fn watched_by(&self, watch: &Arc<dyn Watch>) -> Arc<dyn Tables> {
        Arc::new(StoredBoard { watch: Arc::clone(watch), ..self.clone() })
    }

    fn tier(&self) -> Tier {
        match self.tier {
            BuildTier::Stored => Tier::Stored,
            BuildTier::Indexed => Tier::Indexed,
        }
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
        self.with_block(BlockKey::Rank(self.n, rank), |block| {
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
        self.with_block(BlockKey::Orbit(self.n, id), |block| {
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

    fn orbit_ids(&self, all: &[Canonical]) -> Result<Vec<OrbitId>> {
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_unstable_by_key(|&place| all[place]);
        let mut ids = vec![OrbitId::FIRST; all.len()];
        let mut rest = &order[..];
        let n = self.n.get() as u64;
        let watched = Watched::new(&*self.watch, Activity::Accessing, n, "orbits looked up");
        while let Some((&first, others)) = rest.split_first() {
            let done = (all.len() - rest.len()) as u64;
            let ticked = watched.tick(done, Some(done as f64 / all.len() as f64));
            self.answer(ticked.map_err(StoreError::from))?;
            let listed = self.answer(self.listed_cell(all, rest))?;
            for (&place, id) in rest.iter().zip(&listed) {
                ids[place] = *id;
            }
            if listed.is_empty() {
                ids[first] = self.orbit_id(&all[first])?;
                rest = others;
            } else {
                rest = &rest[listed.len()..];
            }
        }
        Ok(ids)
    }

    fn around(&self, rank: Rank) -> Result<Option<NumberedRun>> {
        self.with_block(BlockKey::Rank(self.n, rank), |block| {
            let place = place(rank.get(), block.first_rank);
            Ok(match &block.content {
                Block::Tree(tree) => numbered(block, self.decoded(block, tree.around(place))?),
                // Single lookups find what they can in a damaged cell.
                Block::Cells(cells) => numbered(block, cells.cell_around(place).unwrap_or(None)),
            })
        })
    }

    fn around_solution(&self, solution: &Solution) -> Result<Option<NumberedRun>> {
        self.with_block(BlockKey::Solution(*solution), |block| {
            let Block::Tree(tree) = &block.content else { return Ok(None) };
            Ok(numbered(block, self.decoded(block, tree.around_solution(solution))?))
        })
    }

    fn trace(&self, rank: Rank) -> Result<Option<Trace>> {
        self.with_block(BlockKey::Rank(self.n, rank), |block| {
            let Block::Cells(cells) = &block.content else { return Ok(None) };
            let cell = cells.cell_at(place(rank.get(), block.first_rank));
            Ok(cell.map(|(cell, solutions)| Trace { block: block.first_rank, cell, solutions }))
        })
    }

    fn run_at(&self, rank: Rank) -> Result<NumberedRun> {
        let read = self.read_run(BlockKey::Rank(self.n, rank));
        self.answer(read.and_then(|((first, run), _)| {
            if place(rank.get(), first) < run.len() {
                return Ok((first, run));
            }
            Err(self.damaged(format!("rank {rank} is in no block")))
        }))
    }

    fn representatives_at(&self, id: OrbitId) -> Result<NumberedRun> {
        let read = self.read_run(BlockKey::Orbit(self.n, id));
        self.answer(read.and_then(|((_, mut run), before)| {
            run.retain_representatives();
            if place(id.get(), before.wrapping_add(1)) < run.len() {
                return Ok((before + 1, run));
            }
            Err(self.damaged(format!("orbit {id} is in no block")))
        }))
    }

    fn each_run(&self, each: &mut dyn FnMut(SolutionRun)) -> Result<bool> {
        match self.read_all(each) {
            Err(error @ StoreError::Stopped { .. }) => self.answer(Err(error)),
            read => Ok(read.is_ok()),
        }
    }

    fn count_matching(&self, pattern: &Pattern) -> Result<u64> {
        self.answer(self.count_in_cells(pattern))
    }

    fn before(&self, parent: &[u8], rows: &[u8]) -> Result<Vec<u64>> {
        self.answer(self.count_before(parent, rows))
    }
}

/// The 0-based place of a number in a block, given the first number there. Saturates past any block if damage has led
/// to a block that begins after the number.
fn place(number: u64, first: u64) -> usize {
    usize::try_from(number.wrapping_sub(first)).unwrap_or(usize::MAX)
}

/// The solutions of a block from a place on, with the rank of the first.
fn numbered(block: &CachedBlock, decoded: Option<(usize, SolutionRun)>) -> Option<NumberedRun> {
    let (place, run) = decoded?;
    Some((block.first_rank + place as u64, run))
}
