//! [`SolveError`], the error of this module.

use super::method::Method;
use crate::combinatorics::Invalid;
use crate::watch::Progress;

/// Why a task failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// N = 2 and N = 3.
    #[error("N = {n} has no solutions")]
    NoSolutions {
        /// Board size.
        n: u64,
    },
    /// A board size that the method does not support.
    #[error("{method} supports N = 1 to {}, got {n}{}", method.largest(), other(*method, *n))]
    BoardSize {
        /// The method.
        method: Method,
        /// Board size.
        n: u64,
    },
    /// The pattern of [`Method::Extend`] is not a solution for this N.
    #[error(
        "extend does not work for N = {n}, nor for any other N ≡ 2 or 3 (mod 6): {attack}; \
         construct supports every N"
    )]
    Pattern {
        /// Board size.
        n: u64,
        /// Two attacking queens of the pattern.
        attack: Invalid,
    },
    /// The step limit is reached.
    #[error(
        "{method} found no solution of N = {n} within {}; {}", method.steps(*steps),
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
    #[error("stopped while {progress}: {method} found no solution; {}", advice(*method, "more time"))]
    Stopped {
        /// The method.
        method: Method,
        /// Its progress.
        progress: Progress,
    },
    /// The method returned a board that is not a solution: a bug in nqdb.
    #[error(
        "{method} returned a board of N = {n} that is not a solution; please report this bug: {flaw}"
    )]
    Wrong {
        /// The method.
        method: Method,
        /// Board size.
        n: u64,
        /// What is wrong with it.
        flaw: Invalid,
    },
}

/// Advice if another method supports this N.
fn other(method: Method, n: u64) -> String {
    let all = Method::Construct.largest();
    if n > method.largest() && method.largest() < all {
        format!("; construct supports N up to {all}")
    } else {
        String::new()
    }
}

/// Advice after an attempt that needed `more`.
fn advice(method: Method, more: &str) -> String {
    if method.is_random() {
        format!("try another seed, {more}, or construct, which supports every N")
    } else {
        format!("allow {more}")
    }
}
