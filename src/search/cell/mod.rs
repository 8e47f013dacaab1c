//! Cells: runs of successive prefixes with a few thousand solutions each.
//!
//! An indexed board stores how many solutions and canonical representatives each cell has, and nothing else.
//! A look-up finds the cell by these counts and then searches it: `partition` cuts the prefixes of a board
//! into cells, `search` finds a solution by its place in a cell and back, and `boards` counts below the
//! boards of a cell, which tells `search` where to enumerate. `matching` counts the solutions that match a
//! pattern, `before` those before sibling prefixes. The bytes are in `store/block/cells.rs`.

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
