//! `nqdb verify`: every check of the database.

use crate::cli::args::{RangeArg, any_number, board_sizes};
use crate::cli::context::Context;
use crate::cli::error::{CliError, Result};
use nqdb::{
    BoardReport, BoardSize, Database, Error, SampleReport, StoreError, VerifyReport, random_seed,
};
use serde::Serialize;
use std::sync::Arc;

/// Check everything in the database that can be checked
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board sizes, or ranges such as 1-15 [default: all]
    #[arg(value_name = "N")]
    n: Vec<RangeArg<BoardSize>>,
    /// Also compare every solution (of an index, every count) with a fresh enumeration
    #[arg(long)]
    deep: bool,
    /// Also look up this many random ranks of each complete board in several ways
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = any_number)]
    samples: u64,
    /// The random seed of --samples [default: random]
    #[arg(long, value_name = "S", requires = "samples", value_parser = any_number)]
    seed: Option<u64>,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let Some(path) = context.existing_path()? else {
        let path = context.path()?;
        return Err(Error::Store { path, kind: StoreError::Missing }.into());
    };
    let database = Database::open(&path)?.watched_by(Arc::clone(&context.watch));
    let only = board_sizes(&args.n);
    let report = database.verify(&only, args.deep, Arc::clone(&context.watch))?;
    let samples = match report.is_clean() && args.samples > 0 {
        true => verify_samples(&database, &report, &args)?,
        false => Vec::new(),
    };
    if context.out.is_json() {
        context.out.json(&VerifyJson { report: &report, samples: &samples })?;
    } else {
        print_report(&report, context)?;
        for sample in &samples {
            context.out.line(describe_sample(sample))?;
        }
    }
    if report.is_clean() && samples.iter().all(|sample| sample.problems.is_empty()) {
        return Ok(());
    }
    // The report comes before the failure, and stands.
    context.out.finish()?;
    let path = path.display();
    Err(CliError::Other(format!(
        "{path} is damaged; `nqdb build --rebuild N` rebuilds a board, \
         and --db PATH names another file to build into"
    )))
}

#[derive(Serialize)]
struct VerifyJson<'r> {
    #[serde(flatten)]
    report: &'r VerifyReport,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    samples: &'r [SampleReport],
}

/// Looks up random ranks of the complete boards that have solutions.
fn verify_samples(
    database: &Database,
    report: &VerifyReport,
    args: &Args,
) -> Result<Vec<SampleReport>> {
    let seed = args.seed.unwrap_or_else(random_seed);
    let complete = report.boards.iter().filter(|board| board.complete && board.checked > 0);
    let sample = |board: &BoardReport| {
        Ok(database.verify_samples(BoardSize::new(board.n)?, args.samples, seed)?)
    };
    complete.map(sample).collect()
}

fn describe_sample(sample: &SampleReport) -> String {
    let SampleReport { n, samples, seed, problems, .. } = sample;
    match problems.first() {
        None => format!("N = {n}: {samples} random ranks looked up, all agree (seed {seed})"),
        Some(problem) => format!("N = {n}: {problem} (seed {seed})"),
    }
}

fn print_report(report: &VerifyReport, context: &mut Context) -> Result {
    for finding in &report.file {
        context.out.line(format_args!("file: {finding}"))?;
    }
    for board in &report.boards {
        context.out.line(describe_board(board))?;
        for problem in &board.problems {
            context.out.line(format_args!("N = {}: {problem}", board.n))?;
        }
    }
    Ok(())
}

fn describe_board(board: &BoardReport) -> String {
    let state = match (board.problems.is_empty(), board.complete) {
        (false, _) => "damaged",
        (true, true) => "ok",
        (true, false) => "ok so far, the build is not finished",
    };
    format!("N = {}: {state}, {} first-half solutions checked", board.n, board.checked)
}
