//! Independent runs, on several threads and under a watch.

use super::estimate::{Estimate, Tally};
use super::population::LARGEST;
use crate::combinatorics::BoardSize;
use crate::dice::Dice;
use crate::search::SearchError;
use crate::watch::{Activity, Watch, Watched};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How an estimate is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// How many runs.
    pub effort: Effort,
    /// The boards that a run keeps, 1 to 65,536; other numbers count as the nearest of these. More boards take more
    /// time, and the standard error of a run falls as the square root of their number.
    pub population: usize,
    /// The random seed.
    pub seed: u64,
    /// Threads. Each takes runs, so their number changes no run.
    pub jobs: NonZeroUsize,
}

/// How many runs an estimate takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// This number of runs, at least 2. The estimate depends on the seed alone.
    Runs(u64),
    /// Runs are begun for this time, at least 10. Their number depends on the machine.
    Time(Duration),
}

/// The least number of runs, however short the time.
const FEWEST: u64 = 10;

impl Default for Sampling {
    /// One second, 4,000 boards, seed 1, one thread for each core.
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let effort = Effort::Time(Duration::from_secs(1));
        Sampling { effort, population: 4000, seed: 1, jobs }
    }
}

impl Sampling {
    /// The boards of a population.
    pub(super) fn size(&self) -> usize {
        self.population.clamp(1, LARGEST)
    }
}

/// A question that a run answers with some numbers, each unbiased.
pub(super) trait Question: Sync {
    /// Memory that a thread keeps from run to run.
    type Workspace;

    /// The board size.
    fn n(&self) -> BoardSize;

    /// How many numbers a run has.
    fn numbers(&self) -> usize {
        1
    }

    fn workspace(&self) -> Self::Workspace;

    /// The numbers of a run; `None` once `stopped` returns true.
    fn run(
        &self,
        workspace: &mut Self::Workspace,
        dice: &mut Dice,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Sample>;
}

/// The numbers of a run.
pub(super) struct Sample {
    pub(super) values: Vec<f64>,
    /// Whether nothing was left to chance.
    pub(super) is_exact: bool,
}

/// Estimates the numbers of a question. One run is enough if it is exact.
pub(super) fn estimate<Q: Question>(
    question: &Q,
    sampling: &Sampling,
    watch: &dyn Watch,
) -> Result<Vec<Estimate>, SearchError> {
    let shared = Shared {
        question,
        sampling: *sampling,
        began: Instant::now(),
        taken: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
    };
    let size = question.n().get() as u64;
    let watched = Watched::new(watch, Activity::Sampling, size, "runs");
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let most = match sampling.effort {
            Effort::Runs(runs) => usize::try_from(runs.max(2)).unwrap_or(usize::MAX),
            Effort::Time(_) => usize::MAX,
        };
        let (shared, mut threads) = (&shared, 0);
        while threads < sampling.jobs.get().min(most) {
            let sender = sender.clone();
            let thread = std::thread::Builder::new();
            // An error means that the system has no more threads.
            if thread.spawn_scoped(scope, move || shared.work(&sender)).is_err() {
                break;
            }
            threads += 1;
        }
        if threads == 0 {
            shared.work(&sender);
        }
        drop(sender);
        let collected = shared.collect(&receiver, &watched);
        shared.stopped.store(true, Relaxed);
        collected
    })
}

/// What the threads of an estimate share.
struct Shared<'q, Q> {
    question: &'q Q,
    sampling: Sampling,
    began: Instant,
    /// Runs that were begun.
    taken: AtomicU64,
    stopped: AtomicBool,
}

/// Time between two ticks of the watch.
const TICK: Duration = Duration::from_millis(5);

impl<Q: Question> Shared<'_, Q> {
    /// Does runs until there are enough. Every run that is begun is finished: leaving out those that take long would
    /// bias the mean.
    fn work(&self, results: &Sender<(u64, Sample)>) {
        let mut workspace = self.question.workspace();
        let stopped = || self.stopped.load(Relaxed);
        while !stopped() {
            let number = self.taken.fetch_add(1, Relaxed);
            let is_enough = match self.sampling.effort {
                Effort::Runs(runs) => number >= runs.max(2),
                Effort::Time(time) => number >= FEWEST && self.began.elapsed() >= time,
            };
            if is_enough {
                return;
            }
            let mut dice = Dice::of_draw(self.sampling.seed, number);
            let Some(sample) = self.question.run(&mut workspace, &mut dice, &stopped) else {
                return;
            };
            if results.send((number, sample)).is_err() {
                return;
            }
        }
    }

    /// The mean of all runs, added in the order of their numbers.
    fn collect(
        &self,
        results: &Receiver<(u64, Sample)>,
        watched: &Watched<&dyn Watch>,
    ) -> Result<Vec<Estimate>, SearchError> {
        let mut tally = Tally::new(self.question.numbers());
        let mut early = BTreeMap::new();
        let mut ticked = Instant::now();
        loop {
            match results.recv_timeout(TICK) {
                Ok((_, sample)) if sample.is_exact => {
                    return Ok(sample.values.into_iter().map(Estimate::exact).collect());
                }
                Ok((number, sample)) => _ = early.insert(number, sample.values),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(tally.estimates()),
            }
            while let Some(values) = early.remove(&tally.runs()) {
                tally.add(&values);
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                let tick = watched.tick(tally.runs(), Some(self.fraction(tally.runs())));
                tick.map_err(SearchError::stopped)?;
            }
        }
    }

    fn fraction(&self, runs: u64) -> f64 {
        let share = match self.sampling.effort {
            Effort::Runs(all) => runs as f64 / all.max(2) as f64,
            Effort::Time(time) => self.began.elapsed().as_secs_f64() / time.as_secs_f64(),
        };
        share.min(1.0)
    }
}
