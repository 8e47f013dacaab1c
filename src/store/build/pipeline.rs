//! Parallel work whose results are taken in order.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread::Builder;

/// Applies `work` to every task on `jobs` threads and hands the results to `take` on this thread,
/// in the order of the tasks. An error of `take` ends the work.
///
/// At most `4 · jobs` results exist at a time: a thread that is further ahead waits.
pub(super) fn in_order<T: Sync, R: Send, E>(
    tasks: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let jobs = jobs.get().min(tasks.len());
    let turn = Turn::new(4 * jobs);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let run = |sender: mpsc::Sender<(usize, R)>| {
        let _end = EndOnPanic(&turn);
        loop {
            let index = next.fetch_add(1, SeqCst);
            let Some(task) = tasks.get(index) else { break };
            if !turn.wait_for(index) || sender.send((index, work(task))).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        // If `take` panics, the threads must not wait for it.
        let _end = EndOnPanic(&turn);
        // The first error means that the system has no more threads.
        let started = (0..jobs)
            .map(|_| sender.clone())
            .map_while(|sender| Builder::new().spawn_scoped(scope, || run(sender)).ok())
            .count();
        drop(sender);
        if started == 0 {
            return tasks.iter().try_for_each(|task| take(work(task)));
        }
        let mut early = std::collections::BTreeMap::new();
        let mut taken = 0;
        let mut outcome = Ok(());
        for (index, result) in receiver {
            early.insert(index, result);
            while let Some(result) = early.remove(&taken) {
                outcome = outcome.and_then(|()| take(result));
                taken += 1;
                turn.advance_to(taken);
            }
            if outcome.is_err() {
                turn.end();
                break;
            }
        }
        outcome
    })
}

/// Lets threads run ahead of the taker by a bounded number of tasks.
struct Turn {
    ahead: usize,
    taken: Mutex<usize>,
    ended: AtomicBool,
    changed: Condvar,
}

impl Turn {
    fn new(ahead: usize) -> Self {
        Turn { ahead, taken: Mutex::new(0), ended: AtomicBool::new(false), changed: Condvar::new() }
    }

    /// Waits until the task may begin; false when the work has ended.
    fn wait_for(&self, index: usize) -> bool {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let too_early =
            |taken: &mut usize| index >= *taken + self.ahead && !self.ended.load(SeqCst);
        drop(self.changed.wait_while(taken, too_early));
        !self.ended.load(SeqCst)
    }

    fn advance_to(&self, taken: usize) {
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner) = taken;
        self.changed.notify_all();
    }

    fn end(&self) {
        let _guard = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        self.ended.store(true, SeqCst);
        self.changed.notify_all();
    }
}

/// A thread that panics must not leave the others waiting for it.
struct EndOnPanic<'t>(&'t Turn);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn results_come_in_order_and_bounded() {
        let tasks: Vec<usize> = (0..1000).collect();
        for count in [1, 2, 7] {
            let (begun, mut taken) = (AtomicUsize::new(0), Vec::new());
            let work = |&task: &usize| {
                begun.fetch_add(1, SeqCst);
                task * task
            };
            let outcome: Result<(), ()> = in_order(&tasks, jobs(count), work, |result| {
                taken.push(result);
                assert!(begun.load(SeqCst) <= taken.len() + 5 * count);
                Ok(())
            });
            assert_eq!(outcome, Ok(()));
            assert_eq!(taken, tasks.iter().map(|task| task * task).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_ends_it() {
        let tasks: Vec<usize> = (0..1000).collect();
        let outcome = in_order(
            &tasks,
            jobs(3),
            |&task| task,
            |task| if task == 20 { Err(task) } else { Ok(()) },
        );
        assert_eq!(outcome, Err(20));
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_it() {
        let tasks: Vec<usize> = (0..1000).collect();
        let work = |&task: &usize| assert_ne!(task, 20, "the task that fails");
        let _: Result<(), ()> = in_order(&tasks, jobs(3), work, |()| Ok(()));
    }

    #[test]
    #[should_panic(expected = "the taker panics")]
    fn a_panic_of_the_taker_ends_it() {
        let tasks: Vec<usize> = (0..1000).collect();
        let _ = in_order(
            &tasks,
            jobs(3),
            |&task| task,
            |task| match task {
                20 => panic!("the taker panics"),
                _ => Ok::<(), ()>(()),
            },
        );
    }

    #[test]
    fn threads_are_no_more_than_tasks() {
        let mut sum = 0;
        let outcome = in_order(
            &[1, 2, 3],
            jobs(usize::MAX),
            |&task| task,
            |task| {
                sum += task;
                Ok::<(), ()>(())
            },
        );
        assert_eq!((outcome, sum), (Ok(()), 6));
    }
}
