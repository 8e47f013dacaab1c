//! Independent runs on several threads, under a watch.

use super::estimate::{Estimate, Moments};
use super::population::LARGEST;
use crate::combinatorics::BoardSize;
use crate::dice::Dice;
use crate::search::SearchError;
use crate::watch::{Activity, Progress, Watch, Watched};
use crate::workers::{Event, InOrder, cores};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// The parameters of an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// The number of runs.
    pub effort: Effort,
    /// The number of boards in the population, clamped to 1 … 65,536. More boards take more time; the standard error of
    /// a run decreases with the square root of their number.
    pub population: usize,
    /// The random seed.
    pub seed: u64,
    /// The number of threads. It does not affect the results of the runs.
    pub jobs: NonZeroUsize,
}

/// The number of runs of an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// A fixed number of runs, at least 2. The estimate depends only on the seed.
    Runs(u64),
    /// Keeps starting runs for this time, at least 10. Their number depends on the machine.
    Time(Duration),
}

/// The minimum number of runs, however short the time.
const FEWEST: u64 = 10;

impl Default for Sampling {
    /// One second, 4,000 boards, seed 1, one thread per core.
    fn default() -> Self {
        let effort = Effort::Time(Duration::from_secs(1));
        Sampling { effort, population: 4000, seed: 1, jobs: cores() }
    }
}

impl Sampling {
    /// The size of the population.
    pub(super) fn size(&self) -> usize {
        self.population.clamp(1, LARGEST)
    }
}

/// A quantity to estimate: a run yields one or more numbers, each unbiased.
pub(super) trait Question: Sync {
    /// Memory that a thread reuses from run to run.
    type Workspace;

    /// The board size.
    fn n(&self) -> BoardSize;

    /// The number of values per run.
    fn numbers(&self) -> usize {
        1
    }

    fn workspace(&self) -> Self::Workspace;

    /// Makes a run; `None` once `more` returns false.
    fn run(
        &self,
        workspace: &mut Self::Workspace,
        dice: &mut Dice,
        more: &dyn Fn() -> bool,
    ) -> Option<Sample>;
}

/// The result of a run.
pub(super) struct Sample {
    pub(super) values: Vec<f64>,
    /// Whether the search was exhaustive.
    pub(super) is_exact: bool,
}

/// Estimates the numbers of a quantity. A single run suffices if it is exact.
pub(super) fn estimate<Q: Question>(
    question: &Q,
    sampling: &Sampling,
    watch: &dyn Watch,
) -> Result<Vec<Estimate>, SearchError> {
    let began = Instant::now();
    let size = question.n().get() as u64;
    let watched = Watched::new(watch, Activity::Sampling, size, "runs");
    let start = || {
        let mut workspace = question.workspace();
        move |run, more: &dyn Fn() -> bool| {
            let mut dice = Dice::of_draw(sampling.seed, run);
            question.run(&mut workspace, &mut dice, more)
        }
    };
    let mut tally = Moments::new(question.numbers());
    let threads = InOrder { ahead: AHEAD, ..InOrder::new(sampling.jobs) };
    let ended = threads.run(sampling.effort.runs(began), start, |event| match event {
        Event::Result(sample) if sample.is_exact => Err(End::Exact(sample.values)),
        Event::Result(sample) => {
            tally.add(&sample.values);
            Ok(())
        }
        Event::Tick => {
            let share = sampling.effort.share(tally.runs(), began);
            watched.tick(tally.runs(), Some(share)).map_err(End::Stopped)
        }
    });
    match ended {
        Ok(()) => Ok(tally.estimates()),
        Err(End::Exact(values)) => Ok(values.into_iter().map(Estimate::exact).collect()),
        Err(End::Stopped(progress)) => Err(SearchError::stopped(progress)),
    }
}

/// The reason why the runs end early.
enum End {
    /// The exact numbers are known.
    Exact(Vec<f64>),
    /// The watch stopped them.
    Stopped(Progress),
}

/// The number of runs that may wait to be added while an earlier one continues.
const AHEAD: usize = 1024;

impl Effort {
    /// The numbers of the runs. Every run that is started is finished; leaving out long ones would bias the mean.
    fn runs(self, began: Instant) -> impl Iterator<Item = u64> + Send {
        let all = match self {
            Effort::Runs(runs) => runs.max(2),
            Effort::Time(_) => u64::MAX,
        };
        (0..all).take_while(move |&run| match self {
            Effort::Runs(_) => true,
            Effort::Time(time) => run < FEWEST || began.elapsed() < time,
        })
    }

    /// The share of the work that is done.
    fn share(self, runs: u64, began: Instant) -> f64 {
        let share = match self {
            Effort::Runs(all) => runs as f64 / all.max(2) as f64,
            Effort::Time(time) => began.elapsed().as_secs_f64() / time.as_secs_f64(),
        };
        share.min(1.0)
    }
}
