//! The boards that serve the functions and tables of a connection.

use crate::arguments::clipped;
use nqdb::internal::lock;
use nqdb::{
    Board, BoardSize, Database, Error, Invalid, Result, Tier,
    store::{OpenError, State, StoreError},
    watch::{TimeLimit, Watch},
};
use rusqlite::{ErrorCode, ffi};
use std::ffi::c_int;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The program whose statements call the functions on its connection.
pub trait Host: Send + Sync {
    /// The database files that may hold boards: those that the connection has opened or attached, and that it does not
    /// know to be of another program, which nqdb must neither open nor wait for.
    ///
    /// # Errors
    /// Those of SQLite while it lists them, which fail the statement.
    fn files(&self) -> rusqlite::Result<Vec<PathBuf>>;

    /// The code of SQLite's error if the host is interrupting its statement, or lacks memory. Called before every answer,
    /// so it must be fast: during a long statement, probe the connection with [`PROBE`] once per [`PROBE_INTERVAL`].
    fn refuses(&self) -> Option<c_int>;

    /// This code, if work was stopped for it. Called once per error.
    fn has_refused(&self) -> Option<c_int>;
}

/// Time between two probes of whether the host interrupts its statement.
pub const PROBE_INTERVAL: Duration = Duration::from_millis(3);

/// A statement of about 1,600 VM instructions that returns no row. It fails once the host has called
/// `sqlite3_interrupt`, or if a progress handler of the host ends it; SQLite calls the handler after a number of
/// instructions of any statement (1,000 in Datasette). To an authorizer it is a SELECT without tables, functions or
/// recursion.
pub const PROBE: &str = "WITH t(x) AS (VALUES (0), (0), (0), (0), (0), (0))
                         SELECT 1 FROM t a, t b, t c WHERE a.x + b.x + c.x";

/// Serves the functions and tables of a connection.
#[allow(missing_debug_implementations)] // Public only for tests.
pub struct Source {
    files: Mutex<Files>,
    host: Option<Arc<dyn Host>>,
    /// The maximum time for which a statement may read the rows of a table.
    statement_limit: Option<TimeLimit>,
    /// Whether the files and the time limit can no longer be changed.
    sealed: AtomicBool,
    /// The last error of a function or table, with its message.
    failure: Mutex<Option<(String, Error)>>,
}

/// The maximum number of characters of a message, which may contain a path of any length.
const LONGEST_MESSAGE: usize = 1000;

/// The database files of a connection, and a search for boards that are in none of them.
struct Files {
    /// The first file that holds a board is used.
    open: Vec<Database>,
    /// Files of the host that have been seen; those of nqdb are open.
    seen: Vec<PathBuf>,
    rest: Database,
    /// The watch over searches in `open`.
    watch: Arc<dyn Watch>,
}

impl Source {
    /// Serves `database`, and files opened later, under the watch.
    pub fn new(database: Database, watch: Arc<dyn Watch>, host: Option<Arc<dyn Host>>) -> Self {
        let (open, seen) = (Vec::new(), Vec::new());
        let files = Mutex::new(Files { open, seen, rest: database, watch });
        let (sealed, failure) = (AtomicBool::new(false), Mutex::new(None));
        Source { files, host, statement_limit: None, sealed, failure }
    }

    /// Ends statements that read the rows of a table for longer than this.
    pub fn with_statement_limit(self, statement_limit: Option<TimeLimit>) -> Self {
        Source { statement_limit, ..self }
    }

    /// Fails if a statement that began to read a table at this time has reached its limit.
    pub(crate) fn check_statement(&self, began: Instant) -> Result<()> {
        match self.statement_limit {
            Some(TimeLimit(limit)) if began.elapsed() >= limit => {
                Err(Error::StatementLimit { limit })
            }
            _ => Ok(()),
        }
    }

    /// The board of size `n`, from the first file that holds it, or searched. Fails if the host is interrupting its
    /// statement, which a query on the board could delay.
    pub(crate) fn board(&self, n: BoardSize) -> Result<Board> {
        self.check_interrupt()?;
        lock(&self.files).board(n, self.host.as_deref())
    }

    /// The watch over work that needs no board. Fails if the host is interrupting its statement.
    pub(crate) fn watch(&self) -> Result<Arc<dyn Watch>> {
        self.check_interrupt()?;
        Ok(Arc::clone(lock(&self.files).rest.watch()))
    }

    /// Opens a file that takes precedence over all others. Returns the list of its boards.
    pub(crate) fn attach(&self, path: &Path) -> Result<String> {
        let mut files = lock(&self.files);
        let database = files.open_file(path)?;
        let boards = database.boards()?;
        files.open.insert(0, database);
        let complete = boards.iter().filter(|board| board.state == State::Complete);
        Ok(complete.map(|board| board.n.to_string()).collect::<Vec<_>>().join(" "))
    }

    /// Makes later changes of the files and the time limit fail.
    pub(crate) fn seal(&self) {
        self.sealed.store(true, Relaxed);
    }

    pub(crate) fn check_unsealed(&self) -> Result<()> {
        if self.sealed.load(Relaxed) { Err(Error::Sealed) } else { Ok(()) }
    }

    /// Fails if the host is interrupting its statement.
    pub(crate) fn check_interrupt(&self) -> Result<()> {
        match self.host.as_ref().and_then(|host| host.refuses()) {
            Some(code) => Err(sqlite_error(code, None).into()),
            None => Ok(()),
        }
    }

    /// Converts an error of a function or table for SQLite, prefixed with its name.
    pub(crate) fn error(&self, name: &str, error: Error) -> rusqlite::Error {
        let code = match &error {
            Error::Sql(error) => error.sqlite_error_code(),
            _ => None,
        };
        let refused = match code {
            Some(ErrorCode::OperationInterrupted) => Some(ffi::SQLITE_INTERRUPT),
            Some(ErrorCode::OutOfMemory) => Some(ffi::SQLITE_NOMEM),
            _ => self.host.as_ref().and_then(|host| host.has_refused()),
        };
        // SQLite replaces the code of a function error that has a message.
        if let Some(code) = refused {
            return sqlite_error(code, None);
        }
        let message = format!("{name}: {error}{}", notations(&error));
        let message = clipped(&message, LONGEST_MESSAGE).into_owned();
        *lock(&self.failure) = Some((message.clone(), error));
        sqlite_error(ffi::SQLITE_ERROR, Some(message))
    }

    /// The error behind the message of a statement, if it came from a function or table.
    pub(crate) fn failure(&self, message: &str) -> Option<Error> {
        let (said, error) = lock(&self.failure).take()?;
        (said == message).then_some(error)
    }
}

/// Which notations SQL reads, if an error is about one that it does not.
fn notations(error: &Error) -> &'static str {
    match error {
        Error::Invalid(Invalid::NotANumber { .. } | Invalid::PairOrder { .. }) => {
            "; SQL reads only notations that need no option: one-line, digits, matrix, drawing, fen, chess, csv, json"
        }
        _ => "",
    }
}

fn sqlite_error(code: c_int, message: Option<String>) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(code), message)
}

impl Files {
    fn board(&mut self, n: BoardSize, host: Option<&dyn Host>) -> Result<Board> {
        let mut held = self.held(n)?;
        if let (None, Some(host)) = (&held, host)
            && self.open_new(host.files()?)?
        {
            held = self.held(n)?;
        }
        held.map_or_else(|| self.rest.board(n), Ok)
    }

    /// The board from the first open file that holds it.
    fn held(&self, n: BoardSize) -> Result<Option<Board>> {
        for file in &self.open {
            let board = file.board(n)?;
            if board.tier() != Tier::Searched {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }

    /// Opens those of these files that have not been seen and are nqdb databases. Returns whether there are any.
    fn open_new(&mut self, paths: Vec<PathBuf>) -> Result<bool> {
        let open = self.open.len();
        for path in paths {
            if self.seen.contains(&path) {
                continue;
            }
            match self.open_file(&path) {
                Ok(database) => self.open.push(database),
                Err(Error::Store { kind, .. }) if is_not_nqdb(&kind) => {}
                Err(error) => return Err(error),
            }
            self.seen.push(path);
        }
        Ok(self.open.len() > open)
    }

    fn open_file(&self, path: &Path) -> Result<Database> {
        Database::open_watched(path, Arc::clone(&self.watch))
    }
}

/// Whether an error means that a file is not an nqdb database, as opposed to a damaged one.
fn is_not_nqdb(kind: &StoreError) -> bool {
    matches!(
        kind,
        StoreError::Open(
            OpenError::Foreign { .. }
                | OpenError::Empty
                | OpenError::NotSqlite
                | OpenError::Missing
                | OpenError::NotAFile
        )
    )
}
