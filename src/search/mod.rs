//! Lexicographic search: enumeration that can start anywhere, counting, and the searched tier.

pub(crate) mod bitboard;
mod cell;
mod census;
mod counting;
mod cursor;
mod error;
mod heatmap;
pub mod kernel;
mod matching;
mod orbit_graph;
mod prefixes;
mod queen_set;
mod searched;
mod solutions;
mod walk;

pub use cell::{Cell, CellSearch, CellSize, cell_depth, cell_limit, join_cells};
pub use census::Census;
pub use counting::{count_solutions, take_census};
pub use error::SearchError;
pub use heatmap::{Heatmap, LAST_HEATMAP};
pub use matching::count_matching;
pub use orbit_graph::{Arrival, OrbitGraph};
pub(crate) use prefixes::{Prefix, first_half_prefixes};
pub(crate) use searched::{Searched, SharedWalk};
pub use solutions::{Representatives, Solutions};
pub(crate) use walk::Walk;
