//! Cells: runs of consecutive prefixes with a few thousand solutions each.
//!
//! An indexed board stores only the numbers of solutions and canonical representatives of each cell. A lookup finds the
//! cell by these counts and then searches it. `partition` divides the prefixes of a board into cells. `search` finds a
//! solution by its position in a cell and back, using `boards`, which counts below the boards of a cell. `matching`
//! counts the solutions that match a pattern, `before` those before sibling prefixes. The encoding is in
//! `store/block/cells.rs`.

mod before;
mod boards;
mod matching;
mod partition;
mod search;
#[cfg(test)]
mod tests;

pub use before::Cut;
pub use matching::CellMatches;
pub use partition::{Cell, CellSize, cell_depth, cell_limit, join_cells};
pub use search::{CellSearch, first_solution};
