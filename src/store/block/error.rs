//! Errors in the bytes of a block.

use super::codec::MAX_COUNT;
use crate::combinatorics::{BoardSize, Invalid};
use crate::search::WrongCell;

/// Errors in the bytes of a block.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The number of solutions is impossible.
    #[error("expected 1 to {MAX_COUNT} solutions in a block, got {got}")]
    Count {
        /// The number in its row.
        got: usize,
    },
    /// The checksum in the row differs from that of the bytes.
    #[error("checksum mismatch")]
    Checksum,
    /// The block does not begin where the blocks before it end.
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
    /// No codec supports the board.
    #[error("no codec supports N = {n}")]
    Board {
        /// Board size.
        n: BoardSize,
    },
    /// The first solution in the row is not a solution.
    #[error("first_solution is not a valid solution: {what}")]
    FirstSolution {
        /// What is wrong with it.
        what: Invalid,
    },
    /// The zstd frame is damaged or has another length.
    #[error("its zstd frame does not decompress to the expected {expected} bytes: {what}")]
    Frame {
        /// Expected number of bytes.
        expected: usize,
        /// The error of zstd, or the actual length.
        what: String,
    },
    /// The content is not a run of solutions.
    #[error("at place {place} (0-based): {problem}")]
    Content {
        /// 0-based.
        place: usize,
        /// What is wrong there.
        problem: &'static str,
    },
    /// The counts of a cell are impossible.
    #[error("cell {place} (0-based): {problem}")]
    Cell {
        /// 0-based.
        place: usize,
        /// What is wrong there.
        problem: &'static str,
    },
    /// This version does not support the codec.
    #[error("it uses codec {got}, which this version of nqdb does not support")]
    Codec {
        /// The codec number in the table.
        got: i64,
    },
}

impl From<WrongCell> for DecodeError {
    fn from(wrong: WrongCell) -> Self {
        match wrong {
            WrongCell::Cell(place, problem) => DecodeError::Cell { place, problem },
            WrongCell::Content(place, problem) => DecodeError::Content { place, problem },
        }
    }
}
