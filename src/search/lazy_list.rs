//! [`LazyList`]: a list of solutions built lazily, once enough queries have been made to pay for it; and the [`Lists`]
//! of a board.

use super::solution_list::SolutionList;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, TryLockError};

/// A list built lazily, once enough queries have been made to pay for it. Shared by threads, none of which waits for
/// it.
#[derive(Debug, Default)]
pub struct LazyList {
    list: OnceLock<SolutionList>,
    /// Queries answered without it.
    asked: AtomicU64,
    /// Held by the thread that builds it.
    making: Mutex<()>,
}

/// The lists of a board, shared by all its handles: 8 bytes per item, at most 59 MB for the solutions of the first half
/// and 15 MB for the representatives (N = 16).
#[derive(Debug, Default)]
pub(crate) struct Lists {
    pub(crate) solutions: LazyList,
    pub(crate) representatives: LazyList,
}

impl LazyList {
    /// Counts `questions` more queries and returns the list, which `make` builds after `patience` queries. `None`
    /// before that, and while another thread builds it. If `make` returns no list or an error, the count restarts from
    /// 0.
    pub fn after<E>(
        &self,
        questions: u64,
        patience: u64,
        make: impl FnOnce() -> Result<Option<SolutionList>, E>,
    ) -> Result<Option<&SolutionList>, E> {
        if let Some(list) = self.list.get() {
            return Ok(Some(list));
        }
        if self.asked.fetch_add(questions, Relaxed).saturating_add(questions) <= patience {
            return Ok(None);
        }
        let _making = match self.making.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            making => making,
        };
        if self.list.get().is_none() {
            self.asked.store(0, Relaxed);
            if let Some(list) = make()? {
                // No other thread sets it.
                let _ = self.list.set(list);
            }
        }
        Ok(self.list.get())
    }
}
