//! The state that all requests share: the database, the thread pools, the cache of responses that are facts.

use super::pool::{Pool, Stopping};
use crate::output::write::warn;
use hashlink::LruCache;
use nqdb::internal::{cores, lock};
use nqdb::{Board, BoardSize, Database, Error, NoWatch, store::State};
use nqdb_explorer::{Boards, Cost, Failure, Response as Answer, TaggedBoard, Watching};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant, SystemTime};

/// The settings of the server.
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
}

/// The most requests that wait for a lookup, and for a search.
const QUICK_QUEUE: usize = 256;
const SLOW_QUEUE: usize = 32;

/// The most searches at a time; each uses all cores.
const SEARCHES: usize = 2;

/// The time limit for opening a board.
const OPENING: Duration = Duration::from_secs(5);

/// The interval at which the file is checked for changes.
const LOOK: Duration = Duration::from_secs(1);

pub(crate) struct Site {
    pub(crate) settings: Settings,
    /// For lookups, which take milliseconds.
    pub(crate) quick: Pool,
    /// For searches, which can take the whole time limit.
    pub(crate) slow: Pool,
    pub(crate) answers: AnswerCache,
    stopping: Stopping,
    opened: Mutex<Opened>,
}

/// A database, and the boards opened so far.
struct Opened {
    /// `None` without a file.
    database: Result<Option<Database>, Failure>,
    /// Whether there was a file before.
    is_lost: bool,
    file: Option<FileIdentity>,
    looked: Instant,
    boards: HashMap<BoardSize, TaggedBoard>,
}

impl Site {
    /// Without a database, every board is searched.
    pub(crate) fn new(settings: Settings, database: Option<Database>) -> Self {
        let lookups = cores().get().clamp(2, 16);
        let stopping = Stopping::default();
        let opened = Opened {
            database: Ok(database),
            is_lost: false,
            file: settings.file(),
            looked: Instant::now(),
            boards: HashMap::new(),
        };
        Site {
            settings,
            quick: Pool::new(lookups, QUICK_QUEUE, &stopping),
            slow: Pool::new(SEARCHES, SLOW_QUEUE, &stopping),
            answers: AnswerCache::new(),
            stopping,
            opened: Mutex::new(opened),
        }
    }

    /// Ends all work: counts return their estimates so far.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Relaxed);
    }

    /// The board of a size, for the threads of connections; if it must be read, another thread reads it.
    pub(crate) async fn served(self: &Arc<Self>, n: BoardSize) -> Result<TaggedBoard, Failure> {
        if let Some(served) = self.fresh(n) {
            return Ok(served);
        }
        let site = Arc::clone(self);
        self.quick.run(OPENING, move |_| site.board(n)).await?
    }

    /// The board of a size, if no reading or waiting is needed.
    fn fresh(&self, n: BoardSize) -> Option<TaggedBoard> {
        let opened = match self.opened.try_lock() {
            Ok(opened) => opened,
            Err(TryLockError::Poisoned(opened)) => opened.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        let is_fresh = opened.looked.elapsed() < LOOK;
        opened.boards.get(&n).filter(|_| is_fresh).cloned()
    }

    /// The database, reopened if its file has changed.
    fn current(&self) -> MutexGuard<'_, Opened> {
        let mut opened = lock(&self.opened);
        if opened.looked.elapsed() >= LOOK {
            opened.looked = Instant::now();
            let file = self.settings.file();
            if file != opened.file || opened.database.is_err() {
                opened.file = file;
                opened.boards.clear();
                self.reopen(&mut opened);
            }
        }
        opened
    }

    /// Opens the database again. A file that has disappeared is reported once, and then counts as none.
    fn reopen(&self, opened: &mut Opened) {
        let had_tables = opened.is_lost || !matches!(opened.database, Ok(None));
        opened.database = self.settings.open().map_err(|error| {
            let failure = Failure::from(error);
            failure.cause().into_iter().for_each(|cause| self.report(cause));
            failure.without_cause()
        });
        let is_lost = had_tables && matches!(opened.database, Ok(None));
        if is_lost && !opened.is_lost {
            let path = self.settings.path.as_deref().unwrap_or(Path::new(""));
            let path = path.display();
            self.report(&format!(
                "{path} is missing or empty; boards are searched until it is back"
            ));
        }
        opened.is_lost = is_lost;
    }
}

impl Opened {
    /// The board of a size. Small boards need no tables, so that a damaged file does not matter.
    fn board(&self, n: BoardSize) -> Result<Board, Failure> {
        match &self.database {
            Ok(Some(database)) => Ok(database.board(n)?),
            Err(failure) if n.get() > Cost::LAST_QUICK => Err(failure.clone()),
            Ok(None) | Err(_) => Ok(Database::without_file().board(n)?),
        }
    }
}

impl Boards for Site {
    fn board(&self, n: BoardSize) -> Result<TaggedBoard, Failure> {
        let mut opened = self.current();
        if let Some(served) = opened.boards.get(&n) {
            return Ok(served.clone());
        }
        let served = TaggedBoard::new(opened.board(n)?);
        opened.boards.insert(n, served.clone());
        Ok(served)
    }

    fn complete(&self, watch: &Watching) -> Result<Vec<BoardSize>, Failure> {
        let Some(database) = self.current().database.clone()? else { return Ok(Vec::new()) };
        let database = database.watched_by(Arc::clone(watch));
        let complete =
            database.boards()?.into_iter().filter(|board| board.state == State::Complete);
        complete.map(|board| Ok(BoardSize::new(board.n)?)).collect()
    }

    fn check(&self) -> Result<(), Failure> {
        let opened = self.current();
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

    fn file(&self) -> Option<FileIdentity> {
        let metadata = std::fs::metadata(self.path.as_ref()?).ok()?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&metadata);
        #[cfg(not(unix))]
        let number = 0;
        Some(FileIdentity { number, len: metadata.len(), modified: metadata.modified().ok() })
    }
}

/// Detects that a file was replaced or written to. On Windows, where a file has no number, an open file is not replaced.
#[derive(PartialEq, Eq)]
struct FileIdentity {
    number: u64,
    len: u64,
    modified: Option<SystemTime>,
}

/// The most cached responses.
const MOST_ANSWERS: usize = 512;

/// The largest cached response, in bytes.
const LARGEST_ANSWER: usize = 64 << 10;

/// Responses by cache key, at most 32 MiB.
pub(crate) struct AnswerCache(Mutex<LruCache<String, Arc<Answer>>>);

impl AnswerCache {
    pub(crate) fn new() -> Self {
        AnswerCache(Mutex::new(LruCache::new(MOST_ANSWERS)))
    }

    /// The response for a key, if it has this tag; one with another tag is out of date.
    pub(crate) fn get(&self, address: &str, etag: &str) -> Option<Arc<Answer>> {
        let mut answers = lock(&self.0);
        answers.get(address).filter(|answer| answer.etag() == Some(etag)).cloned()
    }

    /// Caches a response, if it is a fact, which has a tag.
    pub(crate) fn insert(&self, address: String, answer: &Arc<Answer>) {
        if answer.etag().is_some() && answer.body.len() <= LARGEST_ANSWER {
            lock(&self.0).insert(address, Arc::clone(answer));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(len: usize, etag: &str) -> Arc<Answer> {
        let headers = vec![("etag", etag.to_owned().into())];
        Arc::new(Answer { status: 200, headers, body: vec![b'x'; len].into() })
    }

    #[test]
    fn an_answer_with_another_tag_is_out_of_date() {
        let cache = AnswerCache::new();
        cache.insert("/8/57".to_owned(), &answer(10, "a"));
        assert!(cache.get("/8/57", "a").is_some());
        assert!(cache.get("/8/57", "b").is_none());
        cache.insert("/8/57".to_owned(), &answer(20, "b"));
        assert_eq!(cache.get("/8/57", "b").unwrap().body.len(), 20);
    }

    #[test]
    fn the_least_recently_used_answers_go_first() {
        let cache = AnswerCache::new();
        for number in 0..MOST_ANSWERS {
            cache.insert(number.to_string(), &answer(LARGEST_ANSWER, "a"));
        }
        assert!(cache.get("0", "a").is_some(), "used just now");
        cache.insert("one more".to_owned(), &answer(10, "a"));
        assert!(cache.get("0", "a").is_some());
        assert!(cache.get("1", "a").is_none());
        cache.insert("huge".to_owned(), &answer(LARGEST_ANSWER + 1, "a"));
        assert!(cache.get("huge", "a").is_none());
    }
}
