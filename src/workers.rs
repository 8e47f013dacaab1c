//! Threads that share work, and their locks.
//!
//! [`InOrder`] distributes tasks and returns their results in order; [`map_on_all_cores`] collects them. [`crew`] calls
//! one function on each thread; the calls divide the work through shared state, such as [`Tasks`]. Meanwhile the calling
//! thread ticks, to report progress and stop the work; its first error ends the work. When a call returns, all its
//! threads have ended, and a panic in one is propagated. If the system refuses more threads or has no memory for them,
//! fewer do the work; without threads, as on WASI, the calling thread does all of it.

use crate::combinatorics::BoardSize;
use crate::memory;
use crate::watch::{Activity, Progress, Watch, Watched};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, LockResult, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Time between two ticks.
const TICK: Duration = Duration::from_millis(5);

/// The number of threads that can run at a time on this machine, which the system finds by reading files the first time.
pub fn cores() -> NonZeroUsize {
    static CORES: OnceLock<NonZeroUsize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

// ---- Mutexes without poisoning: the data they guard is valid after every statement, so other threads can continue
// after a panic of the thread that held the lock.

/// Locks a mutex, even after a panic of a thread that held it.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

/// Unwraps a lock result, whether or not a thread that held the lock has panicked.
pub fn unpoisoned<T>(result: LockResult<T>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}

// ---- Threads

/// Calls `work` on up to `threads` other threads, and `here` with the number of these on this thread. Returns when all
/// calls have returned.
pub(crate) fn alongside<R>(
    threads: usize,
    work: impl Fn() + Sync,
    here: impl FnOnce(usize) -> R,
) -> R {
    std::thread::scope(|scope| {
        // After the first error the system has no more threads.
        let start = |_| {
            let has_memory = memory::has_memory(memory::SPARE);
            has_memory.then(|| Builder::new().spawn_scoped(scope, &work))?.ok()
        };
        let started = (0..threads).map_while(start);
        here(started.count())
    })
}

/// Calls `work` on up to `jobs` threads, and `tick` on this one every few milliseconds until all calls have returned.
/// The calls divide the work through shared state; a late call may find nothing left to do.
///
/// `work` must call its argument often, and return early once that returns false, which it does after an error of
/// `tick`.
pub fn crew<E>(
    jobs: NonZeroUsize,
    work: impl Fn(&dyn Fn() -> bool) + Sync,
    mut tick: impl FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let each_thread = InOrder { ahead: jobs.get(), ..InOrder::new(jobs) };
    let start = || {
        |_, more: &dyn Fn() -> bool| {
            work(more);
            Some(())
        }
    };
    each_thread.run(0..jobs.get(), start, |event| match event {
        Event::Result(()) => Ok(()),
        Event::Tick => tick(),
    })
}

/// Calls `work` for each task, on all cores, and `tick` on this thread every few milliseconds. Returns the results in
/// the order of the tasks. A long task must call the second argument of `work` often, and may return `None` once that
/// returns false, which it does after an error of `tick`.
pub fn map_on_all_cores<T: Send, R: Send, E>(
    tasks: Vec<T>,
    work: impl Fn(T, &dyn Fn() -> bool) -> Option<R> + Sync,
    mut tick: impl FnMut() -> Result<(), E>,
) -> Result<Vec<R>, E> {
    let mut results = Vec::with_capacity(tasks.len());
    let pool = InOrder { ahead: tasks.len(), ..InOrder::new(cores()) };
    pool.run(
        tasks.into_iter(),
        || &work,
        |event| {
            match event {
                Event::Result(result) => results.push(result),
                Event::Tick => tick()?,
            }
            Ok(())
        },
    )?;
    Ok(results)
}

/// Counts solutions of board size `n` on every core: calls `work` there, and waits until all calls have returned. The
/// calls divide the count through [`Tasks`] or other shared state. `fraction` maps the number of solutions found to the
/// share of the work that is done.
///
/// Only this thread uses the watch: that of an SQL function calls its host back, which lets in no other thread. `work`
/// gets the watch for its own thread, and must call its second argument often, with the number of solutions found since
/// the last call, and return early once it returns false. Fails if the watch stopped the count.
pub(crate) fn shared_count(
    n: BoardSize,
    watch: &dyn Watch,
    fraction: impl Fn(u64) -> Option<f64>,
    work: impl Fn(&Arc<dyn Watch>, &mut dyn FnMut(u64) -> bool) + Sync,
) -> Result<(), Progress> {
    let watched = Watched::new(watch, Activity::Searching, n.get(), "solutions found");
    let stopped = Arc::new(StopFlag::default());
    let (watch, all) = (Arc::clone(&stopped) as Arc<dyn Watch>, AtomicU64::new(0));
    let count = |more: &dyn Fn() -> bool| {
        work(&watch, &mut |new| {
            all.fetch_add(new, Relaxed);
            more()
        });
    };
    crew(cores(), count, || {
        let found = all.load(Relaxed);
        watched.tick(found, fraction(found)).inspect_err(|_| stopped.0.store(true, Relaxed))
    })
}

/// The watch of threads whose work ends when another one has stopped.
#[derive(Default)]
struct StopFlag(AtomicBool);

impl Watch for StopFlag {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        if self.0.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Numbered tasks that threads claim in order, a few at a time.
pub(crate) struct Tasks {
    len: usize,
    at_once: usize,
    claimed: AtomicUsize,
}

impl Tasks {
    /// The tasks 0 … `len` − 1.
    pub(crate) fn new(len: usize, at_once: usize) -> Self {
        Tasks { len, at_once, claimed: AtomicUsize::new(0) }
    }

    /// The next tasks; `None` if all are claimed.
    pub(crate) fn claim(&self) -> Option<Range<usize>> {
        let begin = self.claimed.fetch_add(self.at_once, Relaxed);
        (begin < self.len).then(|| begin..self.len.min(begin + self.at_once))
    }

    /// Claims all tasks that are left, so that none is begun.
    pub(crate) fn close(&self) {
        self.claimed.store(self.len, Relaxed);
    }

    /// The share of the tasks that is claimed; `None` once all are.
    pub(crate) fn claimed(&self) -> Option<f64> {
        let share = self.claimed.load(Relaxed) as f64 / self.len.max(1) as f64;
        Some(share).filter(|share| *share < 1.0)
    }
}

/// A pool of threads that returns the results of tasks in the order of the tasks.
#[derive(Debug, Clone, Copy)]
pub struct InOrder {
    /// The maximum number of threads.
    pub jobs: NonZeroUsize,
    /// The maximum number of tasks that a thread fetches at a time. Their results are delivered together, or earlier if
    /// the calling thread has waited for a few milliseconds.
    pub at_once: usize,
    /// The maximum number of tasks that are fetched but whose results are not yet taken; beyond it, threads wait.
    pub ahead: usize,
}

/// An event on the calling thread.
#[derive(Debug)]
pub enum Event<R> {
    /// The next result.
    Result(R),
    /// A few milliseconds have passed.
    Tick,
}

impl InOrder {
    /// One task at a time, and at most four fetched tasks per thread.
    pub fn new(jobs: NonZeroUsize) -> Self {
        InOrder { jobs, at_once: 1, ahead: jobs.get().saturating_mul(4) }
    }

    /// Runs the tasks, and passes the results to `take` on this thread, in the order of the tasks. An error of `take`
    /// ends the work.
    ///
    /// Each thread obtains its own function from `start` and calls it with one task after another. The second argument
    /// of that function returns whether results are still wanted. A long task must call it often, since a thread that
    /// works alone ticks there, and may return `None` once it returns false. A single task runs on this thread.
    pub fn run<T, R: Send, E, W: FnMut(T, &dyn Fn() -> bool) -> Option<R>>(
        self,
        tasks: impl Iterator<Item = T> + Send,
        start: impl Fn() -> W + Sync,
        take: impl FnMut(Event<R>) -> Result<(), E>,
    ) -> Result<(), E> {
        match tasks.size_hint().1.unwrap_or(usize::MAX) {
            0 => Ok(()),
            1 => self.run_on(0, tasks, start, take),
            most => self.run_on(most.min(self.jobs.get()), tasks, start, take),
        }
    }

    /// [`InOrder::run`] on up to this number of other threads; on this one without any.
    pub fn run_on<T, R: Send, E, W: FnMut(T, &dyn Fn() -> bool) -> Option<R>>(
        self,
        threads: usize,
        tasks: impl Iterator<Item = T> + Send,
        start: impl Fn() -> W + Sync,
        take: impl FnMut(Event<R>) -> Result<(), E>,
    ) -> Result<(), E> {
        let queue = Queue::new(tasks, self);
        let mut taker = Taker { take, ticked: Instant::now(), failure: None };
        alongside(
            threads,
            || queue.work(start()),
            |started| {
                let _end = EndOnDrop(&queue);
                match started {
                    0 => queue.work_alone(start(), &mut taker),
                    _ => queue.collect(started, &mut taker),
                }
            },
        );
        taker.failure.map_or(Ok(()), Err)
    }
}

/// The part of the calling thread: takes results, and ticks in between.
struct Taker<F, E> {
    take: F,
    ticked: Instant,
    failure: Option<E>,
}

impl<F, E> Taker<F, E> {
    /// Handles an event. False once this or an earlier event has failed.
    fn take<R>(&mut self, event: Event<R>) -> bool
    where
        F: FnMut(Event<R>) -> Result<(), E>,
    {
        if self.failure.is_none() {
            self.failure = (self.take)(event).err();
        }
        self.failure.is_none()
    }

    /// Ticks if it is time. False once an event has failed.
    fn tick<R>(&mut self) -> bool
    where
        F: FnMut(Event<R>) -> Result<(), E>,
    {
        if self.ticked.elapsed() < TICK {
            return self.failure.is_none();
        }
        self.ticked = Instant::now();
        self.take(Event::Tick)
    }
}

/// Tasks, and results that are not yet taken.
struct Queue<I, R> {
    state: Mutex<QueueState<I, R>>,
    at_once: usize,
    ahead: usize,
    /// Whether the calling thread waits for a result; threads then deliver their results immediately.
    wanted: AtomicBool,
    /// Whether no more results are wanted.
    ended: AtomicBool,
    /// Wakes threads that are too far ahead.
    taken: Condvar,
    /// Wakes the calling thread.
    added: Condvar,
}

struct QueueState<I, R> {
    tasks: I,
    /// The number of tasks fetched.
    fetched: usize,
    /// The number of results taken.
    taken: usize,
    /// Results of consecutive tasks, by the number of the first.
    results: BTreeMap<usize, Vec<R>>,
    /// The number of threads that have returned or panicked.
    returned: usize,
    has_panicked: bool,
}

impl<T, R, I: Iterator<Item = T>> Queue<I, R> {
    fn new(tasks: I, InOrder { at_once, ahead, .. }: InOrder) -> Self {
        let state = QueueState {
            tasks,
            fetched: 0,
            taken: 0,
            results: BTreeMap::new(),
            returned: 0,
            has_panicked: false,
        };
        Queue {
            state: Mutex::new(state),
            at_once,
            ahead,
            wanted: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            taken: Condvar::new(),
            added: Condvar::new(),
        }
    }

    /// The next tasks and the number of the first; waits while they are too far ahead. None if no tasks are left or no
    /// results are wanted.
    fn fetch(&self) -> (usize, Vec<T>) {
        let is_far = |state: &mut QueueState<I, R>| {
            state.fetched - state.taken >= self.ahead && !self.ended.load(Relaxed)
        };
        let mut state = unpoisoned(self.taken.wait_while(lock(&self.state), is_far));
        if self.ended.load(Relaxed) {
            return (0, Vec::new());
        }
        let tasks: Vec<T> = state.tasks.by_ref().take(self.at_once).collect();
        let first = state.fetched;
        state.fetched += tasks.len();
        (first, tasks)
    }

    /// The main loop of a thread.
    fn work(&self, mut work: impl FnMut(T, &dyn Fn() -> bool) -> Option<R>) {
        let _return = ReturnOnDrop(self);
        let more = || !self.ended.load(Relaxed);
        loop {
            let (mut first, tasks) = self.fetch();
            if tasks.is_empty() {
                return;
            }
            let mut results = Vec::with_capacity(tasks.len());
            for task in tasks {
                let Some(result) = work(task, &more).filter(|_| more()) else { return };
                results.push(result);
                if self.wanted.load(Relaxed) {
                    first = self.add(first, std::mem::take(&mut results));
                }
            }
            self.add(first, results);
        }
    }

    /// Adds the results of consecutive tasks from number `first` on. Returns the number of the next task.
    fn add(&self, first: usize, results: Vec<R>) -> usize {
        let next = first + results.len();
        if next > first {
            lock(&self.state).results.insert(first, results);
            self.added.notify_one();
        }
        next
    }

    /// The main loop of the calling thread without other threads.
    fn work_alone<E, F: FnMut(Event<R>) -> Result<(), E>>(
        &self,
        mut work: impl FnMut(T, &dyn Fn() -> bool) -> Option<R>,
        taker: &mut Taker<F, E>,
    ) {
        let taker = RefCell::new(taker);
        let next = || lock(&self.state).tasks.next();
        while let Some(task) = next() {
            let result = work(task, &|| taker.borrow_mut().tick());
            let mut taker = taker.borrow_mut();
            let Some(result) = result else { return };
            if !(taker.take(Event::Result(result)) && taker.tick()) {
                return;
            }
        }
    }

    /// The main loop of the calling thread with other threads.
    fn collect<E, F: FnMut(Event<R>) -> Result<(), E>>(
        &self,
        threads: usize,
        taker: &mut Taker<F, E>,
    ) {
        let is_over = |state: &QueueState<I, R>| state.has_panicked || state.returned == threads;
        let nothing_new = |state: &mut QueueState<I, R>| {
            !state.results.contains_key(&state.taken) && !is_over(state)
        };
        loop {
            let until_tick = TICK.saturating_sub(taker.ticked.elapsed());
            let state = lock(&self.state);
            let waited = self.added.wait_timeout_while(state, until_tick, nothing_new);
            let (mut state, _) = unpoisoned(waited);
            let taken = state.taken;
            let results = state.results.remove(&taken);
            self.wanted.store(results.is_none(), Relaxed);
            if results.is_none() && is_over(&state) {
                return;
            }
            state.taken += results.as_ref().map_or(0, Vec::len);
            drop(state);
            self.taken.notify_all();
            let mut results = results.into_iter().flatten();
            if !(results.all(|result| taker.take(Event::Result(result))) && taker.tick()) {
                return;
            }
        }
    }
}

/// Ends the work when the calling thread returns or panics, so that other threads do not wait for it.
struct EndOnDrop<'q, I, R>(&'q Queue<I, R>);

impl<I, R> Drop for EndOnDrop<'_, I, R> {
    fn drop(&mut self) {
        let _state = lock(&self.0.state);
        self.0.ended.store(true, Relaxed);
        self.0.taken.notify_all();
    }
}

/// Records that a thread returned or panicked, so that the calling thread does not wait for it.
struct ReturnOnDrop<'q, I, R>(&'q Queue<I, R>);

impl<I, R> Drop for ReturnOnDrop<'_, I, R> {
    fn drop(&mut self) {
        let mut state = lock(&self.0.state);
        state.returned += 1;
        state.has_panicked |= std::thread::panicking();
        self.0.added.notify_one();
    }
}
