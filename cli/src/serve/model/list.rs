//! Successive solutions: `/8/list?from=50&limit=10`.

use super::solution::Neighbour;
use nqdb::{Board, Rank, Result};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct SolutionList {
    pub(crate) n: usize,
    /// Q(N), where it is known.
    pub(crate) solutions: Option<u64>,
    pub(crate) from: u64,
    pub(crate) limit: u64,
    pub(crate) list: Vec<Neighbour>,
    /// The rank after the last one, if the board has it.
    pub(crate) next: Option<u64>,
}

impl SolutionList {
    /// The most solutions of a list.
    pub(crate) const LONGEST: u64 = 1000;

    pub(crate) fn of(board: &Board, from: Rank, limit: u64) -> Result<Self> {
        board.check_rank(from)?;
        let found = board.solutions(from).take(limit as usize);
        let list = found.map(|item| item.map(|(rank, solution)| Neighbour::new(rank, &solution)));
        let list = list.collect::<Result<Vec<_>>>()?;
        let after = list.last().and_then(|last| Rank::new(last.rank + 1).ok());
        let next = after.filter(|&rank| board.check_rank(rank).is_ok()).map(Rank::get);
        let (n, solutions) = (board.n().get(), board.solution_count().ok());
        Ok(SolutionList { n, solutions, from: from.get(), limit, list, next })
    }
}
