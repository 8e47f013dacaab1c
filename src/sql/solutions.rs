//! `nq_solutions(n)`: all solutions by rank.

use super::arguments::{board_size, text as words};
use super::functions::{index_value, integer, text};
use super::numbered::{Numbered, NumberedRows, NumberedTable};
use super::plan::{Access, Key, Plan, Shape};
use super::range::Range;
use super::source::Source;
use super::table::TableFunction;
use crate::combinatorics::{BoardSize, Canonical, OrbitId, Solution};
use crate::database::{Board, ByRank};
use crate::error::Result;
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::ffi::{CStr, c_int};

/// The table `nq_solutions(n)`.
pub(super) struct SolutionsTable;

const SHAPE: Shape = Shape {
    argument: 5,
    number: 0,
    number_name: "rank",
    keys: [
        Key { column: 1, words: "one solution by its queens", rows: 1 },
        Key { column: 2, words: "the members of one orbit", rows: 8 },
    ],
};

impl TableFunction for SolutionsTable {
    const NAME: &'static str = "nq_solutions";
    const ARGUMENT: &'static str = "n";
    const CALL: &'static str = "nq_solutions(8)";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_solutions (
        rank INTEGER, queens TEXT, orbit_id INTEGER, is_canonical INTEGER, perm_index, n HIDDEN)";
    type Rows = Option<NumberedRows<ByRank>>;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        SHAPE.plan(info)
    }

    fn rows(
        source: &Source,
        plan: c_int,
        values: &[ValueRef<'_>],
    ) -> Result<Option<NumberedRows<ByRank>>> {
        let plan = Plan::from_number(plan);
        let Some((n, values)) = board_argument(values)? else { return Ok(None) };
        let (board, wanted) = (source.board(n)?, plan.read(values));
        let listed = |list| Numbered::Listed(wanted.of_list(list, plan.descending));
        let rows = match (plan.access, values.first()) {
            (Access::Key(0), Some(&queens)) => listed(Vec::from_iter(solution(n, queens))),
            (Access::Key(_), Some(&id)) => listed(members(&board, id)?),
            _ => Numbered::scan(&board, plan, &wanted)?,
        };
        Ok(Some(NumberedRows { board, rows }))
    }
}

/// The board size, the first value, and the other values; `None` where it is NULL.
pub(super) fn board_argument<'r, 'v>(
    values: &'r [ValueRef<'v>],
) -> Result<Option<(BoardSize, &'r [ValueRef<'v>])>> {
    match values.split_first() {
        None | Some((ValueRef::Null, _)) => Ok(None),
        Some((&n, others)) => Ok(Some((board_size(n)?, others))),
    }
}

/// The solution that a value can be equal to.
pub(super) fn solution(n: BoardSize, value: ValueRef<'_>) -> Option<Solution> {
    match value {
        ValueRef::Text(_) | ValueRef::Integer(_) => {
            words(value).parse().ok().filter(|solution: &Solution| solution.n() == n)
        }
        _ => None,
    }
}

/// The members of the orbit with this id in order, if there is one.
fn members(board: &Board, id: ValueRef<'_>) -> Result<Vec<Solution>> {
    let id = Range::only(id).and_then(|id| OrbitId::new(id).ok());
    let Some(id) = id.filter(|&id| board.check_orbit_id(id).is_ok()) else {
        return Ok(Vec::new());
    };
    let orbit = board.orbit(id)?;
    let mut members: Vec<_> = orbit.members().iter().map(|(_, member)| *member).collect();
    members.sort_unstable();
    Ok(members)
}

impl NumberedTable for ByRank {
    fn column(board: &Board, solution: &Solution, column: c_int) -> Result<Value> {
        match column {
            1 => Ok(text(solution)),
            2 => integer(board.orbit_id(solution)?.get()),
            3 => integer(u64::from(Canonical::check(*solution).is_some())),
            4 => Ok(index_value(solution, &solution.index())),
            _ => integer(board.n().get() as u64),
        }
    }
}
