//! Looks up any solution of the N-queens problem by **rank** (its position in lexicographic order), by **orbit** (its
//! class under the eight symmetries of the square) or by its queens.
//!
//! ```
//! use nqdb::{BoardSize, Database, Orbit, Rank, Solution};
//!
//! // Without a file every board is searched; `Database::open` opens one built by `nqdb build`.
//! let database = Database::without_file();
//! let board = database.board(BoardSize::new(8)?)?;
//!
//! let solution: Solution = "1 7 5 8 2 4 6 3".parse()?;
//! let rank = board.rank(&solution)?;
//! assert_eq!(rank.get(), 4);
//! assert_eq!(board.unrank(rank)?, solution);
//!
//! // It is one of the eight images of (1,5,8,6,3,7,2,4), the fundamental solution of orbit 1.
//! let orbit = Orbit::of(&solution);
//! assert_eq!(orbit.canonical().to_string(), "1 5 8 6 3 7 2 4");
//! assert_eq!(board.orbit_id(&solution)?.get(), 1);
//! assert_eq!((orbit.size(), board.orbit_count()?), (8, 12));
//!
//! // Solutions in order, from any rank on.
//! let last_two: Vec<_> = board.solutions(Rank::new(91)?).collect::<Result<_, _>>()?;
//! assert_eq!(last_two[1].1.to_string(), "8 4 1 3 6 2 7 5");
//! # Ok::<(), nqdb::Error>(())
//! ```
//!
//! Entry points: [`Database`] and [`Board`] answer queries. `store` has the database file: `store::build` makes
//! one. [`search`] has searches that need no board, [`picture`] draws boards, and [`sampling`] estimates counts that
//! are out of reach; [`answers`] are their results as JSON. Other packages stand on this one: `nqdb-completion`
//! completes given queens and generates puzzles, `nqdb-sql` adds SQL functions to a connection, `nqdb-papers` has
//! methods from the literature, such as those that find one solution of a very large board, `nqdb-dataset` makes data
//! sets of completion tasks and scores answers, and `nqdb-explorer` is the web explorer.
//!
//! Rows and columns are 0-based in memory and 1-based in text. N, a row and a column are `usize`; lists of rows are
//! packed, in `u8` up to N = 64 and in `u32` beyond. Ranks, orbit ids and permutation indices are 1-based. A
//! *canonical representative*, the smallest solution of an orbit, is also called a fundamental solution.
//!
//! # Features
//!
//! With `default-features = false`, what remains is pure Rust with a few small dependencies. Every board is then
//! searched ([`Database::without_file`]).
//!
//! | feature | adds |
//! | --- | --- |
//! | `sqlite` | database files, with the system SQLite (3.37 or later) |
//! | `bundled` (default) | the same, with a bundled SQLite |
//! | `png` (default) | pictures as PNG |
//!
//! [`version()`] returns the features of a build. The program `nqdb` is in the package `nqdb-cli`.
//!
//! Without `sqlite`, the crate can be combined with any SQLite crate. With it, `rusqlite` must be the version
//! re-exported as `nqdb::rusqlite`.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod answers;
mod combinatorics;
pub mod database;
mod dice;
mod error;
mod files;
#[doc(hidden)]
pub mod internal;
mod memory;
pub mod picture;
pub mod sampling;
pub mod search;
mod shuffle;
#[cfg(feature = "sqlite")]
pub mod store;
mod units;
pub mod version;
pub mod watch;
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
mod workers;

pub use combinatorics::{
    BoardSize, Canonical, Condition, Conditions, Invalid, LehmerCode, Orbit, OrbitId, Permutation,
    PermutationIndex, Properties, Rank, Selection, Solution, Subgroup, Symmetry, notation,
};
#[doc(inline)]
pub use database::{Board, Database, Tier};
pub use error::{CompletionError, Error, ErrorKind, Result};
/// The version of rusqlite whose connections `nqdb-sql` takes.
#[cfg(feature = "sqlite")]
pub use rusqlite;
#[doc(inline)]
pub use version::version;

/// The published numbers of solutions and orbits.
pub mod counts {
    pub use crate::combinatorics::{KnownCounts, Provenance, known_counts, known_symmetric_counts};
}

/// Queens on boards of any size, one in each column, and which of them attack each other.
pub mod placement {
    pub use crate::combinatorics::{Placement, attacks};
}

/// The signature of an orbit, by Zhang & Zhang (2011).
pub mod signature {
    pub use crate::combinatorics::{Signature, Triple};
}

/// Random numbers and orders that are the same on every machine.
pub mod random {
    pub use crate::database::{DistinctDraws, Drawn, Pool, ShuffledRanks};
    pub use crate::dice::{Dice, random_seed};
    pub use crate::shuffle::Shuffle;
}
