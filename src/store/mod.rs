//! The database file: schema and migrations, building, reading, verifying. docs/format.md describes
//! the file.

mod build;
mod cache;
mod estimate;
mod lock;
mod pipeline;
mod reader;
mod row;
mod schema;
mod verify;
mod writer;

pub use build::{BuildOptions, Built, Outcome, build, check_room};
pub(crate) use cache::Block;
pub use estimate::{Estimate, estimate};
pub use reader::BoardInfo;
pub(crate) use reader::{PlacedRun, Store};
pub(crate) use schema::is_current;
pub use verify::{BoardReport, VerifyReport};

/// The largest board of the stored tier.
pub const LAST_STORED: u8 = 18;

/// Most solutions in a block: half a millisecond to decode, 128 KiB as numbers for N = 16.
const BLOCK_SIZE: usize = 16_384;
