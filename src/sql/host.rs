//! The host of the loadable extension: its files, and its interrupts.

use super::source::{Host, Source};
use crate::database::Database;
use crate::watch::{Progress, TimeLimit, Watch};
use rusqlite::{Connection, ErrorCode};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Registers the `nq_…` functions and tables on a connection that belongs to a host. They answer from
/// the nqdb files that the connection has open or attached at the time of the call. Any other board is searched,
/// for at most `limit` a call or until the host interrupts its statement.
pub(crate) fn register(connection: Connection, limit: Duration) -> rusqlite::Result<()> {
    let interrupted = AtomicBool::new(false);
    let host = Arc::new(Loader { connection: Mutex::new(connection), interrupted });
    let watch = LoaderWatch { loader: Arc::clone(&host), limit: TimeLimit(limit) };
    let database = Database::without_file().watched_by(watch);
    let source = Arc::new(Source::new(database, Some(Arc::clone(&host) as Arc<dyn Host>)));
    super::register_source(&host.connection(), &source)
}

/// The connection that has loaded the extension, used in its callbacks only. No statement stays open, since
/// SQLite would then not close the connection.
struct Loader {
    connection: Mutex<Connection>,
    /// Whether a search was stopped because the host interrupted its statement.
    interrupted: AtomicBool,
}

impl Loader {
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the host has called `sqlite3_interrupt`, after which SQLite prepares no statement.
    fn is_interrupted(&self) -> bool {
        let connection = self.connection();
        let code = |error: rusqlite::Error| error.sqlite_error_code();
        let refused = connection.prepare("SELECT 1").err().and_then(code);
        refused == Some(ErrorCode::OperationInterrupted)
    }
}

impl Host for Loader {
    /// The files of the main database and of the attached ones.
    fn files(&self) -> rusqlite::Result<Vec<PathBuf>> {
        let connection = self.connection();
        let mut statement = connection.prepare("PRAGMA database_list")?;
        let files = statement.query_map([], |row| row.get::<_, Option<String>>("file"))?;
        let files = files.collect::<rusqlite::Result<Vec<_>>>()?.into_iter().flatten();
        Ok(files.filter(|file| !file.is_empty()).map(PathBuf::from).collect())
    }

    fn has_interrupted(&self) -> bool {
        self.interrupted.swap(false, Relaxed)
    }
}

/// Stops a search when the host interrupts its statement, or after a time limit.
struct LoaderWatch {
    loader: Arc<Loader>,
    limit: TimeLimit,
}

impl Watch for LoaderWatch {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        if self.loader.is_interrupted() {
            self.loader.interrupted.store(true, Relaxed);
            return ControlFlow::Break(());
        }
        self.limit.tick(progress)
    }
}
