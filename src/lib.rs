//! Every solution of the N-queens problem, addressable: by **rank** (its place in lexicographic
//! order), by **orbit** (its class under the eight symmetries of the square), by the **solution
//! itself**, and by SQL.
//!
//! ```
//! use nqdb::{BoardSize, Database, Orbit, Rank, Solution};
//!
//! // Without a file every board is searched; `Database::open` reads one that `nqdb build` made.
//! let database = Database::without_file();
//! let board = database.board(BoardSize::new(8)?)?;
//!
//! let solution: Solution = "1 7 5 8 2 4 6 3".parse()?;
//! let rank = board.rank(&solution)?;
//! assert_eq!(rank.get(), 4);
//! assert_eq!(board.unrank(rank)?, solution);
//!
//! // It is one of the eight images of (1,5,8,6,3,7,2,4), the representative of orbit 1.
//! let orbit = Orbit::of(&solution);
//! assert_eq!(orbit.canonical().to_string(), "1 5 8 6 3 7 2 4");
//! assert_eq!(board.orbit_id(&solution)?.get(), 1);
//! assert_eq!((orbit.size(), board.orbit_count()?), (8, 12));
//!
//! // In order, from any rank on.
//! let last_two: Vec<_> = board.solutions(Rank::new(91)?).collect::<Result<_, _>>()?;
//! assert_eq!(last_two[1].1.to_string(), "8 4 1 3 6 2 7 5");
//! # Ok::<(), nqdb::Error>(())
//! ```
//!
//! Building a file is [`build`], the SQL functions are [`sql::register`], boards are drawn by
//! [`picture`], [`completion`] completes given queens and makes puzzles, and [`solve`] finds one
//! solution of a very large board. Rows and columns are
//! 0-based in memory and 1-based in every text; ranks, orbit ids and permutation indices are
//! 1-based.
//!
//! # Features
//!
//! With `default-features = false`, what is left is Rust alone, a few small crates and no C: every board is searched
//! ([`Database::without_file`]).
//!
//! | feature | adds |
//! | --- | --- |
//! | `sqlite` | database files and SQL functions, with the SQLite of the system, 3.37 or later |
//! | `bundled`, a default | the same with a SQLite compiled in |
//! | `png`, a default | pictures as PNG |
//!
//! [`version()`] says which features a build has. The program `nqdb` is the package `nqdb-cli`.
//!
//! Without `sqlite` the crate goes with any other SQLite crate in one program. With it, `rusqlite` must be of the
//! version that this crate hands on as `nqdb::rusqlite`.

mod combinatorics;
mod database;
mod dice;
mod error;
#[cfg(all(any(test, fuzzing), feature = "sqlite"))]
#[doc(hidden)] // For fuzz/.
pub mod fuzzing;
mod papers;
pub mod picture;
pub mod sampling;
mod search;
#[cfg(feature = "sqlite")]
pub mod sql;
#[cfg(feature = "sqlite")]
mod store;
#[doc(hidden)] // For the program and the Python module.
pub mod sync;
mod version;
mod watch;
#[doc(hidden)] // For the program and the Python module.
pub mod workers;

pub use combinatorics::{
    BoardSize, Canonical, Condition, Invalid, KnownCounts, LehmerCode, Orbit, OrbitId, Pattern,
    Permutation, PermutationIndex, Placement, Properties, Rank, Solution, Subgroup, Symmetry,
    board_picture, known_counts, notation, parse_queens,
};
pub use database::{
    Board, Child, Children, CountPlan, Database, Drawn, Lookups, Matches, RankedMatches,
    RankedRepresentatives, RankedSolutions, RepresentativeReader, SolutionReader, Tier, Trace,
};
pub use dice::{Dice, random_seed};
pub use error::{Error, Result};
pub use papers::solve;
pub use papers::{Arrival, Gap, HalfPosition, Operation, OrbitGraph, QueenAt, Signature, Triple};
pub use search::completion;
#[doc(hidden)] // For the store, benchmarks and tests.
pub use search::{
    Cell, CellMatches, CellSearch, CellSize, Cut, cell_depth, cell_limit, first_solution,
    join_cells, kernel,
};
pub use search::{
    Census, FirstSolution, Heatmap, LAST_HEATMAP, LAST_LISTED, Representatives, SearchError,
    Solutions, count_matching, count_solutions, known_first_solution, prove_first_solution,
    take_census,
};
#[cfg(feature = "sqlite")]
pub use store::{
    BoardError, BoardInfo, BoardReport, BuildError, BuildOptions, BuildTier, Built, CountedUnits,
    DamageError, DecodeError, DiskError, DiskOperation, Estimate, FileError, LAST_INDEXED,
    LAST_ON_ONE_MACHINE, LAST_STORED, LockError, OpenError, Outcome, Part, PartError, PartFile,
    PartsReport, RecountReport, SampleReport, State, StoreError, VerifyReport, build, check_build,
    default_path, estimate, import, locate, merge, parts, rusqlite,
};
pub use version::{SqliteVersion, Version, version};
pub use watch::{Activity, NoWatch, NotSeconds, Progress, TimeLimit, Watch};
