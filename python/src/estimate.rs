//! [`Estimate`]: a number that is not known exactly.

use pyo3::prelude::*;

/// An estimate with its interval of 95 % confidence; made by Board.count_estimate.
///
/// It is no number: arithmetic takes `mean`, a float.
///
/// >>> estimate = nqdb.Database().board(20).count_estimate(runs=100, seed=1)
/// >>> print(estimate)
/// ≈ 3.931e10 ± 0.9 %
/// >>> estimate.low < 39_029_188_884 < estimate.high
/// True
#[pyclass(module = "nqdb", frozen)]
pub(crate) struct Estimate(pub(crate) nqdb::sampling::Estimate);

#[pymethods]
impl Estimate {
    /// The mean of all runs, an unbiased estimate.
    #[getter]
    fn mean(&self) -> f64 {
        self.0.mean()
    }

    /// The lower end of the interval.
    #[getter]
    fn low(&self) -> f64 {
        self.0.interval().0
    }

    /// The upper end of the interval.
    #[getter]
    fn high(&self) -> f64 {
        self.0.interval().1
    }

    /// The standard deviation of the mean, estimated from the runs.
    #[getter]
    fn standard_error(&self) -> f64 {
        self.0.standard_error()
    }

    /// The number of runs.
    #[getter]
    fn runs(&self) -> u64 {
        self.0.runs()
    }

    /// Whether the mean is the number itself, because nothing was left to chance.
    #[getter]
    fn is_exact(&self) -> bool {
        self.0.is_exact()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<nqdb.Estimate {}>", self.0)
    }
}
