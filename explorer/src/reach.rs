//! What a request finds on a board that does not reach all.

use nqdb::{BoardSize, known_counts, known_first_solution};

/// Whether a request finds the first solution for N = `n`.
pub(crate) fn has_first(n: usize) -> bool {
    BoardSize::new(n as u64).is_ok_and(|n| within_request(n) > 0)
}

/// The number of solutions or orbits that a request finds from either end of a board that does not reach all: those that
/// take about a second; where Q(N) is unknown, the first one if it is proved (docs/first-solutions.md).
pub(crate) fn within_request(n: BoardSize) -> u64 {
    match known_counts(n) {
        Some(_) => 1000,
        None => u64::from(n.get() <= 45 || known_first_solution(n).is_some()),
    }
}
