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
//! - `block` has the codecs: runs of solutions and cells, to and from bytes.
//! - `reader` keeps a file open for all threads, with a cache of blocks. `facade` is what the file adds to
//!   [`database`](crate::database): the tables of its boards, and the methods of `Database` that need a file.
//! - `build` makes boards, alone in the file by its `lock`; `import` copies them from another file. A `checkpoint`
//!   beside the file has the counts of an unfinished index; `parts` tells what the files of parts hold, `merge` joins
//!   them.
//! - `verify` checks all that can be checked.
//! - `error` has an enum for each kind of error, and [`StoreError`] for all of them.

#[doc(hidden)] // For fuzz/.
pub mod block;
mod build;
mod built_at;
mod cache;
mod checkpoint;
mod connection;
mod content;
pub(crate) mod error;
mod facade;
mod file;
mod import;
mod lock;
mod merge;
mod parts;
mod prefix_places;
mod reader;
mod rows;
mod schema;
mod to_read;
mod verify;

/// The programs of the README and of the page for Rust programmers, as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../README.md")]
    struct Readme;

    #[doc = include_str!("../../docs/for/rust-programmer.md")]
    struct RustProgrammer;
}

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
/// The rusqlite whose connections [`sql`](crate::sql) takes.
pub use rusqlite;
pub(crate) use schema::is_current;
pub(crate) use to_read::to_read;
pub use verify::{BoardReport, RecountReport, VerifyReport};
