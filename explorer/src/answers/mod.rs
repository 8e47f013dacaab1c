//! Results as JSON and CSV, shared by the command line and the explorer: one type for each kind of result, so that
//! fields have the same names everywhere. `json` writes them.

mod json;
mod orbit;
mod puzzle;
mod solution;

pub use json::{serializer, to_json, write_json};
pub use orbit::{MemberJson, NumberedOrbitJson, OrbitJson};
pub use puzzle::MadePuzzleJson;
pub use solution::RankedSolutionJson;

use nqdb::Permutation;

/// Queens in one-line notation.
pub fn one_line<T: ToString>(queens: &[T]) -> String {
    queens.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

/// The row of the queen in each column, 1-based, as in JSON.
pub fn queens(permutation: &Permutation) -> Vec<u8> {
    permutation.queens().collect()
}
