//! Threads that work together under one [`Watch`].

use crate::combinatorics::BoardSize;
use crate::watch::{Activity, Progress, Watch, Watched};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

/// Time between two ticks of the watch.
const TICK: Duration = Duration::from_millis(5);

/// The share of the work that is done, from the number of solutions found.
type Fraction<'w> = dyn Fn(u64) -> Option<f64> + Sync + 'w;

/// The threads of one piece of work on a board, and what they have found.
pub(crate) struct Crew<'w> {
    watched: Watched<&'w dyn Watch>,
    fraction: &'w Fraction<'w>,
    found: AtomicU64,
    stopped: AtomicBool,
    /// Whether the work is done by the thread that also ticks.
    alone: AtomicBool,
}

impl<'w> Crew<'w> {
    /// A crew that counts solutions found.
    pub(crate) fn new(n: BoardSize, watch: &'w dyn Watch, fraction: &'w Fraction<'w>) -> Self {
        let watched = Watched::new(watch, Activity::Searching, n.get() as u64, "solutions found");
        let (found, stopped, alone) = Default::default();
        Crew { watched, fraction, found, stopped, alone }
    }

    /// Adds solutions found; false when the watch has stopped the work.
    pub(crate) fn add(&self, solutions: u64) -> bool {
        self.found.fetch_add(solutions, Relaxed);
        if self.alone.load(Relaxed) && self.tick().is_err() {
            self.stopped.store(true, Relaxed);
        }
        !self.stopped.load(Relaxed)
    }

    /// Calls `work` on every core, and waits until all calls have returned. The work is divided among the calls
    /// by what they share. An error when the watch stops the work: `work` calls [`Crew::add`] often, and returns
    /// early when that is false.
    pub(crate) fn run(&self, work: impl Fn() + Sync) -> Result<(), Progress> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let (running, finished) = channel::<()>();
            let work = &work;
            // The first error means that the system has no more threads.
            let spawned = (0..threads).map_while(|_| {
                let running = running.clone();
                let task = move || {
                    work();
                    // The last drop ends the wait below.
                    drop(running);
                };
                Builder::new().spawn_scoped(scope, task).ok()
            });
            if spawned.count() == 0 {
                self.alone.store(true, Relaxed);
                work();
            }
            drop(running);
            while finished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                self.tick().inspect_err(|_| self.stopped.store(true, Relaxed))?;
            }
            match self.stopped.load(Relaxed) {
                true => Err(self.progress()),
                false => Ok(()),
            }
        })
    }

    fn tick(&self) -> Result<(), Progress> {
        let found = self.found.load(Relaxed);
        self.watched.tick(found, (self.fraction)(found))
    }

    fn progress(&self) -> Progress {
        let found = self.found.load(Relaxed);
        self.watched.progress(found, (self.fraction)(found))
    }
}
