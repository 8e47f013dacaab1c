//! Codec 3, cells: how many solutions and canonical representatives begin with runs of successive
//! prefixes. A look-up searches one of them again. docs/format.md has the bytes.

use super::{DecodeError, IndexedRun, config};
use crate::combinatorics::{BoardSize, Canonical, Solution};
use crate::search::kernel::{Kernel, next_prefix};
use crate::search::{Cell, CellSearch, CellSize, cell_depth, cell_limit};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most cells of a block.
pub(crate) const MAX_CELLS: usize = 1024;

/// The most prefixes of a cell, which bounds the memory of a look-up. Cells of all boards are far below.
const MAX_PREFIXES: u32 = 1 << 16;

/// The boards that can be indexed: those that the count of cells takes.
pub(crate) const BOARDS: std::ops::RangeInclusive<usize> = 5..=22;

/// The level of zstd: the payloads are small and seldom made.
const LEVEL: i32 = 19;

/// Bytes of a cell before compression: three numbers of 32 bits.
const CELL_BYTES: usize = 12;

#[derive(Serialize, Deserialize)]
struct Header {
    /// 0-based rows of the first prefix.
    prefix: Vec<u8>,
    cells: u32,
}

/// The cells of a block, and where they begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cells {
    /// The first prefix of the first cell: 0-based rows.
    pub(crate) prefix: Vec<u8>,
    /// At most [`MAX_CELLS`].
    pub(crate) sizes: Vec<CellSize>,
}

impl Cells {
    /// Solutions in all cells.
    pub(crate) fn solutions(&self) -> u64 {
        self.sizes.iter().map(|size| size.solutions).sum()
    }

    /// Canonical representatives in all cells.
    pub(crate) fn representatives(&self) -> u64 {
        self.sizes.iter().map(|size| size.representatives).sum()
    }

    /// The payload: header, and the bytes of equal weight of all cells beside each other.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let header = Header { prefix: self.prefix.clone(), cells: self.sizes.len() as u32 };
        let mut payload = bincode::serde::encode_to_vec(header, config()).expect("a small header");
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
        let planes: Vec<u8> = planes.collect();
        payload.extend(zstd::bulk::compress(&planes, LEVEL).expect("zstd compresses to memory"));
        payload
    }

    /// The cells in a payload; an error for anything that can't be cells of this board.
    pub(crate) fn decode(n: BoardSize, payload: &[u8]) -> Result<Self, DecodeError> {
        if !BOARDS.contains(&n.get()) {
            return Err(DecodeError::Board { n });
        }
        let wrong = |what: String| DecodeError::Header { what };
        let (header, used): (Header, usize) = bincode::serde::decode_from_slice(payload, config())
            .map_err(|error| wrong(error.to_string()))?;
        let (count, depth) = (header.cells as usize, cell_depth(n));
        if !(1..=MAX_CELLS).contains(&count) {
            return Err(wrong(format!("{count} cells, expected 1 to {MAX_CELLS}")));
        }
        if header.prefix.len() != depth || !is_prefix(n, &header.prefix) {
            return Err(wrong(format!("{:?} is no prefix of {depth} queens", header.prefix)));
        }
        let expected = CELL_BYTES * count;
        let planes = super::decompress(&payload[used..], expected)?;
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
                || !(1..=MAX_PREFIXES).contains(&size.prefixes)
                || (size.prefixes > 1 && size.solutions > cell_limit(n))
        }) {
            return Err(DecodeError::Cell { place, problem: "has counts that no cell has" });
        }
        Ok(Cells { prefix: header.prefix, sizes })
    }
}

/// Whether these rows are on the board and do not attack each other.
fn is_prefix(n: BoardSize, rows: &[u8]) -> bool {
    let peaceful = |(column, &row): (usize, &u8)| {
        let mut others = rows[..column].iter().enumerate();
        usize::from(row) < n.get()
            && others.all(|(left, &other)| {
                other != row && usize::from(other.abs_diff(row)) != column - left
            })
    };
    rows.iter().enumerate().all(peaceful)
}

/// One search for each board, shared by its blocks: it keeps a megabyte.
#[derive(Default)]
pub(crate) struct CellSearches(Mutex<HashMap<BoardSize, Arc<Mutex<CellSearch>>>>);

impl CellSearches {
    fn of(&self, n: BoardSize) -> Arc<Mutex<CellSearch>> {
        let mut searches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(Mutex::new(CellSearch::new(Kernel::best(), n, cell_depth(n))));
        Arc::clone(searches.entry(n).or_insert_with(new))
    }
}

impl std::fmt::Debug for CellSearches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CellSearches").finish_non_exhaustive()
    }
}

/// A cell on its board.
#[derive(Debug, Clone)]
struct PlacedCell {
    /// Its first prefix.
    first: Vec<u8>,
    size: CellSize,
    /// Solutions of the block before it.
    solutions: u64,
    /// Canonical representatives of the block before it.
    representatives: u64,
}

/// A block of cells for look-ups.
pub(super) struct CellRun {
    cells: Vec<PlacedCell>,
    search: Arc<Mutex<CellSearch>>,
    len: usize,
    first: Solution,
    last: Solution,
    representatives: usize,
}

impl CellRun {
    /// Reads a payload of cells with `count` solutions from `first` on. O(prefixes), and the search
    /// of two cells.
    pub(super) fn read(
        first: &Solution,
        count: usize,
        payload: &[u8],
        searches: &CellSearches,
    ) -> Result<Self, DecodeError> {
        let n = first.n();
        let cells = Cells::decode(n, payload)?;
        if cells.solutions() != count as u64 {
            return Err(DecodeError::Header {
                what: format!("{} solutions in all cells, its row says {count}", cells.solutions()),
            });
        }
        let representatives = cells.representatives() as usize;
        let mut run = CellRun {
            cells: place(n, cells)?,
            search: searches.of(n),
            len: count,
            first: *first,
            last: *first,
            representatives,
        };
        if run.get(0)? != Some(*first) {
            return Err(DecodeError::Content {
                place: 0,
                problem: "is not the first solution that its row names",
            });
        }
        run.last = run.get(count - 1)?.unwrap_or(*first);
        Ok(run)
    }

    fn search(&self) -> MutexGuard<'_, CellSearch> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cell that the solution is in, if it is in the block.
    fn cell_of(&self, solution: &Solution) -> Option<&PlacedCell> {
        let inside = self.first <= *solution && *solution <= self.last;
        let up_to = self.cells.partition_point(|cell| solution.rows() >= &cell.first[..]);
        self.cells[..up_to].last().filter(|_| inside)
    }
}

/// The cells with their places: their first prefixes are found by going on from the first one.
fn place(n: BoardSize, cells: Cells) -> Result<Vec<PlacedCell>, DecodeError> {
    let (mut prefix, mut solutions, mut representatives) = (cells.prefix, 0, 0);
    let mut placed = Vec::with_capacity(cells.sizes.len());
    for (place, &size) in cells.sizes.iter().enumerate() {
        placed.push(PlacedCell { first: prefix.clone(), size, solutions, representatives });
        solutions += size.solutions;
        representatives += size.representatives;
        let is_last = place + 1 == cells.sizes.len();
        for _ in 0..size.prefixes - u32::from(is_last) {
            if !next_prefix(n.get(), &mut prefix) {
                return Err(DecodeError::Cell { place, problem: "goes beyond the board" });
            }
        }
    }
    Ok(placed)
}

impl PlacedCell {
    fn cell(&self) -> Cell<'_> {
        Cell { first: &self.first, prefixes: self.size.prefixes }
    }
}

impl IndexedRun for CellRun {
    fn len(&self) -> usize {
        self.len
    }

    fn first(&self) -> &Solution {
        &self.first
    }

    fn last(&self) -> &Solution {
        &self.last
    }

    fn representatives(&self) -> usize {
        self.representatives
    }

    fn get(&self, place: usize) -> Result<Option<Solution>, DecodeError> {
        if place >= self.len {
            return Ok(None);
        }
        let up_to = self.cells.partition_point(|cell| cell.solutions <= place as u64);
        let cell = &self.cells[up_to - 1];
        let found = self.search().solution(cell.cell(), place as u64 - cell.solutions);
        let problem = "is not in the cell that the counts say";
        found.map(Some).ok_or(DecodeError::Content { place, problem })
    }

    fn position(&self, solution: &Solution) -> Result<Option<usize>, DecodeError> {
        let Some(cell) = self.cell_of(solution) else { return Ok(None) };
        let place = self.search().place(cell.cell(), solution);
        if place >= cell.size.solutions {
            let place = (cell.solutions + place) as usize;
            return Err(DecodeError::Content { place, problem: "is beyond its cell's count" });
        }
        Ok(Some((cell.solutions + place) as usize))
    }

    fn representative_number(&self, canonical: &Canonical) -> Result<Option<usize>, DecodeError> {
        let Some(cell) = self.cell_of(canonical) else { return Ok(None) };
        let number = self.search().representative_place(cell.cell(), canonical);
        Ok(Some((cell.representatives + number) as usize))
    }

    fn representative(&self, number: usize) -> Result<Option<Canonical>, DecodeError> {
        if number >= self.representatives {
            return Ok(None);
        }
        let up_to = self.cells.partition_point(|cell| cell.representatives <= number as u64);
        let cell = &self.cells[up_to - 1];
        let found = self.search().representative(cell.cell(), number as u64 - cell.representatives);
        let problem = "is a representative by the counts, not by the search";
        found.map(Some).ok_or(DecodeError::Content { place: number, problem })
    }

    fn recomputed(&self, place: usize) -> Option<(usize, u64)> {
        let up_to = self.cells.partition_point(|cell| cell.solutions <= place as u64);
        Some((up_to, self.cells[up_to.checked_sub(1)?].size.solutions))
    }

    fn memory(&self) -> usize {
        self.cells.len() * (size_of::<PlacedCell>() + 8)
    }
}

impl std::fmt::Debug for CellRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CellRun").field("cells", &self.cells.len()).finish_non_exhaustive()
    }
}
