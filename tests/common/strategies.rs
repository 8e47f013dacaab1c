//! Random permutations for the laws.

use nqdb::Permutation;
use proptest::prelude::*;

/// Any permutation of a board size up to `last`.
pub(crate) fn permutation(last: u8) -> impl Strategy<Value = Permutation> {
    (1..=last)
        .prop_flat_map(|n| Just((0..n).collect::<Vec<u8>>()).prop_shuffle())
        .prop_map(|rows| Permutation::new(&rows).expect("a shuffle is a permutation"))
}

/// A permutation and the same one with two queens' rows exchanged (often none): their first
/// difference is anywhere on the board.
pub(crate) fn neighbours(last: u8) -> impl Strategy<Value = (Permutation, Permutation)> {
    (permutation(last), any::<(prop::sample::Index, prop::sample::Index)>()).prop_map(
        |(permutation, (i, j))| {
            let mut rows = permutation.rows().to_vec();
            rows.swap(i.index(permutation.rows().len()), j.index(permutation.rows().len()));
            (permutation, Permutation::new(&rows).expect("an exchange keeps a permutation"))
        },
    )
}
