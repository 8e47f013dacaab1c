//! The options of the commands that have `--estimate`, and what all of them print.

use super::args::{JobsArg, any_number, whole_number};
use super::context::Context;
use super::error::{CliError, Result};
use super::output::{Output, note, object};
use super::progress::{ProgressWatch, on_ctrl_c};
use clap::Arg;
use nqdb::sampling::{Effort, Estimate, Sampling};
use nqdb::{
    random::random_seed,
    watch::{TimeLimit, Watch},
};
use serde::Serialize;
use std::time::{Duration, Instant};

/// `--jobs` of a command that uses threads for estimates only.
pub(super) fn jobs_of_runs(jobs: Arg) -> Arg {
    jobs.requires("estimate")
}

/// What Ctrl-C makes of an estimate.
pub(super) const SO_FAR: &str = "the estimate is of the runs so far";

/// Options of an estimate, and `--jobs`, which a command may also use for other work.
#[derive(clap::Args)]
#[command(next_help_heading = "Estimate")]
pub(super) struct EstimateArgs {
    /// Estimate by random runs instead of counting: `≈ 5.06e22 ± 0.4%` is a 95% confidence interval
    #[arg(long)]
    pub(super) estimate: bool,
    /// Keep starting runs for this long, at least ten runs [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "estimate")]
    #[arg(conflicts_with = "runs")]
    sample_time: Option<Duration>,
    /// Number of runs, at least 2; with --seed the estimate is the same on every machine
    #[arg(long, value_name = "COUNT", requires = "estimate")]
    #[arg(value_parser = whole_number(2..=u64::MAX))]
    runs: Option<u64>,
    /// Random seed; the same seed gives the same result [default: random]
    ///
    /// It repeats an estimate only with the same --runs: in the same time, the number of runs differs.
    #[arg(long, value_name = "S", requires = "estimate", value_parser = any_number)]
    pub(super) seed: Option<u64>,
    #[command(flatten)]
    pub(super) jobs: JobsArg,
}

/// A positive number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(TimeLimit(time)) if !time.is_zero() => Ok(time),
        _ => Err(format!("expected a number of seconds above 0, such as 10 or 0.5, got {text:?}")),
    }
}

impl EstimateArgs {
    /// Makes an estimate by `work`, and measures the time. Ctrl-C ends it early; the command then prints it and fails.
    pub(super) fn make<T, E: Into<CliError>>(
        &self,
        context: &mut Context,
        work: impl FnOnce(&Sampling, &ProgressWatch) -> Result<T, E>,
    ) -> Result<Estimated<T>> {
        let default = Sampling::default();
        let effort = match (self.runs, self.sample_time) {
            (Some(runs), _) => Effort::Runs(runs),
            (_, Some(time)) => Effort::Time(time),
            _ => default.effort,
        };
        let seed = self.seed.unwrap_or_else(random_seed);
        let sampling = Sampling { effort, seed, jobs: self.jobs.jobs(), ..default };
        let began = Instant::now();
        let watch = context.watch.clone();
        // Without a handler Ctrl-C ends the process.
        let _ending = on_ctrl_c(move || watch.end_estimate()).ok();
        let answer = work(&sampling, &context.watch).map_err(Into::into)?;
        let mut repeats = self.seed.is_none() || self.runs.is_none();
        if context.watch.is_enough() {
            context.failure = Some(CliError::Interrupted(SO_FAR));
            repeats = true;
        }
        Ok(Estimated { answer, sampling, time: began.elapsed(), repeats })
    }
}

/// An estimate, and how it was made.
pub(super) struct Estimated<T> {
    pub(super) answer: T,
    sampling: Sampling,
    time: Duration,
    /// Whether the “--seed … repeats this” note still has to be printed.
    repeats: bool,
}

impl<T> Estimated<T> {
    /// Prints a note that the number is exact, or how to repeat the estimate.
    pub(super) fn explain(&self, estimate: &Estimate) {
        if estimate.is_exact {
            note("the number is exact: no sampling took place");
        } else if self.repeats {
            let (seed, runs) = (self.sampling.seed, estimate.runs);
            note(format_args!("--seed {seed} --runs {runs} repeats this estimate"));
        }
    }

    /// How the estimate was made, as JSON: with the confidence level of its interval, and whether it is exact, because no
    /// sampling took place.
    pub(super) fn circumstances(&self, estimate: &Estimate) -> impl Serialize + use<T> {
        object! {
            confidence: Estimate::CONFIDENCE,
            exact: estimate.is_exact,
            runs: estimate.runs,
            population: self.sampling.population,
            seed: self.sampling.seed,
            seconds: (self.time.as_secs_f64() * 1e3).round() / 1e3,
        }
    }
}

impl Estimated<Estimate> {
    /// Prints the estimate after a label, or the JSON object, with the fields of `name` first.
    pub(super) fn print(&self, label: &str, name: impl Serialize, out: &mut Output) -> Result {
        self.explain(&self.answer);
        let json = object! {
            #[serde(flatten)]
            name: name,
            #[serde(flatten)]
            number: number(self.answer),
            #[serde(flatten)]
            circumstances: self.circumstances(&self.answer),
        };
        out.answer(format_args!("{label}{}", self.answer), json)
    }
}

/// An estimate with its interval, as JSON.
pub(super) fn number(estimate: Estimate) -> impl Serialize {
    let ((low, high), standard_error) = (estimate.interval(), estimate.standard_error);
    object! { estimate: estimate.mean, standard_error: standard_error, low: low, high: high }
}

/// The names of [`cells`].
pub(super) const ESTIMATE_CELLS: &str = "estimate,standard_error,low,high";

/// The cells of an estimate in CSV, empty if no run found anything.
pub(super) fn cells(estimate: &Estimate) -> String {
    if estimate.found_nothing() {
        return ",,,".to_owned();
    }
    let (low, high) = estimate.interval();
    format!("{:e},{:e},{low:e},{high:e}", estimate.mean, estimate.standard_error)
}
