//! [`Task`]: a board to solve and the method to use.

use super::error::SolveError;
use super::method::Method;

/// A board to solve and the method to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task {
    /// The method.
    pub method: Method,
    /// Board size, from 1 to [`Method::largest`].
    pub n: u64,
    /// The seed of the random choices.
    pub seed: u64,
    /// The step limit; [`Method::default_steps`] if `None`.
    pub steps: Option<u64>,
}

impl Task {
    /// Checks that the task can have a solution. Fails for N outside 1 … [`Method::largest`], and for N = 2 and 3.
    pub fn check(&self) -> Result<(), SolveError> {
        let Task { method, n, .. } = *self;
        match n {
            2 | 3 => Err(SolveError::NoSolutions { n }),
            n if n == 0 || n > method.largest() => Err(SolveError::BoardSize { method, n }),
            _ => Ok(()),
        }
    }
}
