//! Every solution of the N-queens problem, addressable: by rank (place in lexicographic order), by
//! orbit (class under the eight symmetries of the square), by the solution itself, and by SQL.

mod block;
mod combinatorics;
mod database;
mod error;
mod search;
pub mod sql;
mod store;

pub use block::DecodeError;
pub use combinatorics::{
    BoardSize, Canonical, Invalid, KnownCounts, LehmerCode, Orbit, OrbitId, Permutation,
    PermutationIndex, Rank, Solution, Symmetry, board_picture, known_counts, parse_queens,
    split_lists,
};
pub use database::{
    Board, Database, RankedRepresentatives, RankedSolutions, Tier, default_path, locate,
};
pub use error::{Error, Result, StoreError};
pub use search::{
    Census, Progress, Quiet, Representatives, Solutions, TimeLimit, Watch, count_solutions,
    take_census,
};
pub use store::{
    BoardInfo, BoardReport, BuildOptions, Built, Estimate, LAST_STORED, Outcome, VerifyReport,
    build, estimate,
};
