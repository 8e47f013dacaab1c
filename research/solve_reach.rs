//! Measures the largest board that each method of `nqdb_papers` solves in ten seconds on one thread:
//! `cargo run --release -p nqdb-research --bin solve_reach [METHOD…]`
//!
//! N doubles from 6 up to the largest that the method supports, as long as more than half of the runs with
//! seeds 1 to 7 finish in time. Prints the median time and steps for each N.
//!
//! Times are processor time on Linux, so that other load does not change them, and wall-clock time elsewhere.

use nqdb::watch::{Progress, Watch};
use nqdb_papers::{Method, Task, solve};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(10);

const SEEDS: u64 = 7;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |method: &Method| words.is_empty() || words.iter().any(|w| w == method.name());
    for method in Method::ALL.into_iter().filter(is_wanted) {
        let mut sizes: Vec<usize> =
            (0..).map(|k| 6 << k).take_while(|&n| n < method.largest()).collect();
        // Every method supports the multiples of 6.
        sizes.push(method.largest() / 6 * 6);
        sizes.into_iter().try_for_each(|n| report(method, n));
    }
}

/// Prints a line; returns `None` if the size is out of reach.
fn report(method: Method, n: usize) -> Option<()> {
    let mut runs: Vec<_> = (1..=SEEDS).map(|seed| run(method, n, seed)).collect();
    runs.sort();
    let answered = runs.iter().filter(|(time, _)| *time <= LIMIT).count();
    let (time, steps) = runs[runs.len() / 2];
    let reached = (time <= LIMIT).then_some(());
    let median = match reached {
        Some(()) => format!("{:.4} s, {}", time.as_secs_f64(), method.steps(steps)),
        None => format!("over {} s", LIMIT.as_secs()),
    };
    println!("{method} {n}: {median}; {answered} of {SEEDS} seeds solved");
    reached
}

/// Time and steps of one run; a time over the limit if it fails.
fn run(method: Method, n: usize, seed: u64) -> (Duration, u64) {
    let clock = Clock::start();
    let task = Task { method, n, seed, steps: Some(u64::MAX) };
    match solve(&task, &clock) {
        Ok(solved) => (clock.elapsed(), solved.steps),
        Err(_) => (Duration::MAX, 0),
    }
}

/// A stopwatch of processor time, or of wall-clock time where that is not available.
struct Clock {
    work: Option<Duration>,
    began: Instant,
}

impl Watch for Clock {
    fn tick(&self, _: &Progress) -> ControlFlow<()> {
        if self.elapsed() <= LIMIT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Clock {
    fn start() -> Self {
        Clock { work: work(), began: Instant::now() }
    }

    fn elapsed(&self) -> Duration {
        match (self.work, work()) {
            (Some(before), Some(now)) => now - before,
            _ => self.began.elapsed(),
        }
    }
}

/// Processor time of this thread; `None` except on Linux.
fn work() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
