//! What all requests share: the database, the pools, the answers that are kept.

use super::assets;
use super::cache::AnswerCache;
use super::failure::Failure;
use super::pool::{Pool, RequestWatch};
use nqdb::{Board, BoardSize, Database, Error, StoreError, Tier};
use std::collections::HashMap;
use std::fs::Metadata;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant, SystemTime};

/// What the owner of the server chooses.
pub(crate) struct Settings {
    /// The database file; `None`: every board is searched.
    pub(crate) path: Option<PathBuf>,
    /// Whether the owner has named the file, which must therefore exist.
    pub(crate) is_named: bool,
    /// How long a search may take.
    pub(crate) time_limit: Duration,
    /// Names by which the server may be asked, beside this machine's own.
    pub(crate) hosts: Vec<String>,
    /// The origins whose pages may read the answers; `*` for all.
    pub(crate) cors: Option<String>,
}

/// Requests that wait for a look-up, and for a search.
const QUICK_QUEUE: usize = 256;
const SLOW_QUEUE: usize = 32;

/// Searches at a time; each uses all cores.
const SEARCHES: usize = 2;

/// How long a look-up may take.
const QUICK: Duration = Duration::from_secs(5);

/// The largest board that is searched as quickly as another one is looked up.
const LAST_QUICK: usize = 13;

/// Time between two looks at the file.
const LOOK: Duration = Duration::from_secs(1);

pub(crate) struct Site {
    pub(crate) settings: Settings,
    /// For look-ups, which take milliseconds.
    pub(crate) quick: Pool,
    /// For searches, which may take the whole time limit.
    pub(crate) slow: Pool,
    pub(crate) answers: AnswerCache,
    opened: Mutex<Opened>,
}

/// A database, and the boards that were asked for.
struct Opened {
    database: Result<Database, Failure>,
    file: Option<FileIdentity>,
    looked: Instant,
    boards: HashMap<BoardSize, Served>,
}

/// A board, and the tag of all facts about it.
#[derive(Clone)]
pub(crate) struct Served {
    pub(crate) board: Board,
    pub(crate) etag: Arc<str>,
}

impl Served {
    /// This board under the watch of a request.
    pub(crate) fn watched_by(self, watch: RequestWatch) -> Self {
        Served { board: self.board.watched_by(watch), ..self }
    }
}

impl Site {
    /// Starts the threads, which the system may refuse.
    pub(crate) fn new(settings: Settings, database: Database) -> std::io::Result<Self> {
        let threads = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 16);
        let file = settings.file();
        let opened =
            Opened { database: Ok(database), file, looked: Instant::now(), boards: HashMap::new() };
        Ok(Site {
            settings,
            quick: Pool::new("look-up", threads, QUICK_QUEUE)?,
            slow: Pool::new("search", SEARCHES, SLOW_QUEUE)?,
            answers: AnswerCache::new(),
            opened: Mutex::new(opened),
        })
    }

    /// The board of a size, from the file as it is now. It may read the file: not for the threads of connections,
    /// which have [`Site::served`].
    pub(crate) fn board(&self, n: BoardSize) -> Result<Served, Failure> {
        let mut opened = self.current();
        if let Some(served) = opened.boards.get(&n) {
            return Ok(served.clone());
        }
        let board = opened.database.clone()?.board(n)?;
        let content = board.digest().unwrap_or_else(|| "searched".to_owned());
        let version = env!("CARGO_PKG_VERSION");
        let etag = format!("W/\"{version}-{}-{content}\"", assets::hash()).into();
        let served = Served { board, etag };
        opened.boards.insert(n, served.clone());
        Ok(served)
    }

    /// The board of a size, for the threads of connections: read on the threads for look-ups where it must be read.
    pub(crate) async fn served(self: &Arc<Self>, n: BoardSize) -> Result<Served, Failure> {
        if let Some(served) = self.fresh(n) {
            return Ok(served);
        }
        let site = Arc::clone(self);
        self.quick.run(QUICK, move |_| site.board(n)).await
    }

    /// The board of a size, if that needs neither reading nor waiting.
    fn fresh(&self, n: BoardSize) -> Option<Served> {
        let opened = match self.opened.try_lock() {
            Ok(opened) => opened,
            Err(TryLockError::Poisoned(opened)) => opened.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        let is_fresh = opened.looked.elapsed() < LOOK;
        opened.boards.get(&n).filter(|_| is_fresh).cloned()
    }

    /// Answers a question about a board, by a look-up on the threads for these, or by a search on those for searches
    /// where the board has no tables.
    pub(crate) async fn look_up<T: Send + 'static>(
        self: &Arc<Self>,
        n: BoardSize,
        work: impl FnOnce(Served) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let served = self.served(n).await?;
        let is_quick = served.board.tier() != Tier::Searched || n.get() <= LAST_QUICK;
        let (pool, limit) = match is_quick {
            true => (&self.quick, QUICK.min(self.settings.time_limit)),
            false => (&self.slow, self.settings.time_limit),
        };
        let board = served.board.clone();
        let answer = pool.run(limit, move |watch| work(served.watched_by(watch))).await;
        answer.map_err(|failure| failure.advised(&board))
    }

    /// The threads on which the matches of a pattern are counted: small boards, which take milliseconds, do not wait
    /// for searches.
    pub(crate) fn counters(&self, n: BoardSize) -> &Pool {
        if n.get() <= LAST_QUICK { &self.quick } else { &self.slow }
    }

    /// The database, as it is now.
    pub(crate) fn database(&self) -> Result<Database, Failure> {
        self.current().database.clone()
    }

    /// The database, opened again if its file is another one than before.
    fn current(&self) -> MutexGuard<'_, Opened> {
        let mut opened = lock(&self.opened);
        if opened.looked.elapsed() >= LOOK {
            opened.looked = Instant::now();
            let file = self.settings.file();
            if file != opened.file || opened.database.is_err() {
                opened.file = file;
                opened.boards.clear();
                opened.database = self.settings.open().map_err(Failure::from);
            }
        }
        opened
    }
}

impl Settings {
    /// Opens the database, or none where the owner has named none and there is none.
    pub(crate) fn open(&self) -> Result<Database, Error> {
        let Some(path) = &self.path else { return Ok(Database::without_file()) };
        if !self.is_named && !path.exists() {
            return Ok(Database::without_file());
        }
        match Database::open(path) {
            Err(Error::Store { kind: StoreError::Empty, .. }) if !self.is_named => {
                Ok(Database::without_file())
            }
            opened => opened,
        }
    }

    fn file(&self) -> Option<FileIdentity> {
        std::fs::metadata(self.path.as_ref()?).ok().map(|metadata| FileIdentity::of(&metadata))
    }
}

/// What tells that a file was replaced or written to.
#[derive(PartialEq, Eq)]
struct FileIdentity {
    number: u64,
    len: u64,
    modified: Option<SystemTime>,
}

impl FileIdentity {
    fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(metadata);
        #[cfg(not(unix))]
        let number = 0;
        FileIdentity { number, len: metadata.len(), modified: metadata.modified().ok() }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
