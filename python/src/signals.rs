//! Ctrl-C: the library works without Python's lock, and a [`Watch`] on every search looks for signals meanwhile.
//!
//! Only the thread of the call looks, and Python runs handlers on the main thread only. A handler that raises, such as
//! that of Ctrl-C, ends the call with its exception. Many short calls look now and then as well: `list(board)` runs no
//! code of Python in between, which would look.

use crate::errors::Failure;
use nqdb::{Progress, Watch};
use pyo3::prelude::*;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Time between two looks.
const LOOK: Duration = Duration::from_millis(20);

thread_local! {
    /// When this thread looked last.
    static LOOKED: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Whether this thread is in a call.
    static IN_CALL: Cell<bool> = const { Cell::new(false) };
    /// What a signal handler has raised.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Runs work of the library without Python's lock; an error if a signal handler raises meanwhile.
pub(crate) fn detached<T: Send, E: Send + Into<Failure>>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, Failure> {
    if is_time() {
        py.check_signals()?;
    }
    // A handler may call nqdb again.
    let outer = IN_CALL.replace(true);
    let answer = py.detach(work);
    IN_CALL.set(outer);
    match RAISED.take() {
        Some(raised) => Err(raised.into()),
        None => answer.map_err(E::into),
    }
}

/// `Break` once a signal handler has raised. Threads that are not in a call see no signals.
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
    match Python::try_attach(|py| py.check_signals()) {
        Some(Ok(())) => ControlFlow::Continue(()),
        Some(Err(raised)) => {
            RAISED.set(Some(raised));
            ControlFlow::Break(())
        }
        // The interpreter has ended: this is a daemon thread, which has nowhere to return to.
        None => loop {
            std::thread::park();
        },
    }
}

/// Whether it is time to look again.
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
