//! `nq_matches(n, squares)`: all solutions with queens on given squares.

use super::arguments::{board_size, text as words};
use super::functions::{integer, text};
use super::plan::plan_arguments;
use super::source::Source;
use super::table::{Rows, TableFunction};
use crate::combinatorics::{BoardSize, Pattern, Rank, Solution};
use crate::database::{Matches, RankedMatches};
use crate::error::Result;
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::ffi::{CStr, c_int};

/// The table `nq_matches(n, squares)`, in order of rank.
pub(super) struct MatchesTable;

impl TableFunction for MatchesTable {
    const NAME: &'static str = "nq_matches";
    const ARGUMENT: &'static str = "n, squares";
    const CALL: &'static str = "nq_matches(8, '1=1 2=7')";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_matches (
        rank INTEGER, queens TEXT, nq_n HIDDEN, nq_squares HIDDEN)";
    type Rows = Option<MatchRows>;

    /// The plan number is 1 if the statement uses ranks, else 0.
    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        let with_ranks = info.col_used() & 1 == 1;
        let first = info.order_bys().next();
        let ordered = first.is_some_and(|first| first.column() == 0 && !first.is_order_by_desc());
        let found = if with_ranks { "matches with their ranks" } else { "matches" };
        info.set_idx_num(with_ranks.into());
        info.set_order_by_consumed(ordered);
        Ok(plan_arguments(info, &[2, 3], found, ROWS))
    }

    fn rows(source: &Source, plan: c_int, values: &[ValueRef<'_>]) -> Result<Option<MatchRows>> {
        let (n, squares) = match *values {
            [n, squares] if n != ValueRef::Null && squares != ValueRef::Null => {
                (board_size(n)?, words(squares))
            }
            _ => return Ok(None),
        };
        let given = Some(squares.trim()).filter(|squares| !squares.is_empty());
        let (board, pattern) = (source.board(n)?, Pattern::parse(n, given)?);
        let found = match plan {
            0 => Found::Unranked(board.find_unranked(&pattern)?),
            _ => Found::Ranked(board.find(&pattern)?),
        };
        let mut rows =
            MatchRows { n, squares: squares.into_owned(), found, current: None, place: 0 };
        rows.advance()?;
        Ok(Some(rows))
    }
}

/// The number of rows reported to SQLite.
const ROWS: i64 = 10_000;

/// The solutions that match, with ranks if the statement uses them.
enum Found {
    Ranked(RankedMatches),
    Unranked(Matches),
}

/// The matches of a pattern.
pub(super) struct MatchRows {
    n: BoardSize,
    squares: String,
    found: Found,
    current: Option<(Option<Rank>, Solution)>,
    /// The number of the current row, from 1.
    place: u64,
}

impl Rows for MatchRows {
    fn has_row(&self) -> bool {
        self.current.is_some()
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn advance(&mut self) -> Result<()> {
        self.current = match &mut self.found {
            Found::Ranked(found) => {
                found.next().transpose()?.map(|(rank, solution)| (Some(rank), solution))
            }
            Found::Unranked(found) => found.next().transpose()?.map(|solution| (None, solution)),
        };
        self.place += 1;
        Ok(())
    }

    fn column(&self, column: c_int) -> Result<Value> {
        match (column, &self.current) {
            (0, Some((Some(rank), _))) => integer(rank.get()),
            (1, Some((_, solution))) => Ok(text(solution)),
            (2, _) => integer(self.n.get() as u64),
            (3, _) => Ok(text(&self.squares)),
            _ => Ok(Value::Null),
        }
    }

    fn rowid(&self) -> Result<u64> {
        Ok(self.place)
    }
}
