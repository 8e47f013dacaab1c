//! Ctrl-C: the library runs without the GIL, and a [`Watch`] on every search checks for signals.
//!
//! Only the thread that made the call checks, and Python runs handlers on the main thread only. A handler that raises,
//! such as that of Ctrl-C, ends the call with its exception. Short calls check from time to time as well: `list(board)`
//! runs no Python code in between that would check.
//!
//! A call also ends, with `MemoryError`, while there is still memory: Rust would abort the process.
//!
//! [`Shared`] is an iterator that several threads can use; its calls end at signals too.

use crate::errors::{Class, Failure, Result};
use nqdb::internal::{SPARE, has_memory, lock};
use nqdb::watch::{Progress, Watch};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyCFunction;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, OnceLock};
use std::thread::{Thread, ThreadId};
use std::time::{Duration, Instant};

/// Time between two checks.
const LOOK: Duration = Duration::from_millis(20);

thread_local! {
    /// When this thread last checked.
    static LOOKED: Cell<Option<Instant>> = const { Cell::new(None) };
    static IN_CALL: Cell<bool> = const { Cell::new(false) };
    /// The exception raised by a signal handler or for a lack of memory.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// A thread that is about to take the GIL. Python before 3.14 ends a thread that takes it during shutdown, by unwinding
/// its stack, which crashes in Rust. So only the thread that shuts Python down takes it then; the others wait for the
/// end of the process: they are daemon threads.
struct Attaching;

/// The number of [`Attaching`], plus [`EXITING`] once Python shuts down.
static ATTACHING: AtomicUsize = AtomicUsize::new(0);
const EXITING: usize = 1 << (usize::BITS - 1);

/// The thread that shuts Python down, once it does.
static EXITING_THREAD: OnceLock<Thread> = OnceLock::new();

impl Attaching {
    fn begin() -> Self {
        let attaching = Attaching;
        let is_exiting = ATTACHING.fetch_add(1, SeqCst) & EXITING != 0;
        let is_other = |exiting: &Thread| exiting.id() != std::thread::current().id();
        if is_exiting && EXITING_THREAD.get().is_some_and(is_other) {
            drop(attaching);
            park();
        }
        attaching
    }
}

impl Drop for Attaching {
    fn drop(&mut self) {
        // The exiting thread waits for the last one.
        if ATTACHING.fetch_sub(1, SeqCst) == EXITING + 1 {
            EXITING_THREAD.get().inspect(|thread| thread.unpark());
        }
    }
}

/// Blocks the thread until the process ends.
fn park() -> ! {
    loop {
        std::thread::park();
    }
}

/// In a forked child process, which has none of the other threads.
pub(crate) fn forget_other_threads() {
    ATTACHING.fetch_and(EXITING, SeqCst);
}

/// Registers a function that Python calls at exit. It lets the threads that are about to take the GIL have it.
pub(crate) fn register_exit_hook(py: Python<'_>) -> PyResult<()> {
    let exit = PyCFunction::new_closure(py, None, None, |arguments, _| {
        EXITING_THREAD.get_or_init(std::thread::current);
        ATTACHING.fetch_or(EXITING, SeqCst);
        while ATTACHING.load(SeqCst) != EXITING {
            arguments.py().detach(std::thread::park);
        }
    })?;
    py.import("atexit")?.call_method1("register", (exit,))?;
    Ok(())
}

/// From time to time, lets other threads of Python run, and signal handlers: for short calls that keep the GIL.
pub(crate) fn check(py: Python<'_>) -> PyResult<()> {
    if is_time() {
        py.detach(Attaching::begin);
        py.check_signals()?;
    }
    Ok(())
}

/// Runs work of the library without the GIL. Fails if a signal handler raises meanwhile, or memory runs out.
pub(crate) fn detached<T: Send, E: Send + Into<Failure>>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T> {
    if is_time() {
        py.check_signals()?;
    }
    // A handler may use nqdb.
    let outer = IN_CALL.replace(true);
    let (answer, attaching) = py.detach(|| (work(), Attaching::begin()));
    drop(attaching);
    IN_CALL.set(outer);
    match RAISED.take() {
        Some(raised) => Err(raised.into()),
        None => answer.map_err(E::into),
    }
}

/// `Break` once a signal handler has raised, or memory is nearly exhausted. Always `Continue` on threads that are not in a call.
pub(crate) fn look() -> ControlFlow<()> {
    if !IN_CALL.get() {
        return ControlFlow::Continue(());
    }
    if RAISED.with_borrow(Option::is_some) {
        return ControlFlow::Break(());
    }
    if !is_time() {
        return ControlFlow::Continue(());
    }
    let checked = attached(|py| {
        let has_memory = has_memory(SPARE);
        py.check_signals()?;
        has_memory
            .then_some(())
            .ok_or_else(|| PyMemoryError::new_err("less than 64 MiB of memory left"))
    });
    match checked {
        Ok(()) => ControlFlow::Continue(()),
        Err(raised) => {
            RAISED.set(Some(raised));
            ControlFlow::Break(())
        }
    }
}

/// Takes the GIL again within work of [`detached`].
pub(crate) fn attached<T>(work: impl FnOnce(Python<'_>) -> T) -> T {
    let attaching = Attaching::begin();
    let done = Python::try_attach(|py| {
        drop(attaching);
        work(py)
    });
    done.unwrap_or_else(|| park())
}

/// Whether it is time for the next check.
fn is_time() -> bool {
    let now = Instant::now();
    let is_time = LOOKED.get().is_none_or(|looked| now.duration_since(looked) >= LOOK);
    if is_time {
        LOOKED.set(Some(now));
    }
    is_time
}

/// The watch over all searches.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signals;

impl Watch for Signals {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        look()
    }
}

/// An iterator. One thread at a time is in a call; the others wait and check for signals.
pub(crate) struct Shared<I> {
    state: Mutex<State<I>>,
    returned: Condvar,
    /// Number of waiting threads: notifying none would still be a system call.
    waiting: AtomicUsize,
}

enum State<I> {
    Here(Box<I>),
    /// This thread is in a call.
    Taken(ThreadId),
}

impl<I> Shared<I> {
    pub(crate) fn new(items: I) -> Self {
        let (state, waiting) = (Mutex::new(State::Here(Box::new(items))), AtomicUsize::new(0));
        Shared { state, returned: Condvar::new(), waiting }
    }
}

impl<T: Send, I: Iterator<Item = nqdb::Result<T>> + Send> Shared<I> {
    /// The next item. Fails in a signal handler that has interrupted a call of this iterator.
    pub(crate) fn next(&self, py: Python<'_>) -> Result<Option<T>> {
        self.call(py, |items| items.next().transpose().map_err(Failure::from)).map(Option::flatten)
    }
}

impl<I: Send> Shared<I> {
    /// Runs a call on the items without the GIL; `None` once a signal handler has raised.
    pub(crate) fn call<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut I) -> Result<T> + Send,
    ) -> Result<Option<T>> {
        detached(py, || {
            let Some(mut items) = self.take()? else { return Ok(None) };
            let answer = call(&mut items);
            *lock(&self.state) = State::Here(items);
            if self.waiting.load(Relaxed) > 0 {
                self.returned.notify_one();
            }
            answer.map(Some)
        })
    }

    /// The items, for a call of this thread; `None` once a signal handler has raised.
    fn take(&self) -> Result<Option<Box<I>>> {
        let caller = std::thread::current().id();
        loop {
            let mut state = lock(&self.state);
            match std::mem::replace(&mut *state, State::Taken(caller)) {
                State::Here(items) => return Ok(Some(items)),
                State::Taken(thread) => *state = State::Taken(thread),
            }
            if matches!(*state, State::Taken(thread) if thread == caller) {
                let message = "this iterator is already in a call, which a signal has interrupted";
                return Err(Failure::Made(Class::Error, message.to_owned()));
            }
            self.waiting.fetch_add(1, Relaxed);
            let waited = self.returned.wait_timeout(state, LOOK);
            self.waiting.fetch_sub(1, Relaxed);
            // A signal handler may use nqdb.
            drop(waited);
            if look().is_break() {
                return Ok(None);
            }
        }
    }
}
