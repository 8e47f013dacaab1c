//! The SQLite database file: its content, and how it is built, read and verified.
//!
//! A file holds boards. A board is a row of `nqdb_board` and its blocks, in rank order, in `nqdb_block`;
//! docs/format.md describes both, byte by byte. Blocks hold only the first half of the ranks; the layer above derives
//! the other half by complement.
//!
//! - `file` opens a file and recovers it after a kill, unless its `journal` is not its own; `schema` has the tables.
//! - `rows` reads and writes table rows; `content` has the totals and digest of a board.
//! - `block` has the codecs: runs of solutions and cells, to and from bytes.
//! - `reader` is an open file shared by all threads, with a cache of blocks; `info` lists its boards.
//! - `build` builds boards under the `lock` of the file; `import` copies them from another file; `parts` reports on files
//!   of parts, and `merge` merges them; `remove` removes boards.
//! - `verify` checks everything in a file that can be checked.
//! - `error` has an enum for each kind of error, and [`StoreError`] for all of them.

#[doc(hidden)] // For the internal interface.
pub mod block;
pub(crate) mod build;
pub(crate) mod content;
mod error;
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
pub(crate) mod file;
pub(crate) mod handle;
pub(crate) mod import;
mod info;
mod journal;
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
pub(crate) mod lock;
mod merge;
pub(crate) mod parts;
mod reader;
mod remove;
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
pub(crate) mod rows;
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
pub(crate) mod schema;
mod verify;

pub use block::{BuildTier, DecodeError};
pub use build::{
    BuildError, BuildEstimate, BuildOptions, Built, LAST_INDEXED, LAST_ON_ONE_MACHINE, LAST_STORED,
    Outcome, Part, build, check_build, estimate,
};
pub use error::{
    BoardError, DamageError, DiskError, FileError, LockError, OpenError, PartError, StoreError,
};
pub(crate) use file::sqlite_version;
pub use import::import;
pub use info::{BoardInfo, CountedUnits};
pub use merge::merge;
pub use parts::{PartFile, PartsReport, parts};
pub(crate) use reader::{Complete, Store};
pub use remove::remove;
pub use rows::State;
pub(crate) use schema::VERSION as SCHEMA_VERSION;
pub use verify::{BoardReport, Check, RecountReport, VerifyReport};
