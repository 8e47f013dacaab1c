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
use std::sync::mpsc::{self, Receiver, Sender};
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
    /// At most four fetched tasks per thread.
    pub fn new(jobs: NonZeroUsize) -> Self {
        InOrder { jobs, ahead: jobs.get().saturating_mul(4) }
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
        let queue = Queue {
            state: Mutex::new(QueueState { tasks, fetched: 0, taken: 0 }),
            ahead: self.ahead,
            ended: AtomicBool::new(false),
            taken: Condvar::new(),
        };
        let (sender, messages) = mpsc::channel();
        let mut taker = Taker { take, ticked: Instant::now(), failure: None };
        alongside(
            threads,
            || queue.work(start(), &sender),
            |started| {
                let _end = EndOnDrop(&queue);
                match started {
                    0 => queue.work_alone(start(), &mut taker),
                    _ => queue.collect(started, &messages, &mut taker),
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

/// Tasks, and how far they are.
struct Queue<I> {
    state: Mutex<QueueState<I>>,
    ahead: usize,
    /// Whether no more results are wanted.
    ended: AtomicBool,
    /// Wakes threads that are too far ahead.
    taken: Condvar,
}

struct QueueState<I> {
    tasks: I,
    /// The number of tasks fetched.
    fetched: usize,
    /// The number of results taken.
    taken: usize,
}

/// What a thread tells the calling thread.
enum Message<R> {
    /// The result of the task with this number.
    Result(usize, R),
    /// It has returned or panicked.
    Returned { has_panicked: bool },
}

impl<T, I: Iterator<Item = T>> Queue<I> {
    /// The next task and its number; waits while it is too far ahead. None if no tasks are left or no results are
    /// wanted.
    fn fetch(&self) -> Option<(usize, T)> {
        let is_far = |state: &mut QueueState<I>| {
            state.fetched - state.taken >= self.ahead && !self.ended.load(Relaxed)
        };
        let mut state = unpoisoned(self.taken.wait_while(lock(&self.state), is_far));
        if self.ended.load(Relaxed) {
            return None;
        }
        let task = state.tasks.next()?;
        state.fetched += 1;
        Some((state.fetched - 1, task))
    }

    /// The main loop of a thread.
    fn work<R>(
        &self,
        mut work: impl FnMut(T, &dyn Fn() -> bool) -> Option<R>,
        results: &Sender<Message<R>>,
    ) {
        let _return = ReturnOnDrop(results);
        let more = || !self.ended.load(Relaxed);
        while let Some((number, task)) = self.fetch() {
            let Some(result) = work(task, &more).filter(|_| more()) else { return };
            let _ = results.send(Message::Result(number, result));
        }
    }

    /// The main loop of the calling thread without other threads.
    fn work_alone<R, E, F: FnMut(Event<R>) -> Result<(), E>>(
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
    fn collect<R, E, F: FnMut(Event<R>) -> Result<(), E>>(
        &self,
        mut threads: usize,
        messages: &Receiver<Message<R>>,
        taker: &mut Taker<F, E>,
    ) {
        let (mut results, mut taken) = (BTreeMap::new(), 0);
        while threads > 0 {
            match messages.recv_timeout(TICK.saturating_sub(taker.ticked.elapsed())) {
                Ok(Message::Result(number, result)) => _ = results.insert(number, result),
                Ok(Message::Returned { has_panicked: true }) => return,
                Ok(Message::Returned { has_panicked: false }) => threads -= 1,
                Err(_) => {}
            }
            while let Some(result) = results.remove(&taken) {
                taken += 1;
                lock(&self.state).taken = taken;
                self.taken.notify_all();
                if !taker.take(Event::Result(result)) {
                    return;
                }
            }
            if !taker.tick() {
                return;
            }
        }
    }
}

/// Ends the work when the calling thread returns or panics, so that other threads do not wait for it.
struct EndOnDrop<'q, I>(&'q Queue<I>);

impl<I> Drop for EndOnDrop<'_, I> {
    fn drop(&mut self) {
        let _state = lock(&self.0.state);
        self.0.ended.store(true, Relaxed);
        self.0.taken.notify_all();
    }
}

/// Tells the calling thread that a thread returned or panicked, so that it does not wait for the thread.
struct ReturnOnDrop<'s, R>(&'s Sender<Message<R>>);

impl<R> Drop for ReturnOnDrop<'_, R> {
    fn drop(&mut self) {
        let _ = self.0.send(Message::Returned { has_panicked: std::thread::panicking() });
    }
}
