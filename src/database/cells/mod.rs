//! A board known by the sizes of its cells, which come from an index file or are built into the program: a lookup finds
//! a cell by its size and searches it.
//!
//! `before` counts the solutions before prefixes, `matching` those that match a pattern.

mod before;
mod matching;

use super::tables::{LOOKUPS_PER_LIST, NumberedRun, Tables, Tier, Trace};
use crate::combinatorics::{BoardSize, Canonical, OrbitId, Pattern, Rank, Solution, known_counts};
use crate::error::{Error, Result};
use crate::search::{
    BlockKey, BlockStart, BuiltInCells, NumberedBlock, PrefixPlaces, SearchError, WrongCell,
};
use crate::watch::{Activity, Watch, Watched};
use std::sync::Arc;

/// The blocks of the cells of a board.
pub(crate) trait CellBlocks: Send + Sync {
    /// These blocks under another watch, which can stop reading a file.
    fn watched_by(&self, watch: &Arc<dyn Watch>) -> Arc<dyn CellBlocks>;

    /// The block that contains a key.
    fn block(&self, key: BlockKey) -> Result<NumberedBlock>;

    /// The starts of all blocks, in order.
    fn starts(&self) -> Result<Arc<[BlockStart]>>;

    /// A cache of the numbers of solutions before prefixes.
    fn places(&self) -> &PrefixPlaces;

    /// The error for a block whose sizes are wrong.
    fn wrong_block(&self, first_rank: u64, wrong: WrongCell) -> Error;

    /// The error for blocks that contradict each other.
    fn wrong(&self, what: String) -> Error;
}

/// The blocks that are built into the program. They are not wrong.
struct BuiltInBlocks {
    cells: &'static BuiltInCells,
    watch: Arc<dyn Watch>,
}

impl CellBlocks for BuiltInBlocks {
    fn watched_by(&self, watch: &Arc<dyn Watch>) -> Arc<dyn CellBlocks> {
        Arc::new(BuiltInBlocks { cells: self.cells, watch: Arc::clone(watch) })
    }

    /// The block, unless the watch stops the search of its cell, which takes up to 30 ms.
    fn block(&self, key: BlockKey) -> Result<NumberedBlock> {
        let n = self.cells.n.get() as u64;
        let watched = Watched::new(&*self.watch, Activity::Searching, n, "solutions found");
        watched.tick(0, None).map_err(SearchError::stopped)?;
        self.cells.block(&key).ok_or_else(|| self.wrong(String::new()))
    }

    fn starts(&self) -> Result<Arc<[BlockStart]>> {
        Ok(self.cells.starts())
    }

    fn places(&self) -> &PrefixPlaces {
        &self.cells.places
    }

    fn wrong_block(&self, _: u64, _: WrongCell) -> Error {
        self.wrong(String::new())
    }

    fn wrong(&self, _: String) -> Error {
        SearchError::NoAnswer { n: self.cells.n }.into()
    }
}

/// The first half of a board known by its cells. Cheap to clone.
#[derive(Clone)]
pub(crate) struct CellBoard {
    pub(crate) n: BoardSize,
    pub(crate) tier: Tier,
    /// Q(N).
    pub(crate) solutions: u64,
    /// F(N).
    pub(crate) orbits: u64,
    pub(crate) digest: Option<u128>,
    /// The usual maximum number of solutions in a cell.
    pub(crate) limit: u64,
    pub(crate) blocks: Arc<dyn CellBlocks>,
    pub(crate) watch: Arc<dyn Watch>,
}

impl CellBoard {
    /// The board of a size from its built-in cells, if there are any.
    pub(crate) fn built_in(n: BoardSize, watch: &Arc<dyn Watch>) -> Option<Self> {
        let (cells, known) = (BuiltInCells::of(n)?, known_counts(n)?);
        Some(CellBoard {
            n,
            tier: Tier::Searched,
            solutions: known.solutions,
            orbits: known.orbits(),
            digest: None,
            limit: cells.limit,
            blocks: Arc::new(BuiltInBlocks { cells, watch: Arc::clone(watch) }),
            watch: Arc::clone(watch),
        })
    }

    /// The block that contains a key, and the answer of a lookup in it. Fails if there is none.
    fn look_up<T>(
        &self,
        key: BlockKey,
        answer: impl FnOnce(&NumberedBlock) -> Result<Option<T>, WrongCell>,
    ) -> Result<T> {
        let block = self.blocks.block(key)?;
        let answer = answer(&block).map_err(|wrong| self.wrong(&block, wrong))?;
        answer.ok_or_else(|| self.blocks.wrong(format!("{key} is in no block")))
    }

    fn wrong(&self, block: &NumberedBlock, wrong: WrongCell) -> Error {
        self.blocks.wrong_block(block.first_rank, wrong)
    }

    fn number<T, E: ToString>(&self, number: Result<T, E>) -> Result<T> {
        number.map_err(|error| self.blocks.wrong(error.to_string()))
    }
}

impl Tables for CellBoard {
    fn watched_by(&self, watch: &Arc<dyn Watch>) -> Arc<dyn Tables> {
        let blocks = self.blocks.watched_by(watch);
        Arc::new(CellBoard { blocks, watch: Arc::clone(watch), ..self.clone() })
    }

    fn tier(&self) -> Tier {
        self.tier
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

    fn cell_limit(&self) -> Option<u64> {
        Some(self.limit)
    }

    fn solution(&self, rank: Rank) -> Result<Solution> {
        self.look_up(BlockKey::Rank(rank), |block| {
            block.cells.get(place(rank.get(), block.first_rank))
        })
    }

    fn rank(&self, solution: &Solution) -> Result<Rank> {
        let rank = self.look_up(BlockKey::Solution(*solution), |block| {
            Ok(block.cells.position(solution)?.map(|place| block.first_rank + place as u64))
        })?;
        self.number(Rank::new(rank))
    }

    fn representative(&self, id: OrbitId) -> Result<Canonical> {
        self.look_up(BlockKey::Orbit(id), |block| {
            block.cells.representative(place(id.get(), block.first_orbit.wrapping_add(1)))
        })
    }

    fn orbit_id(&self, canonical: &Canonical) -> Result<OrbitId> {
        let id = self.look_up(BlockKey::Solution(**canonical), |block| {
            let number = block.cells.representative_number(canonical)?;
            Ok(number.map(|number| block.first_orbit + number as u64 + 1))
        })?;
        self.number(OrbitId::new(id))
    }

    fn listed_orbits(&self, all: &[Canonical], order: &[usize]) -> Result<Vec<OrbitId>> {
        let few = LOOKUPS_PER_LIST as usize;
        let Some(first) = order.first().filter(|_| order.len() >= few) else {
            return Ok(Vec::new());
        };
        let first = &all[*first];
        let block = self.blocks.block(BlockKey::Solution(**first))?;
        let inside = |place: &&usize| block.cells.is_in_cell_of(first, &all[**place]);
        let inside = order.iter().take_while(inside).count();
        if inside < few {
            return Ok(Vec::new());
        }
        let listed = block.cells.representatives_around(first);
        let listed = listed.map_err(|wrong| self.wrong(&block, wrong))?;
        let Some((number, run)) = listed else { return Ok(Vec::new()) };
        let id = |&place: &usize| {
            let missing =
                || self.blocks.wrong(format!("the solution {} is in no block", all[place]));
            let place = run.place(&all[place]).ok_or_else(missing)?;
            self.number(OrbitId::new(block.first_orbit + (number + place) as u64 + 1))
        };
        order[..inside].iter().map(id).collect()
    }

    fn around(&self, rank: Rank) -> Result<Option<NumberedRun>> {
        let block = self.blocks.block(BlockKey::Rank(rank))?;
        // Single lookups find what they can in a damaged cell.
        let around = block.cells.cell_around(place(rank.get(), block.first_rank)).unwrap_or(None);
        Ok(around.map(|(place, run)| (block.first_rank + place as u64, run)))
    }

    fn trace(&self, rank: Rank) -> Result<Option<Trace>> {
        let block = self.blocks.block(BlockKey::Rank(rank))?;
        let cell = block.cells.cell_at(place(rank.get(), block.first_rank));
        Ok(cell.map(|(cell, solutions)| Trace { block: block.first_rank, cell, solutions }))
    }

    fn count_matching(&self, pattern: &Pattern) -> Result<Option<u64>> {
        self.count_in_cells(pattern).map(Some)
    }

    fn before(&self, parent: &[u8], rows: &[u8]) -> Result<Vec<u64>> {
        self.count_before(parent, rows)
    }
}

/// The 0-based place of a number in a block, given the first number there. Saturates past any block if damage has led
/// to a block that begins after the number.
pub(crate) fn place(number: u64, first: u64) -> usize {
    usize::try_from(number.wrapping_sub(first)).unwrap_or(usize::MAX)
}
