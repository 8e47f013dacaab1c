//! What is to be solved, and how.

use super::error::SolveError;
use super::method::Method;

/// What is to be solved, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The method.
    pub method: Method,
    /// Board size, from 1 to [`Method::largest`].
    pub n: u64,
    /// What the random choices depend on.
    pub seed: u64,
    /// The step limit; [`Method::default_steps`] where none is given.
    pub steps: Option<u64>,
}

impl Task {
    /// An error where no search is needed to see that there is no answer: N outside
    /// 1 … [`Method::largest`], and N = 2 and 3.
    pub fn check(&self) -> Result<(), SolveError> {
        let Task { method, n, .. } = *self;
        match n {
            2 | 3 => Err(SolveError::NoSolutions { n }),
            n if n == 0 || n > method.largest() => Err(SolveError::BoardSize { method, n }),
            _ => Ok(()),
        }
    }
}
