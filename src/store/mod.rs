//! The database file: schema and migrations, building, reading, verifying. docs/format.md describes
//! the file.

mod build;
mod cache;
mod estimate;
mod import;
mod index;
mod lock;
mod merge;
mod part;
mod partial;
mod pipeline;
mod reader;
mod row;
mod schema;
mod solutions;
mod tier;
mod verify;
mod verify_cells;
mod writer;

pub use build::{BuildOptions, Built, Outcome, build, check_build};
pub(crate) use cache::Block;
pub use estimate::{Estimate, estimate};
pub use import::import;
pub use merge::merge;
pub use part::Part;
pub use reader::BoardInfo;
pub(crate) use reader::{Complete, PlacedRun, Store};
pub(crate) use schema::is_current;
pub use tier::BuildTier;
pub use verify::{BoardReport, VerifyReport};

/// The largest board of the stored tier.
pub const LAST_STORED: u8 = 18;

/// The largest board of the indexed tier.
pub const LAST_INDEXED: u8 = 22;

/// Most solutions in a block: half a millisecond to decode, 128 KiB as numbers for N = 16.
const BLOCK_SIZE: usize = 16_384;
