//! Results shared by several classes and functions.

use crate::arguments::{Count, Squares};
use crate::errors::Failure;
use crate::signals::{Signals, detached};
use nqdb::{Permutation, random_seed};
use nqdb_completion::Instance;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;

/// The 1-based queens as a Python list; a `Vec<u8>` would become bytes.
pub(crate) fn list(permutation: &Permutation) -> Vec<u16> {
    permutation.queens().map(u16::from).collect()
}

/// A solution of N that matches the conditions; `None` if there is none.
pub(crate) fn complete_on(
    py: Python<'_>,
    n: u64,
    squares: &Squares,
    seed: Option<Count>,
) -> Result<Option<Vec<u32>>, Failure> {
    let instance = Instance::parse(n, squares.texts())?;
    let seed = seed.map_or_else(random_seed, |seed| seed.0);
    let completion = detached(py, || nqdb_completion::complete(&instance, seed, &Signals))?;
    Ok(completion.map(|placement| placement.queens().collect()))
}

/// The result of `==` or `!=` for two values. Their equality is `None` if they have different types.
pub(crate) fn equality(py: Python<'_>, equal: Option<bool>, op: CompareOp) -> Py<PyAny> {
    let answer = match (equal, op) {
        (Some(equal), CompareOp::Eq) => equal,
        (Some(equal), CompareOp::Ne) => !equal,
        _ => return py.NotImplemented(),
    };
    pyo3::types::PyBool::new(py, answer).to_owned().into_any().unbind()
}
