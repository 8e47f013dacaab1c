//! First solutions in lexicographic order. Those that take long to prove are built into nqdb.

use super::error::{Result, SearchError};
use super::feasibility::Oracle;
use super::runs::Items;
use super::walk::Walk;
use crate::combinatorics::{BoardSize, Solution};
use crate::watch::Watch;
use std::sync::LazyLock;

/// The first solution of a board, with data on the search that proved it.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstSolution {
    /// The solution with rank 1.
    pub solution: Solution,
    /// The number of queens placed by the proof.
    pub nodes: u64,
    /// The duration of the proof in seconds, on two cores of a Zen 4 processor.
    pub seconds: f64,
}

/// Proved by `cargo bench --bench first`, with one run per line.
const PROVED: &str = include_str!("../../fixtures/first_solutions.csv");

/// The first solution of a board, if its proof takes more than a second and has been completed; otherwise `None`.
pub fn known_first_solution(n: BoardSize) -> Option<FirstSolution> {
    static KNOWN: LazyLock<Vec<FirstSolution>> =
        LazyLock::new(|| PROVED.lines().filter_map(parse).collect());
    KNOWN.iter().find(|known| known.solution.n() == n).cloned()
}

/// Parses a line of the file; `None` for comments and the header.
fn parse(line: &str) -> Option<FirstSolution> {
    let fields: Vec<&str> = line.split(',').collect();
    let [_, queens, nodes, seconds] = fields[..] else { return None };
    Some(FirstSolution {
        solution: queens.parse().ok()?,
        nodes: nodes.parse().ok()?,
        seconds: seconds.parse().ok()?,
    })
}

/// Proves the first solution of a board: for each column, that after the earlier queens no solution has a lower row.
/// Returns the solution and the number of queens placed in the columns that are searched with an oracle. Fails for
/// N = 2 and 3.
///
/// Cost: at most a second up to N = 35, for odd N up to 47, on two cores; see docs/first-solutions.md. Long proofs run on
/// all cores. Memory: 7 MB.
pub fn prove_first_solution(n: BoardSize, watch: &dyn Watch) -> Result<(Solution, u64)> {
    let mut walk = Walk::new(n, Items::Solutions, watch);
    let solution = walk.next_solution()?.ok_or(SearchError::NoSolutions { n })?;
    Ok((solution, walk.oracle().map_or(0, Oracle::nodes)))
}
