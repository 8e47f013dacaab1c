//! Errors of builds.

use super::options::{BuildTier, Part};
use crate::combinatorics::BoardSize;
use crate::units::bytes;

/// Why a board can't be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The board is too large for the tier.
    #[error("N = {n} is too large for the stored tier, which goes up to N = {last}")]
    TooLarge {
        /// Board size.
        n: BoardSize,
        /// The largest stored board.
        last: u8,
    },
    /// The board is outside the range of the indexed tier.
    #[error("N = {n} can't be indexed, only N = {first} to {last}")]
    NotIndexable {
        /// Board size.
        n: BoardSize,
        /// The smallest board that can be indexed.
        first: u8,
        /// The largest board that can be indexed.
        last: u8,
    },
    /// A stored board can't be built in parts.
    #[error("only an index is built in parts, and N = {n} would be stored")]
    NoParts {
        /// Board size.
        n: BoardSize,
    },
    /// The file holds the board on another tier.
    #[error("N = {n} is {there} in this file, not {wanted}")]
    OtherTier {
        /// Board size.
        n: BoardSize,
        /// The tier in the file.
        there: BuildTier,
        /// The requested tier.
        wanted: BuildTier,
    },
    /// The file holds another part of the index.
    #[error("this file holds part {there} of the index of N = {n}, not part {wanted}")]
    OtherPart {
        /// Board size.
        n: BoardSize,
        /// The part in the file.
        there: Part,
        /// The requested part.
        wanted: Part,
    },
    /// The board is already complete.
    #[error("N = {n} is already complete in this file")]
    AlreadyBuilt {
        /// Board size.
        n: BoardSize,
    },
    /// The file holds an unfinished build of the board.
    #[error("this file holds an unfinished build of N = {n}")]
    Unfinished {
        /// Board size.
        n: BoardSize,
    },
    /// Not enough disk space.
    #[error("not enough disk space: the build needs about {} and {} are free", bytes(*needed), bytes(*free))]
    NoRoom {
        /// Bytes needed, an upper estimate.
        needed: u64,
        /// Bytes free for this user.
        free: u64,
    },
    /// Not enough memory.
    #[error("not enough memory: the build needs about {}", bytes(*needed as u64))]
    NoMemory {
        /// Bytes needed with one thread, an upper estimate.
        needed: usize,
    },
    /// `SOURCE_DATE_EPOCH` is not a valid time.
    #[error("SOURCE_DATE_EPOCH is {got}, expected seconds since 1970, up to the year 9999")]
    SourceDate {
        /// Its value.
        got: String,
    },
    /// The counts contradict the known ones.
    #[error(
        "the build of N = {n} counted {got} {what}, expected {expected}; the board is not marked complete; please report this"
    )]
    WrongCount {
        /// Board size.
        n: BoardSize,
        /// Solutions or orbits.
        what: &'static str,
        /// The known number.
        expected: u64,
        /// The number counted.
        got: u64,
    },
}
