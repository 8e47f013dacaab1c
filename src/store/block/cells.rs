//! Codec 3, cells: the number of solutions and canonical representatives of each cell of a block. A lookup searches one
//! cell (see `search/cell`). docs/format.md has the bytes.

use super::codec::MAX_COUNT;
use super::error::DecodeError;
use super::frame::{decompress, read_header, to_payload};
use super::placed_cell::{Before, MOST_QUEENS, PlacedCell};
use crate::combinatorics::{BoardSize, Canonical, Solution};
use crate::search::bitboard::Bitboard;
use crate::search::kernel::Kernel;
use crate::search::prefixes::PrefixSteps;
use crate::search::{CellSearch, CellSize, SolutionRun, cell_depth, cell_limit, first_solution};
use crate::sync::lock;
use crate::workers::cores;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// The maximum number of cells in a block.
pub const MAX_CELLS: usize = 1024;

/// The maximum number of prefixes of a cell, which bounds the time of a lookup. From N = 17 on, cells have at most 405;
/// smaller boards can be searched completely in less than a second.
fn max_prefixes(n: BoardSize) -> u32 {
    if n.get() <= 16 { 1 << 16 } else { 1 << 10 }
}

/// The boards that can be indexed: those whose prefixes can be counted.
pub const INDEXED_BOARDS: std::ops::RangeInclusive<usize> = 5..=24;

/// The zstd level: the payloads are small and rarely written.
const LEVEL: i32 = 19;

/// Bytes of a cell before compression: three 32-bit numbers.
const CELL_BYTES: usize = 12;

#[derive(Serialize, Deserialize)]
struct Header {
    /// 0-based rows of the first prefix.
    prefix: Vec<u8>,
    cells: u32,
}

/// The cells of a block, and its first prefix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cells {
    /// The first prefix of the first cell: 0-based rows.
    pub prefix: Vec<u8>,
    /// At most [`MAX_CELLS`].
    pub sizes: Vec<CellSize>,
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

    /// The payload: a header, then for each of the three numbers the lowest bytes of all cells, the next bytes of all
    /// cells, and so on.
    pub fn encode(&self) -> Vec<u8> {
        let header = Header { prefix: self.prefix.clone(), cells: self.sizes.len() as u32 };
        let numbers = |number: fn(&CellSize) -> u64| self.sizes.iter().map(number);
        let columns = [
            numbers(|size| size.prefixes.into()).collect::<Vec<_>>(),
            numbers(|size| size.solutions).collect(),
            numbers(|size| size.representatives).collect(),
        ];
        let planes = columns.iter().flat_map(|column| {
            (0..4)
                .flat_map(move |byte| column.iter().map(move |number| (number >> (8 * byte)) as u8))
        });
        to_payload(header, &planes.collect::<Vec<u8>>(), LEVEL)
    }

    /// The cells in a payload. Fails if they can't be cells of this board.
    pub fn decode(n: BoardSize, payload: &[u8]) -> Result<Self, DecodeError> {
        if !INDEXED_BOARDS.contains(&n.get()) {
            return Err(DecodeError::Board { n });
        }
        let wrong = |what: String| DecodeError::Header { what };
        let (header, frame): (Header, _) = read_header(payload)?;
        let (count, depth) = (header.cells as usize, cell_depth(n));
        if !(1..=MAX_CELLS).contains(&count) {
            return Err(wrong(format!("{count} cells, expected 1 to {MAX_CELLS}")));
        }
        if header.prefix.len() != depth || !is_prefix(n, &header.prefix) {
            return Err(wrong(format!("{:?} is not a prefix of {depth} queens", header.prefix)));
        }
        let planes = decompress(frame, CELL_BYTES * count)?;
        let number = |column: usize, cell: usize| {
            let byte = |byte: usize| u32::from(planes[(4 * column + byte) * count + cell]);
            (0..4).fold(0, |number, place| number | byte(place) << (8 * place))
        };
        let size = |cell| CellSize {
            prefixes: number(0, cell),
            solutions: number(1, cell).into(),
            representatives: number(2, cell).into(),
        };
        let sizes: Vec<CellSize> = (0..count).map(size).collect();
        if let Some(place) = sizes.iter().position(|size| {
            size.solutions == 0
                || size.representatives > size.solutions
                || !(1..=max_prefixes(n)).contains(&size.prefixes)
                || (size.prefixes > 1 && size.solutions > cell_limit(n))
        }) {
            return Err(DecodeError::Cell { place, problem: "impossible counts" });
        }
        Ok(Cells { prefix: header.prefix, sizes })
    }

    /// The cells with their first and last prefixes, found by stepping from the first prefix of the block.
    pub fn placed(&self, n: BoardSize) -> Result<Vec<PlacedCell>, DecodeError> {
        let beyond =
            |place| DecodeError::Cell { place, problem: "extends past the end of the board" };
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
        Ok(placed)
    }
}

/// The rows of a prefix, padded with zeros.
fn rows_of(steps: &PrefixSteps) -> [u8; MOST_QUEENS] {
    let mut rows = [0; MOST_QUEENS];
    rows[..steps.prefix().len()].copy_from_slice(steps.prefix());
    rows
}

/// Whether these rows are on the board and do not attack each other.
fn is_prefix(n: BoardSize, rows: &[u8]) -> bool {
    let on_board = rows.iter().all(|&row| usize::from(row) < n.get());
    on_board && Bitboard::<u64>::with_queens(n.get(), rows).is_some()
}

/// The maximum number of idle searches per board.
pub(super) const MAX_IDLE: usize = 16;

/// Idle cell searches. A search holds a megabyte between lookups; each concurrent lookup takes one of its own.
#[derive(Debug, Default)]
pub struct CellSearches(Mutex<HashMap<BoardSize, Vec<CellSearch>>>);

impl CellSearches {
    /// Calls `look_up` with an idle cell search of this board, or a new one, without holding a lock. Then the search is
    /// idle again.
    pub fn with<T>(&self, n: BoardSize, look_up: impl FnOnce(&mut CellSearch) -> T) -> T {
        let idle = self.idle().entry(n).or_default().pop();
        let mut search = idle.unwrap_or_else(|| {
            CellSearch::new(Kernel::best(), n, cell_depth(n)).with_threads(cores())
        });
        let result = look_up(&mut search);
        let mut idle = self.idle();
        let idle = idle.entry(n).or_default();
        if idle.len() < MAX_IDLE {
            idle.push(search);
        }
        result
    }

    pub(super) fn idle(&self) -> MutexGuard<'_, HashMap<BoardSize, Vec<CellSearch>>> {
        lock(&self.0)
    }
}

/// A block of cells, prepared for lookups.
pub struct CellBlock {
    cells: Vec<PlacedCell>,
    searches: Arc<CellSearches>,
    len: usize,
    first: Solution,
    representatives: usize,
}

impl CellBlock {
    /// Reads a payload of cells with `count` solutions from `first` on. O(prefixes), plus the search for the first
    /// solution.
    pub(super) fn read(
        first: &Solution,
        count: usize,
        payload: &[u8],
        searches: &Arc<CellSearches>,
    ) -> Result<Self, DecodeError> {
        let n = first.n();
        let cells = Cells::decode(n, payload)?;
        if cells.solutions() != count as u64 {
            return Err(DecodeError::Header {
                what: format!("{} solutions in all cells, expected {count}", cells.solutions()),
            });
        }
        let representatives = cells.representatives() as usize;
        let cells = cells.placed(n)?;
        if first_solution(n, cells[0].first(), cells[0].size.prefixes) != Some(*first) {
            return Err(DecodeError::Content {
                place: 0,
                problem: "not the first_solution of its row",
            });
        }
        Ok(CellBlock {
            cells,
            searches: Arc::clone(searches),
            len: count,
            first: *first,
            representatives,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn first(&self) -> &Solution {
        &self.first
    }

    /// Whether the last prefix of the block is that of the solution, or a later one.
    pub(super) fn reaches(&self, solution: &Solution) -> bool {
        self.cells.last().is_some_and(|cell| solution.rows()[..cell.last().len()] <= *cell.last())
    }

    pub(super) fn representatives(&self) -> usize {
        self.representatives
    }

    pub(super) fn get(&self, place: usize) -> Result<Option<Solution>, DecodeError> {
        let Some(cell) = self.cell_of_place(place) else { return Ok(None) };
        let in_cell = place as u64 - cell.solutions;
        let found = self.search(|search| search.solution(cell.cell(), in_cell));
        let problem = "not in the cell given by the counts";
        found.map(Some).ok_or(DecodeError::Content { place, problem })
    }

    pub(super) fn position(&self, solution: &Solution) -> Result<Option<usize>, DecodeError> {
        let Some(cell) = self.cell_of(solution) else { return Ok(None) };
        let in_cell = self.search(|search| search.place(cell.cell(), solution));
        let in_cell = in_cell.filter(|&in_cell| in_cell < cell.size.solutions);
        let place = cell.solutions as usize;
        let problem = "its cell has a wrong solution count";
        let in_cell = in_cell.ok_or(DecodeError::Content { place, problem })?;
        Ok(Some(place + in_cell as usize))
    }

    /// All solutions of the cell that contains a place, and the place of the first of them. Takes as long as a few
    /// lookups. `None` past the last solution, and if the cell has more solutions than a block may have.
    pub fn cell_around(&self, place: usize) -> Result<Option<(usize, SolutionRun)>, DecodeError> {
        let cell = self.cell_of_place(place);
        let Some(cell) = cell.filter(|cell| cell.size.solutions <= MAX_COUNT as u64) else {
            return Ok(None);
        };
        let run = SolutionRun::in_cell(self.first.n(), cell.cell());
        if run.len() as u64 == cell.size.solutions {
            return Ok(Some((cell.solutions as usize, run)));
        }
        Err(DecodeError::Content { place, problem: "its cell has a wrong solution count" })
    }

    pub(super) fn representative_number(
        &self,
        canonical: &Canonical,
    ) -> Result<Option<usize>, DecodeError> {
        let Some(cell) = self.cell_of(canonical) else { return Ok(None) };
        let look_up = |search: &mut CellSearch| search.representative_place(cell.cell(), canonical);
        let in_cell = self.search(look_up);
        let problem = "its cell has a wrong representative count";
        let place = cell.solutions as usize;
        let in_cell = in_cell.ok_or(DecodeError::Content { place, problem })?;
        Ok(Some((cell.representatives + in_cell) as usize))
    }

    /// Whether a solution at or after `first` is in the same cell.
    pub fn is_in_cell_of(&self, first: &Solution, solution: &Solution) -> bool {
        self.cell_of(first).is_some_and(|cell| solution.rows()[..cell.last().len()] <= *cell.last())
    }

    /// The canonical representatives of the cell of `canonical`, and the number of the first among those of the block.
    /// Takes as long as a few lookups. `None` if the cell has more of them than a block may have.
    pub fn representatives_around(
        &self,
        canonical: &Canonical,
    ) -> Result<Option<(usize, SolutionRun)>, DecodeError> {
        let cell = self.cell_of(canonical);
        let Some(cell) = cell.filter(|cell| cell.size.representatives <= MAX_COUNT as u64) else {
            return Ok(None);
        };
        let run = SolutionRun::representatives_in_cell(self.first.n(), cell.cell());
        if run.len() as u64 == cell.size.representatives {
            return Ok(Some((cell.representatives as usize, run)));
        }
        let place = cell.solutions as usize;
        Err(DecodeError::Content { place, problem: "its cell has a wrong representative count" })
    }

    pub(super) fn representative(&self, number: usize) -> Result<Option<Canonical>, DecodeError> {
        if number >= self.representatives {
            return Ok(None);
        }
        let up_to = self.cells.partition_point(|cell| cell.representatives <= number as u64);
        let cell = &self.cells[up_to - 1];
        let in_cell = number as u64 - cell.representatives;
        let found = self.search(|search| search.representative(cell.cell(), in_cell));
        let problem = "not a representative, contrary to the counts";
        found.map(Some).ok_or(DecodeError::Content { place: number, problem })
    }

    /// The number of solutions before those that begin with these rows, except those in a cell that may have both
    /// kinds.
    pub(super) fn before(&self, rows: &[u8]) -> Before {
        let begins_before = |cell: &PlacedCell| match cell.first().get(..rows.len()) {
            Some(first) => first < rows,
            None => *cell.first() <= rows[..cell.first().len()],
        };
        let up_to = self.cells.partition_point(begins_before);
        let Some(last) = self.cells[..up_to].last() else {
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

    /// The 1-based number of the cell that contains a place, and the number of its solutions.
    pub fn cell_at(&self, place: usize) -> Option<(usize, u64)> {
        let up_to = self.cells.partition_point(|cell| cell.solutions <= place as u64);
        Some((up_to, self.cells[up_to.checked_sub(1)?].size.solutions))
    }

    pub(super) fn memory(&self) -> usize {
        self.cells.len() * size_of::<PlacedCell>()
    }

    /// Calls `look_up` with a cell search of this board.
    fn search<T>(&self, look_up: impl FnOnce(&mut CellSearch) -> T) -> T {
        self.searches.with(self.first.n(), look_up)
    }

    /// The cell that contains a place of the block.
    fn cell_of_place(&self, place: usize) -> Option<&PlacedCell> {
        let up_to = self.cells.partition_point(|cell| cell.solutions <= place as u64);
        self.cells[..up_to].last().filter(|_| place < self.len)
    }

    /// The cell of a solution, if the solution is in the block.
    fn cell_of(&self, solution: &Solution) -> Option<&PlacedCell> {
        let inside = self.first <= *solution && self.reaches(solution);
        let up_to = self.cells.partition_point(|cell| solution.rows() >= cell.first());
        self.cells[..up_to].last().filter(|_| inside)
    }
}

impl std::fmt::Debug for CellBlock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CellBlock").field("cells", &self.cells.len()).finish_non_exhaustive()
    }
}
