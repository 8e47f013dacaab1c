//! Cells: runs of consecutive prefixes with thousands of solutions each, in an index file, or millions, built into the
//! program (`built_in`).
//!
//! Only the numbers of prefixes, solutions and canonical representatives of each cell are known. A lookup finds the cell
//! by these counts, in a `block`, and then searches it: `search` finds a solution by its position in a cell and back,
//! using `boards`, which counts below the boards of a cell. `counts` counts the solutions before sibling prefixes, and
//! those that match conditions. `columns` encodes small numbers; the encoding of index files is in
//! `store/block/cells.rs`.

mod block;
mod boards;
mod built_in;
pub(crate) mod columns;
mod counts;
mod search;

pub(crate) use block::{Before, BlockKey, BlockStart, NumberedBlock, WrongCell};
pub use block::{Block, CellBlock, Cells, IDLE, MAX_IDLE, PlacedCell, PlacedCells, with_search};
pub use built_in::{BuiltInCells, LAST_BUILT_IN};
pub use counts::{CellMatches, Cut};
pub(crate) use counts::{Place, PrefixPlaces};
pub use search::{CellSearch, first_solution};

use crate::combinatorics::BoardSize;

/// A run of consecutive attack-free prefixes of one depth, and so of consecutive solutions: a few thousand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<'p> {
    /// The first prefix: 0-based rows that do not attack each other.
    pub first: &'p [u8],
    /// The last prefix, as long as the first.
    pub last: &'p [u8],
    /// The size of the cell: at least one prefix.
    pub size: CellSize,
}

/// The number of queens in the prefixes of cells, for n ≥ 5: 3 up to N = 7, 5 up to N = 17, 6 up to N = 22, 7 beyond.
/// Chosen so that counting takes little memory and few prefixes have more than [`cell_limit`] solutions.
pub fn cell_depth(n: BoardSize) -> usize {
    match n.get() {
        ..=7 => 3,
        8..=17 => 5,
        18..=22 => 6,
        _ => 7,
    }
}

/// The maximum number of solutions in a cell of board size `n`, unless a single prefix has more. The limit keeps
/// lookups between less than 0.1 ms (N ≤ 18) and about 1 ms with the fastest kernel, and an index at about 0.3 MB for
/// N = 18 and 3.5 MB for N = 20. docs/scale.md covers larger boards.
///
/// At N = 22 most cells are single prefixes, at N = 24 half of them.
pub fn cell_limit(n: BoardSize) -> u64 {
    match n.get() {
        ..=18 => 3072,
        19 => 10_240,
        20 => 24_576,
        21 => 61_440,
        22 => 147_456,
        23 => 294_912,
        _ => 1_179_648,
    }
}

/// The size of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellSize {
    /// Attack-free prefixes.
    pub prefixes: u32,
    /// Solutions that begin with one of the prefixes.
    pub solutions: u64,
    /// Canonical representatives among these solutions.
    pub representatives: u64,
}

/// The counts of solutions and representatives of a prefix.
impl From<[u32; 2]> for CellSize {
    fn from([solutions, representatives]: [u32; 2]) -> Self {
        let (solutions, representatives) = (solutions.into(), representatives.into());
        CellSize { prefixes: 1, solutions, representatives }
    }
}

/// Joins consecutive prefixes, or cells, into cells: as many as have at most `limit` solutions together, or a single one
/// that has more.
///
/// Every cell has a solution if the board has any, and would exceed `limit` with the next prefix.
pub fn join_cells<'c>(
    parts: impl IntoIterator<Item = impl Into<CellSize> + 'c> + 'c,
    limit: u64,
) -> impl Iterator<Item = CellSize> + 'c {
    let mut parts = parts.into_iter().map(Into::into).peekable();
    std::iter::from_fn(move || {
        let mut cell = CellSize::default();
        let fits = |cell: &CellSize, next: &CellSize| {
            let sum = cell.solutions + next.solutions;
            cell.solutions == 0 || next.solutions == 0 || sum <= limit
        };
        while let Some(next) = parts.next_if(|next| fits(&cell, next)) {
            cell.prefixes += next.prefixes;
            cell.solutions += next.solutions;
            cell.representatives += next.representatives;
        }
        (cell.prefixes > 0).then_some(cell)
    })
}
