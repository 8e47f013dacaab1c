//! `nqdb verify`: checks the database.

use crate::args::{RangeArg, any_number, board_sizes};
use crate::context::Context;
use crate::error::{Result, failure, usage};
use crate::output::object;
use crate::remedies::rebuild;
use nqdb::internal::counted;
use nqdb::{
    BoardSize, Database,
    database::SampleReport,
    random::random_seed,
    store::{BoardReport, Check, RecountReport, VerifyReport},
};

/// Check the database for damage
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board sizes, or ranges such as 1-15 [default: all]
    #[arg(value_name = "N")]
    n: Vec<RangeArg<BoardSize>>,
    /// Also compare every solution or count with a fresh enumeration
    ///
    /// Of a part of an index, --samples units of its work are counted again.
    #[arg(long)]
    deep: bool,
    /// Also look up this many random ranks of each complete board in several ways [default: 0; with --deep on a part: 4
    /// units]
    #[arg(long, value_name = "K", value_parser = any_number)]
    samples: Option<u64>,
    /// Random seed; the same seed gives the same result [default: random]
    #[arg(long, value_name = "S", value_parser = any_number)]
    seed: Option<u64>,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    if args.seed.is_some() && args.samples.is_none() && !args.deep {
        return Err(usage!("--seed requires --samples, or --deep on a part"));
    }
    let path = context.path()?;
    let database = Database::open_watched(&path, context.watch.clone())?;
    let only = board_sizes(&args.n);
    let report = database.verify(&only, args.deep, context.watch.clone())?;
    let (samples, recounts) = if report.is_clean() {
        (verify_samples(&database, &report, &args)?, recount(&database, &report, &args, context)?)
    } else {
        (Vec::new(), Vec::new())
    };
    if context.out.is_json {
        context.out.json(&object! {
            #[serde(flatten)]
            report: &report,
            #[serde(flatten)]
            samples: (!samples.is_empty()).then(|| object! { samples: &samples }),
            #[serde(flatten)]
            recounts: (!recounts.is_empty()).then(|| object! { recounts: &recounts }),
        })?;
    } else {
        print_report(&report, context)?;
        for sample in &samples {
            context.out.line(describe_sample(sample))?;
        }
        for recount in &recounts {
            print_recount(recount, context)?;
        }
    }
    let is_clean = samples.iter().all(|sample| sample.problems.is_empty())
        && recounts.iter().all(|recount| recount.problems.is_empty());
    if !(report.is_clean() && is_clean) {
        let (path, rebuild) = (path.display(), rebuild_command(&report, &recounts));
        context.failure = Some(failure!(
            "{path} is damaged; {rebuild}, and --db PATH chooses another file to build into"
        ));
    }
    Ok(())
}

/// The remedy for damage; for a part, counting it again.
fn rebuild_command(report: &VerifyReport, recounts: &[RecountReport]) -> String {
    let damaged = report.boards.iter().filter(|board| !board.problems.is_empty());
    let mut damaged = damaged.map(|board| (board.n, board.part));
    let wrong = recounts.iter().find(|recount| !recount.problems.is_empty());
    match damaged.next().or(wrong.map(|recount| (recount.n, Some(recount.part)))) {
        Some((n, Some(part))) => {
            format!("`{}` counts the part again", rebuild(n, part))
        }
        _ => "`nqdb build --rebuild N` rebuilds a board".to_owned(),
    }
}

/// Units of a part that --deep counts again without --samples.
const RECOUNTED: u64 = 4;

/// With `--deep`, counts units of the parts again.
fn recount(
    database: &Database,
    report: &VerifyReport,
    args: &Args,
    context: &Context,
) -> Result<Vec<RecountReport>> {
    let seed = args.seed.unwrap_or_else(random_seed);
    let parts = report.boards.iter().filter(|board| args.deep && board.part.is_some());
    let recount = |board: &BoardReport| {
        let (n, samples) = (BoardSize::new(board.n)?, args.samples.unwrap_or(RECOUNTED));
        Ok(database.recount_units(n, samples, seed, context.watch.clone())?)
    };
    parts.filter_map(|board| recount(board).transpose()).collect()
}

fn print_recount(recount: &RecountReport, context: &mut Context) -> Result {
    let RecountReport { n, part, recounted, units, seed, problems, .. } = recount;
    let state = if problems.is_empty() { "all agree" } else { "they do not agree" };
    context.out.line(format_args!(
        "N = {n}, part {part}: {recounted} of {units} units counted again, {state} (seed {seed})"
    ))?;
    problems
        .iter()
        .try_for_each(|problem| context.out.line(format_args!("N = {n}, part {part}: {problem}")))
}

/// Looks up random ranks of the complete boards that have solutions.
fn verify_samples(
    database: &Database,
    report: &VerifyReport,
    args: &Args,
) -> Result<Vec<SampleReport>> {
    let seed = args.seed.unwrap_or_else(random_seed);
    let samples = args.samples.unwrap_or(0);
    let complete =
        report.boards.iter().filter(|board| board.complete && board.solutions > 0 && samples > 0);
    let sample = |board: &BoardReport| {
        Ok(database.verify_samples(BoardSize::new(board.n)?, samples, seed)?)
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
    let n = board.n;
    let solutions = counted(board.solutions, "first-half solutions");
    let part = board.part.map(|part| format!(", part {part}")).unwrap_or_default();
    let state = match (board.problems.is_empty(), board.complete) {
        (false, _) => return format!("N = {n}{part}: damaged"),
        (true, true) => "ok",
        (true, false) if board.part.is_some() => "ok",
        (true, false) => "ok so far, the build is not finished",
    };
    let check = match board.check {
        Check::Solutions => format!("checked the checksums, order and totals of {solutions}"),
        Check::FreshSolutions => {
            let equal = if board.solutions == 1 { "equals" } else { "equal" };
            format!("{solutions} {equal} a fresh enumeration")
        }
        Check::FreshCounts => format!("the index of {solutions} equals a fresh count"),
        _ => format!("checked the checksums, structure and totals of the index of {solutions}"),
    };
    format!("N = {n}{part}: {state}; {check}")
}
