//! Mutexes without poisoning.
//!
//! The data they guard in this project is valid after every statement, so other threads can continue after a panic of
//! the thread that held the lock.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

/// Locks a mutex, even after a panic of a thread that held it.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

/// Unwraps a lock result, whether or not a thread that held the lock has panicked.
pub fn unpoisoned<T>(result: LockResult<T>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}
