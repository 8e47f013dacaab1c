//! The boards without tables whose first solutions take few seconds: docs/first-solutions.md, Proofs.

use nqdb::{BoardSize, known_first_solution};

/// Whether the first solution of a board is built in, or proved within a few seconds.
pub(crate) fn has_first(n: BoardSize) -> bool {
    n.get() <= 41 || n.get() == 45 || known_first_solution(n).is_some()
}

/// Whether the first hundred solutions are found within a few seconds.
pub(crate) fn has_first_hundred(n: BoardSize) -> bool {
    matches!(n.get(), 1..=33 | 35 | 37 | 39)
}
