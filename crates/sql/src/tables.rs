//! The tables without numbered rows: images of a solution, completions, and an estimate of a count.

use crate::arguments::{board_size, permutation, selection, text as words};
use crate::functions::{integer, text};
use crate::plan::{first_order, plan_arguments};
use crate::source::Source;
use crate::table::{Rows, TableFunction};
use nqdb::sampling::{Effort, Estimate, Sampling};
use nqdb::{
    Conditions, Error, Orbit, Rank, Result, Solution,
    random::random_seed,
    watch::{NotSeconds, TimeLimit},
};
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
        let orbit = Orbit::of(&solution);
        let ranks = if plan == 0 { Vec::new() } else { board.member_ranks(&orbit)? };
        let row = move |(place, (symmetry, member))| {
            let rank = ranks.get(place).map(|rank: &Rank| integer(rank.get())).transpose()?;
            Ok(vec![rank.unwrap_or(Value::Null), text(member), text(symmetry)])
        };
        Computed::new([text(solution)], orbit.members().to_vec().into_iter().enumerate().map(row))
    }
}

/// The table `nq_completions(n, conditions)`: all selected solutions, in order of rank.
pub(crate) struct CompletionsTable;

/// The number of rows reported to SQLite.
const COMPLETIONS: i64 = 10_000;

impl TableFunction for CompletionsTable {
    const NAME: &'static str = "nq_completions";
    const ARGUMENT: &'static str = "n, conditions";
    const CALL: &'static str = "nq_completions(8, '1=1 2=7')";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_completions (
        rank INTEGER NOT NULL, queens TEXT, nq_n HIDDEN, nq_conditions HIDDEN,
        PRIMARY KEY (nq_n, nq_conditions, queens)) WITHOUT ROWID";
    type Rows = Computed;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        let (with_ranks, ordered) = (uses_ranks(info), first_order(info) == Some((0, false)));
        let found = if with_ranks { "completions with their ranks" } else { "completions" };
        info.set_idx_num(with_ranks.into());
        info.set_order_by_consumed(ordered);
        Ok(plan_arguments(info, &[2, 3], found, COMPLETIONS))
    }

    fn rows(source: &Source, plan: c_int, values: &[ValueRef<'_>]) -> Result<Computed> {
        let selection = selection(values[0], values[1])?;
        let board = source.board(selection.n())?;
        let arguments = [integer(board.n().get() as u64)?, text(words(values[1])?)];
        let found = if plan == 0 {
            board.select(selection, Rank::FIRST)?
        } else {
            board.select_ranked(selection, Rank::FIRST)?
        };
        let number = |rank: Option<Rank>| rank.map_or(Ok(Value::Null), |rank| integer(rank.get()));
        let row = move |(rank, solution)| Ok(vec![number(rank)?, text(solution)]);
        Computed::new(arguments, found.map(move |found| found.and_then(row)))
    }
}

/// The table `nq_estimate_count(n, seconds)`: an estimate of Q(N) with its confidence interval, in one row.
pub(crate) struct EstimateTable;

impl TableFunction for EstimateTable {
    const NAME: &'static str = "nq_estimate_count";
    const ARGUMENT: &'static str = "n, seconds";
    const CALL: &'static str = "nq_estimate_count(28, 1)";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_estimate_count (
        estimate REAL, standard_error REAL, low REAL, high REAL, confidence REAL, runs INTEGER, exact INTEGER,
        nq_n HIDDEN, nq_seconds HIDDEN, PRIMARY KEY (nq_n, nq_seconds)) WITHOUT ROWID";
    type Rows = Computed;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        Ok(plan_arguments(info, &[7, 8], "one estimate by random runs", 1))
    }

    fn rows(source: &Source, _: c_int, values: &[ValueRef<'_>]) -> Result<Computed> {
        let (n, time) = (board_size(values[0])?, time(values[1])?);
        // One thread, since other statements may run at the same time.
        let (effort, jobs) = (Effort::Time(time), NonZeroUsize::MIN);
        let sampling = Sampling { effort, jobs, seed: random_seed(), ..Sampling::default() };
        let estimate = source.board(n)?.estimate_count(&Conditions::any(n), &sampling)?;
        let (low, high) = estimate.interval();
        let numbers = [estimate.mean, estimate.standard_error, low, high, Estimate::CONFIDENCE];
        let mut row = numbers.map(Value::Real).to_vec();
        row.extend([integer(estimate.runs)?, integer(estimate.is_exact.into())?]);
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
