//! Permutations, solutions, the factorial number system and the symmetries of the square: pure functions, no files, no
//! search.
//!
//! A [`Permutation`] holds the rows of N queens, one per column. A [`Solution`] is a permutation whose queens do not
//! attack each other. A [`Canonical`] is the smallest solution of its orbit, also called a fundamental solution. Values
//! of these types come only from a check or a proof. Around them: numbers with a domain (`numbers`, `factoradic`), text
//! and bytes (`notation`, `packed`), conversions (`convert`), the group D4 and its actions (`d4`, `subgroup`, `orbit`),
//! conditions on squares (`pattern`), properties of solutions (`properties`) and signatures of orbits (`signature`), and published counts (`counts`) with
//! their origin (`provenance`). Every error here is an [`Invalid`].

mod attacks;
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
mod provenance;
mod signature;
mod solution;
mod subgroup;
pub(crate) mod word;

pub use attacks::attacks;
pub use condition::Condition;
pub use counts::{KnownCounts, known_counts};
pub use d4::Symmetry;
pub use diagonals::diagonals;
pub use factoradic::{LehmerCode, PermutationIndex};
pub use invalid::{Invalid, shortened};
pub use notation::{board_picture, parse_queens};
pub use numbers::{BoardSize, OrbitId, Rank, parse_digits};
pub use orbit::{Canonical, Orbit};
pub use packed::bits_per_queen;
pub use pattern::Pattern;
pub use permutation::Permutation;
pub use placement::Placement;
pub use properties::Properties;
pub use provenance::Provenance;
pub use signature::{Signature, Triple};
pub use solution::Solution;
pub use subgroup::Subgroup;
