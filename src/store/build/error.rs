//! Errors of a build.

use super::options::{BuildTier, Part};
use crate::combinatorics::BoardSize;

/// Why a board is not built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A board too large for the tier.
    #[error("N = {n} is too large for the stored tier, which goes up to N = {last}")]
    TooLarge {
        /// Board size.
        n: BoardSize,
        /// The largest stored board.
        last: u8,
    },
    /// A board outside the indexed tier.
    #[error("N = {n} can't be indexed, only N = {first} to {last}")]
    NotIndexable {
        /// Board size.
        n: BoardSize,
        /// The smallest indexed board.
        first: u8,
        /// The largest one.
        last: u8,
    },
    /// A part of a stored board.
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
        /// What it is.
        there: BuildTier,
        /// What it should be.
        wanted: BuildTier,
    },
    /// The file holds another part of the index.
    #[error("this file holds part {there} of the index of N = {n}, not part {wanted}")]
    OtherPart {
        /// Board size.
        n: BoardSize,
        /// What is there.
        there: Part,
        /// The requested part.
        wanted: Part,
    },
    /// A board that would be replaced.
    #[error("N = {n} is already complete in this file")]
    AlreadyBuilt {
        /// Board size.
        n: BoardSize,
    },
    /// A board that is begun and would be replaced.
    #[error("this file holds an unfinished build of N = {n}")]
    Unfinished {
        /// Board size.
        n: BoardSize,
    },
    /// Too little room.
    #[error("not enough room: the build needs about {needed} bytes and {free} are free")]
    NoRoom {
        /// Bytes, an estimate from above.
        needed: u64,
        /// Bytes free for this user.
        free: u64,
    },
    /// Too little memory.
    #[error("not enough memory: the build needs about {needed} bytes")]
    NoMemory {
        /// Bytes for one thread, an estimate from above.
        needed: usize,
    },
    /// The variable for reproducible builds is not a time.
    #[error("SOURCE_DATE_EPOCH is {got}, expected seconds since 1970, up to the year 9999")]
    SourceDate {
        /// Its value.
        got: String,
    },
    /// Counts that contradict what is known.
    #[error(
        "the build of N = {n} counted {got} {what}, and {expected} are known; the board is not marked complete, please report this"
    )]
    WrongCount {
        /// Board size.
        n: BoardSize,
        /// Solutions or orbits.
        what: &'static str,
        /// The known number.
        expected: u64,
        /// The built one.
        got: u64,
    },
}
