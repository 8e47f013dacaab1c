//! What can be looked up within a request: everything up to N = 21 and on boards with tables, else the ends. The pages
//! offer nothing else, and other requests are refused at once.

use crate::failure::Failure;
use crate::page::grouped;
use nqdb::{Board, BoardSize, OrbitId, Rank, known_first_solution};

/// Whether the first solution of a board is built in, or proved within a few seconds: docs/first-solutions.md.
pub(crate) fn has_first(n: BoardSize) -> bool {
    n.get() <= 41 || n.get() == 45 || known_first_solution(n).is_some()
}

/// Whether the first hundred solutions are found within a few seconds.
fn has_first_hundred(n: BoardSize) -> bool {
    matches!(n.get(), 1..=33 | 35 | 37 | 39)
}

/// The number of solutions or orbits that are searched from either end, and on boards beyond counting, from the first
/// one: about a second.
const NEAR: u64 = 1000;
const NEAR_START: u64 = 100;

/// The ranks, or the orbit ids, of a board that can be looked up within a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// All.
    Everywhere,
    /// The first and the last.
    Ends,
    /// The first ones. The number of solutions is unknown, here and below.
    Start,
    /// The very first.
    First,
    /// None.
    Nowhere,
}

impl Reach {
    /// The reach of the ranks and orbit ids of a board.
    pub(crate) fn of(board: &Board) -> Self {
        let n = board.n();
        match board.solution_count() {
            _ if board.reaches_all() => Reach::Everywhere,
            Ok(_) => Reach::Ends,
            Err(_) if has_first_hundred(n) => Reach::Start,
            Err(_) if has_first(n) => Reach::First,
            Err(_) => Reach::Nowhere,
        }
    }

    /// Whether a rank or an orbit id is within reach; `last` is the last one, if it is known.
    pub(crate) fn includes(self, number: u64, last: Option<u64>) -> bool {
        match self {
            Reach::Everywhere => true,
            Reach::Ends => {
                number <= NEAR || last.is_some_and(|last| number > last.saturating_sub(NEAR))
            }
            Reach::Start => number <= NEAR_START,
            Reach::First => number == 1,
            Reach::Nowhere => false,
        }
    }

    /// What can be looked up on a board of size N, in a sentence without a full stop; `None` if everything can.
    pub(crate) fn limits(self, n: usize) -> Option<String> {
        let (near, others) = (grouped(NEAR), "given squares and random solutions");
        match self {
            Reach::Everywhere => None,
            Reach::Ends => Some(format!(
                "N = {n} has no tables on this server, which finds the first and last {near} solutions, {others}"
            )),
            Reach::Start => Some(format!(
                "the number of solutions is unknown for N = {n}; this server finds the first {NEAR_START}, {others}"
            )),
            Reach::First => Some(format!(
                "the number of solutions is unknown for N = {n}; this server finds the first one, {others}"
            )),
            Reach::Nowhere => Some(format!(
                "the first solution for N = {n} is not known; this server finds {others}"
            )),
        }
    }
}

/// Fails if a rank does not exist or is out of reach.
pub(crate) fn check_rank(board: &Board, rank: Rank) -> Result<(), Failure> {
    board.check_rank(rank)?;
    let reach = Reach::of(board);
    let is_near = reach.includes(rank.get(), board.solution_count().ok());
    refuse(reach, board, is_near, "the solution would take too long to find")
}

/// Fails if an orbit is out of reach.
pub(crate) fn check_orbit(board: &Board, id: OrbitId) -> Result<(), Failure> {
    let reach = Reach::of(board);
    let is_near = reach.includes(id.get(), board.orbit_count().ok());
    refuse(reach, board, is_near, "the orbit would take too long to find")
}

/// Fails if the solutions below prefixes can't be counted.
pub(crate) fn check_tree(board: &Board) -> Result<(), Failure> {
    let reach = Reach::of(board);
    refuse(reach, board, reach == Reach::Everywhere, "the solutions would take too long to count")
}

fn refuse(reach: Reach, board: &Board, is_near: bool, problem: &str) -> Result<(), Failure> {
    match reach.limits(board.n().get()).filter(|_| !is_near) {
        None => Ok(()),
        Some(limits) => Err(Failure::too_long(format!("{problem}: {limits}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_are_within_reach() {
        let last = Some(1_000_000);
        for (reach, number, expected) in [
            (Reach::Everywhere, 500_000, true),
            (Reach::Ends, 1, true),
            (Reach::Ends, NEAR, true),
            (Reach::Ends, NEAR + 1, false),
            (Reach::Ends, 1_000_000 - NEAR, false),
            (Reach::Ends, 1_000_001 - NEAR, true),
            (Reach::Ends, 1_000_000, true),
            (Reach::Start, NEAR_START, true),
            (Reach::Start, NEAR, false),
            (Reach::Start, 1_000_000, false),
            (Reach::First, 1, true),
            (Reach::First, 2, false),
            (Reach::Nowhere, 1, false),
        ] {
            assert_eq!(reach.includes(number, last), expected, "{reach:?} {number}");
        }
    }
}
