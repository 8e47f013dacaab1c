use super::context::Context;
use super::failure::Failure;
use super::input::{Span, boards};
use super::output::say;
use super::watch::WorkBar;
use nqdb::{
    BoardSize, BuildOptions, Built, Database, LAST_STORED, Outcome, build, check_room, estimate,
};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

/// Build the tables of boards, or finish an interrupted build
///
/// May be interrupted at any moment: run again, it goes on where it was.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Board sizes, or ranges such as 8-14
    #[arg(required = true, value_name = "N")]
    n: Vec<Span<BoardSize>>,
    /// What to keep of a board; must be named from N = 17 on
    #[arg(long, value_enum)]
    tier: Option<TierName>,
    /// Threads, 1 to 1024 [default: all cores]
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Forget what there is of these boards and make them anew
    #[arg(long)]
    rebuild: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum TierName {
    /// Every solution
    Stored,
}

/// The largest board that is stored without being asked.
const LAST_BY_DEFAULT: usize = 16;

#[derive(Serialize)]
struct BuildAnswer {
    n: usize,
    solutions: u64,
    orbits: u64,
    outcome: &'static str,
    seconds: f64,
    path: String,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let path = context.path()?;
    let boards = boards(&args.n);
    // All of them are checked before the first one is built.
    for &n in &boards {
        check_size(n, args.tier)?;
    }
    let default = BuildOptions::default();
    let jobs = args.jobs.and_then(|jobs| NonZeroUsize::new(jobs.into()));
    let options = BuildOptions { jobs: jobs.unwrap_or(default.jobs), anew: args.rebuild };
    check_room(&path, &boards, options)?;
    for n in boards {
        build_one(&path, n, options, context)?;
    }
    Ok(())
}

fn check_size(n: BoardSize, tier: Option<TierName>) -> Result<(), Failure> {
    let size = n.get();
    if size > usize::from(LAST_STORED) {
        return Err(Failure::Other(format!(
            "N = {n} is too large to be stored: tables go to N = {LAST_STORED}; without tables it is searched"
        )));
    }
    if size > LAST_BY_DEFAULT && tier != Some(TierName::Stored) {
        let needed = estimate(n, NonZeroUsize::MIN).map_or(0, |estimate| estimate.bytes);
        return Err(Failure::Usage(format!(
            "the tables of N = {n} would take about {}; if that is meant, say --tier stored",
            bytes(needed)
        )));
    }
    Ok(())
}

fn build_one(
    path: &Path,
    n: BoardSize,
    options: BuildOptions,
    context: &mut Context,
) -> Result<(), Failure> {
    let there = !options.anew && is_there(path, n);
    let cost = estimate(n, options.jobs).filter(|_| !there);
    if let Some(cost) = &cost {
        say(format_args!(
            "building N = {n}: {} solutions to store (half of all), about {} and {:.1} s with {} threads",
            cost.solutions,
            bytes(cost.bytes),
            cost.time.as_secs_f64(),
            options.jobs
        ));
    }
    let began = Instant::now();
    let mut bar = WorkBar::new(format!("building N = {n}"), cost.map_or(0, |cost| cost.solutions));
    let built = build(path, n, options, &mut |done| bar.set(done))?;
    drop(bar);
    let seconds = began.elapsed().as_secs_f64();
    let answer = BuildAnswer {
        n: n.get(),
        solutions: built.solutions,
        orbits: built.orbits,
        outcome: outcome(&built),
        seconds: (seconds * 1000.0).round() / 1000.0,
        path: path.display().to_string(),
    };
    context.out.answer(describe(&built, seconds), answer)?;
    // A long build may follow.
    Ok(std::io::Write::flush(&mut context.out)?)
}

fn is_there(path: &Path, n: BoardSize) -> bool {
    let boards = Database::open(path).and_then(|database| database.boards());
    let complete = |board: &nqdb::BoardInfo| board.n == n.get() as u64 && board.state == "complete";
    boards.is_ok_and(|boards| boards.iter().any(complete))
}

fn outcome(built: &Built) -> &'static str {
    match built.outcome {
        Outcome::AlreadyThere => "already there",
        Outcome::Built => "built",
        Outcome::Resumed(_) => "resumed",
    }
}

fn describe(built: &Built, seconds: f64) -> String {
    let Built { n, solutions, orbits, .. } = built;
    let what = format!("N = {n}: {solutions} solutions in {orbits} orbits");
    match built.outcome {
        Outcome::AlreadyThere => format!("{what}, already there, nothing to do"),
        Outcome::Built => format!("{what}, built in {seconds:.1} s"),
        Outcome::Resumed(kept) => {
            format!(
                "{what}, finished in {seconds:.1} s ({kept} of {} were there)",
                solutions.div_ceil(2)
            )
        }
    }
}

fn bytes(count: u64) -> String {
    match count {
        0..10_000 => format!("{count} bytes"),
        10_000..10_000_000 => format!("{:.0} kB", count as f64 / 1e3),
        10_000_000..10_000_000_000 => format!("{:.0} MB", count as f64 / 1e6),
        _ => format!("{:.0} GB", count as f64 / 1e9),
    }
}
