//! Errors of the parts of an index.

use crate::combinatorics::BoardSize;
use crate::store::build::options::Part;
use std::path::PathBuf;

/// Why a file can't be merged as a part of an index, or why the parts do not make an index.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartError {
    /// The file does not hold exactly one part.
    #[error("this file holds {got} parts of an index, expected one")]
    NotOne {
        /// The number of parts in the file.
        got: usize,
    },
    /// The part is not completely counted.
    #[error("part {part} of N = {n} is not finished")]
    Unfinished {
        /// Board size.
        n: BoardSize,
        /// Which part.
        part: Part,
    },
    /// The part is of another board than the other parts.
    #[error("this is a part of N = {n}, but most files are for N = {expected}")]
    OfOther {
        /// Its board size.
        n: BoardSize,
        /// The board size of the other parts.
        expected: BoardSize,
    },
    /// The part is of another division than the other parts.
    #[error("this is part {part}, but most files are from a division into {expected} parts")]
    OfDivision {
        /// Which part.
        part: Part,
        /// The number of parts in the division of the others.
        expected: u32,
    },
    /// The part is also in another file.
    #[error("part {part} is also in {}", other.display())]
    Twice {
        /// Which part.
        part: Part,
        /// The other file.
        other: PathBuf,
    },
    /// The file changed after it was checked.
    #[error("part {part} changed during the merge")]
    Changed {
        /// Which part.
        part: Part,
    },
    /// No files were given.
    #[error("no parts were given")]
    NoneGiven,
    /// Parts are absent, unfinished or damaged.
    #[error("of the {of} parts of N = {n}, these are missing: {missing}")]
    Missing {
        /// Board size.
        n: BoardSize,
        /// The number of parts.
        of: u32,
        /// The missing parts, as ranges.
        missing: String,
    },
    /// The counts of the parts have a wrong sum.
    #[error(
        "the parts of N = {n} add up to {got} {what}, expected {expected}: at least one part is wrong \
         although each is self-consistent"
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
