//! The vector search: counts and lists the solutions below many prefixes at once.
//!
//! A board is two or three 32-bit integers, and a vector holds one integer of each of 1, 4, 8 or 16 boards. The search
//! is breadth first with bounded levels: level c holds up to a thousand boards with queens in the columns before c. A
//! pass over a level tries up to two safe rows of each board without branching, appends the children that leave a safe
//! row in the next column to the next level, and moves the boards with more safe rows to the front for another pass.
//! The deepest level is emptied first, which bounds memory: 25 KiB per level.
//!
//! Solutions are found in no particular order. A tag above the rows of a board identifies its root.
//!
//! | part | what it does |
//! | --- | --- |
//! | `dispatch` | [`Kernel`]: the choice of an instruction set |
//! | `simd` | vectors, one implementation per instruction set |
//! | `engine` | the search, generic over `simd` |
//! | `count`, `emit` | counts and ordered lists of the solutions below prefixes |
//! | `descent` | the descent from a prefix to the roots of a search that records queens |
//! | `prefixes` | numbers for the prefixes of the first half |
//! | `allowed_squares` | counts by square of the solutions in allowed rows |
//! | `canonical`, `image_keys` | the search for canonical representatives |
//! | `prefix_counts`, `census`, `squares` | counts by prefix, by orbit size and by square, from an eighth of the solutions |
//! | `unit_prefixes`, `unit_weights` | the prefixes below each unit of a count, and an estimate of its work |

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
mod unit_prefixes;
mod unit_weights;

pub use super::prefixes::next_prefix;
pub use crate::combinatorics::bits_per_queen;
pub use allowed_squares::AllowedSquares;
pub use census::census;
pub(crate) use census::census_while;
pub use count::count_prefixes;
pub(crate) use count::{AllowedCounter, count_prefixes_while};
pub use dispatch::Kernel;
pub(crate) use emit::Emitter;
pub use emit::emit_below;
pub use prefix_counts::{PrefixCounts, WorkUnit, count_units, units_of, work_units};
pub use prefixes::NumberedPrefixes;
pub(crate) use simd::{Isa, Routine};
pub(crate) use squares::{SquareCounter, WHOLE};
pub use unit_prefixes::UnitPrefixes;
pub use unit_weights::{random_part, unit_weights};
