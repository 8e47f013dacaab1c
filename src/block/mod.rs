//! Blocks: runs of solutions in lexicographic order, to and from bytes. No SQL.
//!
//! The bytes are described in docs/format.md, section “Payload”.

mod plain;
mod run;

use crate::combinatorics::BoardSize;
pub(crate) use run::Run;

/// The most solutions that a block may hold; nothing in a file makes a reader allocate more than
/// this many packed solutions (3 MiB for N = 64).
pub(crate) const MAX_COUNT: usize = 1 << 16;

/// How a payload is made. The number stands in the `board` and `block` tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Codec {
    /// Packed permutations, compressed with zstd.
    Plain = 1,
}

impl Codec {
    /// The codec with this number, if this version knows it.
    pub(crate) fn from_number(number: i64) -> Option<Self> {
        (number == Codec::Plain as i64).then_some(Codec::Plain)
    }

    /// Run to bytes. O(solutions).
    pub(crate) fn encode(self, run: &Run) -> Vec<u8> {
        match self {
            Codec::Plain => plain::encode(run),
        }
    }

    /// Bytes to the run of `count` solutions that they must hold; every damage is an error.
    pub(crate) fn decode(
        self,
        n: BoardSize,
        count: usize,
        payload: &[u8],
    ) -> Result<Run, DecodeError> {
        if !(1..=MAX_COUNT).contains(&count) {
            return Err(DecodeError::Count { got: count });
        }
        match self {
            Codec::Plain => plain::decode(n, count, payload),
        }
    }
}

/// What is wrong with the bytes of a block.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A number of solutions that no block has.
    #[error("a block holds 1 to {MAX_COUNT} solutions, this one says {got}")]
    Count {
        /// What the row says.
        got: usize,
    },
    /// The checksum of the row is another one.
    #[error("its checksum does not fit its content")]
    Checksum,
    /// The header can't be read.
    #[error("its header can't be read: {what}")]
    Header {
        /// What bincode said.
        what: String,
    },
    /// The header and the row of the table differ.
    #[error(
        "its header says N = {n} and {count} solutions, the table row says N = {row_n} and {row_count}"
    )]
    Mismatch {
        /// In the header.
        n: u8,
        /// In the header.
        count: u32,
        /// In the row.
        row_n: usize,
        /// In the row.
        row_count: usize,
    },
    /// The zstd frame is broken or of another length.
    #[error("its zstd frame does not give the expected {expected} bytes: {what}")]
    Frame {
        /// Bytes of so many packed solutions.
        expected: usize,
        /// What zstd said, or the length.
        what: String,
    },
    /// What it decodes to is no run of solutions.
    #[error("place {place} (0-based) in it {problem}")]
    Content {
        /// 0-based.
        place: usize,
        /// What is there.
        problem: &'static str,
    },
    /// A codec that this version does not know.
    #[error("it is written with codec {got}, which this nqdb does not know")]
    Codec {
        /// The number in the table.
        got: i64,
    },
}
