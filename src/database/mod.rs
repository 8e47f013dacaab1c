//! The facade: one interface for queries on a board, whatever its tier.
//!
//! A [`Database`] opens a file or none, and hands out boards; `file` checks those of a file. A [`Board`] has a search and
//! possibly `tables`, and folds the second half of the ranks onto the first. `cursor` reads neighbours, and `readers`
//! many items in order; `lookups` handles single lookups and many in a row, which share what is `near`, with
//! small boards listed in memory; `select`, `count`,
//! `children` and `random` are queries built on these, and `comparison` compares a list with their results.

mod board;
mod children;
pub(crate) mod comparison;
mod count;
mod cursor;
#[cfg(feature = "sqlite")]
mod file;
mod lookups;
mod near;
mod open;
mod random;
mod readers;
mod select;
mod tables;

pub use board::{Board, REACH};
pub use children::{Child, Children};
pub use count::CountPlan;
#[cfg(feature = "sqlite")]
pub use file::SampleReport;
pub use lookups::Lookups;
pub use open::Database;
#[cfg(feature = "sqlite")]
pub use open::{default_path, locate};
pub use random::{DistinctDraws, Drawn, Pool, ShuffledRanks};
pub use readers::{RankedRepresentatives, RankedSolutions, SolutionReader};
pub use select::Selected;
pub use tables::{Tier, Trace};

/// Threads, servers and SQL cursors hold these handles: owned, shared, and cheap to clone.
const _: () = {
    const fn assert_shareable<T: Clone + Send + Sync + std::fmt::Debug + 'static>() {}
    assert_shareable::<Database>();
    assert_shareable::<Board>();
};
