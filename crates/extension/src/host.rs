//! The host of the loadable extension: its files, its interrupts, and the time limit of its connection.

use nqdb::internal::lock;
use nqdb::{Progress, TimeLimit, Watch};
use nqdb_sql::{Host, PROBE, PROBE_INTERVAL};
use rusqlite::{Connection, ErrorCode};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

/// Who can run statements on a connection.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Anyone, such as the visitors of a server.
    Public,
    /// The owner, who may name files and set the time limit.
    Owner,
}

/// Registers the `nq_…` functions and tables on the connection of a host. Boards are read from the nqdb files that the
/// connection has open or attached at the time of the call. Any other board is searched, until the time limit of the
/// call or until the host interrupts its statement.
pub(crate) fn register(connection: Connection, access: Access) -> rusqlite::Result<()> {
    let loader = Arc::new(Loader::new(connection, nqdb_sql::host_time_limit()?));
    let watch = Arc::new(LoaderWatch(Arc::clone(&loader)));
    let access = match access {
        Access::Public => nqdb_sql::Access::Public,
        Access::Owner => {
            let loader = Arc::clone(&loader);
            nqdb_sql::Access::Owner(Some(Box::new(move |limit| *lock(&loader.limit) = limit)))
        }
    };
    let host = Arc::clone(&loader);
    let probe = loader.probe();
    nqdb_sql::register_for_host(&probe.connection, watch, host, access)
}

/// The connection that has loaded the extension. It is used only in callbacks, and no statement stays open after them,
/// since SQLite could then not close the connection.
struct Loader {
    probe: Mutex<Probe>,
    limit: Mutex<TimeLimit>,
    /// Whether work was stopped because the host interrupted its statement.
    interrupted: AtomicBool,
}

/// Checks whether the host has interrupted its statement.
struct Probe {
    connection: Connection,
    /// The time of the last check.
    asked: Instant,
    /// Searches in progress.
    searches: usize,
}

impl Loader {
    fn new(connection: Connection, limit: TimeLimit) -> Self {
        let probe = Mutex::new(Probe { connection, asked: Instant::now(), searches: 0 });
        Loader { probe, limit: Mutex::new(limit), interrupted: AtomicBool::new(false) }
    }

    fn probe(&self) -> MutexGuard<'_, Probe> {
        lock(&self.probe)
    }
}

impl Probe {
    /// Whether the host has interrupted its statement. Checks at most once per interval.
    fn is_interrupted(&mut self) -> bool {
        if self.asked.elapsed() < PROBE_INTERVAL {
            return false;
        }
        let code = |error: rusqlite::Error| error.sqlite_error_code();
        let refused = self.run().err().and_then(code);
        self.rest();
        self.asked = Instant::now();
        refused == Some(ErrorCode::OperationInterrupted)
    }

    /// Runs the probe. Its statement is kept during a search because SQLite adds up the instructions of its runs: a
    /// progress handler that is due only after more than one run is called, too.
    fn run(&self) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare_cached(PROBE)?;
        let mut rows = statement.query([])?;
        while rows.next()?.is_some() {}
        Ok(())
    }

    /// Closes the statement, unless a search is in progress.
    fn rest(&self) {
        if self.searches == 0 {
            self.connection.flush_prepared_statement_cache();
        }
    }
}

impl Host for Loader {
    /// The files of the main and attached databases.
    fn files(&self) -> rusqlite::Result<Vec<PathBuf>> {
        let probe = self.probe();
        let mut statement = probe.connection.prepare("PRAGMA database_list")?;
        let files = statement.query_map([], |row| row.get::<_, Option<String>>("file"))?;
        let files = files.collect::<rusqlite::Result<Vec<_>>>()?.into_iter().flatten();
        Ok(files.filter(|file| !file.is_empty()).map(PathBuf::from).collect())
    }

    fn interrupts(&self) -> bool {
        self.probe().is_interrupted()
    }

    fn has_interrupted(&self) -> bool {
        self.interrupted.swap(false, Relaxed)
    }
}

/// Stops a search or the reading of a file after the time limit, or when the host interrupts its statement.
struct LoaderWatch(Arc<Loader>);

impl Watch for LoaderWatch {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        if self.0.probe().is_interrupted() {
            self.0.interrupted.store(true, Relaxed);
            return ControlFlow::Break(());
        }
        lock(&self.0.limit).tick(progress)
    }

    fn begin(&self) {
        self.0.probe().searches += 1;
    }

    fn done(&self) {
        let mut probe = self.0.probe();
        probe.searches -= 1;
        probe.rest();
    }
}
