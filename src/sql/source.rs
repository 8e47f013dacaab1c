use super::arguments::clipped;
use crate::combinatorics::BoardSize;
use crate::database::{Board, Database, Tier};
use crate::error::{Error, Result, StoreError};
use rusqlite::{ErrorCode, ffi};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Who asks, as far as answers depend on it.
pub(super) trait Host: Send + Sync {
    /// The database files in which boards may be.
    fn files(&self) -> rusqlite::Result<Vec<PathBuf>>;

    /// Whether the statement is to end: asked once for each search that ended without an answer.
    fn has_interrupted(&self) -> bool;
}

/// Where the functions and tables of one connection have their answers from.
pub(super) struct Source {
    files: Mutex<Files>,
    host: Option<Arc<dyn Host>>,
}

/// Characters of a message; it may name a path, which may be anything.
const MOST: usize = 1000;

/// The database files of a connection, and a search for the boards that are in none.
pub(super) struct Files {
    /// The first that holds a board answers for it.
    open: Vec<Database>,
    /// The host's files, opened where they are nqdb's.
    seen: Vec<PathBuf>,
    rest: Database,
    host: Option<Arc<dyn Host>>,
}

impl Source {
    /// Answers from `database`, and from the files of a host.
    pub(super) fn new(database: Database, host: Option<Arc<dyn Host>>) -> Self {
        let (open, seen) = (Vec::new(), Vec::new());
        let files = Files { open, seen, rest: database, host: host.clone() };
        Source { files: Mutex::new(files), host }
    }

    /// The files, for one question.
    pub(super) fn lock(&self) -> MutexGuard<'_, Files> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An error as SQLite passes it on, in the name of a function.
    pub(super) fn error(&self, name: &str, error: &Error) -> rusqlite::Error {
        let interrupted = match error {
            Error::Interrupted { .. } => {
                self.host.as_ref().is_some_and(|host| host.has_interrupted())
            }
            Error::Sql(error) => error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted),
            _ => false,
        };
        // With words of its own, an error of a function would lose its code.
        let (code, message) = match interrupted {
            true => (ffi::SQLITE_INTERRUPT, None),
            false => (ffi::SQLITE_ERROR, Some(clipped(&format!("{name}: {error}"), MOST).into())),
        };
        rusqlite::Error::SqliteFailure(ffi::Error::new(code), message)
    }
}

impl Files {
    /// The board of size `n`, from the first file that holds it.
    pub(super) fn board(&mut self, n: BoardSize) -> Result<Board<'_>> {
        let mut holder = self.holder(n)?;
        if let (None, Some(host)) = (holder, self.host.clone()) {
            self.look_at(host.files()?)?;
            holder = self.holder(n)?;
        }
        holder.map_or(&self.rest, |place| &self.open[place]).board(n)
    }

    /// The file that holds a board.
    fn holder(&self, n: BoardSize) -> Result<Option<usize>> {
        for (place, file) in self.open.iter().enumerate() {
            if file.board(n)?.tier() != Tier::Searched {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Opens the nqdb files among these that were not looked at yet.
    fn look_at(&mut self, paths: Vec<PathBuf>) -> Result<()> {
        for path in paths {
            if self.seen.contains(&path) {
                continue;
            }
            match Database::open(&path) {
                Ok(database) => self.open.push(database),
                Err(Error::Store { kind, .. }) if is_of_others(&kind) => {}
                Err(error) => return Err(error),
            }
            self.seen.push(path);
        }
        Ok(())
    }

    /// Opens a file that answers before all others. The boards that it holds, as a list.
    pub(super) fn attach(&mut self, path: &Path) -> Result<String> {
        let database = Database::open(path)?;
        let boards = database.boards()?;
        self.open.insert(0, database);
        let complete = boards.iter().filter(|board| board.state == "complete");
        Ok(complete.map(|board| board.n.to_string()).collect::<Vec<_>>().join(" "))
    }
}

/// A database in which nobody expects boards.
fn is_of_others(kind: &StoreError) -> bool {
    matches!(
        kind,
        StoreError::Foreign { .. }
            | StoreError::Empty
            | StoreError::NotSqlite
            | StoreError::Missing
            | StoreError::NoFile
    )
}
