//! `nq_count_estimate(n, seconds)`: an estimate of Q(N), with its confidence interval.

use super::arguments::{board_size, text as words};
use super::functions::integer;
use super::plan::plan_arguments;
use super::source::Source;
use super::table::{Rows, TableFunction};
use crate::combinatorics::{BoardSize, Pattern};
use crate::dice::random_seed;
use crate::error::{Error, Result};
use crate::sampling::{Effort, Estimate, Sampling};
use crate::watch::{NotSeconds, TimeLimit};
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::ffi::{CStr, c_int};
use std::num::NonZeroUsize;
use std::time::Duration;

/// The table `nq_count_estimate(n, seconds)`, which has one row.
pub(super) struct CountEstimateTable;

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
                let estimate = source.board(n)?.estimate_count(&Pattern::any(n), &sampling)?;
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
pub(super) struct EstimateRow {
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
