//! The tables that answer the queries on a board: blocks of cells or of stored solutions, from a file or from the
//! program.

mod cells;

use super::near::{Near, NumberedRun};
use crate::combinatorics::{
    BoardSize, Invalid, Permutation, Solution, known_counts, named, unreadable,
};
use crate::error::{Error, Result};
use crate::search::{
    BlockKey, BlockStart, BuiltInCells, Items, NumberedBlock, Place, PrefixPlaces, SearchError,
    WrongCell,
};
#[cfg(feature = "sqlite")]
use crate::search::{SolutionRun, cell_limit};
#[cfg(feature = "sqlite")]
use crate::store::{BuildTier, Complete, DamageError, Store, StoreError};
use crate::watch::{Activity, Watch, Watched};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

named! {
    /// How the queries on a board are answered.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[non_exhaustive]
    pub enum Tier {
        /// The database file holds its solutions.
        Stored = "stored",
        /// The database file holds the number of solutions and orbits below each prefix of a few queens. A query searches a
        /// few thousand solutions.
        Indexed = "indexed",
        /// The database file does not hold the board. A query is a search, which for N = 5 to 21 is in one cell of those
        /// built into the program: milliseconds.
        Searched = "searched",
    } Invalid: |text| unreadable("the tier stored, indexed or searched", text)
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

/// The first half of the solutions of one board, in blocks. Cheap to clone. Ranks and solutions are those of the first
/// half. Every query reads one block, built in, cached, or by one B-tree descent.
#[derive(Clone)]
pub(crate) struct Tables {
    n: BoardSize,
    /// Q(N).
    solutions: u64,
    /// How they answer: those of the program, [`Tier::Searched`].
    pub(crate) tier: Tier,
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
        let (solutions, source) = (known.solutions, BlockSource::Program(cells));
        Some(Tables { n, solutions, tier: Tier::Searched, source, watch: Arc::clone(watch) })
    }

    /// The tables of a board, if the file holds them and they are complete.
    #[cfg(feature = "sqlite")]
    pub(crate) fn in_file(
        store: &Arc<Store>,
        n: BoardSize,
        watch: &Arc<dyn Watch>,
    ) -> Result<Option<Self>> {
        let complete = store.complete(n, watch).map_err(|error| error.at(&store.path))?;
        let Some(complete) = complete else { return Ok(None) };
        let tier = match complete.tier {
            BuildTier::Stored => Tier::Stored,
            BuildTier::Indexed => Tier::Indexed,
        };
        let source = BlockSource::File(Arc::clone(store), complete);
        let (solutions, watch) = (complete.solutions, Arc::clone(watch));
        Ok(Some(Tables { n, solutions, tier, source, watch }))
    }

    /// XXH3-128 of their content, if they are from a file that has it.
    pub(crate) fn digest(&self) -> Option<u128> {
        match &self.source {
            BlockSource::Program(_) => None,
            #[cfg(feature = "sqlite")]
            BlockSource::File(_, complete) => complete.digest,
        }
    }

    /// The usual maximum number of solutions in a cell that is searched; `None` if the solutions are stored.
    pub(crate) fn cell_limit(&self) -> Option<u64> {
        match &self.source {
            BlockSource::Program(cells) => Some(cells.limit),
            #[cfg(feature = "sqlite")]
            BlockSource::File(..) => (self.tier == Tier::Indexed).then(|| cell_limit(self.n)),
        }
    }

    /// The number of first queens that all solutions of a cell share.
    pub(crate) fn shared_queens(&self) -> usize {
        match &self.source {
            BlockSource::Program(_) => BuiltInCells::shared_queens(self.n),
            #[cfg(feature = "sqlite")]
            BlockSource::File(..) => 0,
        }
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
                watched.tick(0, None).map_err(SearchError::from)?;
                cells.block(&key).ok_or_else(|| self.absent(key))
            }
            #[cfg(feature = "sqlite")]
            BlockSource::File(store, complete) => {
                let block = store.block(self.n, complete.tier, key, &self.watch);
                let block = block.map_err(|error| error.at(&store.path))?;
                let NumberedBlock { first_rank, first_orbit, .. } = block;
                let half = self.solutions.div_ceil(2);
                if first_rank > 0
                    && block.end(Items::Solutions) - 1 <= half
                    && first_orbit <= complete.orbits
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
                Ok(starts.map_err(|error| error.at(&store.path))?)
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
                StoreError::from(damage).at(&store.path).into()
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
                StoreError::damaged(format!("N = {}: {what}", self.n)).at(&store.path).into()
            }
        }
    }

    fn absent(&self, key: BlockKey) -> Error {
        self.damaged(format!("{key} is in no block"))
    }

    /// The item with a number; keeps those around it for later lookups if that pays.
    pub(crate) fn item(&self, items: Items, number: u64, near: &mut Near) -> Result<Solution> {
        let key = BlockKey::Number(items, number);
        let block = self.block(key)?;
        let found = if self.lists(&block, &key, near)? {
            near.item(number)
        } else {
            let found = block.content.get(items, block.place(items, number));
            found.map_err(|wrong| self.wrong(block.first_rank, wrong))?
        };
        found.ok_or_else(|| self.absent(key))
    }

    /// The number of an item, likewise.
    pub(crate) fn number(&self, items: Items, item: &Solution, near: &mut Near) -> Result<u64> {
        let key = BlockKey::Item(items, *item);
        let block = self.block(key)?;
        let found = if self.lists(&block, &key, near)? {
            near.number(item)
        } else {
            let place = block.content.place(items, item);
            let place = place.map_err(|wrong| self.wrong(block.first_rank, wrong))?;
            place.map(|place| block.first(items) + place as u64)
        };
        found.ok_or_else(|| self.absent(key))
    }

    /// Lists the cell of a key if that pays: stored solutions at once, which decodes no more than a single lookup, stored
    /// representatives never, and the items of a searched cell after some lookups. False if the cell is not listed.
    fn lists(&self, block: &NumberedBlock, key: &BlockKey, near: &mut Near) -> Result<bool> {
        let (items, content) = (key.items(), &block.content);
        let is_stored = self.tier == Tier::Stored;
        if is_stored && items == Items::Representatives {
            return Ok(false);
        }
        let Some(cell) = block.cell(key) else { return Ok(false) };
        let first = block.first(items) + content.cells().0[cell].before(items);
        if !is_stored && !near.pays(first, |other| content.cell_of(other) == Some(cell)) {
            return Ok(false);
        }
        let listed = match content.list(items, cell) {
            // Single lookups find what they can in a damaged cell.
            Err(_) if !is_stored => None,
            listed => listed.map_err(|wrong| self.wrong(block.first_rank, wrong))?,
        };
        let is_listed = listed.is_some();
        listed.into_iter().for_each(|run| near.keep(NumberedRun { first, run }));
        Ok(is_listed)
    }

    /// The cell that is searched for a rank.
    pub(crate) fn trace(&self, rank: u64) -> Result<Option<Trace>> {
        let key = BlockKey::Number(Items::Solutions, rank);
        let block = self.block(key)?;
        Ok(block.cell(&key).map(|cell| {
            let solutions = block.content.cells().0[cell].size.solutions;
            Trace { block: block.first_rank, cell: cell + 1, solutions }
        }))
    }

    /// All items of the stored block that contains a number. Decodes the whole block. `None` if the solutions are not
    /// stored.
    pub(crate) fn run(&self, items: Items, number: u64) -> Result<Option<NumberedRun>> {
        if self.tier != Tier::Stored {
            return Ok(None);
        }
        let key = BlockKey::Number(items, number);
        let block = self.block(key)?;
        let stored = block.content.stored(items);
        let stored = stored.map_err(|wrong| self.wrong(block.first_rank, wrong))?;
        let Some(run) = stored else { return Ok(None) };
        let run = NumberedRun { first: block.first(items), run };
        if run.place(number).is_some() { Ok(Some(run)) } else { Err(self.absent(key)) }
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
            let run = match self.run(Items::Solutions, passed + 1) {
                Ok(Some(NumberedRun { first, run })) if first == passed + 1 => run,
                Err(error) if error.is_stopped() => return Err(error),
                _ => return Ok(false),
            };
            passed += run.len() as u64;
            if let SolutionRun::Narrow(_, words) = run {
                each(words);
            }
            let ticked = watched.advance(passed, Some(half));
            ticked.map_err(|progress| StoreError::from(progress).at(&store.path))?;
        }
        Ok(true)
    }

    /// For each of these rows, the number of solutions of the first half before the prefix `parent`, row. The rows are
    /// 0-based and ascend; N stands for the end of the parent. Some row of the column after the parent must be safe.
    ///
    /// Reads one block per row, mostly from the cache; a board of cells then counts a part of one cell per row, all
    /// in one search. The counts before short prefixes, which take the longest, are cached.
    pub(crate) fn before(&self, parent: &[u8], rows: &[u8]) -> Result<Vec<u64>> {
        if self.tier != Tier::Stored {
            return self.before_in_cells(parent, rows);
        }
        let before = |&row: &u8| {
            let next = Place::before(self.n, parent, row, self.n.get());
            let next = next.map(|place| Permutation::new(&place.prefix).and_then(Solution::new));
            match next.transpose()?.filter(Solution::in_first_half) {
                Some(next) => Ok(self.number(Items::Solutions, &next, &mut Near::default())? - 1),
                None => Ok(self.solutions.div_ceil(2)),
            }
        };
        rows.iter().map(before).collect()
    }
}
