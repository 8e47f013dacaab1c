//! The facade: one way to ask about a board, whatever tier answers.
//!
//! A [`Database`] hands out boards. A [`Board`] picks the backend for its size (a stored board, an indexed one, or
//! search) and folds the second half of the ranks onto the first. `cursor` reads neighbours, `iter` is
//! its public face, and `readers` read many at a time; `lookups` answers many questions in a row; `find`, `selection`, `children`, `count_plan`,
//! `random`, `estimate` and `self_check` are questions that are answered with all of these.

mod board;
mod children;
mod count_plan;
mod cursor;
mod estimate;
mod find;
mod iter;
#[cfg(feature = "sqlite")]
mod location;
mod lookups;
mod open;
mod random;
mod readers;
mod selection;
#[cfg(feature = "sqlite")]
mod self_check;

pub use board::{Board, Tier};
pub use children::{Child, Children};
pub use count_plan::CountPlan;
pub(crate) use cursor::{ByOrbit, ByRank, Cursor, Direction, Sequence};
pub use find::{Matches, RankedMatches};
pub use iter::{RankedRepresentatives, RankedSolutions};
#[cfg(feature = "sqlite")]
pub use location::{default_path, locate};
pub use lookups::Lookups;
pub use open::Database;
pub use random::Drawn;
pub use readers::{RepresentativeReader, SolutionReader};
#[cfg(feature = "sqlite")]
pub use self_check::SampleReport;

/// Threads, servers and SQL cursors hold these: owned, shared, and cheap to clone.
const _: () = {
    const fn assert_shareable<T: Clone + Send + Sync + std::fmt::Debug + 'static>() {}
    assert_shareable::<Database>();
    assert_shareable::<Board>();
};
