//! Codec 3, cells: the number of solutions and canonical representatives of each cell of a block. A lookup searches one
//! cell (see `search/cell`). docs/format.md has the bytes.

use super::payload::{DecodeError, decompress, from_planes, read_header, to_payload, to_planes};
use crate::combinatorics::{BoardSize, Solution};
use crate::search::bitboard::Bitboard;
use crate::search::{Block, CellBlock, CellSize, Cells, WrongCell, cell_depth, cell_limit};
use serde::{Deserialize, Serialize};

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

impl Cells {
    /// The payload: a header, then the three numbers of all cells.
    pub fn encode(&self) -> Vec<u8> {
        let header = Header { prefix: self.prefix.clone(), cells: self.sizes.len() as u32 };
        let numbers =
            |size: &CellSize| [size.prefixes, size.solutions as u32, size.representatives as u32];
        let numbers: Vec<[u32; 3]> = self.sizes.iter().map(numbers).collect();
        to_payload(header, &to_planes(&numbers), LEVEL)
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
        let size = |[prefixes, solutions, representatives]: [u32; 3]| CellSize {
            prefixes,
            solutions: solutions.into(),
            representatives: representatives.into(),
        };
        let sizes: Vec<CellSize> = from_planes(&planes).into_iter().map(size).collect();
        if let Some(place) = sizes.iter().position(|size| {
            size.solutions == 0
                || size.representatives > size.solutions
                || !(1..=max_prefixes(n)).contains(&size.prefixes)
                || (size.prefixes > 1 && size.solutions > cell_limit(n))
        }) {
            return Err(WrongCell::Cell(place, "impossible counts").into());
        }
        Ok(Cells { prefix: header.prefix, sizes })
    }
}

/// Whether these rows are on the board and do not attack each other.
fn is_prefix(n: BoardSize, rows: &[u8]) -> bool {
    let on_board = rows.iter().all(|&row| usize::from(row) < n.get());
    on_board && Bitboard::<u64>::with_queens(n.get(), rows).is_some()
}

/// The block of a payload of cells with `count` solutions from `first` on. O(prefixes), plus the search for the first
/// solution.
pub(super) fn read(
    first: &Solution,
    count: usize,
    payload: &[u8],
) -> Result<CellBlock, DecodeError> {
    let cells = Cells::decode(first.n(), payload)?;
    if cells.solutions() != count as u64 {
        return Err(DecodeError::Header {
            what: format!("{} solutions in all cells, expected {count}", cells.solutions()),
        });
    }
    let block = CellBlock::new(first.n(), &cells)?;
    if block.first() == first {
        return Ok(block);
    }
    Err(WrongCell::Content(0, "not the first_solution of its row").into())
}
