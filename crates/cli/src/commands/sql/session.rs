//! The SQL connection of `nqdb sql`, which reads the database and writes temporary tables, up to a size.
//!
//! It has the `nq_…` functions.

use super::limits::{self, Targets, limit_memory, values};
use crate::error::{CliError, Result, failure};
use crate::output::RowPrinter;
use crate::remedies::{MORE_TIME, remedy};
use nqdb::internal::{Watched, lock};
use nqdb::{
    Database, Error,
    store::StoreError,
    watch::{Activity, Progress, Watch},
};
use nqdb_sql::{Registered, open_to_read, register_for_owner};
use rusqlite::fallible_iterator::FallibleIterator;
use rusqlite::{Batch, Connection, ErrorCode, OpenFlags};
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// An SQL connection with the `nq_…` functions and tables. It reads the database, and can create temporary tables.
pub(crate) struct Session {
    connection: Connection,
    functions: Registered,
    watch: Arc<dyn Watch>,
    targets: Arc<Targets>,
}

/// SQLite VM instructions between progress-handler calls: a few microseconds, or a dozen rows that each take a search.
const CLOCK_INSTRUCTIONS: i32 = 128;

/// Time between two ticks of the watch.
const TICK: Duration = Duration::from_millis(2);

impl Session {
    /// A session on the file at `path`, or on an empty database, whose functions read `database`. The watch can stop
    /// every statement.
    pub(crate) fn open(
        path: Option<&Path>,
        database: Database,
        watch: Arc<dyn Watch>,
    ) -> Result<Self> {
        let in_memory = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || {
            let connection = match path {
                Some(path) => open_to_read(path, &watch)?,
                None => Connection::open_in_memory_with_flags(in_memory)?,
            };
            let functions = register_for_owner(&connection, database, Arc::clone(&watch))?;
            limit_memory(&connection)?;
            let targets = Targets::watching(&connection)?;
            Ok((connection, functions, targets))
        };
        let (connection, functions, targets) =
            open().map_err(|error| sql_error(error, path, ""))?;
        Ok(Session { connection, functions, watch, targets })
    }

    /// The names of the tables and views, those of the file first.
    pub(crate) fn names(&self) -> Result<Vec<String>> {
        Ok(self.schema()?.into_iter().map(|(name, _)| name).collect())
    }

    /// The names of the tables and views, and the statements that create them; those of the file first.
    pub(crate) fn schema(&self) -> Result<Vec<(String, String)>> {
        let sql = "SELECT name, sql || ';' FROM (SELECT 1 AS place, * FROM main.sqlite_schema
                   UNION ALL SELECT 2, * FROM temp.sqlite_schema)
                   WHERE type IN ('table', 'view') AND sql IS NOT NULL ORDER BY place, name";
        let read = || {
            let mut statement = self.connection.prepare(sql)?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|error| sql_error(error, self.path(), sql))
    }

    /// Runs the statements in `sql` one by one, up to the first error.
    pub(crate) fn run(&self, sql: &str, printer: &mut RowPrinter<'_>) -> Result {
        if let Some(before) = sql.find('\0') {
            return Err(failure!("a NUL character in the statement, after {before} bytes"));
        }
        let clock = Arc::new(StatementClock::new(Arc::clone(&self.watch)));
        let ticking = Arc::clone(&clock);
        let tick = move || ticking.tick();
        self.connection.progress_handler(CLOCK_INSTRUCTIONS, Some(tick))?;
        let outcome = self.run_all(sql, printer, &clock);
        self.connection.progress_handler(0, None::<fn() -> bool>)?;
        outcome.map_err(|error| self.explained(error, &clock, sql))
    }

    /// An error of statements with its cause, if known, and with advice if the cause is a missing database.
    fn explained(&self, error: CliError, clock: &StatementClock, sql: &str) -> CliError {
        let CliError::Library { error, .. } = error else { return error };
        let Error::Sql(error) = *error else { return (*error).into() };
        let code = error.sqlite_error_code();
        if let (Some(ErrorCode::OperationInterrupted), Some(progress)) = (code, clock.stopped()) {
            return stopped(&progress);
        }
        let message = error.to_string();
        if let Some(error) = self.functions.take_error(&message) {
            let remedy = remedy(&error).map(|remedy| format!("; {remedy}")).unwrap_or_default();
            return failure!("{message}{remedy}");
        }
        // The session's file is open, so these are about a file that the statement attaches.
        let is_attached = matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::NotADatabase));
        let described = sql_error(error, self.path().filter(|_| !is_attached), sql);
        let missing =
            message.strip_prefix("no such table: ").and_then(|rest| rest.split(' ').next());
        let is_of_a_file = |name: &str| name.starts_with("nqdb_");
        let has_none = || self.names().is_ok_and(|names| !names.iter().any(|n| is_of_a_file(n)));
        if missing.is_some_and(is_of_a_file) && has_none() {
            return failure!("{described}; `nqdb build N` creates the database");
        }
        described
    }

    fn path(&self) -> Option<&Path> {
        self.connection.path().map(Path::new)
    }

    fn run_all(&self, sql: &str, printer: &mut RowPrinter<'_>, clock: &StatementClock) -> Result {
        let mut batch = Batch::new(&self.connection, sql);
        self.targets.reset();
        while let Some(mut statement) = batch.next()? {
            if !statement.readonly() && !self.targets.are_temporary() {
                let text = statement.expanded_sql().unwrap_or_default();
                return Err(failure!(
                    "the session is read-only except for temporary tables, but this statement writes to others: {text}"
                ));
            }
            let columns = statement.column_count();
            printer.begin(&statement.column_names())?;
            clock.start();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                printer.row(&values(row, columns)?)?;
                clock.count_row()?;
            }
            printer.end()?;
            self.targets.reset();
        }
        Ok(())
    }
}

/// Reports the progress of statements to a watch.
struct StatementClock {
    work: Watched<Arc<dyn Watch>>,
    ticked: Mutex<Instant>,
    /// Rows of the current statement.
    rows: AtomicU64,
    /// The progress at which the watch stopped it.
    stopped: Mutex<Option<Progress>>,
}

impl StatementClock {
    fn new(watch: Arc<dyn Watch>) -> Self {
        let work = Watched::without_board(watch, Activity::Querying, "rows");
        let (ticked, rows) = (Mutex::new(Instant::now()), AtomicU64::new(0));
        StatementClock { work, ticked, rows, stopped: Mutex::new(None) }
    }

    /// Begins a statement, and reports it to the watch before the searches inside it. A stop takes effect at a later
    /// tick.
    fn start(&self) {
        self.rows.store(0, Relaxed);
        let _ = self.work.tick(0, None);
    }

    fn count_row(&self) -> Result {
        self.rows.fetch_add(1, Relaxed);
        match self.tick().then(|| self.stopped()).flatten() {
            Some(progress) => Err(stopped(&progress)),
            None => Ok(()),
        }
    }

    /// Ticks, unless the last tick was less than `TICK` ago. Returns whether the watch stops the statement.
    fn tick(&self) -> bool {
        let mut ticked = lock(&self.ticked);
        if ticked.elapsed() < TICK {
            return false;
        }
        *ticked = Instant::now();
        let stopped = self.work.tick(self.rows.load(Relaxed), None).err();
        let is_stopped = stopped.is_some();
        *lock(&self.stopped) = stopped;
        is_stopped
    }

    fn stopped(&self) -> Option<Progress> {
        *lock(&self.stopped)
    }
}

fn stopped(progress: &Progress) -> CliError {
    failure!("stopped while {progress}; {MORE_TIME}")
}

impl From<rusqlite::Error> for CliError {
    fn from(error: rusqlite::Error) -> Self {
        nqdb::Error::from(error).into()
    }
}

/// An error of SQLite in some statements, as an error of the file or of the statement.
fn sql_error(error: rusqlite::Error, path: Option<&Path>, sql: &str) -> CliError {
    use ErrorCode::*;
    let about_the_file = [
        SystemIoFailure,
        DatabaseCorrupt,
        DatabaseBusy,
        DatabaseLocked,
        FileLockingProtocolFailed,
        CannotOpen,
        NotADatabase,
    ];
    let code = error.sqlite_error_code();
    CliError::Other(match (path, code) {
        (Some(path), Some(code)) if about_the_file.contains(&code) => {
            return StoreError::from(error).at(path).into();
        }
        _ if error.to_string() == "incomplete input" => {
            format!("incomplete statement: {}", sql.trim())
        }
        _ => limits::message(code).unwrap_or_else(|| error.to_string()),
    })
}

/// The text of a statement that arrives line by line.
#[derive(Default)]
pub(crate) struct Statement {
    pub(crate) text: String,
    /// The end of the literal, quoted name or comment in which the text ends, if it ends in one.
    open: Option<&'static str>,
    /// Whether the last character outside of comments is a semicolon.
    has_ended: bool,
}

impl Statement {
    /// Adds a line. Returns whether the text now ends with the semicolon of a statement, and not inside a literal, a
    /// quoted name or a comment. O(length of the line).
    pub(crate) fn push(&mut self, line: &str) -> bool {
        self.text.push_str(line);
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            if let Some(end) = self.open {
                let Some(at) = rest.find(end) else { break };
                (self.open, rest) = (None, &rest[at + end.len()..]);
                continue;
            }
            let (length, end) = match first {
                '\'' => (1, Some("'")),
                '"' => (1, Some("\"")),
                '`' => (1, Some("`")),
                '[' => (1, Some("]")),
                '-' if rest.starts_with("--") => (2, Some("\n")),
                '/' if rest.starts_with("/*") => (2, Some("*/")),
                _ => (first.len_utf8(), None),
            };
            let is_comment = length == 2 && end.is_some();
            if !is_comment && !first.is_whitespace() {
                self.has_ended = first == ';';
            }
            (self.open, rest) = (end, &rest[length..]);
        }
        // A line comment may end with the text; others, and quotes, must be closed.
        self.has_ended && matches!(self.open, None | Some("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of statements, each ending one or not.
    #[test]
    fn a_statement_ends_with_its_semicolon() {
        let statements: &[&[(&str, bool)]] = &[
            &[("SELECT 1;\n", true)],
            &[("SELECT\n", false), ("1;\n", true)],
            &[("SELECT ';\n", false), ("it''s;\n", false), ("';\n", true)],
            &[("SELECT 1 AS \"a;\n", false), ("\", [b;], `c;`;\n", true)],
            &[("SELECT 1; -- it's\n", true)],
            &[("SELECT 1; -- the end", true)],
            &[("SELECT 1 -- no;\n", false), (";", true)],
            &[("SELECT 1; /* one;\n", false), ("two; */\n", true)],
            &[("SELECT 1 / 2 - -1;;  \n", true)],
            &[("SELECT 'ü', ';ü", false), ("';\n", true)],
        ];
        for lines in statements {
            let mut statement = Statement::default();
            for &(line, is_end) in *lines {
                assert_eq!(statement.push(line), is_end, "{line:?} of {lines:?}");
            }
            assert_eq!(statement.text, lines.iter().map(|(line, _)| *line).collect::<String>());
        }
    }
}
