//! [`Order`]: the ranks of a board in random order, for `nqdb/_sequences.py`.

use crate::arguments::Count;
use crate::signals::check;
use nqdb::Shuffle;
use pyo3::prelude::*;

/// The numbers 1 … count in the random order of a seed.
#[pyclass(module = "nqdb._nqdb", frozen)]
pub(crate) struct Order(Shuffle);

#[pymethods]
impl Order {
    #[new]
    fn new(count: Count, seed: Count) -> Self {
        Order(Shuffle::new(count.0, seed.0))
    }

    /// The number at a step, from 0; None from step `count` on.
    fn at(&self, py: Python<'_>, step: u64) -> PyResult<Option<u64>> {
        check(py)?;
        Ok(self.0.at(step).map(|number| number + 1))
    }

    /// The step with this number; None if there is none.
    fn step_of(&self, number: &Bound<'_, PyAny>) -> Option<u64> {
        let number: u64 = number.extract().ok()?;
        self.0.step_of(number.checked_sub(1)?)
    }
}
