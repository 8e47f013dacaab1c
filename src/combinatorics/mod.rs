//! Permutations, solutions, the factorial number system and the symmetries of the square: pure functions, no files, no
//! search.
//!
//! A [`Permutation`] holds the rows of N queens, one per column. A [`Solution`] is a permutation whose queens do not
//! attack each other. A [`Canonical`] is the smallest solution of its orbit, also called a fundamental solution. Values
//! of these types come only from a check or a proof. Around them: numbers with a domain (`numbers`, `factoradic`), text
//! and packed forms (`notation`, `word`), conversions (`convert`), the group D4 and its actions (`d4`, `orbit`),
//! conditions on squares (`conditions`), properties of solutions (`properties`), signatures of orbits
//! (`signature`), and published counts with their origin
//! (`counts`). Every error here is an [`Invalid`].

mod condition;
mod conditions;
mod convert;
mod counts;
mod d4;
mod factoradic;
mod invalid;
mod named;
pub mod notation;
mod numbers;
mod orbit;
mod permutation;
mod placement;
mod properties;
mod selection;
mod signature;
pub(crate) mod word;

pub use condition::Condition;
pub use conditions::Conditions;
#[cfg(feature = "sqlite")]
pub(crate) use convert::serialised;
pub use counts::{KnownCounts, Provenance, known_counts, known_symmetric_counts};
pub use d4::{Origin, Subgroup, Symmetry};
pub use factoradic::{LehmerCode, PermutationIndex};
pub use invalid::{Invalid, shortened, unreadable};
pub use named::named;
pub use numbers::{BoardSize, OrbitId, Rank, parse_digits};
pub use orbit::{Canonical, Orbit};
pub use permutation::{Permutation, Solution};
pub use placement::{Placement, attacks, diagonals};
pub use properties::Properties;
pub use selection::Selection;
pub use signature::{Signature, Triple};
pub use word::bits_per_queen;
