//! Table-valued functions as SQLite modules: the one place that knows rusqlite's `unsafe` traits, and
//! keeps panics from its callbacks, where one would end the host.

use super::plan::NO_ARGUMENT;
use super::source::Source;
use crate::error::Result;
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

/// A table-valued function.
pub(super) trait TableFunction: 'static {
    const NAME: &'static str;
    /// How it is called.
    const CALL: &'static str;
    /// Its columns; the arguments are hidden ones.
    const SCHEMA: &'static CStr;
    type Rows: Rows;

    /// Chooses what [`TableFunction::rows`] gets, and says what it will cost; `false` where the
    /// arguments are not known in this place of a join.
    fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool>;

    /// The rows for the plan with this number.
    fn rows(source: &Source, plan: c_int, values: &[ValueRef<'_>]) -> Result<Self::Rows>;
}

/// The rows of a query, one after the other.
pub(super) trait Rows {
    /// Whether there is a row.
    fn has_row(&self) -> bool;

    /// Goes on to the next row.
    fn advance(&mut self) -> Result<()>;

    /// A column of the row.
    fn column(&self, column: c_int) -> Result<Value>;

    fn rowid(&self) -> Result<u64>;
}

/// No rows at all, such as those of NULL.
impl<R: Rows> Rows for Option<R> {
    fn has_row(&self) -> bool {
        self.as_ref().is_some_and(R::has_row)
    }

    fn advance(&mut self) -> Result<()> {
        self.as_mut().map_or(Ok(()), R::advance)
    }

    fn column(&self, column: c_int) -> Result<Value> {
        self.as_ref().map_or(Ok(Value::Null), |rows| rows.column(column))
    }

    fn rowid(&self) -> Result<u64> {
        self.as_ref().map_or(Ok(0), R::rowid)
    }
}

/// Adds a table-valued function to the connection.
pub(super) fn register<F: TableFunction>(
    connection: &Connection,
    source: &Arc<Source>,
) -> rusqlite::Result<()> {
    connection.create_module(F::NAME, Table::<F>::MODULE, Some(Arc::clone(source)))
}

#[repr(C)]
struct Table<F> {
    base: sqlite3_vtab,
    source: Arc<Source>,
    function: PhantomData<F>,
}

impl<F: TableFunction> Table<F> {
    const MODULE: &'static Module<'static, Self> = &Module::eponymous_only_module();
}

#[repr(C)]
struct Cursor<F: TableFunction> {
    base: sqlite3_vtab_cursor,
    source: Arc<Source>,
    rows: Option<F::Rows>,
}

impl<F: TableFunction> Cursor<F> {
    fn error(&self, error: &crate::Error) -> rusqlite::Error {
        self.source.error(F::NAME, error)
    }
}

// SAFETY: the first field is SQLite's, and the layout is C's.
#[allow(unsafe_code)]
unsafe impl<'v, F: TableFunction> VTab<'v> for Table<F> {
    type Aux = Arc<Source>;
    type Cursor = Cursor<F>;

    fn connect(
        db: &mut VTabConnection,
        source: Option<&Arc<Source>>,
        _module: &[u8],
        _database: &[u8],
        _table: &[u8],
        _arguments: &[&[u8]],
    ) -> rusqlite::Result<(Cow<'static, CStr>, Self)> {
        db.config(VTabConfig::Innocuous)?;
        let source = source.ok_or_else(|| said::<F>("it was registered without a source"))?;
        let base = sqlite3_vtab::default();
        let table = Table { base, source: Arc::clone(source), function: PhantomData };
        Ok((Cow::Borrowed(F::SCHEMA), table))
    }

    fn best_index(&self, info: &mut IndexInfo) -> rusqlite::Result<bool> {
        guarded::<F, _>(|| F::plan(info))
    }

    fn open(&'v mut self) -> rusqlite::Result<Cursor<F>> {
        let base = sqlite3_vtab_cursor::default();
        Ok(Cursor { base, source: Arc::clone(&self.source), rows: None })
    }
}

// SAFETY: the first field is SQLite's, and the layout is C's.
#[allow(unsafe_code)]
unsafe impl<F: TableFunction> VTabCursor for Cursor<F> {
    fn filter(
        &mut self,
        plan: c_int,
        _: Option<&str>,
        values: &Filters<'_>,
    ) -> rusqlite::Result<()> {
        self.rows = None;
        if plan == NO_ARGUMENT {
            return Err(said::<F>(&format!("expected an argument, such as {}", F::CALL)));
        }
        let rows = guarded::<F, _>(|| {
            let values: Vec<ValueRef<'_>> = values.iter().collect();
            F::rows(&self.source, plan, &values).map_err(|error| self.error(&error))
        })?;
        self.rows = Some(rows);
        Ok(())
    }

    fn next(&mut self) -> rusqlite::Result<()> {
        let (rows, source) = (&mut self.rows, &self.source);
        let outcome =
            guarded::<F, _>(|| rows.advance().map_err(|error| source.error(F::NAME, &error)));
        if outcome.is_err() {
            self.rows = None;
        }
        outcome
    }

    fn eof(&self) -> bool {
        !self.rows.has_row()
    }

    fn column(&self, context: &mut Context, column: c_int) -> rusqlite::Result<()> {
        guarded::<F, _>(|| {
            let value = self.rows.column(column).map_err(|error| self.error(&error))?;
            context.set_result(&value)
        })
    }

    fn rowid(&self) -> rusqlite::Result<i64> {
        let number = guarded::<F, _>(|| self.rows.rowid().map_err(|error| self.error(&error)))?;
        i64::try_from(number).map_err(|_| said::<F>(&format!("row {number} is beyond 64 bits")))
    }
}

/// Makes an error of a panic.
fn guarded<F: TableFunction, T>(
    callback: impl FnOnce() -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    // What a callback has left half done is dropped: the cursor has no rows after an error.
    catch_unwind(AssertUnwindSafe(callback))
        .unwrap_or_else(|_| Err(said::<F>("nqdb has made a mistake, please report it")))
}

fn said<F: TableFunction>(what: &str) -> rusqlite::Error {
    rusqlite::Error::ModuleError(format!("{}: {what}", F::NAME))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Database;

    /// Four rows; a wrong step in the callback that the argument names.
    struct Wrong;

    struct WrongRows {
        place: u64,
        callback: String,
    }

    impl TableFunction for Wrong {
        const NAME: &'static str = "wrong";
        const CALL: &'static str = "wrong('')";
        const SCHEMA: &'static CStr = c"CREATE TABLE wrong (number, callback HIDDEN)";
        type Rows = WrongRows;

        fn plan(info: &mut IndexInfo) -> rusqlite::Result<bool> {
            assert_ne!(info.num_of_order_by(), 1);
            Ok(super::super::plan::plan_argument(info, 1))
        }

        fn rows(_: &Source, _: c_int, values: &[ValueRef<'_>]) -> Result<WrongRows> {
            let callback = super::super::arguments::text(values[0]).into_owned();
            assert_ne!(callback, "filter");
            Ok(WrongRows { place: 0, callback })
        }
    }

    impl Rows for WrongRows {
        fn has_row(&self) -> bool {
            self.place < 4
        }

        fn advance(&mut self) -> Result<()> {
            self.place += 1;
            assert!(self.callback != "next" || self.place < 2);
            Ok(())
        }

        fn column(&self, _: c_int) -> Result<Value> {
            assert_ne!(self.callback, "column");
            Ok(Value::Integer(0))
        }

        fn rowid(&self) -> Result<u64> {
            assert_ne!(self.callback, "rowid");
            Ok(if self.callback == "large" { u64::MAX } else { self.place })
        }
    }

    #[test]
    fn a_panic_is_an_error_of_the_statement() {
        let connection = Connection::open_in_memory().unwrap();
        let source = Arc::new(Source::new(Database::without_file(), None));
        register::<Wrong>(&connection, &source).unwrap();
        let ask = |from: &str| {
            let sql = format!("SELECT sum(number) + count(*) + 0 * sum(rowid) FROM {from}");
            connection.query_row(&sql, [], |row| row.get::<_, i64>(0))
        };
        for callback in ["filter", "next", "column", "rowid", "large"] {
            let said = ask(&format!("wrong('{callback}')")).unwrap_err().to_string();
            assert!(said.starts_with("wrong: "), "{callback}: {said}");
            assert_eq!(ask("wrong('')").unwrap(), 4, "{callback}");
        }
        let said = ask("(SELECT number, rowid FROM wrong('') ORDER BY 1 LIMIT 9)").unwrap_err();
        let said = said.to_string();
        assert!(said.starts_with("wrong: nqdb has made a mistake"), "{said}");
    }
}
