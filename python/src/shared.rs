//! [`Shared`]: an iterator that several threads can use.

use crate::errors::{Class, Failure};
use crate::signals::{detached, look};
use nqdb::internal::lock;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex};
use std::thread::ThreadId;
use std::time::Duration;

/// Time between two checks for signals while another thread is in a call.
const WAIT: Duration = Duration::from_millis(20);

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
    pub(crate) fn next(&self, py: Python<'_>) -> Result<Option<T>, Failure> {
        self.call(py, |items| items.next().transpose().map_err(Failure::from)).map(Option::flatten)
    }
}

impl<I: Send> Shared<I> {
    /// Runs a call on the items without the GIL; `None` once a signal handler has raised.
    pub(crate) fn call<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut I) -> Result<T, Failure> + Send,
    ) -> Result<Option<T>, Failure> {
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
    fn take(&self) -> Result<Option<Box<I>>, Failure> {
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
            let waited = self.returned.wait_timeout(state, WAIT);
            self.waiting.fetch_sub(1, Relaxed);
            // A signal handler may use nqdb.
            drop(waited);
            if look().is_break() {
                return Ok(None);
            }
        }
    }
}
