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

pub use block::WrongCell;
pub(crate) use block::{Before, BlockKey, BlockStart, NumberedBlock};
pub use block::{Block, CellBlock, Cells, IDLE, MAX_IDLE, PlacedCell, PlacedCells, with_search};
pub use boards::{Cell, CellSize, cell_depth, cell_limit, join_cells};
pub use built_in::{BuiltInCells, LAST_BUILT_IN};
pub use counts::{CellMatches, Cut};
pub(crate) use counts::{Place, PrefixPlaces};
pub use search::{CellSearch, first_solution};
