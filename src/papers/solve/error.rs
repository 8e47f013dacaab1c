//! [`SolveError`], the error of this module.

use super::method::Method;
use crate::combinatorics::Invalid;
use crate::watch::Progress;

/// Why a task has no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// N = 2 and N = 3.
    #[error("N = {n} has no solutions")]
    NoSolutions {
        /// Board size.
        n: u64,
    },
    /// A board size that the method does not take.
    #[error("{method} takes boards from N = 1 to {}, got {n}{}", method.largest(), other(*method, *n))]
    BoardSize {
        /// The method.
        method: Method,
        /// Board size.
        n: u64,
    },
    /// The pattern of [`Method::Extend`] gives no solution for this N.
    #[error(
        "the pattern of extend gives no solution for N = {n}, as for every N that leaves 2 or 3 \
         when divided by 6: {attack}; construct takes every N"
    )]
    Pattern {
        /// Board size.
        n: u64,
        /// Two attacking queens of the pattern.
        attack: Invalid,
    },
    /// The steps are used up.
    #[error(
        "{method} has not found a solution of N = {n} within {}; {}", method.steps(*steps),
        advice(*method, "more steps")
    )]
    NotFound {
        /// The method.
        method: Method,
        /// Board size.
        n: u64,
        /// The step limit.
        steps: u64,
    },
    /// The watch stopped the search.
    #[error("stopped while {progress}, {method} has found no solution; {}", advice(*method, "more time"))]
    Stopped {
        /// The method.
        method: Method,
        /// Its progress.
        progress: Progress,
    },
    /// The method made a board that is not a solution: a bug in nqdb.
    #[error("{method} made a board of N = {n} that is not a solution, please report this: {flaw}")]
    Wrong {
        /// The method.
        method: Method,
        /// Board size.
        n: u64,
        /// What is wrong with it.
        flaw: Invalid,
    },
}

/// Advice for a board that another method takes, if there is one.
fn other(method: Method, n: u64) -> String {
    let all = Method::Construct.largest();
    if n > method.largest() && method.largest() < all {
        format!("; construct takes up to {all}")
    } else {
        String::new()
    }
}

/// Advice after an attempt that needed `more`.
fn advice(method: Method, more: &str) -> String {
    if method.is_random() {
        format!("try another seed, {more}, or construct, which takes every N")
    } else {
        format!("allow {more}")
    }
}
