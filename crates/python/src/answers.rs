//! Results shared by several classes and functions, and [`Estimate`].

use nqdb::Permutation;
use pyo3::prelude::*;

/// The 1-based queens as a Python list; a `Vec<u8>` would become bytes.
pub(crate) fn list(permutation: &Permutation) -> Vec<u16> {
    permutation.queens().map(u16::from).collect()
}

/// An estimate of a number; returned by Board.estimate_count.
///
/// It is not a number; use `estimate`, a float, for arithmetic.
///
/// >>> found = nqdb.board(20).estimate_count(runs=100, seed=1)
/// >>> print(found)
/// ≈ 3.931e10 ± 0.9%
/// >>> found.low < 39_029_188_884 < found.high
/// True
#[pyclass(module = "nqdb", frozen)]
pub(crate) struct Estimate {
    /// The mean of all runs, an unbiased estimate.
    #[pyo3(get)]
    estimate: f64,
    /// The standard deviation of the estimate, itself estimated from the runs.
    #[pyo3(get)]
    standard_error: f64,
    /// The lower end of the confidence interval.
    #[pyo3(get)]
    low: f64,
    /// The upper end of the confidence interval.
    #[pyo3(get)]
    high: f64,
    /// The level of the confidence interval, 0.95.
    #[pyo3(get)]
    confidence: f64,
    /// The number of runs.
    #[pyo3(get)]
    runs: u64,
    /// Whether the estimate is the exact number, because no sampling took place.
    #[pyo3(get)]
    exact: bool,
    text: String,
}

impl From<nqdb::sampling::Estimate> for Estimate {
    fn from(estimate: nqdb::sampling::Estimate) -> Self {
        let (low, high) = estimate.interval();
        Estimate {
            estimate: estimate.mean,
            standard_error: estimate.standard_error,
            low,
            high,
            confidence: nqdb::sampling::Estimate::CONFIDENCE,
            runs: estimate.runs,
            exact: estimate.is_exact,
            text: estimate.to_string(),
        }
    }
}

#[pymethods]
impl Estimate {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<nqdb.Estimate {}>", self.text)
    }
}
