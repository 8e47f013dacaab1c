//! Results shared by several classes and functions, and [`Estimate`].

use nqdb::Permutation;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;

/// The 1-based queens as a Python list; a `Vec<u8>` would become bytes.
pub(crate) fn list(permutation: &Permutation) -> Vec<u16> {
    permutation.queens().map(u16::from).collect()
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

/// An estimate with its 95% confidence interval; returned by Board.count_estimate.
///
/// It is not a number; use `mean`, a float, for arithmetic.
///
/// >>> estimate = nqdb.Database().board(20).count_estimate(runs=100, seed=1)
/// >>> print(estimate)
/// ≈ 3.931e10 ± 0.9%
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

    /// The lower end of the confidence interval.
    #[getter]
    fn low(&self) -> f64 {
        self.0.interval().0
    }

    /// The upper end of the confidence interval.
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

    /// Whether the mean is the exact number, because no sampling took place.
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
