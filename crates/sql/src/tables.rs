//! The tables without numbered rows: images of a solution, matches, completions, and an estimate of a count.

use crate::arguments::{board_size, partial_board, permutation, text as words};
use crate::functions::{COMPLETION_SEED, integer, text};
use crate::plan::{first_order, plan_arguments};
use crate::source::Source;
use crate::table::{Rows, TableFunction};
use nqdb::sampling::{Effort, Estimate, Sampling};
use nqdb::{Conditions, Error, NotSeconds, Orbit, Rank, Result, Solution, TimeLimit, random_seed};
use nqdb_completion::completions;
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::ffi::{CStr, c_int};
use std::num::NonZeroUsize;
use std::time::Duration;

/// Rows whose values are computed when they are read.
pub(crate) struct Computed {
    rows: Box<dyn Iterator<Item = Result<Vec<Value>>>>,
    /// The values of the hidden columns.
    arguments: Vec<Value>,
    /// The other values of the current row; `None` at the end.
    current: Option<Vec<Value>>,
}

impl Computed {
    fn new(
        arguments: impl Into<Vec<Value>>,
        rows: impl Iterator<Item = Result<Vec<Value>>> + 'static,
    ) -> Result<Self> {
        let (rows, arguments) = (Box::new(rows), arguments.into());
        let mut computed = Computed { rows, arguments, current: None };
        computed.advance()?;
        Ok(computed)
    }
}

impl Rows for Computed {
    fn has_row(&self) -> bool {
        self.current.is_some()
    }

    fn advance(&mut self) -> Result<()> {
        self.current = self.rows.next().transpose()?;
        Ok(())
    }

    fn column(&self, column: c_int) -> Result<Value> {
        let mut values = self.current.iter().flatten().chain(&self.arguments);
        Ok(values.nth(column as usize).cloned().unwrap_or(Value::Null))
    }
}

/// Whether the statement uses the ranks, which are column 0: "the corresponding bit is set within the colUsed mask if the
/// column may be required by SQLite". They are the number of the plan: 1 if so, otherwise 0.
fn uses_ranks(info: &IndexInfo) -> bool {
    info.col_used() & 1 == 1
}

/// The table `nq_images(queens)`: the members of a solution's orbit.
pub(crate) struct ImagesTable;

impl TableFunction for ImagesTable {
    const NAME: &'static str = "nq_images";
    const ARGUMENT: &'static str = "queens";
    const CALL: &'static str = "nq_images('2 4 1 3')";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_images (
        rank INTEGER, queens TEXT, symmetry TEXT, nq_queens HIDDEN,
        PRIMARY KEY (nq_queens, queens)) WITHOUT ROWID";
    type Rows = Computed;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        info.set_idx_num(uses_ranks(info).into());
        Ok(plan_arguments(info, &[3], "the members of the orbit of one solution", 8))
    }

    fn rows(source: &Source, plan: c_int, values: &[ValueRef<'_>]) -> Result<Computed> {
        let solution = Solution::new(permutation(values[0])?)?;
        let board = source.board(solution.n())?;
        let (members, mut ranks) = (Orbit::of(&solution).members().to_vec(), Vec::new());
        let row = move |(symmetry, member)| {
            let rank = match plan {
                0 => Value::Null,
                _ => integer(board.member_rank(&member, &mut ranks)?.get())?,
            };
            Ok(vec![rank, text(member), text(symmetry)])
        };
        Computed::new([text(solution)], members.into_iter().map(row))
    }
}

/// The table `nq_matches(n, conditions)`: all solutions that meet conditions, in order of rank.
pub(crate) struct MatchesTable;

impl TableFunction for MatchesTable {
    const NAME: &'static str = "nq_matches";
    const ARGUMENT: &'static str = "n, conditions";
    const CALL: &'static str = "nq_matches(8, '1=1 2=7')";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_matches (
        rank INTEGER NOT NULL, queens TEXT, nq_n HIDDEN, nq_conditions HIDDEN,
        PRIMARY KEY (nq_n, nq_conditions, queens)) WITHOUT ROWID";
    type Rows = Computed;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        let (with_ranks, ordered) = (uses_ranks(info), first_order(info) == Some((0, false)));
        let found = if with_ranks { "matches with their ranks" } else { "matches" };
        info.set_idx_num(with_ranks.into());
        info.set_order_by_consumed(ordered);
        Ok(plan_arguments(info, &[2, 3], found, MATCHES))
    }

    fn rows(source: &Source, plan: c_int, values: &[ValueRef<'_>]) -> Result<Computed> {
        let (n, given) = (board_size(values[0])?, words(values[1])?);
        let arguments = [integer(n.get() as u64)?, text(&given)];
        let given = Some(given.trim()).filter(|text| !text.is_empty());
        let (board, conditions) = (source.board(n)?, Conditions::parse(n, given)?);
        if plan == 0 {
            let found = board.select(conditions, Rank::FIRST)?;
            return Computed::new(
                arguments,
                found.map(|found| Ok(vec![Value::Null, text(found?.1)])),
            );
        }
        let row = |(rank, solution): (Rank, _)| Ok(vec![integer(rank.get())?, text(solution)]);
        let found = board.select_ranked(conditions, Rank::FIRST)?;
        Computed::new(arguments, found.map(move |found| found.and_then(row)))
    }
}

/// The number of rows reported to SQLite.
const MATCHES: i64 = 10_000;

/// The table `nq_completions(n, conditions)`: up to two solutions that meet conditions. The number of rows shows whether
/// there is none, one, or more.
pub(crate) struct CompletionsTable;

/// The maximum number of rows: enough to tell one completion from more.
const MOST: usize = 2;

impl TableFunction for CompletionsTable {
    const NAME: &'static str = "nq_completions";
    const ARGUMENT: &'static str = "n, conditions";
    const CALL: &'static str = "nq_completions(8, '1=1 2=7')";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_completions (
        queens TEXT, nq_n HIDDEN, nq_conditions HIDDEN,
        PRIMARY KEY (nq_n, nq_conditions, queens)) WITHOUT ROWID";
    type Rows = Computed;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        Ok(plan_arguments(info, &[1, 2], "up to two completions", MOST as i64))
    }

    fn rows(source: &Source, _: c_int, values: &[ValueRef<'_>]) -> Result<Computed> {
        let partial = partial_board(values[0], values[1])?;
        let found = completions(&partial, MOST, COMPLETION_SEED, &source.watch()?)?;
        let arguments = [integer(partial.n() as u64)?, text(&partial)];
        Computed::new(arguments, found.into_iter().map(|found| Ok(vec![text(found)])))
    }
}

/// The table `nq_count_estimate(n, seconds)`: an estimate of Q(N) with its confidence interval, in one row.
pub(crate) struct CountEstimateTable;

impl TableFunction for CountEstimateTable {
    const NAME: &'static str = "nq_count_estimate";
    const ARGUMENT: &'static str = "n, seconds";
    const CALL: &'static str = "nq_count_estimate(28, 1)";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_count_estimate (
        estimate REAL, standard_error REAL, low REAL, high REAL, confidence REAL, runs INTEGER,
        nq_n HIDDEN, nq_seconds HIDDEN, PRIMARY KEY (nq_n, nq_seconds)) WITHOUT ROWID";
    type Rows = Computed;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        Ok(plan_arguments(info, &[6, 7], "one estimate by random runs", 1))
    }

    fn rows(source: &Source, _: c_int, values: &[ValueRef<'_>]) -> Result<Computed> {
        let (n, time) = (board_size(values[0])?, time(values[1])?);
        // One thread, since other statements may run at the same time.
        let (effort, jobs) = (Effort::Time(time), NonZeroUsize::MIN);
        let sampling = Sampling { effort, jobs, seed: random_seed(), ..Sampling::default() };
        let estimate = source.board(n)?.estimate_count(&Conditions::any(n), &sampling)?;
        let (low, high) = estimate.interval();
        let numbers = [estimate.mean(), estimate.standard_error(), low, high, Estimate::CONFIDENCE];
        let mut row = numbers.map(Value::Real).to_vec();
        row.push(integer(estimate.runs())?);
        let arguments = [integer(n.get() as u64)?, Value::Real(time.as_secs_f64())];
        Computed::new(arguments, std::iter::once(Ok(row)))
    }
}

/// A positive number of seconds.
fn time(value: ValueRef<'_>) -> Result<Duration> {
    let text = words(value)?;
    let TimeLimit(time) = text.parse().map_err(Error::NotSeconds)?;
    if time.is_zero() {
        return Err(NotSeconds { got: text.into_owned() }.into());
    }
    Ok(time)
}
