//! Errors for damaged files.

use crate::combinatorics::BoardSize;
use crate::store::block::DecodeError;
use crate::store::build::options::Part;

/// Content of a file that no build can have written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DamageError {
    /// A wrong value, or values that contradict each other.
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
    /// The counts of a part of an index are wrong.
    #[error("part {part} of N = {n} is damaged: {what}")]
    Part {
        /// Board size.
        n: BoardSize,
        /// Which part.
        part: Part,
        /// The value and what was expected.
        what: String,
    },
    /// SQLite reports damage. It reports a failing disk in the same way.
    #[error("the file is damaged, or the disk failed to read it ({what})")]
    Malformed {
        /// SQLite's message.
        what: String,
    },
}
