//! The state that all requests share: the database and the thread pools.

use super::pool::{Pool, Stopping};
use crate::output::warn;
use nqdb::internal::{cores, file_id, lock};
use nqdb::{Board, BoardSize, Database, Error, store::State, watch::NoWatch};
use nqdb_explorer::{Boards, Cost, Failure, TaggedBoard, Watching};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use tokio::task::spawn_blocking;

pub(crate) struct Settings {
    /// The database file; without one, every board is searched.
    pub(crate) path: Option<PathBuf>,
    /// Whether the file was named by an option, so that it must exist.
    pub(crate) is_named: bool,
    /// The time limit of a search.
    pub(crate) time_limit: Duration,
    /// Accepted host names, in addition to those of the loopback interface.
    pub(crate) hosts: Vec<String>,
    /// The origin whose pages may read responses; `*` for all.
    pub(crate) cors: Option<String>,
    /// The path of all URLs, without a slash at its end.
    pub(crate) base: String,
}

/// The most searches at a time, each of another client and on all cores.
const SEARCHES: usize = 2;

/// The interval at which the file is checked for changes.
const LOOK: Duration = Duration::from_secs(1);

pub(crate) struct Site {
    pub(crate) settings: Settings,
    /// For lookups, which take less than 100 ms.
    pub(crate) lookups: Pool,
    /// For searches, which can take the whole time limit.
    pub(crate) searches: Pool,
    stopping: Stopping,
    opened: Mutex<Arc<Opened>>,
}

/// A database, and its boards.
struct Opened {
    /// `None` without a file.
    database: Result<Option<Database>, Failure>,
    /// Whether there was a file before.
    is_lost: bool,
    file: Option<FileState>,
    boards: HashMap<BoardSize, Result<TaggedBoard, Failure>>,
}

impl Site {
    /// Without a database, every board is searched.
    pub(crate) fn new(settings: Settings, database: Option<Database>) -> Self {
        let (stopping, lookups) = (Stopping::default(), cores().get().clamp(2, 16));
        let opened = Opened::new(Ok(database), settings.file(), false);
        Site {
            settings,
            lookups: Pool::new(lookups, lookups, &stopping),
            searches: Pool::new(SEARCHES, 1, &stopping),
            stopping,
            opened: Mutex::new(Arc::new(opened)),
        }
    }

    #[cfg(test)]
    pub(crate) fn without_file() -> Self {
        let time_limit = Duration::from_secs(20);
        let (path, is_named, hosts, cors, base) = (None, false, Vec::new(), None, String::new());
        Site::new(Settings { path, is_named, time_limit, hosts, cors, base }, None)
    }

    /// Ends all work: counts return their estimates so far.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Relaxed);
    }

    /// Opens the database again whenever its file has changed. No request waits for that.
    pub(crate) async fn follow_file(self: Arc<Self>) {
        loop {
            tokio::time::sleep(LOOK).await;
            let site = Arc::clone(&self);
            let _ = spawn_blocking(move || site.look()).await;
        }
    }

    fn opened(&self) -> Arc<Opened> {
        Arc::clone(&lock(&self.opened))
    }

    /// Opens the database again if its file has changed, or if something in it could not be read.
    fn look(&self) {
        let (old, file) = (self.opened(), self.settings.file());
        if file == old.file && !old.has_failed() {
            return;
        }
        let database = self.settings.open().map_err(|error| {
            let failure = Failure::from(error);
            // Once for each state of the file.
            failure
                .cause()
                .filter(|_| file != old.file)
                .into_iter()
                .for_each(|cause| self.report(cause));
            failure.without_cause()
        });
        let had_tables = old.is_lost || !matches!(old.database, Ok(None));
        let is_lost = had_tables && matches!(database, Ok(None));
        // A file that has disappeared is reported once, and then counts as none.
        if is_lost && !old.is_lost {
            let path = self.settings.path.as_deref().unwrap_or(Path::new("")).display();
            self.report(&format!(
                "{path} is missing or empty; boards are searched until it is back"
            ));
        }
        *lock(&self.opened) = Arc::new(Opened::new(database, file, is_lost));
    }
}

impl Opened {
    fn new(
        database: Result<Option<Database>, Failure>,
        file: Option<FileState>,
        is_lost: bool,
    ) -> Self {
        let sizes = (1..=BoardSize::MAX).filter_map(|n| BoardSize::new(n).ok());
        let boards = sizes.map(|n| (n, board(&database, n).map(TaggedBoard::new))).collect();
        Opened { database, is_lost, file, boards }
    }

    fn has_failed(&self) -> bool {
        self.database.is_err() || self.boards.values().any(Result::is_err)
    }
}

/// The board of a size. Small boards need no tables, so that a damaged file does not matter.
fn board(database: &Result<Option<Database>, Failure>, n: BoardSize) -> Result<Board, Failure> {
    match database {
        Ok(Some(database)) => Ok(database.board(n)?),
        Err(failure) if n.get() > Cost::LAST_COUNT => Err(failure.clone()),
        Ok(None) | Err(_) => Ok(Database::without_file().board(n)?),
    }
}

impl Boards for Site {
    /// Without waiting.
    fn board(&self, n: BoardSize) -> Result<TaggedBoard, Failure> {
        self.opened().boards[&n].clone()
    }

    fn complete(&self, watch: &Watching) -> Result<Vec<BoardSize>, Failure> {
        let Some(database) = self.opened().database.clone()? else { return Ok(Vec::new()) };
        let database = database.watched_by(Arc::clone(watch));
        let complete =
            database.boards()?.into_iter().filter(|board| board.state == State::Complete);
        complete.map(|board| Ok(BoardSize::new(board.n)?)).collect()
    }

    fn check(&self) -> Result<(), Failure> {
        let opened = self.opened();
        let lost = "the database file is missing or empty; boards are searched";
        match &opened.database {
            Err(failure) => Err(failure.clone()),
            Ok(_) if opened.is_lost => Err(Failure::new(500, "database", lost)),
            Ok(_) => Ok(()),
        }
    }

    fn report(&self, cause: &str) {
        warn(cause);
    }
}

impl Settings {
    /// Opens the database; a missing or empty default database counts as none.
    pub(crate) fn open(&self) -> Result<Option<Database>, Error> {
        match &self.path {
            Some(path) if self.is_named => Database::open(path).map(Some),
            Some(path) => Database::open_if_any(path, NoWatch),
            None => Ok(None),
        }
    }

    fn file(&self) -> Option<FileState> {
        let metadata = std::fs::metadata(self.path.as_ref()?).ok()?;
        Some((file_id(&metadata), metadata.len(), metadata.modified().ok()))
    }
}

/// Detects that a file was replaced or written to. On Windows, where a file has no number, an open file is not replaced.
type FileState = ((u64, u64), u64, Option<SystemTime>);
