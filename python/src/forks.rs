//! Forked processes: SQLite connections can't be used across a fork, so a child opens its files again.

use crate::errors::Failure;
use pyo3::prelude::*;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The number of forks between the process that imported the module and this one.
static FORKS: AtomicUsize = AtomicUsize::new(0);

/// Counts forks from now on, if the system supports them.
pub(crate) fn count(py: Python<'_>) -> PyResult<()> {
    let Some(register) = py.import("os")?.getattr_opt("register_at_fork")? else { return Ok(()) };
    let arguments = pyo3::types::PyDict::new(py);
    arguments.set_item("after_in_child", wrap_pyfunction!(forked, py)?)?;
    register.call((), Some(&arguments))?;
    Ok(())
}

#[pyfunction]
fn forked() {
    FORKS.fetch_add(1, Relaxed);
}

/// A value that belongs to the process that created it.
pub(crate) struct Handle<T> {
    value: T,
    forks: usize,
    /// The value of a forked child process.
    child: OnceLock<Box<Handle<T>>>,
}

impl<T> Handle<T> {
    /// A value of this process.
    pub(crate) fn new(value: T) -> Self {
        Handle { value, forks: FORKS.load(Relaxed), child: OnceLock::new() }
    }

    /// The value of this process; after a fork it is created again by `make`.
    pub(crate) fn get(&self, make: impl FnOnce() -> Result<T, Failure>) -> Result<&T, Failure> {
        if self.forks == FORKS.load(Relaxed) {
            return Ok(&self.value);
        }
        match self.child.get() {
            Some(child) => child.get(make),
            None => {
                let made = Box::new(Handle::new(make()?));
                Ok(&self.child.get_or_init(|| made).value)
            }
        }
    }
}
