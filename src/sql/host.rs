//! The host of the loadable extension: its files, its interrupts, and the time limit of its connection.

use super::functions::add;
use super::owner;
use super::source::{Host, PROBE, PROBE_INTERVAL, Source};
use crate::database::Database;
use crate::sync::lock;
use crate::watch::{Progress, TimeLimit, Watch};
use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

/// Who sends statements to a connection.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Anybody, such as the visitors of a server.
    Public,
    /// Its owner, who may name files and set the time limit.
    Owner,
}

/// Registers the `nq_…` functions and tables on a connection that belongs to a host. They answer from
/// the nqdb files that the connection has open or attached at the time of the call. Any other board is searched,
/// for at most `limit` a call or until the host interrupts its statement.
pub(crate) fn register(
    connection: Connection,
    limit: TimeLimit,
    access: Access,
) -> rusqlite::Result<()> {
    let loader = Arc::new(Loader::new(connection, limit));
    let watch: Arc<dyn Watch> = Arc::new(LoaderWatch(Arc::clone(&loader)));
    let host: Arc<dyn Host> = Arc::clone(&loader) as _;
    let database = Database::without_file().watched_by(Arc::clone(&watch));
    let source = Arc::new(Source::new(database, watch, Some(host)));
    let probe = loader.probe();
    super::register_source(&probe.connection, &source)?;
    match access {
        // An earlier load may have left them.
        Access::Public => [owner::ATTACH, owner::SEAL, LIMIT]
            .into_iter()
            .try_for_each(|(name, arity)| probe.connection.remove_function(name, arity)),
        Access::Owner => {
            owner::register(&probe.connection, &source)?;
            register_limit(&probe.connection, &source, &loader)
        }
    }
}

const LIMIT: owner::Name = (c"nq_time_limit", 1);

/// Registers `nq_time_limit(seconds)`, whose value is the new limit.
fn register_limit(
    connection: &Connection,
    source: &Arc<Source>,
    loader: &Arc<Loader>,
) -> rusqlite::Result<()> {
    let loader = Arc::clone(loader);
    add(connection, source, LIMIT, owner::flags(), move |source, arguments| {
        source.check_unsealed()?;
        let limit: TimeLimit = arguments.text(0).parse()?;
        *lock(&loader.limit) = limit;
        Ok(Value::Real(limit.0.as_secs_f64()))
    })
}

/// The connection that has loaded the extension, used in its callbacks only. No statement stays open after
/// them, since SQLite would then not close the connection.
struct Loader {
    probe: Mutex<Probe>,
    limit: Mutex<TimeLimit>,
    /// Whether work was stopped because the host interrupts its statement.
    interrupted: AtomicBool,
}

/// Asks the host whether it has interrupted its statement.
struct Probe {
    connection: Connection,
    /// When the host was last asked.
    asked: Instant,
    /// Searches that have begun and not ended.
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
    /// Whether the host has interrupted its statement. Asks once in an interval.
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

    /// Runs the probe. Its statement is kept during a search, because SQLite adds up the instructions of its
    /// runs: a host whose progress handler waits for more than one run is asked as well.
    fn run(&self) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare_cached(PROBE)?;
        let mut rows = statement.query([])?;
        while rows.next()?.is_some() {}
        Ok(())
    }

    /// Closes the statement, unless a search goes on.
    fn rest(&self) {
        if self.searches == 0 {
            self.connection.flush_prepared_statement_cache();
        }
    }
}

impl Host for Loader {
    /// The files of the main database and of the attached ones.
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

/// Stops a search or the reading of a file when the host interrupts its statement, or after the time limit.
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
