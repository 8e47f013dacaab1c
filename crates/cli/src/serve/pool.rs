//! Bounded thread pools that run the work of requests under a deadline, for as long as the client waits.
//!
//! The threads live as long as the server and run the jobs of many requests; those of the library's `InOrder` share one
//! piece of work and end with it.

use nqdb::internal::lock;
use nqdb::{Progress, Watch};
use nqdb_explorer::Failure;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// Threads that take jobs from a queue of a fixed length. They end when the pool is dropped.
pub(crate) struct Pool {
    jobs: SyncSender<Job>,
    stopping: Stopping,
}

/// Whether the server is stopping, which ends all work.
pub(crate) type Stopping = Arc<AtomicBool>;

impl Pool {
    /// A pool of threads, with a queue of `queue` waiting jobs.
    pub(crate) fn new(
        name: &str,
        threads: usize,
        queue: usize,
        stopping: &Stopping,
    ) -> std::io::Result<Self> {
        let (jobs, waiting) = sync_channel(queue);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads {
            let waiting = Arc::clone(&waiting);
            std::thread::Builder::new().name(name.to_owned()).spawn(move || work(&waiting))?;
        }
        Ok(Pool { jobs, stopping: Arc::clone(stopping) })
    }

    /// Runs a job on one of the threads, with a watch that stops it at the deadline and when the future is dropped,
    /// which happens when the client disconnects. Fails if no thread becomes free by the deadline.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        limit: Duration,
        work: impl FnOnce(RequestWatch) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (send, mut receive) = oneshot::channel();
        let (watch, _leave) = self.watch(limit);
        let begun = Arc::new(AtomicBool::new(false));
        let begins = Arc::clone(&begun);
        self.start(move || {
            // The client has disconnected, or has the response that the server is busy.
            if send.is_closed() {
                return;
            }
            begins.store(true, Relaxed);
            let _ = send.send(work(watch));
        })?;
        let answer = match tokio::time::timeout(limit, &mut receive).await {
            Ok(answer) => answer,
            // The watch stops it now.
            Err(_) if begun.load(Relaxed) => receive.await,
            Err(_) => return Err(Failure::busy()),
        };
        answer.map_err(|_| Failure::internal())
    }

    /// A watch for a job, and a guard whose drop stops it.
    pub(crate) fn watch(&self, limit: Duration) -> (RequestWatch, Leave) {
        let gone = Arc::new(AtomicBool::new(false));
        let leave = Leave(Arc::clone(&gone));
        let stopping = Arc::clone(&self.stopping);
        (RequestWatch { deadline: Instant::now() + limit, gone, stopping }, leave)
    }

    /// Starts a job that delivers its result itself. Fails if the queue is full.
    pub(crate) fn start(&self, job: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
        self.jobs.try_send(Box::new(job)).map_err(|_| Failure::busy())
    }
}

fn work(waiting: &Mutex<Receiver<Job>>) {
    loop {
        let job = lock(waiting).recv();
        let Ok(job) = job else { return };
        // A panic ends the request, whose channel it drops, not the thread.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

/// Stops the work of a request at its deadline, when the client has disconnected, or when the server stops.
#[derive(Clone)]
pub(crate) struct RequestWatch {
    deadline: Instant,
    gone: Arc<AtomicBool>,
    stopping: Stopping,
}

impl RequestWatch {
    pub(crate) fn is_over(&self) -> bool {
        self.gone.load(Relaxed) || self.stopping.load(Relaxed) || Instant::now() > self.deadline
    }
}

impl Watch for RequestWatch {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Stops the work of a request when it is dropped.
pub(crate) struct Leave(Arc<AtomicBool>);

impl Drop for Leave {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
