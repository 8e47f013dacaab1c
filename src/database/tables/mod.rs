//! The tables that answer the queries on a board: blocks of cells or of stored solutions, from a file or from the
//! program.

mod cells;

use crate::combinatorics::{
    BoardSize, Canonical, Invalid, OrbitId, Permutation, Rank, Solution, known_counts, unreadable,
};
use crate::error::{Error, Result};
#[cfg(feature = "sqlite")]
use crate::search::cell_limit;
use crate::search::{
    BlockKey, BlockStart, BuiltInCells, NumberedBlock, Place, PrefixPlaces, SearchError,
    SolutionRun, WrongCell,
};
#[cfg(feature = "sqlite")]
use crate::store::{BuildTier, Complete, DamageError, Store, StoreError};
use crate::watch::{Activity, Watch, Watched};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// How the queries on a board are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Tier {
    /// The database file holds its solutions.
    Stored,
    /// The database file holds the number of solutions and orbits below each prefix of a few queens. A query searches a
    /// few thousand solutions.
    Indexed,
    /// The database file does not hold the board. A query is a search, which for N = 5 to 21 is in one cell of those
    /// built into the program: milliseconds.
    Searched,
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Tier::Stored => "stored",
            Tier::Indexed => "indexed",
            Tier::Searched => "searched",
        })
    }
}

impl FromStr for Tier {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut tiers = [Tier::Stored, Tier::Indexed, Tier::Searched].into_iter();
        let named = tiers.find(|tier| tier.to_string() == text);
        named.ok_or_else(|| unreadable("the tier stored, indexed or searched", text))
    }
}

/// The cell that an indexed board searches for a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Trace {
    /// The first rank of the block.
    pub block: u64,
    /// The cell in the block, 1-based.
    pub cell: usize,
    /// Number of solutions in the cell, an upper bound on those searched.
    pub solutions: u64,
}

/// Number of lookups in one cell that take about as long as listing the cell.
pub(crate) const LOOKUPS_PER_LIST: u32 = 4;

/// Successive solutions of the first half, or canonical representatives, with the rank or id of the first.
pub(crate) type NumberedRun = (u64, SolutionRun);

/// The first half of the solutions of one board, in blocks. Cheap to clone. Ranks and solutions are those of the first
/// half. Every query reads one block, built in, cached, or by one B-tree descent.
#[derive(Clone)]
pub(crate) struct Tables {
    n: BoardSize,
    /// Q(N).
    solutions: u64,
    /// The usual maximum number of solutions in a cell that is searched; `None` if the solutions are stored.
    pub(crate) cell_limit: Option<u64>,
    source: BlockSource,
    /// Can stop reading a file, and searches.
    watch: Arc<dyn Watch>,
}

/// The source of the blocks.
#[derive(Clone)]
enum BlockSource {
    /// The program. These blocks are not wrong.
    Program(&'static BuiltInCells),
    /// A complete board of a file.
    #[cfg(feature = "sqlite")]
    File(Arc<Store>, Complete),
}

impl Tables {
    /// The built-in cells of a board, if there are any.
    pub(crate) fn built_in(n: BoardSize, watch: &Arc<dyn Watch>) -> Option<Self> {
        let (cells, known) = (BuiltInCells::of(n)?, known_counts(n)?);
        let (solutions, cell_limit) = (known.solutions, Some(cells.limit));
        let watch = Arc::clone(watch);
        Some(Tables { n, solutions, cell_limit, source: BlockSource::Program(cells), watch })
    }

    /// The tables of a board with their tier and digest, if the file holds them and they are complete.
    #[cfg(feature = "sqlite")]
    pub(crate) fn in_file(
        store: &Arc<Store>,
        n: BoardSize,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<(Tier, Option<u128>, Self)>> {
        let complete = store.complete(n, watch).map_err(|error| error.at(store.path()))?;
        let Some(complete) = complete else { return Ok(None) };
        let (tier, cell_limit) = match complete.tier {
            BuildTier::Stored => (Tier::Stored, None),
            BuildTier::Indexed => (Tier::Indexed, Some(cell_limit(n))),
        };
        let source = BlockSource::File(Arc::clone(store), complete);
        let (solutions, watch) = (complete.solutions, Arc::clone(watch));
        Ok(Some((tier, complete.digest, Tables { n, solutions, cell_limit, source, watch })))
    }

    /// These tables under another watch.
    pub(crate) fn watched_by(&self, watch: &Arc<dyn Watch>) -> Self {
        Tables { watch: Arc::clone(watch), ..self.clone() }
    }

    /// The block that contains a key. Fails if there is none.
    fn block(&self, key: BlockKey) -> Result<NumberedBlock> {
        match &self.source {
            BlockSource::Program(cells) => {
                // The search of a cell takes up to 30 ms.
                let n = self.n.get();
                let watched = Watched::new(&*self.watch, Activity::Searching, n, "solutions found");
                watched.tick(0, None).map_err(SearchError::stopped)?;
                cells.block(&key).ok_or_else(|| self.absent(key))
            }
            #[cfg(feature = "sqlite")]
            BlockSource::File(store, complete) => {
                let block = store.block(self.n, complete.tier, key, &self.watch);
                let block = block.map_err(|error| error.at(store.path()))?;
                let NumberedBlock { first_rank, first_orbit, content } = &block;
                let last_rank = first_rank.checked_add(content.cells().solutions() as u64 - 1);
                let half = self.solutions.div_ceil(2);
                if *first_rank > 0
                    && last_rank.is_some_and(|last| last <= half)
                    && *first_orbit <= complete.orbits
                {
                    return Ok(block);
                }
                Err(self.damaged(format!("the block at rank {first_rank} is not on the board")))
            }
        }
    }

    /// The starts of all blocks, in order.
    fn starts(&self) -> Result<Arc<[BlockStart]>> {
        match &self.source {
            BlockSource::Program(cells) => Ok(cells.starts()),
            #[cfg(feature = "sqlite")]
            BlockSource::File(store, _) => {
                let starts = store.block_starts(self.n, &self.watch);
                Ok(starts.map_err(|error| error.at(store.path()))?)
            }
        }
    }

    /// A cache of the numbers of solutions before prefixes.
    fn places(&self) -> &PrefixPlaces {
        match &self.source {
            BlockSource::Program(cells) => &cells.places,
            #[cfg(feature = "sqlite")]
            BlockSource::File(store, _) => &store.places,
        }
    }

    /// The error for a block with a wrong cell.
    fn wrong(&self, first_rank: u64, wrong: WrongCell) -> Error {
        match &self.source {
            BlockSource::Program(_) => self.damaged(format!("{first_rank}: {wrong:?}")),
            #[cfg(feature = "sqlite")]
            BlockSource::File(store, _) => {
                let damage = DamageError::Block { n: self.n, first_rank, source: wrong.into() };
                StoreError::from(damage).at(store.path()).into()
            }
        }
    }

    /// The error for blocks that contradict each other, or their board.
    #[cfg_attr(not(feature = "sqlite"), expect(unused_variables))]
    fn damaged(&self, what: String) -> Error {
        match &self.source {
            BlockSource::Program(_) => SearchError::NoAnswer { n: self.n }.into(),
            #[cfg(feature = "sqlite")]
            BlockSource::File(store, _) => {
                StoreError::damaged(format!("N = {}: {what}", self.n)).at(store.path()).into()
            }
        }
    }

    fn absent(&self, key: BlockKey) -> Error {
        self.damaged(format!("{key} is in no block"))
    }

    fn number<T, E: ToString>(&self, number: Result<T, E>) -> Result<T> {
        number.map_err(|error| self.damaged(error.to_string()))
    }

    /// The result of a lookup in the block that contains a key. Fails if there is none.
    fn look_up<T>(
        &self,
        key: BlockKey,
        answer: impl FnOnce(&NumberedBlock) -> Result<Option<T>, WrongCell>,
    ) -> Result<T> {
        let block = self.block(key)?;
        let answer = answer(&block).map_err(|wrong| self.wrong(block.first_rank, wrong))?;
        answer.ok_or_else(|| self.absent(key))
    }

    /// The solution with a rank.
    pub(crate) fn solution(&self, rank: Rank) -> Result<Solution> {
        self.look_up(BlockKey::Rank(rank), |block| {
            block.content.get(place(rank.get(), block.first_rank))
        })
    }

    /// The rank of a solution.
    pub(crate) fn rank(&self, solution: &Solution) -> Result<Rank> {
        let rank = self.look_up(BlockKey::Solution(*solution), |block| {
            Ok(block.content.position(solution)?.map(|place| block.first_rank + place as u64))
        })?;
        self.number(Rank::new(rank))
    }

    /// The canonical representative with an orbit id.
    pub(crate) fn representative(&self, id: OrbitId) -> Result<Canonical> {
        self.look_up(BlockKey::Orbit(id), |block| {
            block.content.representative(place(id.get(), block.first_orbit.wrapping_add(1)))
        })
    }

    /// The orbit id of a canonical representative.
    pub(crate) fn orbit_id(&self, canonical: &Canonical) -> Result<OrbitId> {
        let id = self.look_up(BlockKey::Solution(**canonical), |block| {
            let number = block.content.representative_number(canonical)?;
            Ok(number.map(|number| block.first_orbit + number as u64 + 1))
        })?;
        self.number(OrbitId::new(id))
    }

    /// The cell that is searched for a rank.
    pub(crate) fn trace(&self, rank: Rank) -> Result<Option<Trace>> {
        let block = self.block(BlockKey::Rank(rank))?;
        let cells = block.content.cells();
        let cell = cells.of_place(place(rank.get(), block.first_rank));
        Ok(cell.map(|cell| {
            let solutions = cells.0[cell].size.solutions;
            Trace { block: block.first_rank, cell: cell + 1, solutions }
        }))
    }

    /// The solutions around a rank or a solution: of stored solutions those that a lookup decodes, otherwise a cell,
    /// which takes as long as [`LOOKUPS_PER_LIST`] lookups. `None` if the cell is too large or damaged.
    pub(crate) fn around(&self, key: BlockKey) -> Result<Option<NumberedRun>> {
        let block = self.block(key)?;
        let cells = block.content.cells();
        let place = match key {
            BlockKey::Rank(rank) => Some(place(rank.get(), block.first_rank)),
            BlockKey::Solution(solution) => {
                cells.of(&solution).map(|cell| cells.0[cell].solutions as usize)
            }
            BlockKey::Orbit(_) => None,
        };
        let Some(place) = place else { return Ok(None) };
        let around = match block.content.around(place) {
            // Single lookups find what they can in a damaged cell.
            Err(_) if self.cell_limit.is_some() => None,
            around => around.map_err(|wrong| self.wrong(block.first_rank, wrong))?,
        };
        Ok(around.map(|(place, run)| (block.first_rank + place as u64, run)))
    }

    /// All solutions of the stored block that contains a rank or a solution, or all canonical representatives of the one
    /// that contains an orbit id. Decodes the whole block. `None` if the solutions are not stored.
    pub(crate) fn run(&self, key: BlockKey) -> Result<Option<NumberedRun>> {
        if self.cell_limit.is_some() {
            return Ok(None);
        }
        let block = self.block(key)?;
        let NumberedBlock { first_rank, first_orbit, content } = &block;
        let stored = content.stored().map_err(|wrong| self.wrong(*first_rank, wrong))?;
        let Some(mut run) = stored else { return Ok(None) };
        let (first, is_inside) = match key {
            BlockKey::Rank(rank) => (*first_rank, place(rank.get(), *first_rank) < run.len()),
            BlockKey::Solution(solution) => (*first_rank, run.place(&solution).is_some()),
            BlockKey::Orbit(id) => {
                run.retain_representatives();
                let first = first_orbit.wrapping_add(1);
                (first, place(id.get(), first) < run.len())
            }
        };
        if is_inside { Ok(Some((first, run))) } else { Err(self.absent(key)) }
    }

    /// Calls `each` with all solutions as words, in order, in runs. Returns false if they are not stored, or if a block
    /// is damaged or missing. N ≤ 16.
    #[cfg(feature = "sqlite")]
    pub(crate) fn each_run(&self, mut each: impl FnMut(Vec<u64>)) -> Result<bool> {
        let BlockSource::File(store, _) = &self.source else { return Ok(false) };
        let n = self.n.get();
        let watched = Watched::new(&*self.watch, Activity::Accessing, n, "solutions decoded");
        let half = self.solutions.div_ceil(2);
        let mut passed = 0;
        while passed < half {
            let run = match self.run(BlockKey::Rank(Rank::new(passed + 1)?)) {
                Ok(Some((first, run))) if first == passed + 1 => run,
                Err(error) if error.is_stopped() => return Err(error),
                _ => return Ok(false),
            };
            passed += run.len() as u64;
            if let SolutionRun::Narrow(_, words) = run {
                each(words);
            }
            let ticked = watched.tick(passed, Some(passed as f64 / half as f64));
            ticked.map_err(|progress| StoreError::from(progress).at(store.path()))?;
        }
        Ok(true)
    }

    /// For each of these rows, the number of solutions of the first half before the prefix `parent`, row. The rows are
    /// 0-based and ascend; N stands for the end of the parent. Some row of the column after the parent must be safe.
    ///
    /// Reads one block per row, mostly from the cache; a board of cells then counts a part of one cell per row, all
    /// in one search. The counts before short prefixes, which take the longest, are cached.
    pub(crate) fn before(&self, parent: &[u8], rows: &[u8]) -> Result<Vec<u64>> {
        if self.cell_limit.is_some() {
            return self.before_in_cells(parent, rows);
        }
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

/// The 0-based place of a number in a block, given the first number there. Saturates past any block if damage has led
/// to a block that begins after the number.
fn place(number: u64, first: u64) -> usize {
    usize::try_from(number.wrapping_sub(first)).unwrap_or(usize::MAX)
}
