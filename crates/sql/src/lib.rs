//! The `nq_…` functions and tables of [`nqdb`] for any SQLite connection.
//!
//! docs/sql.md describes them, their arguments and their results.
//!
//! `functions` has the scalar functions; those with side effects are here. The tables are in `numbered` and `tables`, on
//! top of `table`, which implements SQLite's virtual table protocol; `plan` and `range` support tables with numbered
//! rows. `source` finds the board for a query.
//!
//! `rusqlite` must be the version re-exported as `nqdb::rusqlite`.

mod arguments;
mod functions;
mod numbered;
mod plan;
mod range;
mod source;
#[expect(clippy::missing_errors_doc, reason = "for tests")]
mod table;
mod tables;

/// The examples of the README and of the page for Rust programmers, as doctests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    struct Own;

    #[doc = include_str!("../../../README.md")]
    struct Readme;

    #[doc = include_str!("../../../docs/for/rust-programmer.md")]
    struct RustProgrammer;
}

#[doc(hidden)] // For tests.
pub use plan::plan_arguments;
#[doc(hidden)] // For tests.
pub use source::Source;
pub use source::{Host, PROBE, PROBE_INTERVAL};
#[doc(hidden)] // For tests.
pub use table::{Rows, TableFunction, register as register_table};

use functions::{add, text};
use nqdb::internal::{is_current, open_read_only, wait_for_locks};
use nqdb::{
    Database,
    watch::{NoWatch, NotSeconds, TimeLimit, Watch},
};
use numbered::{Numbered, Orbits, Solutions};
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::Value;
use std::ffi::CStr;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tables::{CompletionsTable, EstimateTable, ImagesTable};

/// The time limit of a search by a function of [`register`].
pub const SEARCH_LIMIT: Duration = Duration::from_secs(10);

/// Registers the `nq_…` functions and tables without side effects on a connection.
///
/// If the main database of the connection is an nqdb file, its boards are read through a second, read-only connection.
/// Any other board is searched, for at most [`SEARCH_LIMIT`] per call.
///
/// ```
/// let connection = rusqlite::Connection::open_in_memory()?;
/// nqdb_sql::register(&connection)?;
/// let sql = "SELECT nq_orbit_id('1 5 8 6 3 7 2 4')";
/// assert_eq!(connection.query_row(sql, [], |row| row.get::<_, i64>(0))?, 1);
/// let sql = "SELECT count(*) FROM nq_solutions(8) WHERE orbit_id = 12";
/// assert_eq!(connection.query_row(sql, [], |row| row.get::<_, i64>(0))?, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`nqdb::Error::Store`] if the file is damaged or can't be read; [`nqdb::Error::Sql`] if SQLite fails.
pub fn register(connection: &Connection) -> nqdb::Result<()> {
    let database = match connection.path().filter(|path| !path.is_empty()) {
        Some(path) if is_current(connection) => Database::open(Path::new(path))?,
        _ => Database::without_file(),
    };
    Ok(register_with(connection, database.watched_by(TimeLimit(SEARCH_LIMIT)))?)
}

/// Registers the `nq_…` functions and tables without side effects on a connection, using the boards of `database`.
///
/// # Errors
/// Only those of SQLite.
pub fn register_with(connection: &Connection, database: Database) -> rusqlite::Result<()> {
    register_source(connection, &Arc::new(Source::new(database, Arc::new(NoWatch), None)))
}

/// Registers the functions of [`register_with`] and the privileged ones: `nq_attach` opens any file that the process
/// can read. Do not use this on a connection that runs untrusted statements.
///
/// Searches report to `watch`, both in `database` and in attached files.
///
/// # Errors
/// Only those of SQLite.
pub fn register_for_owner(
    connection: &Connection,
    database: Database,
    watch: impl Watch + 'static,
) -> rusqlite::Result<Registered> {
    let watch: Arc<dyn Watch> = Arc::new(watch);
    let database = database.watched_by(Arc::clone(&watch));
    let source = Arc::new(Source::new(database, watch, None));
    register_source(connection, &source)?;
    register_privileged(connection, &source)?;
    Ok(Registered(source))
}

/// A handle to the registered functions and tables of a connection.
pub struct Registered(Arc<Source>);

impl fmt::Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registered").finish_non_exhaustive()
    }
}

impl Registered {
    /// The error behind the message of a failed statement; `None` if the message is not that of the last error of a
    /// function or table.
    pub fn take_error(&self, message: &str) -> Option<nqdb::Error> {
        self.0.failure(message)
    }
}

/// Who can run statements on the connection of a [`Host`].
pub enum Access {
    /// Anyone, such as the visitors of a server: no privileged functions.
    Public,
    /// The owner, who may name files. `nq_time_limit` is registered if there is a function that sets the time limit.
    Owner(Option<Box<dyn Fn(TimeLimit) + Send>>),
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Access::Public => "Public",
            Access::Owner(_) => "Owner",
        })
    }
}

/// Registers the `nq_…` functions and tables on a connection, for the statements of `host`: the connection of the host
/// that has loaded the extension, or one that serves a host whose SQLite can't load extensions.
///
/// Boards are read from the files that the host has open at the time of the call. Any other board is searched, under
/// the watch. The environment variable `NQDB_STATEMENT_LIMIT` sets the number of seconds after which a statement that
/// reads the rows of a table fails.
///
/// # Errors
/// Those of SQLite; [`ModuleError`](rusqlite::Error::ModuleError) if the variable is not a number of seconds.
pub fn register_for_host(
    connection: &Connection,
    watch: Arc<dyn Watch>,
    host: Arc<dyn Host>,
    access: Access,
) -> rusqlite::Result<()> {
    let database = Database::without_file().watched_by(Arc::clone(&watch));
    let source = Source::new(database, watch, Some(host));
    let source = Arc::new(source.with_statement_limit(seconds_of("NQDB_STATEMENT_LIMIT")?));
    register_source(connection, &source)?;
    match access {
        Access::Public => remove_privileged(connection),
        Access::Owner(set_limit) => {
            register_privileged(connection, &source)?;
            set_limit.map_or(Ok(()), |set| register_limit(connection, &source, set))
        }
    }
}

/// Opens a database file for reading; as `immutable` if the file system has no locks and no build is running. The watch
/// can end a wait for a lock.
///
/// # Errors
/// Those of SQLite for a file that can't be opened; [`InvalidPath`](rusqlite::Error::InvalidPath) for an empty path.
pub fn open_to_read(path: &Path, watch: &Arc<dyn Watch>) -> rusqlite::Result<Connection> {
    let connection = open_read_only(path)?;
    wait_for_locks(&connection, watch)?;
    Ok(connection)
}

/// The time limit of a search by a host's function: the number of seconds in the environment variable
/// `NQDB_TIME_LIMIT`, or [`SEARCH_LIMIT`].
///
/// # Errors
/// [`ModuleError`](rusqlite::Error::ModuleError) for another value.
pub fn host_time_limit() -> rusqlite::Result<TimeLimit> {
    Ok(seconds_of("NQDB_TIME_LIMIT")?.unwrap_or(TimeLimit(SEARCH_LIMIT)))
}

/// The value of an environment variable that is a number of seconds.
fn seconds_of(variable: &str) -> rusqlite::Result<Option<TimeLimit>> {
    let text = std::env::var_os(variable);
    let seconds = text.map(|text| text.to_string_lossy().parse()).transpose();
    seconds.map_err(|error: NotSeconds| {
        rusqlite::Error::ModuleError(format!("the variable {variable}: {error}"))
    })
}

fn register_source(connection: &Connection, source: &Arc<Source>) -> rusqlite::Result<()> {
    functions::register(connection, source)?;
    table::register::<Numbered<Solutions>>(connection, source)?;
    table::register::<Numbered<Orbits>>(connection, source)?;
    table::register::<ImagesTable>(connection, source)?;
    table::register::<CompletionsTable>(connection, source)?;
    table::register::<EstimateTable>(connection, source)
}

/// The names of the scalar functions without side effects.
#[doc(hidden)]
pub fn functions() -> impl Iterator<Item = &'static str> {
    let mut names: Vec<_> = functions::FUNCTIONS.iter().map(|(name, ..)| *name).collect();
    // A function may have variants with other numbers of arguments.
    names.dedup();
    names.into_iter().filter_map(|name| name.to_str().ok())
}

/// The table-valued functions: name, and a call with its columns, such as
/// `nq_images(queens) -- rank INTEGER, queens TEXT, symmetry TEXT`.
#[doc(hidden)]
pub fn tables() -> Vec<(&'static str, String)> {
    fn row<F: TableFunction>() -> (&'static str, String) {
        let schema = F::SCHEMA.to_str().unwrap_or_default();
        let columns = schema.split_once('(').map_or("", |(_, columns)| columns);
        let columns = columns.split(',').map(str::trim);
        let columns: Vec<_> = columns.take_while(|name| !name.ends_with(" HIDDEN")).collect();
        (F::NAME, format!("{}({}) -- {}", F::NAME, F::ARGUMENT, columns.join(", ")))
    }
    vec![
        row::<CompletionsTable>(),
        row::<EstimateTable>(),
        row::<ImagesTable>(),
        row::<Numbered<Orbits>>(),
        row::<Numbered<Solutions>>(),
    ]
}

// ---- Privileged functions: those with side effects. Views and triggers can't call them.

/// A function's name and number of arguments.
type Name = (&'static CStr, i32);

const ATTACH: Name = (c"nq_attach", 1);
const SEAL: Name = (c"nq_seal", 0);
const LIMIT: Name = (c"nq_time_limit", 1);

const FLAGS: FunctionFlags = FunctionFlags::SQLITE_UTF8.union(FunctionFlags::SQLITE_DIRECTONLY);

/// Registers `nq_attach(path)` and `nq_seal()`, which makes the privileged functions fail from then on.
fn register_privileged(connection: &Connection, source: &Arc<Source>) -> rusqlite::Result<()> {
    add(connection, source, ATTACH, FLAGS, |source, arguments| {
        source.check_unsealed()?;
        Ok(text(source.attach(Path::new(&*arguments.text(0)?))?))
    })?;
    add(connection, source, SEAL, FLAGS, |source, _| {
        source.seal();
        Ok(Value::Integer(1))
    })
}

/// Registers `nq_time_limit(seconds)`, which returns the new limit.
fn register_limit(
    connection: &Connection,
    source: &Arc<Source>,
    set_limit: Box<dyn Fn(TimeLimit) + Send>,
) -> rusqlite::Result<()> {
    add(connection, source, LIMIT, FLAGS, move |source, arguments| {
        source.check_unsealed()?;
        let limit: TimeLimit = arguments.text(0)?.parse()?;
        set_limit(limit);
        Ok(Value::Real(limit.0.as_secs_f64()))
    })
}

/// Removes the functions, which an earlier load of the extension may have registered.
fn remove_privileged(connection: &Connection) -> rusqlite::Result<()> {
    [ATTACH, SEAL, LIMIT]
        .into_iter()
        .try_for_each(|(name, arity)| connection.remove_function(name, arity))
}
