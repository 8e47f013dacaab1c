//! Cells: runs of consecutive prefixes with thousands of solutions each, in an index file, or millions, built into the
//! program (`built_in`).
//!
//! Only the numbers of prefixes, solutions and canonical representatives of each cell are known. A lookup finds the cell
//! by these counts, in a `block`, and then searches it. `partition` divides the prefixes of a board into cells. `search`
//! finds a solution by its position in a cell and back, using `boards`, which counts below the boards of a cell.
//! `matching` counts the solutions that match a pattern, `before` those before sibling prefixes, which `places` caches.
//! `columns` encodes small numbers; the encoding of index
//! files is in `store/block/cells.rs`.

mod before;
pub(crate) mod block;
mod boards;
mod built_in;
pub(crate) mod columns;
mod matching;
mod partition;
mod places;
mod search;
#[cfg(test)]
mod tests;

pub use before::Cut;
pub(crate) use block::{
    Before, BlockKey, BlockStart, NumberedBlock, PlacedCell, WrongCell, with_search,
};
pub use block::{CellBlock, Cells};
pub use built_in::{BuiltInCells, LAST_BUILT_IN};
pub use matching::CellMatches;
pub use partition::{Cell, CellSize, cell_depth, cell_limit, join_cells};
pub(crate) use places::{Place, PrefixPlaces};
pub use search::{CellSearch, first_solution};
