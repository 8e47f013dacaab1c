//! `nq_solutions(n)`: all solutions by rank.

use super::arguments::{board_size, short, text as words, whole};
use super::functions::{has_integer_index, index_value, integer, text};
use super::numbered::{Numbered, NumberedRows, NumberedTable};
use super::plan::{Access, Key, Plan, Shape, Wanted};
use super::range::{Comparison, Range};
use super::source::Source;
use super::table::TableFunction;
use crate::combinatorics::{
    BoardSize, Canonical, OrbitId, Pattern, Permutation, PermutationIndex, Rank, Solution,
};
use crate::database::Board;
use crate::database::cursor::ByRank;
use crate::error::Result;
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::collections::VecDeque;
use std::ffi::{CStr, c_int};

/// The table `nq_solutions(n)`.
pub(super) struct SolutionsTable;

const SHAPE: Shape = Shape {
    argument: 5,
    number: 0,
    number_name: "rank",
    keys: &[
        Key { column: 1, words: "one solution by its queens", rows: 1 },
        Key { column: 4, words: "one solution by its permutation index", rows: 1 },
        Key { column: 2, words: "the members of one orbit", rows: 8 },
    ],
    prefix: Some(1),
};

impl TableFunction for SolutionsTable {
    const NAME: &'static str = "nq_solutions";
    const ARGUMENT: &'static str = "n";
    const CALL: &'static str = "nq_solutions(8)";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_solutions (
        rank INTEGER NOT NULL, queens TEXT, orbit_id INTEGER, is_canonical INTEGER, perm_index NUMERIC,
        nq_n HIDDEN)";
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
            (Access::Key(1), Some(&index)) => listed(Vec::from_iter(indexed(n, index)?)),
            (Access::Key(_), Some(&id)) => listed(members(&board, id)?),
            _ => scan(&board, plan, wanted)?,
        };
        Ok(Some(NumberedRows { board, rows }))
    }
}

/// The board size, from the first value, and the other values; `None` if the size is NULL.
pub(super) fn board_argument<'r, 'v>(
    values: &'r [ValueRef<'v>],
) -> Result<Option<(BoardSize, &'r [ValueRef<'v>])>> {
    match values.split_first() {
        None | Some((ValueRef::Null, _)) => Ok(None),
        Some((&n, others)) => Ok(Some((board_size(n)?, others))),
    }
}

/// The solution that equals a value, if any.
pub(super) fn solution(n: BoardSize, value: ValueRef<'_>) -> Option<Solution> {
    match value {
        ValueRef::Text(_) | ValueRef::Integer(_) => {
            words(value).parse().ok().filter(|solution: &Solution| solution.n() == n)
        }
        _ => None,
    }
}

/// The solution whose permutation index equals a value, if any. Fails for a number that is rounded.
fn indexed(n: BoardSize, value: ValueRef<'_>) -> Result<Option<Solution>> {
    let index = match (Range::only(value), value) {
        (Some(number), _) => number.to_string().into(),
        (None, ValueRef::Text(_) | ValueRef::Real(_)) if !has_integer_index(n) => whole(value)?,
        _ => return Ok(None),
    };
    let permutation =
        PermutationIndex::parse(n, &short(&index)).and_then(|i| Permutation::at(n, &i));
    Ok(permutation.and_then(Solution::new).ok())
}

/// A scan of the wanted ranks, from the first (if descending: the last) solution that begins as the pattern requires.
fn scan(board: &Board, plan: Plan, mut wanted: Wanted<'_>) -> Result<Numbered<ByRank>> {
    let first = match wanted.prefix {
        Some((kind, ValueRef::Text(pattern))) => {
            kind.first_queens(&String::from_utf8_lossy(pattern), board.n())
        }
        _ => Some(Vec::new()),
    };
    let Some(first) = first else { return Ok(Numbered::Listed(VecDeque::new())) };
    if !first.is_empty() {
        let Some(rank) = outermost(board, &first, plan.descending)? else {
            return Ok(Numbered::Listed(VecDeque::new()));
        };
        let bound = if plan.descending { Comparison::AtMost } else { Comparison::AtLeast };
        wanted.numbers.restrict(bound, ValueRef::Integer(rank.get() as i64));
    }
    Numbered::scan(board, plan, &wanted, first)
}

/// The rank of the first or last solution that begins with these queens (0-based rows).
fn outermost(board: &Board, first: &[u8], is_last: bool) -> Result<Option<Rank>> {
    let n = board.n();
    // Complement reverses the order.
    let row = |row: u8| if is_last { n.get() as u8 - 1 - row } else { row };
    let mut squares = (0..).zip(first).map(|(column, &queen)| (column, row(queen)));
    let pattern = squares
        .try_fold(Pattern::any(n), |pattern, (column, row)| pattern.with_queen(column, row))?;
    match board.find(&pattern)?.next().transpose()? {
        Some((rank, _)) if is_last => {
            Ok(Some(Rank::new(board.solution_count()? + 1 - rank.get())?))
        }
        found => Ok(found.map(|(rank, _)| rank)),
    }
}

/// The members of the orbit with this id, in order; empty if there is no such orbit.
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
