//! [`LazyList`]: a list of solutions built lazily, once enough queries have been made to pay for it; and the [`Lists`]
//! of a board.

use super::solution_list::SolutionList;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, TryLockError};

/// A list built lazily, once enough queries have been made to pay for it. Shared by threads, none of which waits for
/// it.
#[derive(Debug, Default)]
pub(crate) struct LazyList {
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
    pub(crate) fn after<E>(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinatorics::BoardSize;

    fn list() -> Option<SolutionList> {
        Some(SolutionList::new(BoardSize::new(4).unwrap(), vec![0x1302]))
    }

    #[test]
    fn it_is_built_once_after_enough_queries() {
        let lazy = LazyList::default();
        let early = || -> Result<Option<SolutionList>, ()> { panic!("made too early, or again") };
        for _ in 0..3 {
            assert!(lazy.after(1, 3, early).unwrap().is_none());
        }
        assert!(lazy.after(1, 3, || Ok::<_, ()>(list())).unwrap().is_some());
        assert!(lazy.after(1, 3, early).unwrap().is_some());
    }

    #[test]
    fn queries_count_in_batches_of_any_size() {
        let lazy = LazyList::default();
        let early = || -> Result<Option<SolutionList>, ()> { panic!("made too early") };
        assert!(lazy.after(3, 3, early).unwrap().is_none());
        assert!(lazy.after(1, 3, || Ok::<_, ()>(list())).unwrap().is_some());
        assert!(LazyList::default().after(4, 3, || Ok::<_, ()>(list())).unwrap().is_some());
    }

    #[test]
    fn after_an_error_it_waits_again() {
        let lazy = LazyList::default();
        let fail = || Err("stopped");
        assert_eq!(lazy.after(1, 0, fail).unwrap_err(), "stopped");
        assert!(lazy.after(1, 1, fail).unwrap().is_none());
        assert_eq!(lazy.after(1, 1, fail).unwrap_err(), "stopped");
        assert!(lazy.after(1, 0, || Ok::<_, &str>(list())).unwrap().is_some());
    }

    #[test]
    fn without_a_list_it_waits_again() {
        let lazy = LazyList::default();
        assert!(lazy.after(1, 0, || Ok::<_, ()>(None)).unwrap().is_none());
        assert!(
            lazy.after(1, 1, || -> Result<_, ()> { panic!("made too early") }).unwrap().is_none()
        );
        assert!(lazy.after(1, 1, || Ok::<_, ()>(list())).unwrap().is_some());
    }

    #[test]
    fn no_thread_waits_for_the_one_that_builds_it() {
        let lazy = LazyList::default();
        let made = lazy.after(1, 0, || {
            assert!(
                lazy.after(1, 0, || -> Result<Option<SolutionList>, ()> { panic!("made twice") })
                    .unwrap()
                    .is_none()
            );
            Ok::<_, ()>(list())
        });
        assert!(made.unwrap().is_some());
    }
}
