//! [`Listed`]: what small stored boards keep in memory. It is made in `listing`.

use super::build::options::BuildTier;
use crate::combinatorics::BoardSize;
use crate::search::LAST_LISTED;
use crate::search::lazy_list::LazyList;

/// The lists of a board: 8 bytes an item, at most 59 MB for the solutions of the first half and 15 MB for the
/// representatives (N = 16).
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub(super) solutions: LazyList,
    pub(super) representatives: LazyList,
}

impl Listed {
    /// Whether a board has lists.
    pub(super) fn takes(n: BoardSize, tier: BuildTier) -> bool {
        tier == BuildTier::Stored && n.get() <= LAST_LISTED
    }
}
