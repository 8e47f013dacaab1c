//! `nqdb build`: the tables of boards.

use crate::args::{JobsArg, RangeArg, board_sizes};
use crate::context::{Context, CreateDirs};
use crate::error::{Result, failure, usage};
use crate::output::{built_json, cost_json, describe_built, describe_cost, describe_work, note};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nqdb::{
    BoardSize, Database,
    store::{BoardInfo, BuildOptions, BuildTier, Part, State, build, check_build, estimate},
    watch::TimeLimit,
};
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

/// Build the tables of boards, or finish an interrupted build
///
/// A build can be interrupted at any time; the next one resumes it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board sizes, or ranges such as 8-14
    #[arg(required = true, value_name = "N")]
    n: Vec<RangeArg<BoardSize>>,
    /// Store the solutions of each board (stored) or counts (indexed) [default: stored up to N = 16, indexed above]
    #[arg(long, value_parser = tiers())]
    tier: Option<BuildTier>,
    /// Count one part of an index, such as 3/16; `nqdb parts` lists missing parts, `nqdb merge` joins them
    #[arg(long, value_name = "K/M")]
    part: Option<Part>,
    /// Print the cost and build nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    jobs: JobsArg,
    /// Replace existing tables of these boards
    #[arg(long)]
    rebuild: bool,
    /// Wait at most this long if another build has locked the database
    #[arg(long, value_name = "SECONDS", default_value = "0")]
    wait: TimeLimit,
    #[command(flatten)]
    create_dirs: CreateDirs,
}

fn tiers() -> impl TypedValueParser<Value = BuildTier> {
    let stored = PossibleValue::new("stored").help("Every solution, up to N = 18");
    let indexed = PossibleValue::new("indexed")
        .help("The number of solutions with each prefix: smaller, up to N = 24");
    PossibleValuesParser::new([stored, indexed]).try_map(|name| name.parse::<BuildTier>())
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    // In the default database a part would be in the way of the board.
    if args.part.is_some() && !args.dry_run && !context.is_database_given() {
        return Err(usage!("--part requires --db: a part is counted into a separate file"));
    }
    let path = context.path_to_write(args.create_dirs)?;
    let boards = board_sizes(&args.n);
    let options = BuildOptions {
        jobs: args.jobs.jobs(),
        rebuild: args.rebuild,
        tier: args.tier,
        part: args.part.unwrap_or(Part::WHOLE),
        wait: args.wait.0,
        ..BuildOptions::default()
    };
    if args.part.is_some() && boards.len() > 1 {
        return Err(usage!("--part takes one board, got several"));
    }
    // It would be a board, which `nqdb merge` refuses.
    if args.part == Some(Part::WHOLE) {
        return Err(usage!("--part requires two parts or more; for 1/1, leave it out"));
    }
    // All boards are checked before the first one is built.
    check_build(&path, &boards, options, context.watch.clone())?;
    if args.dry_run {
        return boards.into_iter().try_for_each(|n| dry_run(n, options, context));
    }
    for n in boards {
        context.watch.check_time()?;
        build_one(&path, n, options, context)?;
    }
    Ok(())
}

/// Builds that take at least this long can be expected to be stopped.
const LONG: Duration = Duration::from_secs(10);

/// The boards of which the repository has an index.
const READY_MADE: RangeInclusive<usize> = 17..=21;

fn dry_run(n: BoardSize, options: BuildOptions, context: &mut Context) -> Result {
    context.watch.check_time()?;
    let Some(cost) = estimate(n, options) else {
        return Err(failure!("the cost of N = {n} can't be estimated"));
    };
    let text = format!("{}: {}", describe_work(n, options.part), describe_cost(&cost, options));
    context.out.answer(text, cost_json(n, &cost, options.part))
}

fn build_one(path: &Path, n: BoardSize, options: BuildOptions, context: &mut Context) -> Result {
    let board = if options.rebuild { None } else { board_in(path, n, context) };
    let is_built = board.as_ref().is_some_and(|board| board.state == State::Complete);
    let tier = options.tier.or(board.map(|board| board.tier));
    let cost = estimate(n, BuildOptions { tier, ..options }).filter(|_| !is_built);
    if let Some(cost) = &cost {
        let work = describe_work(n, options.part);
        let is_resumed = cost.time >= LONG && !options.rebuild;
        let stop = if is_resumed { "; Ctrl-C stops it, the same command resumes it" } else { "" };
        note(format_args!("building {work}: {}{stop}", describe_cost(cost, options)));
        if cost.tier == BuildTier::Indexed && READY_MADE.contains(&n.get()) {
            note(format_args!(
                "`nqdb import fixtures/indexes/{n}.db` of nqdb's repository copies this index"
            ));
        }
    }
    let began = Instant::now();
    let built = build(path, n, options, context.watch.clone())?;
    let seconds = began.elapsed().as_secs_f64();
    let answer = built_json(&built, seconds, path);
    context.out.answer(describe_built(&built, seconds), answer)?;
    // The next board may take a long time.
    context.out.flush_lines()
}

/// The board in the file, unless it is being rebuilt. After an error it is `None`: the build will run into it again.
fn board_in(path: &Path, n: BoardSize, context: &Context) -> Option<BoardInfo> {
    let database = Database::open_watched(path, context.watch.clone()).ok()?;
    database.boards().ok()?.into_iter().find(|board| board.n == n.get() && !board.rebuilding)
}
