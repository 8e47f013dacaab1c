//! A complete board of a database file: one reader for stored and indexed boards.

use super::build::options::BuildTier;
use super::cache::{BlockKey, CachedBlock};
use super::error::{DamageError, FileError, StoreError};
use super::listed::Listed;
use super::near::{Near, REPEATS, StoredRun};
use super::reader::Store;
use crate::block::DecodeError;
use crate::combinatorics::{BoardSize, Canonical, OrbitId, Rank, Solution};
use crate::search::SolutionRun;
use crate::watch::{Activity, Watch, Watched};
use serde::Serialize;
use std::sync::Arc;

/// How an indexed board answers a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Trace {
    /// The first rank of the block.
    pub block: u64,
    /// The cell in the block, 1-based.
    pub cell: usize,
    /// Solutions in the cell, the most that the answer searches again.
    pub solutions: u64,
}

/// The first half of a complete board in a file. A handle: cheap to clone, shared by threads.
///
/// Ranks and solutions are those of the first half. Every answer reads one block, from the cache or by one
/// B-tree descent; an indexed block then searches one cell. A stored board of N ≤ 16 that is asked often is listed in
/// memory ([`Listed`]).
#[derive(Clone)]
pub(crate) struct StoredBoard {
    pub(super) store: Arc<Store>,
    /// Can stop the reading of a block.
    pub(super) watch: Arc<dyn Watch>,
    pub(super) n: BoardSize,
    tier: BuildTier,
    pub(super) solutions: u64,
    pub(super) orbits: u64,
    digest: Option<u128>,
    /// What a small stored board keeps in memory.
    pub(super) listed: Option<Arc<Listed>>,
}

impl StoredBoard {
    /// The board of size `n`, if the file holds it complete.
    pub(crate) fn open(
        store: &Arc<Store>,
        n: BoardSize,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<Self>, FileError> {
        let complete = store.complete(n, watch).map_err(|error| error.at(store.path()))?;
        Ok(complete.map(|complete| StoredBoard {
            store: Arc::clone(store),
            watch: Arc::clone(watch),
            n,
            tier: complete.tier,
            solutions: complete.solutions,
            orbits: complete.orbits,
            digest: complete.digest,
            listed: Listed::takes(n, complete.tier).then(|| store.listed(n)),
        }))
    }

    /// This board under another watch.
    pub(crate) fn watched_by(&self, watch: &Arc<dyn Watch>) -> Self {
        StoredBoard { watch: Arc::clone(watch), ..self.clone() }
    }

    /// What the file keeps of the board.
    pub(crate) fn tier(&self) -> BuildTier {
        self.tier
    }

    /// Q(N), all solutions of the board.
    pub(crate) fn solution_count(&self) -> u64 {
        self.solutions
    }

    /// F(N), all orbits of the board.
    pub(crate) fn orbit_count(&self) -> u64 {
        self.orbits
    }

    /// XXH3-128 of the decoded content.
    pub(crate) fn digest(&self) -> Option<u128> {
        self.digest
    }

    /// The solution of a rank. Looks near the last look-ups first.
    pub(crate) fn solution(&self, rank: Rank, near: &mut Near) -> Result<Solution, FileError> {
        if let Some(solution) = near.solution(rank) {
            return Ok(solution);
        }
        if let Some(list) = self.listed_solutions()? {
            let missing = || self.damaged(format!("rank {rank} is not in the list"));
            return self.answer(list.get(place(rank.get(), 1)).ok_or_else(missing));
        }
        self.with_block(BlockKey::Rank(self.n, rank), |block| {
            let missing = || self.damaged(format!("rank {rank} is in no block"));
            let place = place(rank.get(), block.first_rank);
            if self.tier == BuildTier::Stored {
                near.run = kept(block, self.decoded(block, block.run.run_at(place))?);
                return near.solution(rank).ok_or_else(missing);
            }
            let solution = self.decoded(block, block.run.get(place))?.ok_or_else(missing)?;
            keep_cell(block, place, near);
            Ok(solution)
        })
    }

    /// The rank of a solution. Looks near the last look-ups first.
    pub(crate) fn rank(&self, solution: &Solution, near: &mut Near) -> Result<Rank, FileError> {
        if let Some(rank) = near.rank(solution) {
            return Ok(rank);
        }
        if let Some(list) = self.listed_solutions()? {
            let place = list.place(solution).ok_or_else(|| self.missing(solution));
            return self.answer(place.and_then(|place| self.number(Rank::new(place as u64 + 1))));
        }
        self.with_block(BlockKey::Solution(*solution), |block| {
            let missing = || self.missing(solution);
            if self.tier == BuildTier::Stored {
                near.run = kept(block, self.decoded(block, block.run.run_around(solution))?);
                return near.rank(solution).ok_or_else(missing);
            }
            let place = self.decoded(block, block.run.position(solution))?.ok_or_else(missing)?;
            keep_cell(block, place, near);
            self.number(Rank::new(block.first_rank + place as u64))
        })
    }

    /// The canonical representative with an orbit id.
    pub(crate) fn representative(&self, id: OrbitId) -> Result<Canonical, FileError> {
        if let Some(list) = self.listed_representatives(1)? {
            let canonical = list.get(place(id.get(), 1)).and_then(Canonical::check);
            let missing = || self.damaged(format!("orbit {id} is not in the list"));
            return self.answer(canonical.ok_or_else(missing));
        }
        self.with_block(BlockKey::Orbit(self.n, id), |block| {
            let number = place(id.get(), block.first_orbit.wrapping_add(1));
            let canonical = self.decoded(block, block.run.representative(number))?;
            canonical.ok_or_else(|| self.damaged(format!("orbit {id} is in no block")))
        })
    }

    /// The orbit id of a canonical representative.
    pub(crate) fn orbit_id(&self, canonical: &Canonical) -> Result<OrbitId, FileError> {
        if let Some(list) = self.listed_representatives(1)? {
            let place = list.place(canonical).ok_or_else(|| self.missing(canonical));
            return self
                .answer(place.and_then(|place| self.number(OrbitId::new(place as u64 + 1))));
        }
        self.with_block(BlockKey::Solution(**canonical), |block| {
            let number = self.decoded(block, block.run.representative_number(canonical))?;
            let number = number.ok_or_else(|| self.missing(canonical))?;
            self.number(OrbitId::new(block.first_orbit + number as u64 + 1))
        })
    }

    /// The orbit ids of many canonical representatives, in the order of the file: look-ups in one cell after another
    /// are answered by listing it.
    pub(crate) fn orbit_ids(&self, all: &[Canonical]) -> Result<Vec<OrbitId>, FileError> {
        if let Some(list) = self.listed_representatives(all.len() as u64)? {
            let id = |canonical: &Canonical| {
                let place = list.place(canonical).ok_or_else(|| self.missing(canonical))?;
                self.number(OrbitId::new(place as u64 + 1))
            };
            return self.answer(all.iter().map(id).collect());
        }
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

    /// The orbit ids of the first representatives in this order that are in one cell, if there are enough of them to
    /// list it, else none.
    fn listed_cell(&self, all: &[Canonical], order: &[usize]) -> Result<Vec<OrbitId>, StoreError> {
        let Some(first) = order.first().map(|&place| all[place]) else { return Ok(Vec::new()) };
        if self.tier == BuildTier::Stored || order.len() < REPEATS as usize {
            return Ok(Vec::new());
        }
        let block = self.checked_block(BlockKey::Solution(*first))?;
        let inside = |place: &&usize| block.run.is_in_cell_of(&first, &all[**place]);
        let inside = order.iter().take_while(inside).count();
        if inside < REPEATS as usize {
            return Ok(Vec::new());
        }
        let Some((number, run)) = self.decoded(&block, block.run.representatives_around(&first))?
        else {
            return Ok(Vec::new());
        };
        let id = |&place: &usize| {
            let place = run.place(&all[place]).ok_or_else(|| self.missing(&all[place]))?;
            self.number(OrbitId::new(block.first_orbit + (number + place) as u64 + 1))
        };
        order[..inside].iter().map(id).collect()
    }

    /// The cell that an indexed board searches for a rank; `None` on a stored board.
    pub(crate) fn trace(&self, rank: Rank) -> Result<Option<Trace>, FileError> {
        self.with_block(BlockKey::Rank(self.n, rank), |block| {
            let cell = block.run.cell_at(place(rank.get(), block.first_rank));
            Ok(cell.map(|(cell, solutions)| Trace { block: block.first_rank, cell, solutions }))
        })
    }

    /// All solutions of the stored block that holds a rank, and the rank of the first. Decodes the whole block.
    pub(crate) fn run_at(&self, rank: Rank) -> Result<(u64, SolutionRun), FileError> {
        self.answer(self.read_run(BlockKey::Rank(self.n, rank)).and_then(|(found, _)| {
            match place(rank.get(), found.first_rank) < found.len() {
                true => Ok((found.first_rank, found.run)),
                false => Err(self.damaged(format!("rank {rank} is in no block"))),
            }
        }))
    }

    /// All canonical representatives of the stored block that holds an orbit id, and the id of the first.
    /// Decodes the whole block.
    pub(crate) fn representatives_at(&self, id: OrbitId) -> Result<(u64, SolutionRun), FileError> {
        let read = self.read_run(BlockKey::Orbit(self.n, id)).and_then(|(mut found, before)| {
            found.run.retain_representatives();
            match place(id.get(), before.wrapping_add(1)) < found.len() {
                true => Ok((before + 1, found.run)),
                false => Err(self.damaged(format!("orbit {id} is in no block"))),
            }
        });
        self.answer(read)
    }

    /// A decoded block, and the number of canonical representatives before it.
    pub(super) fn read_run(&self, key: BlockKey) -> Result<(StoredRun, u64), StoreError> {
        let row = self.store.block_row(self.n, key, &self.watch)?;
        let run = row.decode().map_err(|source| row.damaged(source))?;
        self.check(row.first_rank, run.len(), row.first_orbit)?;
        Ok((StoredRun { first_rank: row.first_rank, run }, row.first_orbit))
    }

    fn with_block<T>(
        &self,
        key: BlockKey,
        answer: impl FnOnce(&CachedBlock) -> Result<T, StoreError>,
    ) -> Result<T, FileError> {
        self.answer(self.checked_block(key).and_then(|block| answer(&block)))
    }

    fn answer<T>(&self, answer: Result<T, StoreError>) -> Result<T, FileError> {
        answer.map_err(|error| error.at(self.store.path()))
    }

    /// The block that holds a key; an error unless it lies within the first half of the board.
    pub(super) fn checked_block(&self, key: BlockKey) -> Result<Arc<CachedBlock>, StoreError> {
        let block = self.store.block(self.n, key, &self.watch)?;
        self.check(block.first_rank, block.run.len(), block.first_orbit)?;
        Ok(block)
    }

    /// An error unless a block lies within the first half of the board.
    fn check(&self, first_rank: u64, len: usize, first_orbit: u64) -> Result<(), StoreError> {
        let last_rank = first_rank.checked_add(len as u64 - 1);
        let half = self.solutions.div_ceil(2);
        let fits = first_rank > 0
            && last_rank.is_some_and(|last| last <= half)
            && first_orbit <= self.orbits;
        match fits {
            true => Ok(()),
            false => {
                Err(self.damaged(format!("the block at rank {first_rank} is not on the board")))
            }
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

/// The 0-based place of a number in a block, from the first number there. Too large for any block where damage
/// has led to a block that begins after the number.
fn place(number: u64, first: u64) -> usize {
    usize::try_from(number.wrapping_sub(first)).unwrap_or(usize::MAX)
}

/// Solutions of a block, from a place in it on, with their ranks.
fn kept(block: &CachedBlock, decoded: Option<(usize, SolutionRun)>) -> Option<StoredRun> {
    let (place, run) = decoded?;
    Some(StoredRun { first_rank: block.first_rank + place as u64, run })
}

/// Lists the cell of a place if many look-ups in a row were there. In a damaged cell, single look-ups find what they
/// can.
fn keep_cell(block: &CachedBlock, place: usize, near: &mut Near) {
    if let Some((cell, _)) = block.run.cell_at(place)
        && near.is_worth_listing((block.first_rank, cell))
    {
        near.run = kept(block, block.run.run_at(place).unwrap_or(None));
    }
}
