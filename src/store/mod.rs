//! The SQLite database file: its content, and how it is built, read and verified.
//!
//! A file holds boards. A board is a row of the `board` table and its blocks, in rank order, in the `block` table;
//! docs/format.md describes both, byte by byte. Blocks hold only the first half of the ranks; the layer above derives
//! the other half by complement.
//!
//! - `file` opens a file and recovers it after a kill; `to_read` chooses the name and flags for reading; `schema` has
//!   the tables, `connection` the limits for every file.
//! - `rows` reads and writes table rows; `built_at` has the build time; `content` the totals and digest of a board.
//! - `block` has the codecs: runs of solutions and cells, to and from bytes.
//! - `reader` is an open file shared by all threads, with a cache of blocks. `facade` is what a file adds to
//!   [`database`](crate::database): the tables of its boards, and the methods of `Database` that need a file.
//! - `build` builds boards under the `lock` of the file; `import` copies them from another file. A `checkpoint` next to
//!   the file has the counts of an unfinished index; `parts` reports on files of parts, and `merge` merges them.
//! - `verify` checks everything in a file that can be checked.
//! - `error` has an enum for each kind of error, and [`StoreError`] for all of them.

#[doc(hidden)] // For fuzz/.
pub mod block;
pub(crate) mod build;
mod built_at;
mod cache;
pub(crate) mod checkpoint;
pub(crate) mod connection;
pub(crate) mod content;
pub(crate) mod error;
mod facade;
pub(crate) mod file;
pub(crate) mod import;
mod lock;
mod merge;
pub(crate) mod parts;
mod reader;
pub(crate) mod rows;
pub(crate) mod schema;
pub(crate) mod to_read;
mod verify;

pub use block::DecodeError;
pub use build::{
    BuildError, BuildOptions, BuildTier, Built, Estimate, LAST_INDEXED, LAST_ON_ONE_MACHINE,
    LAST_STORED, Outcome, Part, build, check_build, estimate,
};
pub use error::{
    BoardError, DamageError, DiskError, DiskOperation, FileError, LockError, OpenError, PartError,
    StoreError,
};
pub use facade::{SampleReport, default_path, locate};
pub use import::import;
pub use merge::merge;
pub use parts::{PartFile, PartsReport, parts};
pub use reader::{BoardInfo, CountedUnits};
pub use rows::State;
/// The version of rusqlite whose connections `nqdb-sql` takes.
pub use rusqlite;
pub use verify::{BoardReport, Check, RecountReport, VerifyReport};
