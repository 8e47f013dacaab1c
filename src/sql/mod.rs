//! The `nq_…` functions and tables for any SQLite connection.
//!
//! docs/sql.md describes them, their arguments and their results.
//!
//! `functions` has the scalar functions, `owner` the privileged ones. Each table has a file (`solutions`, `orbits`,
//! `images`, `matches`, `completions`, `count_estimate`) on top of `table`, which implements SQLite's virtual table
//! protocol; `plan`, `range`, `prefix` and `numbered` support tables with numbered rows. `source` finds the board for a
//! query.

mod arguments;
mod completions;
mod count_estimate;
mod functions;
mod images;
mod matches;
mod numbered;
mod orbits;
mod owner;
pub(crate) mod plan;
pub(crate) mod prefix;
mod range;
mod solutions;
pub(crate) mod source;
pub(crate) mod table;

pub use source::{Host, PROBE, PROBE_INTERVAL};

use crate::database::Database;
use crate::store;
use crate::watch::{NoWatch, NotSeconds, TimeLimit, Watch};
use rusqlite::Connection;
use source::Source;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The time limit of a search by a function of [`register`].
pub const SEARCH_LIMIT: Duration = Duration::from_secs(10);

/// Registers the `nq_…` functions and tables without side effects on a connection.
///
/// If the main database of the connection is an nqdb file, its boards are read through a second, read-only connection.
/// Any other board is searched, for at most [`SEARCH_LIMIT`] per call.
///
/// ```
/// let connection = rusqlite::Connection::open_in_memory()?;
/// nqdb::sql::register(&connection)?;
/// let sql = "SELECT nq_orbit_id('1 5 8 6 3 7 2 4')";
/// assert_eq!(connection.query_row(sql, [], |row| row.get::<_, i64>(0))?, 1);
/// let sql = "SELECT count(*) FROM nq_solutions(8) WHERE orbit_id = 12";
/// assert_eq!(connection.query_row(sql, [], |row| row.get::<_, i64>(0))?, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn register(connection: &Connection) -> crate::Result<()> {
    let database = match connection.path().filter(|path| !path.is_empty()) {
        Some(path) if store::is_current(connection) => Database::open(Path::new(path))?,
        _ => Database::without_file(),
    };
    Ok(register_with(connection, database.watched_by(TimeLimit(SEARCH_LIMIT)))?)
}

/// Registers the `nq_…` functions and tables without side effects on a connection, using the boards of `database`.
pub fn register_with(connection: &Connection, database: Database) -> rusqlite::Result<()> {
    register_source(connection, &Arc::new(Source::new(database, Arc::new(NoWatch), None)))
}

/// Registers the functions of [`register_with`] and the privileged ones: `nq_attach` opens any file that the process
/// can read. Do not use this on a connection that runs untrusted statements.
///
/// Searches report to `watch`, both in `database` and in attached files.
pub fn register_for_owner(
    connection: &Connection,
    database: Database,
    watch: impl Watch + 'static,
) -> rusqlite::Result<Registered> {
    let watch: Arc<dyn Watch> = Arc::new(watch);
    let database = database.watched_by(Arc::clone(&watch));
    let source = Arc::new(Source::new(database, watch, None));
    register_source(connection, &source)?;
    owner::register(connection, &source)?;
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
    pub fn take_error(&self, message: &str) -> Option<crate::Error> {
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
        Access::Public => owner::remove(connection),
        Access::Owner(set_limit) => {
            owner::register(connection, &source)?;
            set_limit.map_or(Ok(()), |set| owner::register_limit(connection, &source, set))
        }
    }
}

/// Opens a database file for reading; as `immutable` if the file system has no locks and no build is running. The watch
/// can end a wait for a lock.
pub fn open_to_read(path: &Path, watch: &Arc<dyn Watch>) -> rusqlite::Result<Connection> {
    let invalid = |_| rusqlite::Error::InvalidPath(path.to_owned());
    let (name, flags) = store::to_read(path).map_err(invalid)?;
    let connection = Connection::open_with_flags(name, flags)?;
    store::wait_for_locks(&connection, watch)?;
    Ok(connection)
}

/// The time limit of a search by a host's function: the number of seconds in the environment variable
/// `NQDB_TIME_LIMIT`, or [`SEARCH_LIMIT`].
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
    table::register::<solutions::SolutionsTable>(connection, source)?;
    table::register::<orbits::OrbitsTable>(connection, source)?;
    table::register::<images::ImagesTable>(connection, source)?;
    table::register::<matches::MatchesTable>(connection, source)?;
    table::register::<completions::CompletionsTable>(connection, source)?;
    table::register::<count_estimate::CountEstimateTable>(connection, source)
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
/// `nq_images(queens) -- image TEXT, queens TEXT, rank INTEGER`.
#[doc(hidden)]
pub fn tables() -> Vec<(&'static str, String)> {
    fn row<F: table::TableFunction>() -> (&'static str, String) {
        let schema = F::SCHEMA.to_str().unwrap_or_default();
        let columns = schema.split_once('(').map_or("", |(_, columns)| columns);
        let columns = columns.trim_end_matches(')').split(',').map(str::trim);
        let columns = columns.filter(|column| !column.ends_with(" HIDDEN")).collect::<Vec<_>>();
        (F::NAME, format!("{}({}) -- {}", F::NAME, F::ARGUMENT, columns.join(", ")))
    }
    vec![
        row::<completions::CompletionsTable>(),
        row::<count_estimate::CountEstimateTable>(),
        row::<images::ImagesTable>(),
        row::<matches::MatchesTable>(),
        row::<orbits::OrbitsTable>(),
        row::<solutions::SolutionsTable>(),
    ]
}
