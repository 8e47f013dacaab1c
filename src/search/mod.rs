//! Lexicographic search: enumeration that can start anywhere, counting, and the searched tier.

mod cursor;
mod prefixes;
mod searched;
mod solutions;
mod walk;
mod watch;

use cursor::{Cursor, Step};
pub(crate) use prefixes::{Prefix, first_half_prefixes};
pub(crate) use searched::Searched;
pub use searched::{Census, count_solutions, take_census};
pub use solutions::{Representatives, Solutions};
pub(crate) use walk::Walk;
pub use watch::{Progress, Quiet, TimeLimit, Watch};
