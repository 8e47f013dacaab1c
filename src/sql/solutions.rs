use super::arguments::{board_size, text as words};
use super::functions::{index_value, integer, text};
use super::plan::{Access, Key, Plan, Shape};
use super::range::Range;
use super::scan::Scan;
use super::source::Source;
use super::table::{Rows, TableFunction};
use crate::combinatorics::{BoardSize, Canonical, OrbitId, Rank, Solution};
use crate::database::{Board, Direction, Stretch};
use crate::error::Result;
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::collections::VecDeque;
use std::ffi::{CStr, c_int};

/// `nq_solutions(n)`: all solutions by rank.
pub(super) struct Solutions;

const SHAPE: Shape = Shape {
    argument: 5,
    number: 0,
    number_name: "rank",
    keys: [
        Key { column: 1, words: "one solution by its queens", rows: 1 },
        Key { column: 2, words: "the members of one orbit", rows: 8 },
    ],
};

impl TableFunction for Solutions {
    const NAME: &'static str = "nq_solutions";
    const CALL: &'static str = "nq_solutions(8)";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_solutions (
        rank INTEGER, queens TEXT, orbit_id INTEGER, is_canonical INTEGER, perm_index, n HIDDEN)";
    type Rows = Option<SolutionRows>;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        SHAPE.plan(info)
    }

    fn rows(source: &Source, plan: c_int, values: &[ValueRef<'_>]) -> Result<Option<SolutionRows>> {
        let plan = Plan::from_number(plan);
        let Some((n, values)) = board_argument(values)? else { return Ok(None) };
        let mut files = source.lock();
        let board = files.board(n)?;
        let list = match (plan.access, values.first()) {
            (Access::Key(0), Some(&queens)) => Vec::from_iter(solution(n, queens)),
            (Access::Key(_), Some(&id)) => members(&board, id)?,
            _ => {
                let scan = new_scan(&board, plan, values)?;
                drop(files);
                let mut rows = SolutionRows { n, rows: Origin::Ranks(scan, None) };
                rows.read(source)?;
                return Ok(Some(rows));
            }
        };
        let list = plan.read(values).of_list(list, plan.descending);
        Ok(Some(SolutionRows { n, rows: Origin::Listed(list) }))
    }
}

/// The board size, which comes first, and the other values; nothing where it is NULL.
pub(super) fn board_argument<'r, 'v>(
    values: &'r [ValueRef<'v>],
) -> Result<Option<(BoardSize, &'r [ValueRef<'v>])>> {
    match values.split_first() {
        None | Some((ValueRef::Null, _)) => Ok(None),
        Some((&n, others)) => Ok(Some((board_size(n)?, others))),
    }
}

fn new_scan(board: &Board<'_>, plan: Plan, values: &[ValueRef<'_>]) -> Result<Scan> {
    let wanted = plan.read(values);
    let count = match board.solution_count() {
        Err(unknown) if Scan::comes_from_the_end(plan, &wanted) => return Err(unknown),
        count => count.ok(),
    };
    Ok(Scan::new(plan, &wanted, count))
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
fn members(board: &Board<'_>, id: ValueRef<'_>) -> Result<Vec<Solution>> {
    let id = Range::only(id).and_then(|id| OrbitId::new(id).ok());
    let Some(id) = id.filter(|&id| board.check_orbit_id(id).is_ok()) else {
        return Ok(Vec::new());
    };
    let orbit = board.orbit(id)?;
    let mut members: Vec<_> = orbit.members().iter().map(|(_, member)| *member).collect();
    members.sort_unstable();
    Ok(members)
}

/// Rows of one board.
pub(super) struct SolutionRows {
    n: BoardSize,
    rows: Origin,
}

enum Origin {
    /// By rank; the solutions that were read last.
    Ranks(Scan, Option<Stretch>),
    /// Found by something else, their ranks not yet known.
    Listed(VecDeque<Solution>),
}

impl SolutionRows {
    /// Reads on where the row is not among those that were read last.
    fn read(&mut self, source: &Source) -> Result<()> {
        let Origin::Ranks(scan, stretch) = &mut self.rows else { return Ok(()) };
        let Some(number) = scan.number else { return Ok(()) };
        if stretch.as_ref().is_some_and(|stretch| stretch.contains(number)) {
            return Ok(());
        }
        let before = match scan.direction {
            Direction::Up => number.checked_sub(1),
            Direction::Down => number.checked_add(1),
        };
        let last = stretch.take();
        let before = before.and_then(|rank| last?.at(rank));
        let portion = scan.next_portion();
        let (rank, direction) = (Rank::new(number)?, scan.direction);
        *stretch =
            source.lock().board(self.n)?.stretch(rank, direction, before.as_ref(), portion)?;
        if stretch.is_none() {
            scan.end();
        }
        Ok(())
    }

    fn solution(&self) -> Option<Solution> {
        match &self.rows {
            Origin::Ranks(scan, stretch) => stretch.as_ref()?.at(scan.number?),
            Origin::Listed(list) => list.front().copied(),
        }
    }

    fn rank(&self, source: &Source) -> Result<Option<u64>> {
        match &self.rows {
            Origin::Ranks(scan, _) => Ok(scan.number),
            Origin::Listed(list) => {
                list.front().map(|solution| rank_of(source, solution)).transpose()
            }
        }
    }
}

/// The rank of a solution.
pub(super) fn rank_of(source: &Source, solution: &Solution) -> Result<u64> {
    Ok(source.lock().board(solution.n())?.rank(solution)?.get())
}

impl Rows for SolutionRows {
    fn has_row(&self) -> bool {
        match &self.rows {
            Origin::Ranks(scan, _) => scan.number.is_some(),
            Origin::Listed(list) => !list.is_empty(),
        }
    }

    fn advance(&mut self, source: &Source) -> Result<()> {
        match &mut self.rows {
            Origin::Ranks(scan, _) => scan.step(),
            Origin::Listed(list) => {
                list.pop_front();
            }
        }
        self.read(source)
    }

    fn column(&self, source: &Source, column: c_int) -> Result<Value> {
        if column == 0 {
            return self.rank(source)?.map_or(Ok(Value::Null), integer);
        }
        match (column, self.solution()) {
            (1, Some(solution)) => Ok(text(solution)),
            (2, Some(solution)) => integer(source.lock().board(self.n)?.orbit_id(&solution)?.get()),
            (3, Some(solution)) => integer(u64::from(Canonical::check(solution).is_some())),
            (4, Some(solution)) => Ok(index_value(&solution, &solution.index())),
            _ => integer(self.n.get() as u64),
        }
    }

    fn rowid(&self, source: &Source) -> Result<u64> {
        Ok(self.rank(source)?.unwrap_or(0))
    }
}
