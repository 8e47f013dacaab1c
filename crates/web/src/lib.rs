//! The explorer as a WebAssembly module (wasm32-wasip1), for a service worker and for workers of pages.
//!
//! The module is a WASI library: [`ask`] reads a request from the standard input, and [`run`] does the work that the
//! response needs. Both write to the standard output: a line of JSON with status and headers, then the body. There are no
//! files: lookups up to N = 21 use the built-in cells, which for N = 21 the page loads and passes to [`provide`].

use nqdb::internal::BuiltInCells;
use nqdb::{
    BoardSize, Database,
    watch::{Progress, Watch},
};
use nqdb_explorer::{
    Boards, Cost, Failure, HEADERS, Request, Response, Step, TaggedBoard, Task, ask as explore,
};
use serde::Serialize;
use std::cell::{Cell, RefCell};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What [`ask`] returns: the response is complete, or needs [`run`].
const READY: u32 = 0;
/// A lookup, which usually takes milliseconds.
const QUICK: u32 = 1;
/// A search, which can take the whole time limit.
const SLOW: u32 = 2;

/// What [`run`] returns: the response is complete.
const DONE: u32 = 0;
/// The time was up.
const STOPPED: u32 = 1;
/// The request waits for the cells of N = 21.
const INCOMPLETE: u32 = 2;

/// The first line of a response.
#[derive(Serialize)]
struct Head<'r> {
    status: u16,
    headers: Vec<(&'r str, &'r str)>,
}

/// The boards, and the work of the last request.
struct Site {
    database: Database,
    work: Option<Work>,
    /// Whether the work asked for a board whose cells are missing.
    lacks_cells: Cell<bool>,
}

impl Boards for Site {
    fn board(&self, n: BoardSize) -> Result<TaggedBoard, Failure> {
        if BuiltInCells::are_missing(n) {
            self.lacks_cells.set(true);
            return Err(Failure::busy());
        }
        Ok(TaggedBoard::new(self.database.board(n)?))
    }

    fn report(&self, cause: &str) {
        eprintln!("nqdb: {cause}");
    }
}

/// Work, and the head of its response if that does not depend on it: then the body comes in parts.
struct Work {
    task: Task,
    head: Option<Response>,
}

thread_local! {
    static SITE: RefCell<Site> = RefCell::new(Site {
        database: Database::without_file(),
        work: None,
        lacks_cells: Cell::new(false),
    });
}

/// Answers the request on the standard input, as far as that takes no time: 0 if the response is on the standard
/// output; 1 or 2 if [`run`] produces it, quickly or by a search.
#[expect(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u32 {
    SITE.with_borrow_mut(|site| site.ask().unwrap_or(READY))
}

/// Does the work of the last request within a time in milliseconds. 0: the response is on the standard output. 1: the
/// same, and the time was up, so that it is an error or an estimate. 2: there is none before [`provide`].
#[expect(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn run(milliseconds: f64) -> u32 {
    let limit = Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default();
    SITE.with_borrow(|site| site.run(limit).unwrap_or(DONE))
}

/// Reads the cells of N = 21 from the standard input.
#[expect(unsafe_code, reason = "the page calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn provide() {
    let mut bytes = Vec::new();
    if io::stdin().read_to_end(&mut bytes).is_ok() {
        BuiltInCells::provide(&bytes);
    }
}

impl Site {
    fn ask(&mut self) -> io::Result<u32> {
        self.work = None;
        let request: Request = serde_json::from_str(&io::read_to_string(io::stdin())?)?;
        let work = match explore(request) {
            Step::Ready(response) => {
                write(&response)?;
                return Ok(READY);
            }
            Step::Work(task) => Work { task, head: None },
            Step::Stream(head, task) => Work { task, head: Some(head) },
        };
        let cost = work.cost();
        self.work = Some(work);
        Ok(cost)
    }

    fn run(&self, limit: Duration) -> io::Result<u32> {
        let Some(work @ Work { task, .. }) = &self.work else { return Ok(DONE) };
        let limit = task.patience().map_or(limit, |patience| patience.min(limit));
        let watch =
            Arc::new(Deadline { end: Instant::now() + limit, is_over: AtomicBool::new(false) });
        let mut begun = false;
        // Lines of progress, for a response in parts. The page reads them all.
        let mut tell = |line: Vec<u8>| {
            let Some(head) = &work.head else { return };
            let written = if begun { Ok(()) } else { write(head) };
            begun = true;
            let _ = written.and_then(|()| io::stdout().write_all(&line));
        };
        let response = task.run(self, Arc::clone(&watch) as _, &mut tell);
        if self.lacks_cells.take() {
            return Ok(INCOMPLETE);
        }
        match work.head {
            Some(_) => tell(response.body.into_owned()),
            None => write(&response)?,
        }
        Ok(if watch.is_over.load(Relaxed) { STOPPED } else { DONE })
    }
}

impl Work {
    /// Whether it is a lookup or a search.
    fn cost(&self) -> u32 {
        match self.task.cost() {
            _ if self.head.is_some() => SLOW,
            Cost::LookUp(_) | Cost::Overview => QUICK,
            Cost::Count(n) if n.get() <= Cost::LAST_COUNT => QUICK,
            Cost::Count(_) | Cost::Search => SLOW,
        }
    }
}

/// Writes a response to the standard output.
fn write(response: &Response) -> io::Result<()> {
    let own = response.headers.iter().map(|(name, value)| (*name, &**value));
    let head = Head { status: response.status, headers: own.chain(HEADERS).collect() };
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &head)?;
    out.write_all(b"\n")?;
    out.write_all(&response.body)?;
    out.flush()
}

/// Stops the work when its time is up.
struct Deadline {
    end: Instant,
    is_over: AtomicBool,
}

impl Watch for Deadline {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        if Instant::now() < self.end {
            return ControlFlow::Continue(());
        }
        self.is_over.store(true, Relaxed);
        ControlFlow::Break(())
    }
}
