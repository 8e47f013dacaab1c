//! Searches that need no board and nothing stored: [`Solutions`] and [`Representatives`] in lexicographic order,
//! [`count_matching`] and [`Heatmap::matching`] for conditions, [`take_census`] for all totals of an N, and
//! [`prove_first_solution`].
//!
//! `depth_first` enumerates the solutions of one board in lexicographic order and can start anywhere. Plain iterators,
//! walks under a [`Watch`](crate::watch::Watch) (`walk`) and the searched tier (`searched`) are based on it.
//!
//! `kernel` searches many boards at a time with vector instructions. It is the basis of counts (`counting`, for
//! conditions divided into `branches`), heat maps (`heatmap`), solutions in bulk (`runs`), lists of small boards
//! (`list`) and lookups in cells (`cell`), which are built in up to N = 21.
//!
//! `feasibility` prunes hopeless prefixes from a walk on a large board.

pub(crate) mod bitboard;
pub(crate) mod branches;
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
pub(crate) mod cell;
pub(crate) mod counting;
mod depth_first;
mod error;
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
pub(crate) mod feasibility;
mod heatmap;
#[doc(hidden)] // For the internal interface.
pub mod kernel;
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
pub(crate) mod list;
pub(crate) mod runs;
mod searched;
mod walk;

pub(crate) use bitboard::{Bitboard, each_row, next_rows};
pub(crate) use branches::{Branches, VECTORS, cheapest_image, cheapest_symmetry};
pub use cell::LAST_BUILT_IN;
pub(crate) use cell::{
    Before, BlockKey, BlockStart, BuiltInCells, CellMatches, Cut, NumberedBlock, Place, PlacedCell,
    PrefixPlaces, WrongCell, cell_depth, cell_limit, with_search,
};
#[cfg(feature = "sqlite")]
pub(crate) use cell::{Block, CellBlock, CellSize, Cells, PlacedCells, first_solution, join_cells};
pub use counting::{count_matching, count_solutions, take_census};
pub use depth_first::{Representatives, Solutions};
pub use error::SearchError;
pub use heatmap::{Heatmap, LAST_HEATMAP};
pub(crate) use heatmap::{class, classes};
pub use kernel::Census;
pub use list::LAST_LISTED;
pub(crate) use list::{Lists, SolutionList};
pub(crate) use runs::{Items, SolutionRun, SolutionStream};
pub(crate) use searched::Searched;
pub use searched::{FirstSolution, known_first_solution, prove_first_solution};
pub(crate) use walk::{Goal, SharedWalk};
