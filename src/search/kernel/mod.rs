//! The vector search: counts and lists the solutions below many prefixes at once.
//!
//! A board is two or three 32-bit numbers, and a vector holds one number of 1, 8 or 16 boards. The search
//! is breadth first within a bound: level c holds up to a thousand boards with queens in the columns before
//! c. A pass over a level tries up to two safe rows of each board without a branch, appends the children
//! that leave the next column a safe row to the next level, and moves the boards with more safe rows to the
//! front for another pass. The deepest level is emptied first, so that memory is bounded: 25 KiB a level.
//!
//! Solutions come in no order. A tag above the rows of a board says which root of the search it is below.
//!
//! | part | what it does |
//! | --- | --- |
//! | `dispatch` | [`Kernel`]: the choice of an instruction set |
//! | `simd` | vectors, written once for each instruction set |
//! | `engine` | the search, written once over `simd` |
//! | `count`, `emit` | solutions below prefixes: how many, and which, in order |
//! | `descent` | the way down to the roots of a search whose queens are kept |
//! | `prefixes` | numbers for the prefixes of the first half |
//! | `allowed_squares` | counts by square of the solutions in given rows |
//! | `canonical`, `image_keys` | the search for canonical representatives |
//! | `prefix_counts`, `census`, `squares` | counts by prefix, by orbit size and by square, from an eighth of the solutions |
//! | `unit_prefixes`, `unit_weights` | the prefixes below each unit of a count, and about how much work each unit is |

mod allowed_squares;
pub(crate) mod canonical;
mod census;
pub(crate) mod count;
mod descent;
mod dispatch;
mod emit;
pub(crate) mod engine;
pub(crate) mod image_keys;
mod prefix_counts;
mod prefixes;
pub(crate) mod simd;
mod sort;
mod squares;
#[cfg(test)]
pub(crate) mod tests;
mod unit_prefixes;
mod unit_weights;

pub use super::prefixes::next_prefix;
pub use crate::combinatorics::bits_per_queen;
pub(crate) use allowed_squares::AllowedSquares;
pub use census::census;
pub(crate) use census::census_while;
pub use count::count_prefixes;
pub(crate) use count::{AllowedCounter, count_prefixes_while};
pub use dispatch::Kernel;
pub(crate) use emit::Emitter;
pub use emit::emit_below;
pub use prefix_counts::{PrefixCounts, WorkUnit, count_units, work_units};
pub use prefixes::NumberedPrefixes;
pub(crate) use simd::{Isa, Routine};
pub(crate) use squares::{SquareCounter, WHOLE};
pub use unit_prefixes::UnitPrefixes;
pub use unit_weights::{random_part, unit_weights};
