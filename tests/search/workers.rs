//! Threads that share work.

use nqdb::internal::{Event, InOrder, crew};
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// More than the time between two ticks.
const TICK: Duration = Duration::from_millis(6);

fn jobs(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

fn in_order(count: usize) -> InOrder {
    InOrder::new(jobs(count))
}

/// Runs tasks, and passes only results to `take`.
fn each<T: Send, R: Send, E>(
    threads: InOrder,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let start = || |task, _: &dyn Fn() -> bool| Some(work(task));
    threads.run(tasks, start, |event| match event {
        Event::Result(result) => take(result),
        Event::Tick => Ok(()),
    })
}

#[test]
fn results_come_in_order_and_bounded() {
    for (count, at_once) in [(1, 1), (2, 1), (7, 1), (1, 10), (3, 64)] {
        let (begun, mut taken) = (AtomicUsize::new(0), Vec::new());
        let work = |task: usize| {
            begun.fetch_add(1, SeqCst);
            task * task
        };
        let threads = InOrder { at_once, ..in_order(count) };
        let outcome = each(threads, 0..1000, work, |result| {
            taken.push(result);
            assert!(begun.load(SeqCst) <= taken.len() + 4 * count + (count + 1) * at_once);
            Ok::<(), Infallible>(())
        });
        assert_eq!(outcome, Ok(()));
        assert!(taken.into_iter().eq((0..1000).map(|task| task * task)));
    }
}

#[test]
fn an_error_ends_it() {
    for count in [1, 3] {
        let outcome = each(
            in_order(count),
            0..,
            |task| task,
            |task| match task {
                20 => Err(task),
                _ => Ok(()),
            },
        );
        assert_eq!(outcome, Err(20));
    }
}

/// A running task is notified when the work ends.
#[test]
fn running_tasks_are_notified_of_the_end() {
    let start = || {
        |task, more: &dyn Fn() -> bool| {
            while task > 0 && more() {
                std::thread::yield_now();
            }
            Some(task)
        }
    };
    let outcome = in_order(2).run(0..100, start, |event| match event {
        Event::Result(task) => Err(task),
        Event::Tick => Ok(()),
    });
    assert_eq!(outcome, Err(0));
    let outcome = in_order(2).run(1..100, start, |event: Event<i32>| match event {
        Event::Result(task) => panic!("a result of task {task}"),
        Event::Tick => Err("a tick"),
    });
    assert_eq!(outcome, Err("a tick"));
}

#[test]
#[should_panic(expected = "a scoped thread panicked")]
fn a_panic_ends_it() {
    let work = |task: usize| assert_ne!(task, 20, "the task that fails");
    let _ = each(in_order(3), 0..1000, work, |()| Ok::<(), Infallible>(()));
}

#[test]
#[should_panic(expected = "the taker panics")]
fn a_panic_of_the_taker_ends_it() {
    let _ = each(
        in_order(3),
        0..,
        |task| task,
        |task| match task {
            20 => panic!("the taker panics"),
            _ => Ok::<(), Infallible>(()),
        },
    );
}

#[test]
fn threads_are_no_more_than_tasks() {
    let here = std::thread::current().id();
    for tasks in 0..4 {
        let (started, mut sum) = (AtomicUsize::new(0), 0);
        let start = || {
            started.fetch_add(1, SeqCst);
            // A single task needs no thread.
            assert_eq!(std::thread::current().id() == here, tasks == 1);
            |task, _: &dyn Fn() -> bool| Some(task)
        };
        let outcome = in_order(usize::MAX).run(1..tasks + 1, start, |event| {
            if let Event::Result(task) = event {
                sum += task;
            }
            Ok::<(), Infallible>(())
        });
        assert_eq!((outcome, sum), (Ok(()), tasks * (tasks + 1) / 2));
        assert_eq!(started.into_inner(), tasks);
    }
}

/// All tasks together take minutes, and one thread fetches them at once.
#[test]
fn results_do_not_wait_long_for_others() {
    const TASKS: usize = 1_000_000;
    let begun = AtomicUsize::new(0);
    let threads = InOrder { at_once: TASKS, ahead: TASKS, ..in_order(1) };
    let work = |()| {
        begun.fetch_add(1, SeqCst);
        let began = Instant::now();
        while began.elapsed() < TICK / 24 {
            std::thread::yield_now();
        }
    };
    let outcome = each(threads, std::iter::repeat_n((), TASKS), work, Err);
    assert_eq!(outcome, Err(()));
    assert!(begun.into_inner() < TASKS);
}

/// The behaviour on systems without threads.
#[test]
fn one_thread_does_it_all_and_ticks() {
    let (mut taken, mut ticks) = (Vec::new(), 0);
    let take = |event| match event {
        Event::Tick if ticks == 3 => Err("the last tick"),
        Event::Tick => {
            ticks += 1;
            Ok(())
        }
        Event::Result(task) => {
            taken.push(task);
            Ok(())
        }
    };
    // Each task waits for the time of a tick.
    let start = || {
        |task, more: &dyn Fn() -> bool| {
            let began = Instant::now();
            while began.elapsed() <= TICK {
                if !more() {
                    return None;
                }
            }
            Some(task)
        }
    };
    assert_eq!(in_order(1).run_on(0, 0.., start, take), Err("the last tick"));
    assert!(taken.len() <= 4 && taken.iter().copied().eq(0..taken.len()), "{taken:?}");
}

#[test]
fn a_crew_divides_the_work_and_can_be_stopped() {
    for count in [1, 2, 5] {
        let (next, sum) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |_: &dyn Fn() -> bool| {
            let mut task = next.fetch_add(1, SeqCst);
            while task < 1000 {
                sum.fetch_add(task, SeqCst);
                task = next.fetch_add(1, SeqCst);
            }
        };
        assert_eq!(crew(jobs(count), work, || Ok::<(), Infallible>(())), Ok(()));
        assert_eq!(sum.into_inner(), 499_500);

        let until_stopped = |more: &dyn Fn() -> bool| {
            while more() {
                std::thread::yield_now();
            }
        };
        let mut ticks = 0;
        let stopped = crew(jobs(count), until_stopped, || {
            ticks += 1;
            if ticks == 3 { Err("stopped") } else { Ok(()) }
        });
        assert_eq!((stopped, ticks), (Err("stopped"), 3));
    }
}
