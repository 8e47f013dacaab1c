//! Errors in the bytes of a block.

use super::codec::MAX_COUNT;
use crate::combinatorics::{BoardSize, Invalid};

/// What is wrong with the bytes of a block.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// A number of solutions that no block has.
    #[error("a block holds 1 to {MAX_COUNT} solutions, this one says {got}")]
    Count {
        /// The number in its row.
        got: usize,
    },
    /// The checksum of the row differs from that of the bytes.
    #[error("its checksum does not fit its content")]
    Checksum,
    /// A block that is not where the blocks before it end.
    #[error(
        "it is out of place: {solutions} solutions and {representatives} canonical representatives come before it"
    )]
    Place {
        /// Solutions in the blocks before it.
        solutions: u64,
        /// Canonical representatives in the blocks before it.
        representatives: u64,
    },
    /// The header can't be read.
    #[error("its header can't be read: {what}")]
    Header {
        /// The problem.
        what: String,
    },
    /// A board that has no codec.
    #[error("no block holds solutions of N = {n}")]
    Board {
        /// Board size.
        n: BoardSize,
    },
    /// The first solution in the row is not a solution.
    #[error("the first solution that its row names is none: {what}")]
    FirstSolution {
        /// What is wrong with it.
        what: Invalid,
    },
    /// The zstd frame is broken or of another length.
    #[error("its zstd frame does not give the expected {expected} bytes: {what}")]
    Frame {
        /// Bytes of the content.
        expected: usize,
        /// The error of zstd, or the length.
        what: String,
    },
    /// The content is not a run of solutions.
    #[error("place {place} (0-based) in it {problem}")]
    Content {
        /// 0-based.
        place: usize,
        /// What is wrong there.
        problem: &'static str,
    },
    /// Counts that no cell has.
    #[error("cell {place} (0-based) in it {problem}")]
    Cell {
        /// 0-based.
        place: usize,
        /// What is wrong there.
        problem: &'static str,
    },
    /// A codec that this version does not know.
    #[error("it is written with codec {got}, which this nqdb does not know")]
    Codec {
        /// The number in the table.
        got: i64,
    },
}
