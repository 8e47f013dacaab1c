//! `nqdb find`: the solutions that meet conditions, in order, or their number, also for many partial boards on standard
//! input.

use super::solve::no_solution;
use crate::args::{any_number, jobs_sharing, limit_or_all};
use crate::context::{Context, ThreadLookups};
use crate::error::{CliError, Result};
use crate::estimate::EstimateArgs;
use crate::input::ErrorArgs;
use crate::output::format::{Columns, ColumnsArg, Format, SOLUTION_COLUMNS};
use crate::output::printer::FormatArgs;
use crate::output::solution::NumberedSolution;
use crate::output::write::{Output, note};
use crate::partial_boards::{Boards, SizeArg, answer_partial_boards, meant_as_conditions};
use nqdb::sampling::estimate_count;
use nqdb::{Board, BoardSize, Conditions, Rank, Solution, Tier};
use nqdb_completion::PartialBoard;
use serde::Serialize;

/// List the solutions with given queens, in lexicographic order
///
/// `nqdb solve` finds one solution, without listing, on boards up to N = 10000.
///
/// With `-` and --count, each partial board on stdin has one line of output, in the order of the input: the number of its
/// solutions. A partial board is a line of conditions, a drawing, a line of `nqdb puzzle` as text, json or csv, or an
/// instance of CSPLib's problem 079. If every board has a size, N can be omitted: `nqdb find --count -`.
#[derive(clap::Args)]
#[command(
    mut_arg("format", Format::only(Format::BOARDS)),
    mut_arg("jobs", jobs_sharing("the boards on stdin, or the runs of --estimate"))
)]
#[command(mut_arg("columns", Columns::only(SOLUTION_COLUMNS)))]
pub(crate) struct Args {
    /// Board size, 1 to 64; - if the boards on stdin have their sizes
    #[arg(value_parser = size)]
    n: SizeArg,
    /// Conditions such as 3=5 or c5 (a queen in column 3, row 5) and 3!=5 or !c5 (no queen there), or a drawing in one
    /// argument; - reads stdin [default: any solution]
    ///
    /// c+r!=8 and c-r!=-2 exclude the diagonal with this column + row, or column - row.
    #[arg(value_name = "CONDITION")]
    conditions: Vec<String>,
    /// Print only the number
    #[arg(long, short, conflicts_with_all = ["limit", "columns", "ascii", "coordinates", "per_row"])]
    count: bool,
    /// Number of results [default: all]
    #[arg(long, short = 'n', value_name = "COUNT", value_parser = any_number)]
    limit: Option<u64>,
    #[command(flatten)]
    columns: ColumnsArg,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    errors: ErrorArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
}

/// The estimated number.
#[derive(Serialize)]
struct EstimatedMatchesJson<'a> {
    n: usize,
    conditions: &'a [String],
    of: &'static str,
}

#[derive(Serialize)]
struct MatchCountJson<'a> {
    n: usize,
    conditions: &'a [String],
    solutions: u64,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    if args.count {
        args.format.check_plain("--count", &mut context.out)?;
    }
    let n = match args.n.with(&args.conditions, &args.errors)? {
        Boards::Many(n) => return count_all(n, &args, context),
        Boards::One(n) => BoardSize::new(n)?,
    };
    let conditions = Conditions::parse(n, &args.conditions)
        .map_err(|error| meant_as_conditions(&args.conditions, error.into()))?;
    if args.estimate.estimate {
        return print_estimate(&args, &conditions, context);
    }
    if args.count {
        return count(&args, &conditions, context);
    }
    let database = context.database()?;
    let columns = args.columns.or(Columns::SOLUTIONS)?;
    let mut printer = args.format.printer(columns, &mut context.out)?;
    let limit = limit_or_all(args.limit);
    if limit > 0 {
        let board = context.board(&database, conditions.n())?;
        let (tier, matches) = matches(&board, &conditions, printer.needs("rank"), context)?;
        let mut found = matches.take(limit).peekable();
        if found.peek().is_none() {
            let board = PartialBoard::parse(n.get() as u64, &args.conditions)?;
            note(no_solution(&board, ""));
        }
        let mut lookups = board.lookups();
        context.each(found, |(rank, solution), context| {
            let found = NumberedSolution::new((rank, None, solution), &mut lookups, &printer)?;
            let found = NumberedSolution { tier, conditions: Some(&conditions), ..found };
            printer.print(&found, &mut context.out)
        })?;
    }
    printer.finish(&mut context.out)
}

/// Parses a board size, or `-`.
fn size(text: &str) -> Result<SizeArg, String> {
    let read = SizeArg::up_to(BoardSize::MAX.into())(text);
    read.map_err(|error| match text.trim().parse::<u64>() {
        Ok(n) if n > BoardSize::MAX.into() => {
            let largest = PartialBoard::LARGEST;
            format!(
                "{error}; `nqdb solve {n}` finds one solution, with conditions up to N = {largest}"
            )
        }
        _ => error,
    })
}

/// Prints the number of solutions of each partial board on standard input, all of size `n` if it is given.
fn count_all(n: Option<u64>, args: &Args, context: &mut Context) -> Result {
    if !args.count || args.estimate.estimate {
        let message = "`-` (boards from stdin) requires --count, without --estimate; `nqdb solve` finds a solution of \
                       each board";
        return Err(CliError::Usage(message.to_owned()));
    }
    let boards = &context.boards()?;
    let start = || {
        let mut lookups = ThreadLookups::new(boards);
        move |board: &PartialBoard| count_matches(board, &mut lookups)
    };
    let print = |found: Option<(BoardSize, Vec<String>, u64)>, out: &mut Output| match found {
        None => out.answer("", ()),
        Some((n, conditions, solutions)) => {
            let (n, conditions) = (n.get(), &conditions[..]);
            out.answer(solutions, MatchCountJson { n, conditions, solutions })
        }
    };
    let jobs = args.estimate.jobs.jobs();
    answer_partial_boards(n, &args.errors, jobs, context, start, print)
}

fn count_matches(
    board: &PartialBoard,
    lookups: &mut ThreadLookups<'_>,
) -> Result<(BoardSize, Vec<String>, u64)> {
    let n = BoardSize::new(board.n() as u64)?;
    let conditions = Conditions::new(n, board.conditions())?;
    let solutions = lookups.of(n)?.board().count_plan(&conditions)?.run()?;
    Ok((n, board.conditions().map(|one| one.to_string()).collect(), solutions))
}

fn print_estimate(args: &Args, conditions: &Conditions, context: &mut Context) -> Result {
    if !args.count {
        return Err(CliError::Usage("--estimate requires --count".to_owned()));
    }
    let estimated = args
        .estimate
        .make(context, |sampling, watch| estimate_count(conditions, sampling, watch))?;
    let (n, conditions) = (conditions.n().get(), &args.conditions[..]);
    let name = EstimatedMatchesJson { n, conditions, of: "solutions" };
    estimated.print("", name, &mut context.out)
}

fn count(args: &Args, conditions: &Conditions, context: &mut Context) -> Result {
    let board = context.board(&context.database()?, conditions.n())?;
    if !board.reaches_all() {
        let words = Some(args.conditions.join(" ")).filter(|words| !words.contains('\n'));
        let words = words.unwrap_or_else(|| "…".to_owned());
        let command = format!("nqdb find {} {words} --count --estimate", board.n());
        context.watch.advise(format!("the count can take years; `{command}` estimates it"));
    }
    let plan = board.count_plan(conditions)?;
    context.explain(format_args!("N = {}: the matches are counted by {plan}", conditions.n()));
    let solutions = plan.run()?;
    let n = conditions.n().get();
    let answer = MatchCountJson { n, conditions: &args.conditions, solutions };
    context.out.answer(solutions, answer)
}

/// Solutions that match, with their ranks if the search has them.
type Matches = Box<dyn Iterator<Item = nqdb::Result<(Option<Rank>, Solution)>>>;

/// The solutions that match, and the tier that finds them.
fn matches(
    board: &Board,
    conditions: &Conditions,
    with_ranks: bool,
    context: &Context,
) -> Result<(Tier, Matches)> {
    let explain = |tier| context.explain(format_args!("N = {}: the matches are {tier}", board.n()));
    // Some ranks may be infeasible to compute.
    if !with_ranks || !board.reaches_all() && !conditions.is_any() {
        let matches = board.find_unranked(conditions)?;
        let tier = matches.tier();
        explain(tier);
        return Ok((tier, Box::new(matches.map(|found| Ok((None, found?))))));
    }
    let matches = board.find(conditions)?;
    explain(matches.tier());
    let ranked = matches.map(|found| found.map(|(rank, solution)| (Some(rank), solution)));
    Ok((board.tier(), Box::new(ranked)))
}
