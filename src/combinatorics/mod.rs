//! Permutations, solutions, the factorial number system and the symmetries of the square: pure
//! functions, without files and without search.
//!
//! A [`Permutation`] holds the rows of N queens, one per column; a [`Solution`] is a permutation whose queens do not
//! attack each other, and a [`Canonical`] is a solution that is the least of its orbit. Each of these types is made
//! only by a check or a proof. Around them: numbers with a domain (`numbers`, `factoradic`), their text and bytes
//! (`notation`, `packed`), conversions (`convert`), the group D4 and what it acts on (`d4`, `subgroup`, `orbit`),
//! conditions on squares (`pattern`), properties of solutions (`properties`), and published counts (`counts`). Every
//! error here is an [`Invalid`].

mod condition;
mod convert;
mod counts;
mod d4;
mod diagonals;
mod factoradic;
mod invalid;
pub mod notation;
mod numbers;
mod orbit;
mod packed;
mod pattern;
mod permutation;
mod placement;
mod properties;
mod solution;
mod subgroup;
pub(crate) mod word;

pub use condition::Condition;
pub use counts::{KnownCounts, known_counts};
pub use d4::Symmetry;
pub(crate) use diagonals::diagonals;
pub use factoradic::{LehmerCode, PermutationIndex};
pub use invalid::Invalid;
pub(crate) use invalid::shortened;
pub(crate) use notation::parse_digits;
pub use notation::{board_picture, parse_queens};
pub use numbers::{BoardSize, OrbitId, Rank};
pub use orbit::{Canonical, Orbit};
pub use packed::bits_per_queen;
pub use pattern::Pattern;
pub use permutation::Permutation;
pub use placement::Placement;
pub use properties::Properties;
pub use solution::Solution;
pub use subgroup::Subgroup;
