//! Where the functions and tables of one connection get their answers from.

use super::arguments::clipped;
use crate::combinatorics::BoardSize;
use crate::database::{Board, Database, Tier};
use crate::error::{Error, Result};
use crate::store::{OpenError, State, StoreError};
use crate::sync::lock;
use crate::watch::Watch;
use rusqlite::{ErrorCode, ffi};
use std::ffi::c_int;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The program that owns the connection, whose statements call the functions.
pub trait Host: Send + Sync {
    /// The database files in which boards may be: those that the connection has open or attached.
    fn files(&self) -> rusqlite::Result<Vec<PathBuf>>;

    /// Whether the host interrupts its statement at this moment. Asked before every answer, so it must be fast: in a
    /// statement that runs long, the connection is asked once in [`PROBE_INTERVAL`], by [`PROBE`].
    fn interrupts(&self) -> bool;

    /// Whether work was stopped because the host interrupts its statement. Asked once for each error.
    fn has_interrupted(&self) -> bool;
}

/// Time between two questions whether the host interrupts its statement.
pub const PROBE_INTERVAL: Duration = Duration::from_millis(3);

/// A statement of some 1,600 instructions without a row. It fails once the host has called
/// `sqlite3_interrupt`, or when a progress handler of the host ends it, which SQLite calls after some
/// instructions of any statement, 1,000 in Datasette. An authorizer sees a SELECT without tables, functions
/// and recursion.
pub const PROBE: &str = "WITH t(x) AS (VALUES (0), (0), (0), (0), (0), (0))
                         SELECT 1 FROM t a, t b, t c WHERE a.x + b.x + c.x";

/// Answers for the functions and tables of one connection.
pub(super) struct Source {
    files: Mutex<Files>,
    host: Option<Arc<dyn Host>>,
    /// Whether the files and the time limit are fixed.
    sealed: AtomicBool,
    /// The last error of a function or table, with its message.
    failure: Mutex<Option<(String, Error)>>,
}

/// The most characters of a message, which may name a path of any length.
const LONGEST_MESSAGE: usize = 1000;

/// The database files of a connection, and a search for the boards that are in none.
struct Files {
    /// The first that holds a board answers for it.
    open: Vec<Database>,
    /// The host's files, opened where they are nqdb's.
    seen: Vec<PathBuf>,
    rest: Database,
    /// Watches the searches in `open`.
    watch: Arc<dyn Watch>,
    host: Option<Arc<dyn Host>>,
}

impl Source {
    /// Answers from `database`, and from files that are opened later, under the watch.
    pub(super) fn new(
        database: Database,
        watch: Arc<dyn Watch>,
        host: Option<Arc<dyn Host>>,
    ) -> Self {
        let (open, seen) = (Vec::new(), Vec::new());
        let files = Mutex::new(Files { open, seen, rest: database, watch, host: host.clone() });
        Source { files, host, sealed: AtomicBool::new(false), failure: Mutex::new(None) }
    }

    /// The board of size `n`, from the first file that holds it, else searched; an error if the host interrupts
    /// its statement, which the board's answers could delay.
    pub(super) fn board(&self, n: BoardSize) -> Result<Board> {
        self.check_interrupt()?;
        lock(&self.files).board(n)
    }

    /// The watch over work that needs no board; an error if the host interrupts its statement.
    pub(super) fn watch(&self) -> Result<Arc<dyn Watch>> {
        self.check_interrupt()?;
        Ok(Arc::clone(&lock(&self.files).rest.watch))
    }

    /// Opens a file that answers before all others. Returns the boards in it, as a list.
    pub(super) fn attach(&self, path: &Path) -> Result<String> {
        lock(&self.files).attach(path)
    }

    /// Fixes the files and the time limit.
    pub(super) fn seal(&self) {
        self.sealed.store(true, Relaxed);
    }

    pub(super) fn check_unsealed(&self) -> Result<()> {
        if self.sealed.load(Relaxed) { Err(Error::Sealed) } else { Ok(()) }
    }

    /// An error if the host interrupts its statement.
    pub(super) fn check_interrupt(&self) -> Result<()> {
        match &self.host {
            Some(host) if host.interrupts() => {
                Err(sqlite_error(ffi::SQLITE_INTERRUPT, None).into())
            }
            _ => Ok(()),
        }
    }

    /// An error as SQLite passes it on, in the name of a function.
    pub(super) fn error(&self, name: &str, error: Error) -> rusqlite::Error {
        let code = match &error {
            Error::Sql(error) => error.sqlite_error_code(),
            _ => None,
        };
        let interrupted = code == Some(ErrorCode::OperationInterrupted)
            || self.host.as_ref().is_some_and(|host| host.has_interrupted());
        // SQLite replaces the code of a function's error that has a message.
        if interrupted {
            return sqlite_error(ffi::SQLITE_INTERRUPT, None);
        }
        let message = clipped(&format!("{name}: {error}"), LONGEST_MESSAGE).into_owned();
        *lock(&self.failure) = Some((message.clone(), error));
        sqlite_error(ffi::SQLITE_ERROR, Some(message))
    }

    /// The error behind a statement's message, if the message is of a function or table.
    pub(super) fn failure(&self, message: &str) -> Option<Error> {
        let (said, error) = lock(&self.failure).take()?;
        (said == message).then_some(error)
    }
}

fn sqlite_error(code: c_int, message: Option<String>) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(code), message)
}

impl Files {
    fn board(&mut self, n: BoardSize) -> Result<Board> {
        let mut held = self.held(n)?;
        if let (None, Some(host)) = (&held, self.host.clone()) {
            self.open_new(host.files()?)?;
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

    /// Opens the nqdb files among these that were not seen before.
    fn open_new(&mut self, paths: Vec<PathBuf>) -> Result<()> {
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
        Ok(())
    }

    fn open_file(&self, path: &Path) -> Result<Database> {
        Ok(Database::open(path)?.watched_by(Arc::clone(&self.watch)))
    }

    fn attach(&mut self, path: &Path) -> Result<String> {
        let database = self.open_file(path)?;
        let boards = database.boards()?;
        self.open.insert(0, database);
        let complete = boards.iter().filter(|board| board.state == State::Complete);
        Ok(complete.map(|board| board.n.to_string()).collect::<Vec<_>>().join(" "))
    }
}

/// Whether an error means that a file is no nqdb database, rather than a broken one.
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
