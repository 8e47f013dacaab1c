//! Permutations for testing laws: random ones, and all of small boards. Conditions.

use nqdb::{BoardSize, Conditions, Permutation};
use proptest::prelude::*;

/// A random permutation of a board size up to `last`.
pub fn permutation(last: u8) -> impl Strategy<Value = Permutation> {
    (1..=last)
        .prop_flat_map(|n| Just((0..n).collect::<Vec<u8>>()).prop_shuffle())
        .prop_map(|rows| Permutation::new(&rows).expect("a shuffle is a permutation"))
}

/// All permutations of N in lexicographic order.
pub fn all_permutations(n: BoardSize) -> Vec<Permutation> {
    let mut prefixes: Vec<Vec<u8>> = vec![vec![]];
    for _ in 0..n.get() {
        let longer = prefixes.iter().flat_map(|prefix| {
            let unused = (0..n.get() as u8).filter(|row| !prefix.contains(row));
            unused.map(|row| [&prefix[..], &[row]].concat())
        });
        prefixes = longer.collect();
    }
    prefixes.iter().map(|rows| Permutation::new(rows).expect("no row twice")).collect()
}

/// The conditions with or without a queen on each of these squares: 0-based column and row.
pub fn conditions(n: BoardSize, squares: &[(u8, u8, bool)]) -> Conditions {
    squares.iter().fold(Conditions::any(n), |conditions, &(column, row, queen)| {
        let (column, row) = (column.into(), row.into());
        let conditions = if queen {
            conditions.with_queen(column, row)
        } else {
            conditions.without_queen(column, row)
        };
        conditions.unwrap()
    })
}
