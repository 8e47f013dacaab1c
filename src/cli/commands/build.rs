use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::{Span, boards};
use crate::cli::output::writer::say;
use nqdb::{
    BoardSize, BuildOptions, BuildTier, Built, Database, Estimate, Outcome, Part, State, build,
    check_build, estimate,
};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

/// Build the tables of boards, or finish an interrupted build
///
/// May be interrupted at any moment: run again, it goes on where it was.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board sizes, or ranges such as 8-14
    #[arg(required = true, value_name = "N")]
    n: Vec<Span<BoardSize>>,
    /// What to keep of a board [default: stored up to N = 16, indexed up to 22]
    #[arg(long, value_enum)]
    tier: Option<TierName>,
    /// Count only a part of an index, such as 3/16; `nqdb merge` joins the parts
    #[arg(long, value_name = "K/M")]
    part: Option<Part>,
    /// Only say what it would take
    #[arg(long)]
    dry_run: bool,
    /// Threads, 1 to 1024 [default: all cores]
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Forget what there is of these boards and make them anew
    #[arg(long)]
    rebuild: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum TierName {
    /// Every solution, up to N = 18
    Stored,
    /// How many solutions begin with each prefix: 4 MB for N = 20, an answer in a millisecond
    Indexed,
}

impl From<TierName> for BuildTier {
    fn from(name: TierName) -> Self {
        match name {
            TierName::Stored => BuildTier::Stored,
            TierName::Indexed => BuildTier::Indexed,
        }
    }
}

#[derive(Serialize)]
pub(super) struct BuildAnswer {
    n: usize,
    tier: BuildTier,
    solutions: u64,
    orbits: u64,
    outcome: &'static str,
    seconds: f64,
    path: String,
}

impl BuildAnswer {
    pub(super) fn new(built: &Built, seconds: f64, path: &Path) -> Self {
        BuildAnswer {
            n: built.n.get(),
            tier: built.tier,
            solutions: built.solutions,
            orbits: built.orbits,
            outcome: outcome(built),
            seconds: (seconds * 1000.0).round() / 1000.0,
            path: path.display().to_string(),
        }
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let path = context.path()?;
    let boards = boards(&args.n);
    let default = BuildOptions::default();
    let jobs = args.jobs.and_then(|jobs| NonZeroUsize::new(jobs.into()));
    let options = BuildOptions {
        jobs: jobs.unwrap_or(default.jobs),
        rebuild: args.rebuild,
        tier: args.tier.map(BuildTier::from),
        part: args.part.unwrap_or(Part::WHOLE),
        ..default
    };
    if args.part.is_some() && boards.len() > 1 {
        return Err(Failure::Usage("a part is of one board: name one N with --part".to_owned()));
    }
    // All of them are checked before the first one is built.
    check_build(&path, &boards, options)?;
    if args.dry_run {
        return boards.into_iter().try_for_each(|n| dry_run(n, options, context));
    }
    for n in boards {
        build_one(&path, n, options, context)?;
    }
    Ok(())
}

#[derive(Serialize)]
struct DryRunAnswer {
    n: usize,
    tier: BuildTier,
    bytes: u64,
    seconds: f64,
}

fn dry_run(n: BoardSize, options: BuildOptions, context: &mut Context) -> Result<(), Failure> {
    let Some(cost) = estimate(n, options) else {
        return Err(Failure::Other(format!("what N = {n} takes can't be told")));
    };
    let seconds = (cost.time.as_secs_f64() * 1000.0).round() / 1000.0;
    let answer = DryRunAnswer { n: n.get(), tier: cost.tier, bytes: cost.bytes, seconds };
    context.out.answer(format!("N = {n}: {}", price(&cost, options)), answer)
}

/// What a build takes, in words.
pub(crate) fn price(cost: &Estimate, options: BuildOptions) -> String {
    let what = match cost.tier {
        BuildTier::Stored => format!("{} solutions to store (half of all)", cost.steps),
        BuildTier::Indexed => format!("{} orbits to count", cost.steps),
    };
    let threads = match options.jobs.get() {
        1 => "a thread".to_owned(),
        jobs => format!("{jobs} threads"),
    };
    format!("{what}, about {} and {} with {threads}", bytes(cost.bytes), duration(cost.time))
}

fn duration(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds @ 0.0..100.0 => format!("{seconds:.1} s"),
        seconds @ 100.0..6000.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds => format!("{:.0} hours", seconds / 3600.0),
    }
}

fn build_one(
    path: &Path,
    n: BoardSize,
    options: BuildOptions,
    context: &mut Context,
) -> Result<(), Failure> {
    let there = !options.rebuild && is_there(path, n);
    let cost = estimate(n, options).filter(|_| !there);
    if let Some(cost) = &cost {
        say(format_args!("building N = {n}: {}", price(cost, options)));
    }
    let began = Instant::now();
    let built = build(path, n, options, &context.watch())?;
    let seconds = began.elapsed().as_secs_f64();
    let answer = BuildAnswer::new(&built, seconds, path);
    context.out.answer(describe(&built, seconds), answer)?;
    // A long build may follow.
    Ok(std::io::Write::flush(&mut context.out)?)
}

fn is_there(path: &Path, n: BoardSize) -> bool {
    let boards = Database::open(path).and_then(|database| database.boards());
    let complete =
        |board: &nqdb::BoardInfo| board.n == n.get() as u64 && board.state == State::Complete;
    boards.is_ok_and(|boards| boards.iter().any(complete))
}

fn outcome(built: &Built) -> &'static str {
    match built.outcome {
        Outcome::AlreadyThere => "already there",
        Outcome::Built => "built",
        Outcome::Resumed(_) => "resumed",
        Outcome::Part(_) => "part",
    }
}

pub(super) fn describe(built: &Built, seconds: f64) -> String {
    let Built { n, tier, solutions, orbits, .. } = built;
    let what = format!("N = {n}: {solutions} solutions in {orbits} orbits");
    match built.outcome {
        Outcome::AlreadyThere => format!("{what}, already there, nothing to do"),
        Outcome::Built if *tier == BuildTier::Indexed => {
            format!("{what}, indexed in {seconds:.1} s")
        }
        Outcome::Built => format!("{what}, built in {seconds:.1} s"),
        Outcome::Resumed(kept) => {
            let all = match tier {
                BuildTier::Stored => solutions.div_ceil(2),
                BuildTier::Indexed => *orbits,
            };
            format!("{what}, finished in {seconds:.1} s ({kept} of {all} were there)")
        }
        Outcome::Part(part) => {
            format!("N = {n}, part {part}: {orbits} orbits counted in {seconds:.1} s")
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
