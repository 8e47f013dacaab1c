//! Permutations, solutions, the factorial number system and the symmetries of the square: pure
//! functions, without files and without search.

mod counts;
mod d4;
mod factoradic;
mod invalid;
mod notation;
mod numbers;
mod operation;
mod orbit;
mod packed;
mod pattern;
mod permutation;
mod place;
mod signature;
mod solution;
pub(crate) mod word;

pub use counts::{KnownCounts, known_counts};
pub use d4::Symmetry;
pub use factoradic::{LehmerCode, PermutationIndex};
pub use invalid::Invalid;
pub use notation::{board_picture, parse_queens, split_lists};
pub use numbers::{BoardSize, OrbitId, Rank};
pub use operation::Operation;
pub use orbit::{Canonical, Orbit};
pub use packed::bits_per_queen;
pub use pattern::Pattern;
pub use permutation::Permutation;
pub use place::{Gap, HalfPosition, QueenAt};
pub use signature::{Signature, Triple};
pub use solution::Solution;
