//! Errors of the parts of an index.

use crate::combinatorics::BoardSize;
use crate::store::build::options::Part;
use std::path::PathBuf;

/// Why a file is not the part of an index that a merge needs, or why the parts are not an index.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartError {
    /// A file that is no part.
    #[error("this file holds {got} parts of an index, expected one")]
    NotOne {
        /// How many.
        got: usize,
    },
    /// A part whose count is not finished.
    #[error("part {part} of N = {n} is not finished")]
    Unfinished {
        /// Board size.
        n: BoardSize,
        /// Which part.
        part: Part,
    },
    /// A part of another board.
    #[error("this is a part of N = {n}, and most files are of N = {expected}")]
    OfOther {
        /// Its board size.
        n: BoardSize,
        /// The board size of the other parts.
        expected: BoardSize,
    },
    /// A part of another division.
    #[error("this is part {part}, and most files are parts of {expected}")]
    OfDivision {
        /// Which part.
        part: Part,
        /// How many parts the others are of.
        expected: u32,
    },
    /// A part that another file has as well.
    #[error("part {part} is also in {}", other.display())]
    Twice {
        /// Which part.
        part: Part,
        /// The other file.
        other: PathBuf,
    },
    /// A part that was changed after it was checked.
    #[error("part {part} was changed while it was merged")]
    Changed {
        /// Which part.
        part: Part,
    },
    /// A merge of nothing.
    #[error("no part was given")]
    NoneGiven,
    /// Parts that are not there, or not finished, or damaged.
    #[error("of the {of} parts of N = {n} these are missing: {missing}")]
    Missing {
        /// Board size.
        n: BoardSize,
        /// How many parts there are.
        of: u32,
        /// Which are missing, as ranges.
        missing: String,
    },
    /// Parts whose counts are wrong.
    #[error(
        "the parts of N = {n} add up to {got} {what}, and {expected} are known: a part says more or less than it \
         should, and each fits itself"
    )]
    Wrong {
        /// Board size.
        n: BoardSize,
        /// Solutions or orbits.
        what: &'static str,
        /// The known number.
        expected: u64,
        /// The sum.
        got: u64,
    },
}
