//! The facade: one interface for queries on a board, whatever its tier.
//!
//! A [`Database`] hands out boards. A [`Board`] has a search and possibly `tables`, those of a file or built-in `cells`, and
//! folds the second half of the ranks onto the first; `lists` has small boards in memory. `cursor` reads neighbours, `iter` is its
//! public face, and `readers` read many items at a time; `lookups` handles many lookups in a row; `find`, `selection`,
//! `children`, `count_plan`, `random` and `estimate` are queries built on these.

mod board;
mod cells;
mod children;
mod count_plan;
pub(crate) mod cursor;
mod estimate;
#[cfg(feature = "sqlite")]
mod file;
mod find;
mod iter;
mod lists;
mod lookups;
mod open;
mod random;
mod readers;
mod selection;
#[cfg(feature = "sqlite")]
mod stored;
mod tables;

pub use board::{Board, NEAR};
pub use cells::Trace;
pub use children::{Child, Children};
pub use count_plan::CountPlan;
#[cfg(feature = "sqlite")]
pub use file::{SampleReport, default_path, locate};
pub use find::{Matches, RankedMatches};
pub use iter::{RankedRepresentatives, RankedSolutions};
pub use lookups::Lookups;
pub use open::Database;
pub use random::{DistinctDraws, Drawn, ShuffledRanks};
pub use readers::{RepresentativeReader, SolutionReader};
pub use tables::Tier;

/// Threads, servers and SQL cursors hold these handles: owned, shared, and cheap to clone.
const _: () = {
    const fn assert_shareable<T: Clone + Send + Sync + std::fmt::Debug + 'static>() {}
    assert_shareable::<Database>();
    assert_shareable::<Board>();
};
