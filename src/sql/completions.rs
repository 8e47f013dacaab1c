//! `nq_completions(n, squares)`: up to two solutions with queens on these squares; the number of rows shows whether
//! there is none, one, or more.

use super::arguments::instance;
use super::functions::{COMPLETION_SEED, integer, text};
use super::plan::plan_arguments;
use super::source::Source;
use super::table::{Rows, TableFunction};
use crate::combinatorics::Placement;
use crate::error::Result;
use crate::search::completion::{Instance, completions};
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::IndexInfo;
use std::ffi::{CStr, c_int};

/// The table `nq_completions(n, squares)`.
pub(super) struct CompletionsTable;

/// The maximum number of rows: enough to tell one completion from more.
const MOST: usize = 2;

impl TableFunction for CompletionsTable {
    const NAME: &'static str = "nq_completions";
    const ARGUMENT: &'static str = "n, squares";
    const CALL: &'static str = "nq_completions(8, '1=1 2=7')";
    const SCHEMA: &'static CStr = c"CREATE TABLE nq_completions (
        queens TEXT, nq_n HIDDEN, nq_squares HIDDEN)";
    type Rows = Option<CompletionRows>;

    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
        Ok(plan_arguments(info, &[1, 2], "up to two completions", MOST as i64))
    }

    fn rows(source: &Source, _: c_int, values: &[ValueRef<'_>]) -> Result<Option<CompletionRows>> {
        match *values {
            [n, squares] if n != ValueRef::Null && squares != ValueRef::Null => {
                let instance = instance(n, squares)?;
                let completions = completions(&instance, MOST, COMPLETION_SEED, &source.watch()?)?;
                Ok(Some(CompletionRows { instance, completions, place: 0 }))
            }
            _ => Ok(None),
        }
    }
}

/// The completions of an instance.
pub(super) struct CompletionRows {
    instance: Instance,
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
            1 => integer(self.instance.n() as u64),
            _ => Ok(text(&self.instance)),
        }
    }

    fn rowid(&self) -> Result<u64> {
        Ok(self.place as u64 + 1)
    }
}
