//! Tasks: work that produces a response, its cost, and what it needs from the host.

use crate::assets;
use crate::failure::Failure;
use crate::request::{Url, within_request};
use crate::response::Response;
use nqdb::{
    Board, BoardSize,
    watch::{Progress, Watch},
};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The next step of a request.
#[derive(Debug)]
pub enum Step {
    /// The response, available immediately.
    Ready(Response),
    /// Work that produces the response.
    Work(Task),
    /// Work whose response begins immediately with this status and these headers. Its body is the lines that the task
    /// passes to `tell`, then the body of the task's own response.
    Stream(Response, Task),
}

/// The cost of a task: what takes more than 100 ms is a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// Lookups of solutions and orbits of a board: less than 100 ms up to [`Cost::LAST_LOOK_UP`] and on boards with
    /// tables, else a search.
    LookUp(BoardSize),
    /// A count of the solutions of a board that match conditions: less than 100 ms up to [`Cost::LAST_COUNT`], beyond a
    /// search of seconds to hours.
    Count(BoardSize),
    /// Another search.
    Search,
    /// Less than 100 ms on every board.
    Overview,
}

impl Cost {
    /// The largest N whose lookups are quick without tables.
    pub const LAST_LOOK_UP: usize = 20;

    /// The largest N whose counts are quick.
    pub const LAST_COUNT: usize = 13;
}

/// A watch that the host shares.
pub type Watching = Arc<dyn Watch>;

/// The boards of a host. Its methods may read files; a host without a file needs [`Boards::board`] only.
pub trait Boards {
    /// The board of a size, from the current database.
    ///
    /// # Errors
    /// The failure to send if the board can't be read.
    fn board(&self, n: BoardSize) -> Result<TaggedBoard, Failure>;

    /// The sizes of the complete boards of the database.
    ///
    /// # Errors
    /// The failure to send if the database can't be read.
    fn complete(&self, _watch: &Watching) -> Result<Vec<BoardSize>, Failure> {
        Ok(Vec::new())
    }

    /// Whether the database can be opened.
    ///
    /// # Errors
    /// The failure to send if it can't.
    fn check(&self) -> Result<(), Failure> {
        Ok(())
    }

    /// Logs the cause of a failure, which clients must not see: it can name files.
    fn report(&self, _cause: &str) {}
}

/// A board, and the tag of responses about it.
#[derive(Debug, Clone)]
pub struct TaggedBoard {
    /// The board.
    pub board: Board,
    /// The `ETag` of responses; it changes with the content of the board and with the assets.
    pub etag: Arc<str>,
}

impl TaggedBoard {
    /// A board with its tag.
    pub fn new(board: Board) -> Self {
        let content = board.digest().unwrap_or_else(|| "searched".to_owned());
        let version = env!("CARGO_PKG_VERSION");
        let etag = format!("W/\"{version}-{}-{content}\"", assets::hash()).into();
        TaggedBoard { board, etag }
    }
}

/// Work that produces a response. It can be run more than once, or dropped.
pub struct Task {
    cost: Cost,
    patience: Option<Duration>,
    url: Url,
    work: Work,
    in_haste: Option<InHaste>,
}

type Work = Box<dyn Fn(&Url, &mut Host<'_>) -> Result<Response, Failure> + Send + Sync>;

type InHaste = Box<dyn Fn(&Url) -> Response + Send + Sync>;

/// What the host provides to the work of a task.
pub(crate) struct Host<'d> {
    pub(crate) boards: &'d dyn Boards,
    pub(crate) watch: Watching,
    /// Takes lines of progress.
    pub(crate) tell: &'d mut dyn FnMut(Vec<u8>),
}

impl Host<'_> {
    /// The board of a size, under the watch of the task.
    pub(crate) fn board(&self, n: BoardSize) -> Result<TaggedBoard, Failure> {
        let TaggedBoard { board, etag } = self.boards.board(n)?;
        let board = board.watched_by(Arc::clone(&self.watch)).with_reach(within_request(n));
        Ok(TaggedBoard { board, etag })
    }
}

impl Task {
    pub(crate) fn new(
        url: Url,
        cost: Cost,
        work: impl Fn(&Url, &mut Host<'_>) -> Result<Response, Failure> + Send + Sync + 'static,
    ) -> Self {
        Task { cost, patience: None, url, work: Box::new(work), in_haste: None }
    }

    /// Lookups of a fact about a board; `work` produces the body.
    pub(crate) fn fact(
        url: Url,
        n: BoardSize,
        work: impl Fn(&Url, &Board) -> Result<Vec<u8>, Failure> + Send + Sync + 'static,
    ) -> Self {
        Task::new(url, Cost::LookUp(n), move |url, host| {
            let TaggedBoard { board, etag } = host.board(n)?;
            Ok(Response::fact(url, &etag, work(url, &board)?))
        })
    }

    /// The task at its canonical URL, or a redirect from another one; `path` and `query` are those of [`Url::elsewhere`].
    pub(crate) fn at(self, path: &str, query: Option<String>) -> Step {
        match self.url.elsewhere(path, query) {
            Some(elsewhere) => Step::Ready(Response::moved(&self.url, &elsewhere)),
            None => Step::Work(self),
        }
    }

    pub(crate) fn costing(self, cost: Cost) -> Self {
        Task { cost, ..self }
    }

    /// The same task with a limit on its time.
    pub(crate) fn within(self, patience: Duration) -> Self {
        Task { patience: Some(patience), ..self }
    }

    /// The same task, with a response to use if time or threads run out.
    pub(crate) fn in_haste(
        self,
        response: impl Fn(&Url) -> Response + Send + Sync + 'static,
    ) -> Self {
        Task { in_haste: Some(Box::new(response)), ..self }
    }

    /// The cost.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// The limit on its time, if it has one of its own.
    pub fn patience(&self) -> Option<Duration> {
        self.patience
    }

    /// Produces the response. `watch` stops the work; `tell` is called with all lines of a stream but the last.
    pub fn run(
        &self,
        boards: &dyn Boards,
        watch: Watching,
        tell: &mut dyn FnMut(Vec<u8>),
    ) -> Response {
        let answer = (self.work)(&self.url, &mut Host { boards, watch, tell });
        answer.unwrap_or_else(|failure| {
            failure.cause().into_iter().for_each(|cause| boards.report(cause));
            self.failed(&failure)
        })
    }

    /// The response if the host can't run the task.
    pub fn failed(&self, failure: &Failure) -> Response {
        match &self.in_haste {
            Some(response) if failure.status == 503 => response(&self.url),
            _ => Response::failure(&self.url.request, failure),
        }
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("url", &self.url).finish_non_exhaustive()
    }
}

/// The watch of a request, with an earlier deadline.
pub(crate) struct Deadline {
    watch: Watching,
    end: Instant,
}

impl Deadline {
    pub(crate) fn after(watch: &Watching, time: Duration) -> Self {
        Deadline { watch: Arc::clone(watch), end: Instant::now() + time }
    }
}

impl Watch for Deadline {
    fn tick(&self, progress: &Progress) -> ControlFlow<()> {
        if Instant::now() > self.end { ControlFlow::Break(()) } else { self.watch.tick(progress) }
    }
}
