use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::at_most;
use crate::cli::output::answers::AtRank;
use crate::cli::output::format::{Form, Format};
use crate::cli::output::writer::say;
use nqdb::{BoardSize, Database, Pattern, Rank, Solution, Tier};
use serde::Serialize;
use std::sync::atomic::Ordering::Relaxed;

/// The solutions with queens on given squares, in lexicographic order
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board size, 1 to 64
    n: BoardSize,
    /// Squares: 3=5 (column 3 has its queen in row 5) or 3!=5 (that square has no queen); without any,
    /// all solutions
    #[arg(value_name = "SQUARE")]
    squares: Vec<String>,
    /// Print how many there are
    #[arg(long, conflicts_with_all = ["limit", "no_ranks", "format", "ascii"])]
    count: bool,
    /// Print at most so many
    #[arg(long, value_name = "COUNT")]
    limit: Option<u64>,
    /// Leave out the ranks, which the other formats than text have: on a board without tables they take
    /// longer than the solutions
    #[arg(long)]
    no_ranks: bool,
    #[command(flatten)]
    form: Form,
}

#[derive(Serialize)]
struct MatchCount<'a> {
    n: usize,
    squares: &'a [String],
    solutions: u64,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let pattern = Pattern::parse(args.n, &args.squares)?;
    let watch = context.watch();
    let silencer = watch.silencer();
    let database = context.database_with(watch)?;
    if args.count {
        return count(&args, &pattern, &database, context);
    }
    let mut printed = args.form.begin(AtRank::COLUMNS, &context.out)?;
    let limit = at_most(args.limit);
    if limit > 0 {
        let with_ranks = !args.no_ranks && printed.format() != Format::Text;
        let (tier, matches) = matches(&pattern, with_ranks, &database, context)?;
        let mut found = matches.take(limit).peekable();
        if found.peek().is_none() {
            say(format_args!("no solution of N = {} matches", args.n));
        }
        for item in found {
            silencer.store(true, Relaxed);
            let (rank, solution) = item?;
            printed.add(&AtRank { rank, solution: &solution, tier }, &mut context.out)?;
        }
    }
    printed.finish(&mut context.out)
}

fn count(
    args: &Args,
    pattern: &Pattern,
    database: &Database,
    context: &mut Context,
) -> Result<(), Failure> {
    let board = if pattern.is_any() {
        context.board(database, args.n)?
    } else {
        context.remark(format_args!("N = {}: the matches are counted now", args.n));
        database.board(args.n)?
    };
    let solutions = board.count_matching(pattern)?;
    let answer = MatchCount { n: args.n.get(), squares: &args.squares, solutions };
    context.out.answer(solutions, answer)
}

/// Solutions, with their ranks where those are wanted.
type Matches = Box<dyn Iterator<Item = nqdb::Result<(Option<Rank>, Solution)>>>;

/// From this board on a search of all solutions takes more than some seconds.
const LARGE: usize = 17;

/// The matches, and the tier that the answers come from.
fn matches(
    pattern: &Pattern,
    with_ranks: bool,
    database: &Database,
    context: &Context,
) -> Result<(Tier, Matches), Failure> {
    let n = pattern.n();
    let remark = |tier| context.remark(format_args!("N = {n}: the matches are {tier}"));
    if !with_ranks {
        let matches = database.board(n)?.find_unranked(pattern)?;
        let tier = matches.tier();
        remark(tier);
        return Ok((tier, Box::new(matches.map(|found| Ok((None, found?))))));
    }
    let board = context.board(database, n)?;
    if board.tier() == Tier::Searched && n.get() >= LARGE {
        say(format_args!(
            "N = {n} has no tables: its ranks take a search of all solutions before; --no-ranks \
             leaves them out"
        ));
    }
    let matches = board.find(pattern)?;
    remark(matches.tier());
    let ranked = matches.map(|found| found.map(|(rank, solution)| (Some(rank), solution)));
    Ok((board.tier(), Box::new(ranked)))
}
