//! The options of estimates, shared by the commands that have `--estimate`, and what all of them print.

use super::args::{JobsArg, any_number, threads, whole_number};
use super::output::writer::note;
use nqdb::sampling::{Effort, Estimate, Sampling};
use nqdb::{TimeLimit, random_seed};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// The group of the options that make an answer random, and so go with `--seed`. At most one is given.
pub(super) const RANDOM: &str = "random";

/// Options of an estimate. `J` has the threads, which a command may also have for other work.
#[derive(clap::Args)]
pub(super) struct EstimateArgs<J: clap::Args = EstimateJobs> {
    /// Estimate by random runs instead of counting: `≈ 5.06e22 ± 0.4%` is a 95% confidence interval
    #[arg(long, group = RANDOM)]
    pub(super) estimate: bool,
    /// Keep starting runs for this long, at least ten runs [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "estimate")]
    #[arg(conflicts_with = "runs")]
    seconds: Option<Duration>,
    /// Number of runs, at least 2; with --seed the estimate is the same on every machine
    #[arg(long, value_name = "COUNT", requires = "estimate")]
    #[arg(value_parser = whole_number(2..=u64::MAX))]
    runs: Option<u64>,
    /// Random seed of the runs [default: random]
    #[arg(long, value_name = "S", requires = RANDOM, value_parser = any_number)]
    pub(super) seed: Option<u64>,
    #[command(flatten)]
    pub(super) jobs: J,
}

/// The threads of a command that has them for estimates only.
#[derive(clap::Args)]
pub(super) struct EstimateJobs {
    /// Threads for the runs, 1 to 1024 [default: all cores]
    #[arg(long, short, requires = "estimate", value_parser = threads)]
    jobs: Option<NonZeroUsize>,
}

/// The number of threads that is given.
pub(super) trait Jobs {
    fn given(&self) -> Option<NonZeroUsize>;
}

impl Jobs for EstimateJobs {
    fn given(&self) -> Option<NonZeroUsize> {
        self.jobs
    }
}

impl Jobs for JobsArg {
    fn given(&self) -> Option<NonZeroUsize> {
        Some(self.jobs())
    }
}

/// A positive number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(TimeLimit(time)) if !time.is_zero() => Ok(time),
        _ => Err(format!("expected a number of seconds above 0, such as 10 or 0.5, got {text:?}")),
    }
}

impl<J: clap::Args + Jobs> EstimateArgs<J> {
    /// The sampling that the options ask for.
    pub(super) fn sampling(&self) -> Sampling {
        let default = Sampling::default();
        let effort = match (self.runs, self.seconds) {
            (Some(runs), _) => Effort::Runs(runs),
            (_, Some(time)) => Effort::Time(time),
            _ => default.effort,
        };
        let seed = self.seed.unwrap_or_else(random_seed);
        Sampling { effort, seed, jobs: self.jobs.given().unwrap_or(default.jobs), ..default }
    }

    /// Makes an estimate by `work`, with its circumstances.
    pub(super) fn make<T, E>(
        &self,
        work: impl FnOnce(&Sampling) -> Result<T, E>,
    ) -> Result<Estimated<T>, E> {
        let (sampling, began) = (self.sampling(), Instant::now());
        let answer = work(&sampling)?;
        let repeats = self.seed.is_none() || self.runs.is_none();
        Ok(Estimated { answer, sampling, time: began.elapsed(), repeats })
    }
}

/// An estimate, and how it was made.
pub(super) struct Estimated<T> {
    pub(super) answer: T,
    sampling: Sampling,
    time: Duration,
    /// Whether the options that repeat the estimate are still to be printed.
    repeats: bool,
}

impl<T> Estimated<T> {
    /// Prints on standard error what repeats an estimate of this many runs, or that it is exact.
    pub(super) fn explain(&self, estimate: &Estimate) {
        if estimate.is_exact() {
            note("the number is exact: nothing was left to chance");
        } else if self.repeats {
            let (seed, runs) = (self.sampling.seed, estimate.runs());
            note(format_args!("--seed {seed} --runs {runs} repeats this estimate"));
        }
    }

    /// The circumstances of an estimate, as JSON.
    pub(super) fn circumstances(&self, estimate: &Estimate) -> CircumstancesJson {
        CircumstancesJson {
            confidence: Estimate::CONFIDENCE,
            exact: estimate.is_exact(),
            runs: estimate.runs(),
            population: self.sampling.population,
            seed: self.sampling.seed,
            seconds: (self.time.as_secs_f64() * 1e3).round() / 1e3,
        }
    }
}

impl Estimated<Estimate> {
    /// The JSON object, beside what names the number.
    pub(super) fn json<N: Serialize>(&self, name: N) -> EstimateJson<N> {
        let number = NumberJson::from(self.answer);
        EstimateJson { name, number, circumstances: self.circumstances(&self.answer) }
    }
}

#[derive(Serialize)]
pub(super) struct EstimateJson<N> {
    #[serde(flatten)]
    name: N,
    #[serde(flatten)]
    number: NumberJson,
    #[serde(flatten)]
    circumstances: CircumstancesJson,
}

/// An estimate with its interval.
#[derive(Serialize)]
pub(super) struct NumberJson {
    estimate: f64,
    standard_error: f64,
    low: f64,
    high: f64,
}

impl From<Estimate> for NumberJson {
    fn from(estimate: Estimate) -> Self {
        let (low, high) = estimate.interval();
        let (estimate, standard_error) = (estimate.mean(), estimate.standard_error());
        NumberJson { estimate, standard_error, low, high }
    }
}

#[derive(Serialize)]
pub(super) struct CircumstancesJson {
    /// The probability that the interval from `low` to `high` holds the number.
    confidence: f64,
    /// Whether the number is exact, because nothing was left to chance.
    exact: bool,
    runs: u64,
    population: usize,
    seed: u64,
    seconds: f64,
}
