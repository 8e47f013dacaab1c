//! [`Rejected`]: why boards are not tasks. A file of its own, since errors and tasks use it.

use std::fmt;
use std::ops::AddAssign;

/// The numbers of boards that were drawn and are not tasks, counted up to symmetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rejected {
    /// Boards with too many completions.
    pub too_many: u64,
    /// Boards with too few completions.
    pub too_few: u64,
    /// Boards with completions in orbits of several splits.
    pub in_several_splits: u64,
}

impl AddAssign for Rejected {
    fn add_assign(&mut self, other: Self) {
        self.too_many += other.too_many;
        self.too_few += other.too_few;
        self.in_several_splits += other.in_several_splits;
    }
}

/// As the end of a sentence about missing tasks.
impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rejected { too_many, too_few, in_several_splits } = *self;
        write!(
            f,
            "of the boards drawn, {too_many} have too many completions, {too_few} too few, and {in_several_splits} \
             answers in several splits"
        )
    }
}
