use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::{Span, boards};
use nqdb::{BoardReport, BoardSize, Database, Error, SampleReport, StoreError, VerifyReport};
use serde::Serialize;
use std::time::SystemTime;

/// Check everything in the database that can be checked
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board sizes, or ranges such as 1-15 [default: all that are there]
    #[arg(value_name = "N")]
    n: Vec<Span<BoardSize>>,
    /// Compare every solution (or count of an index) with a fresh enumeration, too
    #[arg(long)]
    deep: bool,
    /// Look up so many random ranks of each complete board by independent ways, too
    #[arg(long, value_name = "K", default_value_t = 0)]
    samples: u64,
    /// What the random ranks depend on [default: the time]
    #[arg(long, value_name = "S", requires = "samples")]
    seed: Option<u64>,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let Some(path) = context.existing_path()? else {
        let path = context.path()?;
        return Err(Error::Store { path, kind: StoreError::Missing }.into());
    };
    let database = Database::open(&path)?;
    let only = boards(&args.n);
    let report = database.verify(&only, args.deep, &context.watch())?;
    let samples = match report.is_clean() && args.samples > 0 {
        true => draw(&database, &report, &args)?,
        false => Vec::new(),
    };
    if context.out.is_json() {
        context.out.json(&Answer { report: &report, samples: &samples })?;
    } else {
        print(&report, context)?;
        for sample in &samples {
            context.out.line(in_words(sample))?;
        }
    }
    if report.is_clean() && samples.iter().all(|sample| sample.problems.is_empty()) {
        return Ok(());
    }
    let path = path.display();
    Err(Failure::Other(format!(
        "{path} is damaged; `nqdb build --rebuild N` makes a board anew, or delete the file and build again"
    )))
}

#[derive(Serialize)]
struct Answer<'r> {
    #[serde(flatten)]
    report: &'r VerifyReport,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    samples: &'r [SampleReport],
}

/// Random look-ups of the complete boards that have solutions.
fn draw(
    database: &Database,
    report: &VerifyReport,
    args: &Args,
) -> Result<Vec<SampleReport>, Failure> {
    let seed = args.seed.unwrap_or_else(|| {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        since.map_or(0, |since| since.as_nanos() as u64)
    });
    let complete = report.boards.iter().filter(|board| board.complete && board.checked > 0);
    let sample = |board: &BoardReport| {
        Ok(database.verify_samples(BoardSize::new(board.n)?, args.samples, seed)?)
    };
    complete.map(sample).collect()
}

fn in_words(sample: &SampleReport) -> String {
    let SampleReport { n, samples, seed, problems, .. } = sample;
    match problems.first() {
        None => format!("N = {n}: {samples} random ranks looked up, all fit (seed {seed})"),
        Some(problem) => format!("N = {n}: {problem} (seed {seed})"),
    }
}

fn print(report: &VerifyReport, context: &mut Context) -> Result<(), Failure> {
    for finding in &report.file {
        context.out.line(format_args!("file: {finding}"))?;
    }
    for board in &report.boards {
        context.out.line(summary(board))?;
        for problem in &board.problems {
            context.out.line(format_args!("N = {}: {problem}", board.n))?;
        }
    }
    Ok(())
}

fn summary(board: &BoardReport) -> String {
    let state = match (board.problems.is_empty(), board.complete) {
        (false, _) => "damaged",
        (true, true) => "ok",
        (true, false) => "ok so far, the build is not finished",
    };
    format!("N = {}: {state}, {} first-half solutions checked", board.n, board.checked)
}
