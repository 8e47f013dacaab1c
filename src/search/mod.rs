//! Search for solutions, with nothing stored.
//!
//! `depth_first` enumerates the solutions of one board in lexicographic order and can start anywhere. Plain iterators
//! (`solutions`), walks under a [`Watch`](crate::Watch) (`walk`) and the searched tier (`searched`) are based on it.
//!
//! `kernel` searches many boards at a time with vector instructions. It is the basis of counts (`counting`, `matching`,
//! divided into `branches`), heat maps (`heatmap`), solutions in bulk (`stream`, in runs of
//! packed words, `solution_run`), lists of small boards (`solution_list`, built by a `lazy_list` when it pays off) and
//! lookups in cells (`cell`), which are built in up to N = 21.
//!
//! `feasibility` prunes hopeless prefixes from a walk on a large board. `first` has built-in first solutions whose proofs
//! take long, `known_heatmaps` built-in heat maps.

pub(crate) mod bitboard;
mod branches;
pub(crate) mod cell;
mod census;
mod counting;
pub(crate) mod crew;
mod depth_first;
mod error;
pub(crate) mod feasibility;
mod first;
mod heatmap;
pub mod kernel;
mod known_heatmaps;
mod lazy_list;
mod matching;
pub(crate) mod prefixes;
mod queen_set;
mod searched;
mod solution_list;
pub(crate) mod solution_run;
mod solutions;
mod stream;
mod walk;

pub use bitboard::Bitboard;
pub(crate) use bitboard::{each_row, next_rows};
pub use branches::{Branches, cheapest_image};
pub(crate) use branches::{VECTORS, cheapest_symmetry};
pub(crate) use cell::{
    Before, BlockKey, BlockStart, NumberedBlock, Place, PrefixPlaces, WrongCell,
};
pub use cell::{
    BuiltInCells, Cell, CellBlock, CellMatches, CellSearch, CellSize, Cells, Cut, IDLE,
    LAST_BUILT_IN, MAX_IDLE, PlacedCell, PlacedCells, cell_depth, cell_limit, first_solution,
    join_cells, with_search,
};
pub use census::Census;
pub use counting::{count_solutions, take_census};
pub use error::SearchError;
pub use first::{FirstSolution, known_first_solution, prove_first_solution};
pub use heatmap::{Heatmap, LAST_HEATMAP};
pub use lazy_list::LazyList;
pub(crate) use lazy_list::Lists;
pub use matching::{count_matching, has_match};
pub use prefixes::{PrefixSteps, first_half_prefixes};
pub(crate) use searched::Searched;
pub use solution_list::{LAST_LISTED, SolutionList};
pub use solution_run::SolutionRun;
pub use solutions::{Representatives, Solutions};
pub(crate) use stream::SolutionStream;
pub(crate) use walk::SharedWalk;
