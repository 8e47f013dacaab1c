//! Lexicographic search: enumeration that can start anywhere, counting, and the searched tier.

mod cell;
mod counting;
mod cursor;
mod heatmap;
pub mod kernel;
mod matching;
mod orbit_graph;
mod prefixes;
mod searched;
mod solutions;
mod walk;
mod watch;

pub use cell::{Cell, CellSearch, CellSize, cell_depth, cell_limit, join_cells};
pub use counting::{Census, count_solutions, take_census};
use cursor::{Cursor, Step};
pub use heatmap::{Heatmap, LAST_HEATMAP};
pub use matching::count_matching;
pub use orbit_graph::{Arrival, OrbitGraph};
pub(crate) use prefixes::{Prefix, first_half_prefixes};
pub(crate) use searched::Searched;
pub use solutions::{Representatives, Solutions};
pub(crate) use walk::Walk;
pub use watch::{Progress, Quiet, TimeLimit, Watch};
