//! `nqdb find`: the solutions that match a pattern of queens.

use crate::cli::args::limit_or_all;
use crate::cli::context::Context;
use crate::cli::error::{CliError, Result};
use crate::cli::estimate::EstimateArgs;
use crate::cli::output::answers::RankedSolution;
use crate::cli::output::format::{FormatArgs, SolutionFormat};
use crate::cli::output::writer::note;
use nqdb::sampling::estimate_count;
use nqdb::{BoardSize, Database, Pattern, Rank, Solution, Tier};
use serde::Serialize;

/// Find the solutions with queens on given squares, in lexicographic order
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board size, 1 to 64
    n: BoardSize,
    /// Squares: 3=5 (a queen in column 3, row 5) or 3!=5 (no queen there) [default: any solution]
    #[arg(value_name = "SQUARE")]
    squares: Vec<String>,
    /// Print the number of these solutions
    #[arg(long, conflicts_with_all = ["limit", "no_ranks", "format", "ascii"])]
    count: bool,
    /// Print at most this many solutions
    #[arg(long, value_name = "COUNT")]
    limit: Option<u64>,
    /// Omit the ranks, which every format but text has: without tables they take longer than the
    /// solutions
    #[arg(long)]
    no_ranks: bool,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
}

#[derive(Serialize)]
struct MatchCountJson<'a> {
    n: usize,
    squares: &'a [String],
    solutions: u64,
}

/// What is estimated.
#[derive(Serialize)]
struct EstimatedMatchesJson<'a> {
    n: usize,
    squares: &'a [String],
    of: &'static str,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let pattern = Pattern::parse(args.n, &args.squares)?;
    if args.estimate.estimate {
        return print_estimate(&args, &pattern, context);
    }
    let database = context.database()?;
    if args.count {
        return count(&args, &pattern, &database, context);
    }
    let mut printer = args.format.printer(RankedSolution::COLUMNS, &context.out)?;
    let limit = limit_or_all(args.limit);
    if limit > 0 {
        let with_ranks = !args.no_ranks && printer.format() != SolutionFormat::Text;
        let (tier, matches) = matches(&pattern, with_ranks, &database, context)?;
        let mut found = matches.take(limit).peekable();
        if found.peek().is_none() {
            note(format_args!("no solution of N = {} matches", args.n));
        }
        for item in found {
            context.watch.hide();
            let (rank, solution) = item?;
            context.watch.check_time()?;
            printer.print(&RankedSolution { rank, solution: &solution, tier }, &mut context.out)?;
        }
    }
    printer.finish(&mut context.out)
}

fn print_estimate(args: &Args, pattern: &Pattern, context: &mut Context) -> Result {
    if !args.count {
        return Err(CliError::Usage("--estimate requires --count".to_owned()));
    }
    let estimated =
        args.estimate.make(|sampling| estimate_count(pattern, sampling, &context.watch))?;
    estimated.explain(&estimated.answer);
    let (n, squares) = (args.n.get(), &args.squares[..]);
    let json = estimated.json(EstimatedMatchesJson { n, squares, of: "solutions" });
    context.out.answer(estimated.answer, json)
}

fn count(args: &Args, pattern: &Pattern, database: &Database, context: &mut Context) -> Result {
    let plan = context.board(database, args.n)?.count_plan(pattern)?;
    context.explain(format_args!("N = {}: the matches are counted by {plan}", args.n));
    let solutions = plan.run()?;
    let answer = MatchCountJson { n: args.n.get(), squares: &args.squares, solutions };
    context.out.answer(solutions, answer)
}

/// Solutions that match; with their ranks, unless these are omitted.
type Matches = Box<dyn Iterator<Item = nqdb::Result<(Option<Rank>, Solution)>>>;

/// The smallest board whose solutions take more than a few seconds to search.
const SLOW: usize = 17;

/// The solutions that match, and the tier that answers.
fn matches(
    pattern: &Pattern,
    with_ranks: bool,
    database: &Database,
    context: &Context,
) -> Result<(Tier, Matches)> {
    let n = pattern.n();
    let explain = |tier| context.explain(format_args!("N = {n}: the matches are {tier}"));
    if !with_ranks {
        let matches = database.board(n)?.find_unranked(pattern)?;
        let tier = matches.tier();
        explain(tier);
        return Ok((tier, Box::new(matches.map(|found| Ok((None, found?))))));
    }
    let board = context.board(database, n)?;
    if board.tier() == Tier::Searched && n.get() >= SLOW {
        note(format_args!(
            "N = {n} has no tables: a rank takes a search of all solutions before it; --no-ranks \
             omits ranks"
        ));
    }
    let matches = board.find(pattern)?;
    explain(matches.tier());
    let ranked = matches.map(|found| found.map(|(rank, solution)| (Some(rank), solution)));
    Ok((board.tier(), Box::new(ranked)))
}
