//! For the packages and tests of this repository: parts of the library that they share. Its names are not stable.

pub use crate::combinatorics::notation::{Role, roles};
pub use crate::combinatorics::{diagonals, named, parse_digits, shortened, unreadable};
pub use crate::database::comparison::{Compared, Comparison, Expected};
pub use crate::files::{file_id, real_path};
pub use crate::memory::{Page, SPARE, has_memory};
pub use crate::sampling::estimate::{Moments, quantile};
pub use crate::sampling::progressive::{Batches, Sums, heat_error};
pub use crate::sampling::quantities::estimate_allowed;
pub use crate::sampling::runs::{Population, nth_row};
pub use crate::search::bitboard::{Bitboard, PrefixSteps, first_half_prefixes};
pub use crate::search::branches::{Branches, cheapest_image};
pub use crate::search::cell::columns::{differences, read_columns, sums, write_columns};
pub use crate::search::cell::{
    Block, BuiltInCells, Cell, CellBlock, CellMatches, CellSearch, CellSize, Cells, Cut, IDLE,
    MAX_IDLE, PlacedCell, PlacedCells, WrongCell, cell_depth, cell_limit, first_solution,
    join_cells, with_search,
};
pub use crate::search::counting::has_match;
pub use crate::search::feasibility::{
    Bound, End, Next, Oracle, Parts, Search, SearchBoard, Squares, Stopped, Tick, Tuning, Verdict,
    Weights, Words, first_nodes,
};
pub use crate::search::kernel;
pub use crate::search::list::{LazyList, SolutionList};
pub use crate::search::runs::{Items, SolutionRun};
#[cfg(feature = "sqlite")]
pub use crate::store::{
    block,
    block::tree::LAST_BOARD as LAST_TREE_BOARD,
    block::tree::bmi2::{BitOps, BitRoutine, Portable, call},
    build::checkpoint::Checkpoint,
    build::counting::{Division, count, deal},
    build::counts::{CountSums, PartialCounts},
    content::Content,
    file::{check_sqlite, immutable, open_read_only, open_to_write, version_text, wait_for_locks},
    handle::{is_foreign, shares_locks},
    import::{Fault, copy_board, sound_boards},
    lock::BuildLock,
    parts::ranges,
    rows::{BlockRow, BoardRow},
    schema::{has_digest, is_current},
};
pub use crate::units::{bytes, counted, grouped, grouped_from};
pub use crate::watch::Watched;
pub use crate::workers::{Event, InOrder, cores, crew, lock, map_on_all_cores, unpoisoned};
