//! Results shared by several classes and functions, and [`Estimate`].

use nqdb::Permutation;
use pyo3::prelude::*;

/// The 1-based queens as a Python list; a `Vec<u8>` would become bytes.
pub(crate) fn list(permutation: &Permutation) -> Vec<u16> {
    permutation.queens().map(u16::from).collect()
}

/// An estimate with its 95% confidence interval; returned by Board.count_estimate.
///
/// It is not a number; use `mean`, a float, for arithmetic.
///
/// >>> estimate = nqdb.board(20).count_estimate(runs=100, seed=1)
/// >>> print(estimate)
/// ≈ 3.931e10 ± 0.9%
/// >>> estimate.low < 39_029_188_884 < estimate.high
/// True
#[pyclass(module = "nqdb", frozen)]
pub(crate) struct Estimate {
    /// The mean of all runs, an unbiased estimate.
    #[pyo3(get)]
    mean: f64,
    /// The lower end of the confidence interval.
    #[pyo3(get)]
    low: f64,
    /// The upper end of the confidence interval.
    #[pyo3(get)]
    high: f64,
    /// The standard deviation of the mean, estimated from the runs.
    #[pyo3(get)]
    standard_error: f64,
    /// The number of runs.
    #[pyo3(get)]
    runs: u64,
    /// Whether the mean is the exact number, because no sampling took place.
    #[pyo3(get)]
    is_exact: bool,
    text: String,
}

impl From<nqdb::sampling::Estimate> for Estimate {
    fn from(estimate: nqdb::sampling::Estimate) -> Self {
        let (mean, (low, high)) = (estimate.mean(), estimate.interval());
        let (standard_error, runs) = (estimate.standard_error(), estimate.runs());
        let (is_exact, text) = (estimate.is_exact(), estimate.to_string());
        Estimate { mean, low, high, standard_error, runs, is_exact, text }
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
