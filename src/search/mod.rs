//! Search for solutions, with nothing stored.
//!
//! `depth_first` enumerates the solutions of one board in lexicographic order and can start anywhere. Plain iterators,
//! walks under a [`Watch`](crate::Watch) (`walk`) and the searched tier (`searched`) are based on it.
//!
//! `kernel` searches many boards at a time with vector instructions. It is the basis of counts (`counting`, for
//! conditions divided into `branches`), heat maps (`heatmap`), solutions in bulk (`runs`), lists of small boards
//! (`list`) and lookups in cells (`cell`), which are built in up to N = 21.
//!
//! `feasibility` prunes hopeless prefixes from a walk on a large board.

pub(crate) mod bitboard;
mod branches;
pub(crate) mod cell;
mod counting;
mod depth_first;
mod error;
pub(crate) mod feasibility;
mod heatmap;
pub mod kernel;
mod list;
pub(crate) mod runs;
mod searched;
mod walk;

pub use bitboard::{Bitboard, PrefixSteps, first_half_prefixes};
pub(crate) use bitboard::{each_row, next_rows};
pub use branches::{Branches, cheapest_image};
pub(crate) use branches::{VECTORS, cheapest_symmetry};
pub(crate) use cell::{
    Before, BlockKey, BlockStart, NumberedBlock, Place, PrefixPlaces, WrongCell,
};
pub use cell::{
    Block, BuiltInCells, Cell, CellBlock, CellMatches, CellSearch, CellSize, Cells, Cut, IDLE,
    LAST_BUILT_IN, MAX_IDLE, PlacedCell, PlacedCells, cell_depth, cell_limit, first_solution,
    join_cells, with_search,
};
pub use counting::{count_matching, count_solutions, has_match, take_census};
pub use depth_first::{Representatives, Solutions};
pub use error::SearchError;
pub use heatmap::{Heatmap, LAST_HEATMAP};
pub(crate) use heatmap::{class, classes};
pub use kernel::Census;
pub(crate) use list::Lists;
pub use list::{LAST_LISTED, LazyList, SolutionList};
pub use runs::SolutionRun;
pub(crate) use runs::{Items, SolutionStream};
pub(crate) use searched::Searched;
pub use searched::{FirstSolution, known_first_solution, prove_first_solution};
pub(crate) use walk::SharedWalk;
