//! `nq_orbits(n)`: all orbits by id, each with its canonical representative.

use super::functions::{integer, text};
use super::numbered::{Numbered, NumberedRows, NumberedTable};
use super::plan::{Access, Key, Plan, Shape};
use super::range::Range;
use super::solutions::{board_argument, solution};
use super::source::Source;
use super::table::TableFunction;
use crate::combinatorics::{Canonical, Rank};
use crate::database::Board;
use crate::database::cursor::ByOrbit;
use crate::error::Result;
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::ffi::{CStr, c_int};

/// The table `nq_orbits(n)`.
pub(super) struct OrbitsTable;

const SHAPE: Shape = Shape {
    argument: 5,
    number: 0,
    number_name: "orbit_id",
    keys: &[
        Key { column: 1, words: "one orbit by its canonical representative", rows: 1 },
        Key { column: 3, words: "one orbit by the rank of its representative", rows: 1 },
    ],
    prefix: None,
};

impl TableFunction for OrbitsTable {
    const NAME: &'static str = "nq_orbits";
    const ARGUMENT: &'static str = "n";
    const CALL: &'static str = "nq_orbits(8)";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_orbits (
        orbit_id INTEGER NOT NULL, queens TEXT, size INTEGER, rank INTEGER, stabilizer TEXT, nq_n HIDDEN)";
    type Rows = Option<NumberedRows<ByOrbit>>;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        SHAPE.plan(info)
    }

    fn rows(
        source: &Source,
        plan: c_int,
        values: &[ValueRef<'_>],
    ) -> Result<Option<NumberedRows<ByOrbit>>> {
        let plan = Plan::from_number(plan);
        let Some((n, values)) = board_argument(values)? else { return Ok(None) };
        let (board, wanted) = (source.board(n)?, plan.read(values));
        let listed = |found: Option<Canonical>| {
            Numbered::Listed(wanted.of_list(Vec::from_iter(found), false))
        };
        let rows = match (plan.access, values.first()) {
            (Access::Key(0), Some(&queens)) => {
                listed(solution(n, queens).and_then(Canonical::check))
            }
            (Access::Key(_), Some(&rank)) => listed(representative_at(&board, rank)?),
            _ => Numbered::scan(&board, plan, &wanted, Vec::new())?,
        };
        Ok(Some(NumberedRows { board, rows }))
    }
}

/// The solution of a rank, if it is a canonical representative.
fn representative_at(board: &Board, rank: ValueRef<'_>) -> Result<Option<Canonical>> {
    let rank = Range::only(rank).and_then(|rank| Rank::new(rank).ok());
    match rank.filter(|&rank| board.check_rank(rank).is_ok()) {
        Some(rank) => Ok(Canonical::check(board.unrank(rank)?)),
        None => Ok(None),
    }
}

impl NumberedTable for ByOrbit {
    fn column(board: &Board, canonical: &Canonical, column: c_int) -> Result<Value> {
        match column {
            1 => Ok(text(canonical)),
            2 => integer(canonical.orbit_size() as u64),
            3 => integer(board.rank(canonical)?.get()),
            4 => Ok(text(canonical.stabilizer())),
            _ => integer(board.n().get() as u64),
        }
    }
}
