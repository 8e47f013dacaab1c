//! [`Block`]: successive cells of a board, and lookups in them; [`CellBlock`], whose cells are searched. The blocks of an
//! index file and the built-in cells are such blocks.

use super::boards::{Cell, CellSize, cell_depth};
use super::search::{CellSearch, first_solution};
use crate::combinatorics::word::Word;
use crate::combinatorics::{BoardSize, Rank, Solution};
use crate::search::bitboard::PrefixSteps;
use crate::search::kernel::{Emitter, Kernel};
use crate::search::runs::{Items, SolutionRun, run_of};
use crate::workers::lock;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};

/// The cells of a block, and its first prefix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cells {
    /// The first prefix of the first cell: 0-based rows.
    pub prefix: Vec<u8>,
    /// At least one.
    pub sizes: Vec<CellSize>,
}

/// A contradiction between the sizes of the cells of a block and the solutions in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WrongCell {
    /// The cell with this 0-based number is wrong.
    #[error("cell {0} (0-based): {1}")]
    Cell(usize, &'static str),
    /// The counts are wrong at this 0-based place among the solutions or representatives.
    #[error("at place {0} (0-based): {1}")]
    Content(usize, &'static str),
}

impl Cells {
    /// Solutions in all cells.
    pub fn solutions(&self) -> u64 {
        self.sizes.iter().map(|size| size.solutions).sum()
    }

    /// Canonical representatives in all cells.
    pub fn representatives(&self) -> u64 {
        self.sizes.iter().map(|size| size.representatives).sum()
    }

    /// The cells with their first and last prefixes, found by stepping from the first prefix of the block.
    pub fn placed(&self, n: BoardSize) -> Result<PlacedCells, WrongCell> {
        let beyond = |place| WrongCell::Cell(place, "extends past the end of the board");
        let mut steps = PrefixSteps::at(n, &self.prefix).ok_or_else(|| beyond(0))?;
        let (mut solutions, mut representatives) = (0, 0);
        let mut placed = Vec::with_capacity(self.sizes.len());
        for (place, &size) in self.sizes.iter().enumerate() {
            if place > 0 && !steps.skip(1) {
                return Err(beyond(place - 1));
            }
            let first = rows_of(&steps);
            if !steps.skip(size.prefixes - 1) {
                return Err(beyond(place));
            }
            let (depth, last) = (self.prefix.len() as u8, rows_of(&steps));
            placed.push(PlacedCell { depth, first, last, size, solutions, representatives });
            solutions += size.solutions;
            representatives += size.representatives;
        }
        Ok(PlacedCells(placed))
    }
}

/// The rows of a prefix, padded with zeros.
fn rows_of(steps: &PrefixSteps) -> [u8; MOST_QUEENS] {
    let mut rows = [0; MOST_QUEENS];
    rows[..steps.prefix().len()].copy_from_slice(steps.prefix());
    rows
}

/// The maximum number of solutions or representatives of a cell that are listed: 16 MiB at most.
const MOST_LISTED: u64 = 1 << 20;

/// The maximum number of queens in a prefix.
const MOST_QUEENS: usize = 8;

/// A cell and its place in a block. Kept small, so that the cells of N = 20 fit the cache.
#[derive(Debug, Clone)]
pub struct PlacedCell {
    /// Number of queens in a prefix.
    depth: u8,
    /// Its first prefix.
    first: [u8; MOST_QUEENS],
    /// Its last prefix.
    last: [u8; MOST_QUEENS],
    pub(crate) size: CellSize,
    /// Solutions of the block before this cell.
    pub(crate) solutions: u64,
    /// Canonical representatives of the block before this cell.
    representatives: u64,
}

impl PlacedCell {
    /// The cell to search.
    pub(crate) fn cell(&self) -> Cell<'_> {
        Cell { first: self.first(), last: self.last(), size: self.size }
    }

    /// The first prefix.
    pub fn first(&self) -> &[u8] {
        &self.first[..self.depth.into()]
    }

    /// The last prefix.
    pub fn last(&self) -> &[u8] {
        &self.last[..self.depth.into()]
    }

    /// Items of the block before this cell.
    pub(crate) fn before(&self, items: Items) -> u64 {
        match items {
            Items::Solutions => self.solutions,
            Items::Representatives => self.representatives,
        }
    }
}

/// The cells of a block, at least one, in order.
#[derive(Debug)]
pub struct PlacedCells(pub Vec<PlacedCell>);

impl PlacedCells {
    fn last(&self) -> &PlacedCell {
        self.0.last().expect("at least one cell")
    }

    /// Number of items.
    pub fn len(&self, items: Items) -> usize {
        (self.last().before(items) + items.of(self.last().size)) as usize
    }

    /// Whether the last prefix of the block is that of the solution, or a later one.
    pub fn reaches(&self, solution: &Solution) -> bool {
        solution.zero_based()[..self.last().depth.into()] <= *self.last().last()
    }

    /// The number of the cell that contains a place among the items.
    pub(crate) fn at(&self, items: Items, place: usize) -> Option<usize> {
        let up_to = self.0.partition_point(|cell| cell.before(items) <= place as u64);
        up_to.checked_sub(1).filter(|_| place < self.len(items))
    }

    /// The number of the cell of a solution, if its prefix is in the block.
    fn of(&self, solution: &Solution) -> Option<usize> {
        let up_to = self.0.partition_point(|cell| solution.zero_based() >= cell.first());
        up_to.checked_sub(1).filter(|_| self.reaches(solution))
    }

    /// The number of solutions before those that begin with these rows, except those in a cell that may have both
    /// kinds.
    pub(crate) fn before(&self, rows: &[u8]) -> Before {
        let begins_before = |cell: &PlacedCell| match cell.first().get(..rows.len()) {
            Some(first) => first < rows,
            None => *cell.first() <= rows[..cell.first().len()],
        };
        let up_to = self.0.partition_point(begins_before);
        let Some(last) = self.0[..up_to].last() else {
            return Before { solutions: 0, cell: None };
        };
        let ends_before = match last.last().get(..rows.len()) {
            Some(last) => last < rows,
            None => *last.last() < rows[..last.last().len()],
        };
        if ends_before {
            return Before { solutions: last.solutions + last.size.solutions, cell: None };
        }
        Before { solutions: last.solutions, cell: Some(last.clone()) }
    }
}

/// The number of solutions of a block before a prefix.
#[derive(Debug)]
pub(crate) struct Before {
    /// Solutions before the prefix, except those in `cell`.
    pub solutions: u64,
    /// A cell that may have solutions both before and after that point.
    pub cell: Option<PlacedCell>,
}

/// A block prepared for lookups. Every lookup searches or decodes one cell.
pub trait Block: fmt::Debug + Send + Sync {
    /// Its cells.
    fn cells(&self) -> &PlacedCells;

    /// The first solution.
    fn first(&self) -> &Solution;

    /// The number of the cell of a solution of this board size, if the solution can be in the block.
    fn cell_of(&self, solution: &Solution) -> Option<usize> {
        self.cells().of(solution).filter(|_| self.first() <= solution)
    }

    /// The item at a 0-based place; `None` past the last one.
    fn get(&self, items: Items, place: usize) -> Result<Option<Solution>, WrongCell>;

    /// The 0-based place of an item of this board size, if it is in the block.
    fn place(&self, items: Items, item: &Solution) -> Result<Option<usize>, WrongCell>;

    /// All items of a cell; `None` if there are too many.
    fn list(&self, items: Items, cell: usize) -> Result<Option<SolutionRun>, WrongCell>;

    /// All items, if the block stores its solutions. O(solutions).
    fn stored(&self, _items: Items) -> Result<Option<SolutionRun>, WrongCell> {
        Ok(None)
    }

    /// Memory in bytes.
    #[cfg(feature = "sqlite")]
    fn memory(&self) -> usize;
}

/// The maximum number of idle searches per board.
pub const MAX_IDLE: usize = 16;

/// Idle cell searches. A search holds a megabyte between lookups; each concurrent lookup takes one of its own.
pub static IDLE: Mutex<BTreeMap<BoardSize, Vec<CellSearch>>> = Mutex::new(BTreeMap::new());

/// Calls `look_up` with an idle cell search of this board, or a new one, without holding a lock. Then the search is
/// idle again.
pub fn with_search<T>(n: BoardSize, look_up: impl FnOnce(&mut CellSearch) -> T) -> T {
    let idle = lock(&IDLE).entry(n).or_default().pop();
    let mut search = idle.unwrap_or_else(|| CellSearch::new(Kernel::best(), n, cell_depth(n)));
    let result = look_up(&mut search);
    let mut all = lock(&IDLE);
    let idle = all.entry(n).or_default();
    if idle.len() < MAX_IDLE {
        idle.push(search);
    }
    result
}

/// A block of cells that are searched.
#[derive(Debug)]
pub struct CellBlock {
    cells: PlacedCells,
    first: Solution,
}

impl CellBlock {
    /// The block of these cells. O(prefixes), plus the search for the first solution.
    pub(crate) fn new(n: BoardSize, cells: &Cells) -> Result<Self, WrongCell> {
        let placed = cells.placed(n)?;
        let first = first_solution(n, placed.0[0].first(), placed.0[0].size.prefixes);
        Ok(CellBlock { cells: placed, first: first.ok_or(WrongCell::Cell(0, "has no solution"))? })
    }

    fn search<T>(&self, look_up: impl FnOnce(&mut CellSearch) -> T) -> T {
        with_search(self.first.n(), look_up)
    }
}

impl Block for CellBlock {
    fn cells(&self) -> &PlacedCells {
        &self.cells
    }

    fn first(&self) -> &Solution {
        &self.first
    }

    fn get(&self, items: Items, place: usize) -> Result<Option<Solution>, WrongCell> {
        let Some(cell) = self.cells.at(items, place) else { return Ok(None) };
        let cell = &self.cells.0[cell];
        let in_cell = place as u64 - cell.before(items);
        let found = self.search(|search| search.item(items, cell.cell(), in_cell));
        let problem = match items {
            Items::Solutions => "not in the cell given by the counts",
            Items::Representatives => "not a representative, contrary to the counts",
        };
        found.map(Some).ok_or(WrongCell::Content(place, problem))
    }

    fn place(&self, items: Items, item: &Solution) -> Result<Option<usize>, WrongCell> {
        let Some(cell) = self.cell_of(item) else { return Ok(None) };
        let cell = &self.cells.0[cell];
        let in_cell = self.search(|search| search.place(items, cell.cell(), item));
        let in_cell = in_cell.filter(|&in_cell| in_cell < items.of(cell.size));
        let in_cell = in_cell.ok_or_else(|| wrong_count(items, cell))?;
        Ok(Some((cell.before(items) + in_cell) as usize))
    }

    fn list(&self, items: Items, cell: usize) -> Result<Option<SolutionRun>, WrongCell> {
        let cell = &self.cells.0[cell];
        if items.of(cell.size) > MOST_LISTED {
            return Ok(None);
        }
        let run = SolutionRun::in_cell(self.first.n(), cell.cell(), items);
        let is_whole = run.len() as u64 == items.of(cell.size);
        if is_whole { Ok(Some(run)) } else { Err(wrong_count(items, cell)) }
    }

    #[cfg(feature = "sqlite")]
    fn memory(&self) -> usize {
        size_of_val(&self.cells.0[..])
    }
}

/// The error for a cell with another number of items than its size says.
fn wrong_count(items: Items, cell: &PlacedCell) -> WrongCell {
    let problem = match items {
        Items::Solutions => "its cell has a wrong solution count",
        Items::Representatives => "its cell has a wrong representative count",
    };
    WrongCell::Content(cell.solutions as usize, problem)
}

/// A block and the numbers of its first solution and representative.
#[derive(Debug, Clone)]
pub(crate) struct NumberedBlock {
    /// The rank of its first solution.
    pub(crate) first_rank: u64,
    /// Canonical representatives before it.
    pub(crate) first_orbit: u64,
    pub(crate) content: Arc<dyn Block>,
}

impl NumberedBlock {
    /// The number of the first item. The block may have no representative.
    pub(crate) fn first(&self, items: Items) -> u64 {
        match items {
            Items::Solutions => self.first_rank,
            Items::Representatives => self.first_orbit.wrapping_add(1),
        }
    }

    /// The number after the last item.
    pub(crate) fn end(&self, items: Items) -> u64 {
        self.first(items).saturating_add(self.content.cells().len(items) as u64)
    }

    /// The 0-based place of a number among the items.
    pub(crate) fn place(&self, items: Items, number: u64) -> usize {
        let place = number.checked_sub(self.first(items));
        place.and_then(|place| usize::try_from(place).ok()).unwrap_or(usize::MAX)
    }

    /// The number of the cell that contains a key, if it is in the block.
    pub(crate) fn cell(&self, key: &BlockKey) -> Option<usize> {
        match key {
            BlockKey::Number(items, number) => {
                self.content.cells().at(*items, self.place(*items, *number))
            }
            BlockKey::Item(_, item) => self.content.cell_of(item),
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct BlockStart {
    pub(crate) rank: Rank,
    /// The rows of its first solution.
    pub(crate) queens: Vec<u8>,
}

/// The key of a block lookup: the number of an item, or the item. Ranks and solutions are those of the first half.
#[derive(Debug, Clone, Copy)]
pub(crate) enum BlockKey {
    Number(Items, u64),
    Item(Items, Solution),
}

impl BlockKey {
    pub(crate) fn items(&self) -> Items {
        match *self {
            BlockKey::Number(items, _) | BlockKey::Item(items, _) => items,
        }
    }
}

impl fmt::Display for BlockKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BlockKey::Number(Items::Solutions, rank) => write!(f, "rank {rank}"),
            BlockKey::Number(Items::Representatives, id) => write!(f, "orbit {id}"),
            BlockKey::Item(_, solution) => write!(f, "the solution {solution}"),
        }
    }
}

impl SolutionRun {
    /// All items of a cell; fewer if there are more than its size allows. N ≤ 25.
    fn in_cell(n: BoardSize, cell: Cell<'_>, items: Items) -> Self {
        run_of!(n, words_in_cell(n, cell, items)).only(items)
    }
}

/// The items in a cell, found below each of its prefixes; for representatives, among other solutions.
fn words_in_cell<W: Word>(n: BoardSize, cell: Cell<'_>, items: Items) -> Vec<W> {
    let mut words = Vec::new();
    let Some(mut steps) = PrefixSteps::at(n, cell.first) else { return words };
    let mut emitter = Emitter::new(Kernel::best(), n.get(), cell.first.len());
    for _ in 0..cell.size.prefixes {
        items.emit_below(&mut emitter, steps.prefix(), &mut words);
        // A wrong size must not exhaust memory.
        if words.len() as u64 > cell.size.solutions || !steps.skip(1) {
            break;
        }
    }
    emitter.search(&mut words);
    words
}
