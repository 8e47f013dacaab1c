//! Bounded pools for the work of requests, on the blocking threads of tokio, under a deadline and for as long as the
//! client waits.

use nqdb::{Progress, Watch};
use nqdb_explorer::Failure;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Runs a fixed number of jobs at a time; a fixed number of others wait.
pub(crate) struct Pool {
    /// A permit for each job that may run.
    turns: Arc<Semaphore>,
    /// A permit for each job that may run or wait.
    places: Arc<Semaphore>,
    stopping: Stopping,
}

/// Whether the server is stopping, which ends all work.
pub(crate) type Stopping = Arc<AtomicBool>;

impl Pool {
    /// A pool that runs `jobs` at a time, with a queue of `queue` waiting jobs.
    pub(crate) fn new(jobs: usize, queue: usize, stopping: &Stopping) -> Self {
        let [turns, places] = [jobs, jobs + queue].map(|most| Arc::new(Semaphore::new(most)));
        Pool { turns, places, stopping: Arc::clone(stopping) }
    }

    /// Runs a job with a watch that stops it at the deadline and when the future is dropped, which happens when the
    /// client disconnects. Fails if the queue is full, or if it is not the job's turn by the deadline.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        limit: Duration,
        work: impl FnOnce(RequestWatch) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (watch, _leave) = self.watch(limit);
        let place = self.place()?;
        let turn = timeout(limit, Arc::clone(&self.turns).acquire_owned()).await;
        let turn = turn.map_err(|_| Failure::busy())?;
        let job = spawn_blocking(move || {
            let _until_done = (place, turn);
            work(watch)
        });
        // A panic ends the request.
        job.await.map_err(|_| Failure::internal())
    }

    /// A watch for a job, and a guard whose drop stops it.
    pub(crate) fn watch(&self, limit: Duration) -> (RequestWatch, Leave) {
        let gone = Arc::new(AtomicBool::new(false));
        let leave = Leave(Arc::clone(&gone));
        let stopping = Arc::clone(&self.stopping);
        (RequestWatch { deadline: Instant::now() + limit, gone, stopping }, leave)
    }

    /// Starts a job that delivers its result itself when it is its turn. Fails if the queue is full.
    pub(crate) fn start(&self, job: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
        let (place, turns) = (self.place()?, Arc::clone(&self.turns));
        tokio::spawn(async move {
            let turn = turns.acquire_owned().await;
            spawn_blocking(move || {
                let _until_done = (place, turn);
                job();
            });
        });
        Ok(())
    }

    fn place(&self) -> Result<OwnedSemaphorePermit, Failure> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| Failure::busy())
    }
}

/// Stops the work of a request at its deadline, when the client has disconnected, or when the server stops.
pub(crate) struct RequestWatch {
    deadline: Instant,
    gone: Arc<AtomicBool>,
    stopping: Stopping,
}

impl Watch for RequestWatch {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        let is_gone = self.gone.load(Relaxed) || self.stopping.load(Relaxed);
        let is_over = is_gone || Instant::now() > self.deadline;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Stops the work of a request when it is dropped.
pub(crate) struct Leave(Arc<AtomicBool>);

impl Drop for Leave {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
