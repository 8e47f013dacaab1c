//! The SQLite database file: what is in it, how it is built, read and verified.
//!
//! A file holds boards. A board is a row of the `board` table and its blocks, in rank order, in the `block`
//! table; docs/format.md describes both, byte by byte. Blocks hold the first half of the ranks only:
//! complement gives the other half, one layer up.
//!
//! - `file` opens a file and recovers it after a kill; `to_read` names it where the file system has no locks;
//!   `schema` has its tables, `connection` the limits that hold for every file.
//! - `rows` reads and writes the rows of the tables, `built_at` has the time of a build; `content` has the totals
//!   and the digest of a board.
//! - `reader` keeps a file open for all threads, with a cache of blocks; `stored_board` answers questions about one
//!   complete board of it, first from what is `near` the last answers or what `listing` has `listed` in memory;
//!   `matching` counts the matches of a pattern in it, `before` the solutions before prefixes, which `prefix_places`
//!   remembers.
//! - `build` makes boards, alone in the file by its `lock`; `import` copies them from
//!   another file. A `checkpoint` beside the file has the counts of an unfinished index; `parts` tells what the files of
//!   parts hold, `merge` joins them.
//! - `verify` checks all that can be checked.
//! - `error` has an enum for each kind of error, and [`StoreError`] for all of them.

mod before;
mod build;
mod built_at;
mod cache;
mod checkpoint;
mod connection;
mod content;
mod error;
mod file;
mod import;
mod listed;
mod listing;
mod lock;
mod matching;
mod merge;
mod near;
mod parts;
mod prefix_places;
mod reader;
mod rows;
mod schema;
mod stored_board;
mod to_read;
mod verify;

pub use build::{
    BuildError, BuildOptions, BuildTier, Built, Estimate, LAST_INDEXED, LAST_ON_ONE_MACHINE,
    LAST_STORED, Outcome, Part, build, check_build, estimate,
};
pub(crate) use connection::sqlite_version;
pub use error::{
    BoardError, DamageError, DiskError, DiskOperation, FileError, LockError, OpenError, PartError,
    StoreError,
};
pub use import::import;
pub use merge::merge;
pub(crate) use near::Near;
pub use parts::{PartFile, PartsReport, parts};
pub(crate) use reader::Store;
pub use reader::{BoardInfo, CountedUnits};
pub use rows::State;
pub(crate) use schema::{VERSION as SCHEMA_VERSION, is_current};
pub(crate) use stored_board::StoredBoard;
pub use stored_board::Trace;
pub(crate) use to_read::to_read;
pub use verify::{BoardReport, RecountReport, VerifyReport};
