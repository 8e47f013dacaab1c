//! The outcome of a build.

use super::options::{BuildTier, Part};
use crate::combinatorics::BoardSize;

/// How a build ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The board was already complete; nothing was done.
    AlreadyThere,
    /// The board was built.
    Built,
    /// An interrupted build was finished. The number counts the first-half solutions (for an index, orbits) that were
    /// already there.
    Resumed(u64),
    /// A part of an index was counted.
    Part(Part),
}

/// A board that was built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// Board size.
    pub n: BoardSize,
    /// Its tier.
    pub tier: BuildTier,
    /// Q(N); for a part, the solutions that it has counted.
    pub solutions: u64,
    /// F(N); for a part, the orbits that it has counted.
    pub orbits: u64,
    /// How the build ended.
    pub outcome: Outcome,
}
