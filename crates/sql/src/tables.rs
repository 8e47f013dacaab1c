//! The tables without numbered rows: images of a solution, matches, completions, and an estimate of a count.

use crate::arguments::{board_size, partial_board, permutation, text as words};
use crate::functions::{COMPLETION_SEED, integer, text};
use crate::plan::plan_arguments;
use crate::source::Source;
use crate::table::{Rows, TableFunction};
use nqdb::sampling::{Effort, Estimate, Sampling};
use nqdb::{
    Board, BoardSize, Conditions, Error, Matches, NotSeconds, Orbit, Placement, Rank,
    RankedMatches, Result, Solution, Tier, TimeLimit, random_seed,
};
use nqdb_completion::{PartialBoard, completions};
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::cell::RefCell;
use std::ffi::{CStr, c_int};
use std::num::NonZeroUsize;
use std::time::Duration;

// ---- `nq_images(queens)`: the members of a solution's orbit

/// The table `nq_images(queens)`.
pub(crate) struct ImagesTable;

impl TableFunction for ImagesTable {
    const NAME: &'static str = "nq_images";
    const ARGUMENT: &'static str = "queens";
    const CALL: &'static str = "nq_images('2 4 1 3')";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_images (
        rank INTEGER, queens TEXT, symmetry TEXT, nq_queens HIDDEN)";
    type Rows = Option<ImageRows>;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        Ok(plan_arguments(info, &[3], "the members of the orbit of one solution", 8))
    }

    fn rows(source: &Source, _: c_int, values: &[ValueRef<'_>]) -> Result<Option<ImageRows>> {
        match values.first() {
            None | Some(ValueRef::Null) => Ok(None),
            Some(&value) => {
                let solution = Solution::new(permutation(value)?)?;
                let board = source.board(solution.n())?;
                let (orbit, ranks) = (Orbit::of(&solution), RefCell::default());
                Ok(Some(ImageRows { board, orbit, ranks, place: 0 }))
            }
        }
    }
}

/// The members of an orbit, relative to one of them.
pub(crate) struct ImageRows {
    board: Board,
    orbit: Orbit,
    /// The ranks computed so far.
    ranks: RefCell<Vec<(Solution, Rank)>>,
    place: usize,
}

impl Rows for ImageRows {
    fn has_row(&self) -> bool {
        self.place < self.orbit.size()
    }

    fn is_slow(&self) -> bool {
        self.board.tier() != Tier::Stored
    }

    fn advance(&mut self) -> Result<()> {
        self.place += 1;
        Ok(())
    }

    fn column(&self, column: c_int) -> Result<Value> {
        let members = self.orbit.members();
        let (symmetry, member) = &members[self.place];
        match column {
            0 => integer(self.board.member_rank(member, &mut self.ranks.borrow_mut())?.get()),
            1 => Ok(text(member)),
            2 => Ok(text(symmetry)),
            // The first member is the given solution.
            _ => Ok(text(members[0].1)),
        }
    }

    fn rowid(&self) -> Result<u64> {
        Ok(self.place as u64 + 1)
    }
}

// ---- `nq_matches(n, conditions)`: all solutions that meet conditions

/// The table `nq_matches(n, conditions)`, in order of rank.
pub(crate) struct MatchesTable;

impl TableFunction for MatchesTable {
    const NAME: &'static str = "nq_matches";
    const ARGUMENT: &'static str = "n, conditions";
    const CALL: &'static str = "nq_matches(8, '1=1 2=7')";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_matches (
        rank INTEGER, queens TEXT, nq_n HIDDEN, nq_conditions HIDDEN)";
    type Rows = Option<MatchRows>;

    /// The plan number is 1 if the statement uses ranks, else 0.
    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        let with_ranks = info.col_used() & 1 == 1;
        let first = info.order_bys().next();
        let ordered = first.is_some_and(|first| first.column() == 0 && !first.is_order_by_desc());
        let found = if with_ranks { "matches with their ranks" } else { "matches" };
        info.set_idx_num(with_ranks.into());
        info.set_order_by_consumed(ordered);
        Ok(plan_arguments(info, &[2, 3], found, MATCHES))
    }

    fn rows(source: &Source, plan: c_int, values: &[ValueRef<'_>]) -> Result<Option<MatchRows>> {
        let (n, text) = match *values {
            [n, conditions] if n != ValueRef::Null && conditions != ValueRef::Null => {
                (board_size(n)?, words(conditions))
            }
            _ => return Ok(None),
        };
        let given = Some(text.trim()).filter(|text| !text.is_empty());
        let (board, conditions) = (source.board(n)?, Conditions::parse(n, given)?);
        let found = match plan {
            0 => Found::Unranked(board.find_unranked(&conditions)?),
            _ => Found::Ranked(board.find(&conditions)?),
        };
        let mut rows = MatchRows { n, text: text.into_owned(), found, current: None, place: 0 };
        rows.advance()?;
        Ok(Some(rows))
    }
}

/// The number of rows reported to SQLite.
const MATCHES: i64 = 10_000;

/// The solutions that match, with ranks if the statement uses them.
enum Found {
    Ranked(RankedMatches),
    Unranked(Matches),
}

/// The matches of conditions.
pub(crate) struct MatchRows {
    n: BoardSize,
    /// The conditions as given.
    text: String,
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
            (3, _) => Ok(text(&self.text)),
            _ => Ok(Value::Null),
        }
    }

    fn rowid(&self) -> Result<u64> {
        Ok(self.place)
    }
}

// ---- `nq_completions(n, conditions)`: up to two solutions that meet conditions; the number of rows shows whether
// there is none, one, or more

/// The table `nq_completions(n, conditions)`.
pub(crate) struct CompletionsTable;

/// The maximum number of rows: enough to tell one completion from more.
const MOST: usize = 2;

impl TableFunction for CompletionsTable {
    const NAME: &'static str = "nq_completions";
    const ARGUMENT: &'static str = "n, conditions";
    const CALL: &'static str = "nq_completions(8, '1=1 2=7')";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_completions (
        queens TEXT, nq_n HIDDEN, nq_conditions HIDDEN)";
    type Rows = Option<CompletionRows>;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        Ok(plan_arguments(info, &[1, 2], "up to two completions", MOST as i64))
    }

    fn rows(source: &Source, _: c_int, values: &[ValueRef<'_>]) -> Result<Option<CompletionRows>> {
        match *values {
            [n, conditions] if n != ValueRef::Null && conditions != ValueRef::Null => {
                let partial = partial_board(n, conditions)?;
                let completions = completions(&partial, MOST, COMPLETION_SEED, &source.watch()?)?;
                Ok(Some(CompletionRows { partial, completions, place: 0 }))
            }
            _ => Ok(None),
        }
    }
}

/// The completions of a partial board.
pub(crate) struct CompletionRows {
    partial: PartialBoard,
    completions: Vec<Placement>,
    place: usize,
}

impl Rows for CompletionRows {
    fn has_row(&self) -> bool {
        self.place < self.completions.len()
    }

    fn is_slow(&self) -> bool {
        false
    }

    fn advance(&mut self) -> Result<()> {
        self.place += 1;
        Ok(())
    }

    fn column(&self, column: c_int) -> Result<Value> {
        match column {
            0 => Ok(text(&self.completions[self.place])),
            1 => integer(self.partial.n() as u64),
            _ => Ok(text(&self.partial)),
        }
    }

    fn rowid(&self) -> Result<u64> {
        Ok(self.place as u64 + 1)
    }
}

// ---- `nq_count_estimate(n, seconds)`: an estimate of Q(N), with its confidence interval

/// The table `nq_count_estimate(n, seconds)`, which has one row.
pub(crate) struct CountEstimateTable;

/// The hidden columns of the arguments.
const ARGUMENTS: [c_int; 2] = [6, 7];

impl TableFunction for CountEstimateTable {
    const NAME: &'static str = "nq_count_estimate";
    const ARGUMENT: &'static str = "n, seconds";
    const CALL: &'static str = "nq_count_estimate(28, 1)";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_count_estimate (
        estimate REAL, standard_error REAL, low REAL, high REAL, confidence REAL, runs INTEGER,
        nq_n HIDDEN, nq_seconds HIDDEN)";
    type Rows = Option<EstimateRow>;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        Ok(plan_arguments(info, &ARGUMENTS, "one estimate by random runs", 1))
    }

    fn rows(source: &Source, _: c_int, values: &[ValueRef<'_>]) -> Result<Option<EstimateRow>> {
        match *values {
            [n, seconds] if n != ValueRef::Null && seconds != ValueRef::Null => {
                let (n, time) = (board_size(n)?, time(seconds)?);
                // One thread, since other statements may run at the same time.
                let (effort, jobs) = (Effort::Time(time), NonZeroUsize::MIN);
                let sampling =
                    Sampling { effort, jobs, seed: random_seed(), ..Sampling::default() };
                let estimate = source.board(n)?.estimate_count(&Conditions::any(n), &sampling)?;
                Ok(Some(EstimateRow { n, time, estimate, is_over: false }))
            }
            _ => Ok(None),
        }
    }
}

/// A positive number of seconds.
fn time(value: ValueRef<'_>) -> Result<Duration> {
    let text = words(value);
    let TimeLimit(time) = text.parse().map_err(Error::NotSeconds)?;
    if time.is_zero() {
        return Err(NotSeconds { got: text.into_owned() }.into());
    }
    Ok(time)
}

/// The row of an estimate.
pub(crate) struct EstimateRow {
    n: BoardSize,
    time: Duration,
    estimate: Estimate,
    is_over: bool,
}

impl Rows for EstimateRow {
    fn has_row(&self) -> bool {
        !self.is_over
    }

    fn is_slow(&self) -> bool {
        false
    }

    fn advance(&mut self) -> Result<()> {
        self.is_over = true;
        Ok(())
    }

    fn column(&self, column: c_int) -> Result<Value> {
        let (low, high) = self.estimate.interval();
        match column {
            0 => Ok(Value::Real(self.estimate.mean())),
            1 => Ok(Value::Real(self.estimate.standard_error())),
            2 => Ok(Value::Real(low)),
            3 => Ok(Value::Real(high)),
            4 => Ok(Value::Real(Estimate::CONFIDENCE)),
            5 => integer(self.estimate.runs()),
            6 => integer(self.n.get() as u64),
            _ => Ok(Value::Real(self.time.as_secs_f64())),
        }
    }

    fn rowid(&self) -> Result<u64> {
        Ok(1)
    }
}
