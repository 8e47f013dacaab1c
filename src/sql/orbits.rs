use super::functions::{integer, text};
use super::plan::{Access, Key, Plan, Shape};
use super::range::Range;
use super::scan::Scan;
use super::solutions::{board_argument, rank_of, solution};
use super::source::Source;
use super::table::{Rows, TableFunction};
use crate::combinatorics::{BoardSize, Canonical, OrbitId, Rank};
use crate::database::Board;
use crate::error::Result;
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::collections::VecDeque;
use std::ffi::{CStr, c_int};

/// `nq_orbits(n)`: all orbits by id, each with its canonical representative.
pub(super) struct Orbits;

const SHAPE: Shape = Shape {
    argument: 4,
    number: 0,
    number_name: "orbit_id",
    keys: [
        Key { column: 1, words: "one orbit by its canonical representative", rows: 1 },
        Key { column: 3, words: "one orbit by the rank of its representative", rows: 1 },
    ],
};

impl TableFunction for Orbits {
    const NAME: &'static str = "nq_orbits";
    const CALL: &'static str = "nq_orbits(8)";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_orbits (
        orbit_id INTEGER, queens TEXT, size INTEGER, rank INTEGER, n HIDDEN)";
    type Rows = Option<OrbitRows>;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        SHAPE.plan(info)
    }

    fn rows(source: &Source, plan: c_int, values: &[ValueRef<'_>]) -> Result<Option<OrbitRows>> {
        let plan = Plan::from_number(plan);
        let Some((n, values)) = board_argument(values)? else { return Ok(None) };
        let mut files = source.lock();
        let board = files.board(n)?;
        let wanted = plan.read(values);
        let found = match (plan.access, values.first()) {
            (Access::Key(0), Some(&queens)) => solution(n, queens).and_then(Canonical::check),
            (Access::Key(_), Some(&rank)) => representative_at(&board, rank)?,
            _ => {
                let count = match board.orbit_count() {
                    Err(unknown) if Scan::comes_from_the_end(plan, &wanted) => return Err(unknown),
                    count => count.ok(),
                };
                let scan = Some(Scan::new(plan, &wanted, count));
                drop(files);
                let mut rows = OrbitRows { n, scan, list: VecDeque::new() };
                rows.read(source, None)?;
                return Ok(Some(rows));
            }
        };
        let list = wanted.of_list(Vec::from_iter(found), false);
        Ok(Some(OrbitRows { n, scan: None, list }))
    }
}

/// The solution of a rank, if it is a canonical representative.
fn representative_at(board: &Board<'_>, rank: ValueRef<'_>) -> Result<Option<Canonical>> {
    let rank = Range::only(rank).and_then(|rank| Rank::new(rank).ok());
    match rank.filter(|&rank| board.check_rank(rank).is_ok()) {
        Some(rank) => Ok(Canonical::check(board.unrank(rank)?)),
        None => Ok(None),
    }
}

/// Rows of one board: those that were read last; the first is the row.
pub(super) struct OrbitRows {
    n: BoardSize,
    /// By orbit id; nothing where the row was found by something else.
    scan: Option<Scan>,
    list: VecDeque<Canonical>,
}

impl OrbitRows {
    /// Reads on where all that was read is used up.
    fn read(&mut self, source: &Source, before: Option<Canonical>) -> Result<()> {
        let Some(scan) = &mut self.scan else { return Ok(()) };
        let Some(number) = scan.number.filter(|_| self.list.is_empty()) else { return Ok(()) };
        let (id, portion) = (OrbitId::new(number)?, scan.next_portion());
        let mut files = source.lock();
        let board = files.board(self.n)?;
        self.list =
            board.representatives_beside(id, scan.direction, before.as_ref(), portion)?.into();
        if self.list.is_empty() {
            scan.end();
        }
        Ok(())
    }
}

impl Rows for OrbitRows {
    fn has_row(&self) -> bool {
        !self.list.is_empty() && self.scan.as_ref().is_none_or(|scan| scan.number.is_some())
    }

    fn advance(&mut self, source: &Source) -> Result<()> {
        if let Some(scan) = &mut self.scan {
            scan.step();
        }
        let before = self.list.pop_front();
        self.read(source, before)
    }

    fn column(&self, source: &Source, column: c_int) -> Result<Value> {
        let Some(canonical) = self.list.front() else { return Ok(Value::Null) };
        match column {
            0 => integer(self.rowid(source)?),
            1 => Ok(text(canonical)),
            2 => integer(canonical.orbit_size() as u64),
            3 => integer(rank_of(source, canonical)?),
            _ => integer(self.n.get() as u64),
        }
    }

    fn rowid(&self, source: &Source) -> Result<u64> {
        match (&self.scan, self.list.front()) {
            (Some(scan), _) => Ok(scan.number.unwrap_or(0)),
            (None, Some(canonical)) => Ok(source.lock().board(self.n)?.orbit_id(canonical)?.get()),
            (None, None) => Ok(0),
        }
    }
}
