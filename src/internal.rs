//! For the packages and tests of this repository: parts of the library that they share. Its names are not stable.

pub use crate::combinatorics::{diagonals, parse_digits, shortened, unreadable};
pub use crate::memory::{Page, SPARE, has_memory};
pub use crate::sampling::estimate::{Moments, quantile};
pub use crate::sampling::progressive::{Batches, Sums, heat_error};
pub use crate::sampling::quantities::estimate_allowed;
pub use crate::sampling::runs::{Population, nth_row};
pub use crate::search::cell::columns::{differences, read_columns, sums, write_columns};
pub use crate::search::feasibility::{
    Board, Bound, End, Next, Oracle, Parts, Search, Squares, Stopped, Tick, Tuning, Verdict,
    Weights, Words, first_nodes,
};
pub use crate::search::{
    Bitboard, Block, Branches, BuiltInCells, Cell, CellBlock, CellMatches, CellSearch, CellSize,
    Cells, Cut, IDLE, LazyList, MAX_IDLE, PlacedCell, PlacedCells, PrefixSteps, SolutionList,
    SolutionRun, cell_depth, cell_limit, cheapest_image, first_half_prefixes, first_solution,
    has_match, join_cells, kernel, with_search,
};
#[cfg(feature = "sqlite")]
pub use crate::store::{
    block,
    block::tree::LAST_BOARD as LAST_TREE_BOARD,
    block::tree::bmi2::{BitOps, BitRoutine, Portable, call},
    build::checkpoint::Checkpoint,
    build::counting::{Division, count, deal},
    build::counts::{CountSums, PartialCounts},
    content::Content,
    file::{check_sqlite, immutable, open_to_write, to_read, version_text, wait_for_locks},
    import::{Fault, copy_board, sound_boards},
    parts::ranges,
    rows::{BlockRow, BoardRow},
    schema::{has_digest, is_current},
};
pub use crate::units::{bytes, counted};
pub use crate::watch::Watched;
pub use crate::workers::{Event, InOrder, cores, crew, lock, map_on_all_cores, unpoisoned};
