//! The `nq_…` functions and tables for any SQLite connection.
//!
//! | function | value |
//! | --- | --- |
//! | `nq_unrank(n, rank)`, `nq_rank(queens)` | a solution as text, its rank |
//! | `nq_orbit_id(queens)`, `nq_orbit(n, orbit_id)` | the id of a solution's orbit, a canonical representative as text |
//! | `nq_try_rank(queens)`, `nq_try_orbit_id(queens)` | rank and orbit id, NULL for what is no solution |
//! | `nq_canonical(queens)`, `nq_orbit_size(queens)` | the representative of a solution's orbit, the orbit's size |
//! | `nq_stabilizer(queens)` | the symmetries that fix a solution, such as `po1 po7` |
//! | `nq_signature(queens)` | the signature of a solution's orbit: the triples of neighbouring queens |
//! | `nq_image(queens, 'po6')` | the image of a permutation under one of the eight symmetries |
//! | `nq_queen(queens, column)` | the row of the queen in a column of a permutation |
//! | `nq_distance(a, b)` | the number of columns in which two permutations differ |
//! | `nq_is_solution(queens)`, `nq_is_toroidal(queens)` | 0 or 1 |
//! | `nq_perm_index(queens)`, `nq_perm_at(n, index)` | the permutation index (text from N = 21), the permutation |
//! | `nq_count(n)`, `nq_orbit_count(n)` | Q(N), F(N); NULL where nobody knows |
//! | `nq_complete(n, squares)` | some solution with queens on these squares, as text; NULL if there is none |
//! | `nq_board(queens)` | the board as text |
//! | `nq_version()` | the version of nqdb |
//!
//! | for the owner of the connection | effect and value |
//! | --- | --- |
//! | `nq_attach(path)` | that nqdb file answers first from then on; the boards in it |
//! | `nq_time_limit(seconds)` | a search for one value fails after this time, in the extension; the number |
//! | `nq_seal()` | the two functions above fail from then on; 1 |
//!
//! | table-valued function | columns |
//! | --- | --- |
//! | `nq_solutions(n)` | `rank`, `queens`, `orbit_id`, `is_canonical`, `perm_index`: found by any of the first three or the last, and by the first queens of a LIKE or GLOB pattern, without a scan |
//! | `nq_orbits(n)` | `orbit_id`, `queens` (the canonical representative), `size`, `rank`, `stabilizer` |
//! | `nq_matches(n, squares)` | `rank`, `queens`: all solutions with queens on these squares |
//! | `nq_count_estimate(n, seconds)` | `estimate`, `standard_error`, `low`, `high`, `confidence`, `runs`: one row, an estimate of Q(N) |
//! | `nq_images(queens)` | `image` (`po1` … `po8`), `queens`, `rank`: the members of the solution's orbit |
//! | `nq_completions(n, squares)` | `queens`: up to two solutions with queens on these squares |
//!
//! QUEENS is text in one-line notation (1-based) or the packed BLOB of the `block` table. SQUARES is text such
//! as `3=5 7!=2`, in the notation of [`Condition`](crate::Condition). A REAL without a fraction is an integer. NULL in,
//! NULL out; a wrong argument is an SQL error that says what is wrong.
//!
//! `functions` has the scalar functions, `owner` those with effects. Each table has a file (`solutions`, `orbits`,
//! `images`, `matches`, `completions`, `count_estimate`) over `table`, which speaks SQLite's virtual table protocol;
//! `plan`, `range`, `prefix` and `numbered` serve the tables with numbered rows. `source` finds the board that answers.

mod arguments;
mod completions;
mod count_estimate;
mod functions;
mod images;
mod matches;
mod numbered;
mod orbits;
mod owner;
mod plan;
mod prefix;
mod range;
mod solutions;
mod source;
mod table;

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

/// The time after which a search by a function of [`register`] fails.
pub const SEARCH_LIMIT: Duration = Duration::from_secs(10);

/// Registers the `nq_…` functions and tables on a connection. Anybody may use them: they have no effects.
///
/// Where the main database of the connection is an nqdb file, they answer from it, through a second
/// connection for reading. Any other board is searched, for at most [`SEARCH_LIMIT`] a call.
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

/// Registers the `nq_…` functions and tables on a connection; they answer from `database`.
pub fn register_with(connection: &Connection, database: Database) -> rusqlite::Result<()> {
    register_source(connection, &Arc::new(Source::new(database, Arc::new(NoWatch), None)))
}

/// Registers what [`register_with`] registers, and the functions for the owner of the connection: `nq_attach`
/// opens any file that the process can read. Not for a connection that runs statements of others.
///
/// Searches report to `watch`, in `database` and in the files that are attached.
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

/// The functions and tables of a connection.
pub struct Registered(Arc<Source>);

impl fmt::Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registered").finish_non_exhaustive()
    }
}

impl Registered {
    /// The error behind the message of a statement that failed; `None` if the message is not that of the last error of
    /// a function or table.
    pub fn take_error(&self, message: &str) -> Option<crate::Error> {
        self.0.failure(message)
    }
}

/// Who sends statements to the connection of a [`Host`].
pub enum Access {
    /// Anybody, such as the visitors of a server.
    Public,
    /// Its owner, who may name files, and set the time limit if there is a function for it, which `nq_time_limit` calls.
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

/// Registers the `nq_…` functions and tables on a connection for the statements of `host`: that of the host itself,
/// which has loaded the extension, or one that only answers the calls of a host whose SQLite loads none.
///
/// They answer from the files that the host has open at the time of the call. Any other board is searched, under the
/// watch.
pub fn register_for_host(
    connection: &Connection,
    watch: Arc<dyn Watch>,
    host: Arc<dyn Host>,
    access: Access,
) -> rusqlite::Result<()> {
    let database = Database::without_file().watched_by(Arc::clone(&watch));
    let source = Arc::new(Source::new(database, watch, Some(host)));
    register_source(connection, &source)?;
    match access {
        Access::Public => owner::remove(connection),
        Access::Owner(set_limit) => {
            owner::register(connection, &source)?;
            set_limit.map_or(Ok(()), |set| owner::register_limit(connection, &source, set))
        }
    }
}

/// Opens a database file for reading: with an `immutable` URI where the file system has no locks and nobody writes.
pub fn open_to_read(path: &Path) -> rusqlite::Result<Connection> {
    let invalid = |_| rusqlite::Error::InvalidPath(path.to_owned());
    let (name, flags) = store::to_read(path).map_err(invalid)?;
    Connection::open_with_flags(name, flags)
}

/// The time limit of a search by a host's function: the number of seconds in the variable `NQDB_TIME_LIMIT`, else
/// [`SEARCH_LIMIT`].
pub fn host_time_limit() -> rusqlite::Result<TimeLimit> {
    const VARIABLE: &str = "NQDB_TIME_LIMIT";
    let Some(text) = std::env::var_os(VARIABLE) else { return Ok(TimeLimit(SEARCH_LIMIT)) };
    text.to_string_lossy().parse().map_err(|error: NotSeconds| {
        rusqlite::Error::ModuleError(format!("the variable {VARIABLE}: {error}"))
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

/// The names of the scalar functions that answer questions.
#[doc(hidden)]
pub fn functions() -> impl Iterator<Item = &'static str> {
    functions::FUNCTIONS.iter().filter_map(|(name, ..)| name.to_str().ok())
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
