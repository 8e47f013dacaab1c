//! Table-valued functions as SQLite modules. Only this file implements rusqlite's `unsafe` traits. It also converts
//! panics to errors, since a panic in a callback would abort the host.

use crate::plan::NO_ARGUMENT;
use crate::source::Source;
use nqdb::Result;
use rusqlite::Connection;
use rusqlite::types::{Value, ValueRef};
use rusqlite::vtab::{
    Context, Filters, IndexInfo, Module, VTab, VTabConfig, VTabConnection, VTabCursor,
    sqlite3_vtab, sqlite3_vtab_cursor,
};
use std::borrow::Cow;
use std::ffi::{CStr, c_int};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

/// A table-valued function.
pub trait TableFunction: 'static {
    /// Its name.
    const NAME: &'static str;
    /// The name of its argument in the documentation.
    const ARGUMENT: &'static str;
    /// An example call.
    const CALL: &'static str;
    /// The declaration of its columns. Arguments are hidden columns, with names that do not clash with columns of other
    /// tables in a join. They are part of the primary key: for an OR of different arguments, SQLite reads the rows of each,
    /// and leaves out those with a key that it has seen.
    const SCHEMA: &'static CStr;
    /// The rows of a query.
    type Rows: Rows;

    /// Chooses a plan for [`TableFunction::rows`] and reports its cost; `false` if the arguments are not known at this
    /// point of a join.
    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool>;

    /// The rows for the plan with this number. No value is NULL: such a query has no rows.
    fn rows(source: &Source, plan: c_int, values: &[ValueRef<'_>]) -> Result<Self::Rows>;
}

/// The rows of a query, with a current row until the end.
pub trait Rows {
    /// Whether there is a current row.
    fn has_row(&self) -> bool;

    /// Whether computing the values of a row can take milliseconds.
    fn is_slow(&self) -> bool {
        true
    }

    /// Moves to the next row.
    fn advance(&mut self) -> Result<()>;

    /// The value of a column of the current row.
    fn column(&self, column: c_int) -> Result<Value>;
}

/// Registers a table-valued function on the connection.
pub fn register<F: TableFunction>(
    connection: &Connection,
    source: &Arc<Source>,
) -> rusqlite::Result<()> {
    connection.create_module(F::NAME, VirtualTable::<F>::MODULE, Some(Arc::clone(source)))
}

#[repr(C)]
struct VirtualTable<F> {
    base: sqlite3_vtab,
    source: Arc<Source>,
    function: PhantomData<F>,
}

impl<F: TableFunction> VirtualTable<F> {
    const MODULE: &'static Module<'static, Self> = &Module::eponymous_only_module();
}

#[repr(C)]
struct RowCursor<F: TableFunction> {
    base: sqlite3_vtab_cursor,
    source: Arc<Source>,
    /// When the statement opened the table.
    began: Instant,
    rows: Option<F::Rows>,
}

impl<F: TableFunction> RowCursor<F> {
    fn error(&self, error: nqdb::Error) -> rusqlite::Error {
        self.source.error(F::NAME, error)
    }
}

// SAFETY: the first field is SQLite's struct, and the layout is C's.
#[allow(unsafe_code)]
unsafe impl<'v, F: TableFunction> VTab<'v> for VirtualTable<F> {
    type Aux = Arc<Source>;
    type Cursor = RowCursor<F>;

    fn connect(
        db: &mut VTabConnection,
        source: Option<&Arc<Source>>,
        _module: &[u8],
        _database: &[u8],
        _table: &[u8],
        _arguments: &[&[u8]],
    ) -> rusqlite::Result<(Cow<'static, CStr>, Self)> {
        db.config(VTabConfig::Innocuous)?;
        let source =
            source.ok_or_else(|| module_error::<F>("it was registered without a source"))?;
        let (base, source) = (sqlite3_vtab::default(), Arc::clone(source));
        Ok((Cow::Borrowed(F::SCHEMA), VirtualTable { base, source, function: PhantomData }))
    }

    fn best_index(&self, info: &mut IndexInfo) -> rusqlite::Result<bool> {
        guarded::<F, _>(|| F::plan(info))
    }

    fn open(&'v mut self) -> rusqlite::Result<RowCursor<F>> {
        let base = sqlite3_vtab_cursor::default();
        Ok(RowCursor { base, source: Arc::clone(&self.source), began: Instant::now(), rows: None })
    }
}

/// What to do about an argument that SQLite does not pass.
const NOT_PASSED: &str = "; SQLite does not always pass a condition on a hidden column, or an argument in a RIGHT JOIN: \
    write the argument in the call, such as nq_solutions((SELECT 8)), or a LEFT JOIN";

// SAFETY: the first field is SQLite's struct, and the layout is C's.
#[allow(unsafe_code)]
unsafe impl<F: TableFunction> VTabCursor for RowCursor<F> {
    fn filter(
        &mut self,
        plan: c_int,
        _: Option<&str>,
        values: &Filters<'_>,
    ) -> rusqlite::Result<()> {
        self.rows = None;
        if plan == NO_ARGUMENT {
            return Err(module_error::<F>(&format!(
                "expected an argument, such as {}{NOT_PASSED}",
                F::CALL
            )));
        }
        let rows = guarded::<F, _>(|| {
            self.source.check_statement(self.began).map_err(|error| self.error(error))?;
            let values: Vec<ValueRef<'_>> = values.iter().collect();
            if values.contains(&ValueRef::Null) {
                return Ok(None);
            }
            F::rows(&self.source, plan, &values).map(Some).map_err(|error| self.error(error))
        })?;
        self.rows = rows;
        Ok(())
    }

    fn next(&mut self) -> rusqlite::Result<()> {
        let (Some(rows), source) = (&mut self.rows, &self.source) else { return Ok(()) };
        let outcome = guarded::<F, _>(|| {
            let checked = if rows.is_slow() { source.check_interrupt() } else { Ok(()) };
            let checked = checked.and_then(|()| source.check_statement(self.began));
            checked.and_then(|()| rows.advance()).map_err(|error| source.error(F::NAME, error))
        });
        if outcome.is_err() {
            self.rows = None;
        }
        outcome
    }

    fn eof(&self) -> bool {
        !self.rows.as_ref().is_some_and(F::Rows::has_row)
    }

    fn column(&self, context: &mut Context, column: c_int) -> rusqlite::Result<()> {
        let Some(rows) = &self.rows else { return Ok(()) };
        guarded::<F, _>(|| {
            let value = rows.column(column).map_err(|error| self.error(error))?;
            context.set_result(&value)
        })
    }

    /// Never called: the tables have a primary key instead of row ids.
    fn rowid(&self) -> rusqlite::Result<i64> {
        Ok(0)
    }
}

/// Runs a callback and converts a panic to an error.
fn guarded<F: TableFunction, T>(
    callback: impl FnOnce() -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    // Unwind safe: after an error the cursor drops its rows, whatever their state.
    catch_unwind(AssertUnwindSafe(callback))
        .unwrap_or_else(|_| Err(module_error::<F>("this is a bug in nqdb, please report it")))
}

fn module_error<F: TableFunction>(what: &str) -> rusqlite::Error {
    rusqlite::Error::ModuleError(format!("{}: {what}", F::NAME))
}
