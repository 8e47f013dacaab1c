//! Independent runs, on several threads and under a watch.

use super::estimate::{Estimate, Moments};
use super::population::LARGEST;
use crate::combinatorics::BoardSize;
use crate::dice::Dice;
use crate::search::SearchError;
use crate::watch::{Activity, Progress, Watch, Watched};
use crate::workers::{Event, InOrder, cores};
use std::num::NonZeroUsize;
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
        let effort = Effort::Time(Duration::from_secs(1));
        Sampling { effort, population: 4000, seed: 1, jobs: cores() }
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

    /// The numbers of a run; `None` once `more` returns false.
    fn run(
        &self,
        workspace: &mut Self::Workspace,
        dice: &mut Dice,
        more: &dyn Fn() -> bool,
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

/// What ends the runs early.
enum End {
    /// The numbers are known.
    Exact(Vec<f64>),
    /// The watch.
    Stopped(Progress),
}

/// Runs that may wait to be added because an earlier one takes longer.
const AHEAD: usize = 1024;

impl Effort {
    /// The numbers of the runs. Every run that is begun is finished: leaving out those that take long would bias the
    /// mean.
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
