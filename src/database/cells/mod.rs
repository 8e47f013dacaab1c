//! A board known by the sizes of its cells, which come from an index file or are built into the program: a lookup finds
//! a cell by its size and searches it.
//!
//! `before` counts the solutions before prefixes, `matching` those that match a pattern.

mod before;
mod matching;

use crate::combinatorics::{BoardSize, Canonical, OrbitId, Rank, Solution, known_counts};
use crate::error::{Error, Result};
use crate::search::{
    BlockKey, BlockStart, BuiltInCells, NumberedBlock, PrefixPlaces, SearchError, SolutionRun,
    WrongCell,
};
use crate::watch::{Activity, Watch, Watched};
use serde::Serialize;
use std::sync::Arc;

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
pub(super) const LOOKUPS_PER_LIST: u32 = 4;

/// Successive solutions of the first half, or canonical representatives, with the rank or id of the first.
pub(super) type NumberedRun = (u64, SolutionRun);

/// The blocks of the cells of a board.
pub(super) trait CellBlocks: Send + Sync {
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
pub(super) struct CellBoard {
    n: BoardSize,
    /// Q(N).
    solutions: u64,
    /// The usual maximum number of solutions in a cell.
    pub(super) limit: u64,
    blocks: Arc<dyn CellBlocks>,
    watch: Arc<dyn Watch>,
}

impl CellBoard {
    /// The board of a size with this number of solutions, from its blocks.
    pub(super) fn new(
        n: BoardSize,
        solutions: u64,
        limit: u64,
        blocks: impl CellBlocks + 'static,
        watch: &Arc<dyn Watch>,
    ) -> Self {
        CellBoard { n, solutions, limit, blocks: Arc::new(blocks), watch: Arc::clone(watch) }
    }

    /// The board of a size from its built-in cells, if there are any.
    pub(super) fn built_in(n: BoardSize, watch: &Arc<dyn Watch>) -> Option<Self> {
        let (cells, known) = (BuiltInCells::of(n)?, known_counts(n)?);
        let blocks = BuiltInBlocks { cells, watch: Arc::clone(watch) };
        Some(CellBoard::new(n, known.solutions, cells.limit, blocks, watch))
    }

    /// The same board under another watch.
    pub(super) fn watched_by(&self, watch: &Arc<dyn Watch>) -> Self {
        let blocks = self.blocks.watched_by(watch);
        CellBoard { blocks, watch: Arc::clone(watch), ..self.clone() }
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

    /// The solution with a rank.
    pub(super) fn solution(&self, rank: Rank) -> Result<Solution> {
        self.look_up(BlockKey::Rank(rank), |block| {
            block.cells.get(place(rank.get(), block.first_rank))
        })
    }

    /// The rank of a solution.
    pub(super) fn rank(&self, solution: &Solution) -> Result<Rank> {
        let rank = self.look_up(BlockKey::Solution(*solution), |block| {
            Ok(block.cells.position(solution)?.map(|place| block.first_rank + place as u64))
        })?;
        self.number(Rank::new(rank))
    }

    /// The canonical representative with an orbit id.
    pub(super) fn representative(&self, id: OrbitId) -> Result<Canonical> {
        self.look_up(BlockKey::Orbit(id), |block| {
            block.cells.representative(place(id.get(), block.first_orbit.wrapping_add(1)))
        })
    }

    /// The orbit id of a canonical representative.
    pub(super) fn orbit_id(&self, canonical: &Canonical) -> Result<OrbitId> {
        let id = self.look_up(BlockKey::Solution(**canonical), |block| {
            let number = block.cells.representative_number(canonical)?;
            Ok(number.map(|number| block.first_orbit + number as u64 + 1))
        })?;
        self.number(OrbitId::new(id))
    }

    /// The orbit ids of those first representatives, in this order, that are in one cell. Empty if there are too few of
    /// them for listing the cell to pay.
    pub(super) fn listed_orbits(&self, all: &[Canonical], order: &[usize]) -> Result<Vec<OrbitId>> {
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

    /// The solutions of the cell that contains a rank, which takes as long as [`LOOKUPS_PER_LIST`] lookups. `None` if the
    /// cell is too large or damaged, and for other keys.
    pub(super) fn around(&self, key: BlockKey) -> Result<Option<NumberedRun>> {
        let BlockKey::Rank(rank) = key else { return Ok(None) };
        let block = self.blocks.block(key)?;
        // Single lookups find what they can in a damaged cell.
        let around = block.cells.cell_around(place(rank.get(), block.first_rank)).unwrap_or(None);
        Ok(around.map(|(place, run)| (block.first_rank + place as u64, run)))
    }

    /// The cell that is searched for a rank.
    pub(super) fn trace(&self, rank: Rank) -> Result<Option<Trace>> {
        let block = self.blocks.block(BlockKey::Rank(rank))?;
        let cell = block.cells.cell_at(place(rank.get(), block.first_rank));
        Ok(cell.map(|(cell, solutions)| Trace { block: block.first_rank, cell, solutions }))
    }

    /// Never any: a block of cells holds no solutions.
    pub(super) fn run(&self, _: BlockKey) -> Result<Option<NumberedRun>> {
        Ok(None)
    }
}

/// The 0-based place of a number in a block, given the first number there. Saturates past any block if damage has led
/// to a block that begins after the number.
pub(super) fn place(number: u64, first: u64) -> usize {
    usize::try_from(number.wrapping_sub(first)).unwrap_or(usize::MAX)
}
