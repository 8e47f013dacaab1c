//! Damage of a file.

use crate::combinatorics::BoardSize;
use crate::store::block::DecodeError;
use crate::store::build::options::Part;

/// What in a file can't be what a build wrote.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DamageError {
    /// A value, or several that contradict each other.
    #[error("the file is damaged: {what}")]
    Content {
        /// The value and what was expected.
        what: String,
    },
    /// A block that can't be decoded.
    #[error("the file is damaged: N = {n}, the block at rank {first_rank}: {source}")]
    Block {
        /// Board size.
        n: BoardSize,
        /// First rank of the block.
        first_rank: u64,
        /// What is wrong with its bytes.
        source: DecodeError,
    },
    /// The counts of a part of an index.
    #[error("part {part} of N = {n} is damaged: {what}")]
    Part {
        /// Board size.
        n: BoardSize,
        /// Which part.
        part: Part,
        /// The value and what was expected.
        what: String,
    },
    /// What SQLite reports as damage; it reports a disk that fails to read in the same way.
    #[error("the file is damaged, or the disk failed to read it ({what})")]
    Malformed {
        /// The message of SQLite.
        what: String,
    },
}
