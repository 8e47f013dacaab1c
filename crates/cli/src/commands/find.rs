//! `nqdb find`: the solutions that match a pattern. [`completion`] is `--any` and `--unique`, [`batch`] many boards on
//! standard input.

mod batch;
mod completion;

use crate::args::{any_number, is_stdin, limit_or_all};
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::estimate::{EstimateArgs, RANDOM};
use crate::input::ErrorArgs;
use crate::output::solution::{FormatArgs, Printable, RankedSolution, SolutionFormat};
use crate::output::write::note;
use nqdb::picture::Picture;
use nqdb::sampling::estimate_count;
use nqdb::{BoardSize, Database, Error, Invalid, Pattern, Rank, Solution, Tier};
use nqdb_completion::Instance;
use serde::Serialize;
use std::fmt::Display;

/// Find the solutions with queens on given squares, in lexicographic order
///
/// --any finds solutions in no particular order, quickly on most boards up to N = 10000. --unique prints `unique`,
/// `several` or `none`, with up to two solutions as witnesses; the exit code is 0 for `unique`, else 1. Neither needs
/// tables.
///
/// With `-`, each partial board on stdin has one line of output, in the order of the input: the number of solutions
/// with --count, a solution or `none` with --any, and the verdict with --unique. A partial board is a line of
/// conditions, a drawing, a line of `nqdb puzzle` in any format, or an instance of CSPLib's problem 079. If all boards
/// have a size of their own, N can be omitted: `nqdb find - --unique`.
#[derive(clap::Args)]
#[command(mut_arg("seed", |seed| seed.help("Random seed; the same seed gives the same result \
    [default: random with --estimate, else 1]")))]
pub(crate) struct Args {
    /// Board size, 1 to 64; with --any or --unique to 10000; - if the boards on stdin have their sizes
    #[arg(value_parser = board_size)]
    n: Size,
    /// Conditions such as 3=5 (a queen in column 3, row 5) or 3!=5 (no queen there), or a drawing in one argument;
    /// - reads stdin [default: any solution]
    ///
    /// c+r!=8 and c-r!=-2 exclude the diagonal with this column + row, or column - row.
    #[arg(value_name = "SQUARE")]
    squares: Vec<String>,
    /// Print any one solution, or --limit of them, in no particular order
    #[arg(long, group = RANDOM, conflicts_with_all = ["count", "no_ranks"])]
    any: bool,
    /// Check whether there is exactly one solution
    #[arg(long, group = RANDOM, conflicts_with_all = ["count", "limit", "no_ranks"])]
    unique: bool,
    /// Print the number of solutions
    #[arg(long, short, conflicts_with_all = ["limit", "no_ranks", "format", "ascii", "coordinates", "per_row"])]
    count: bool,
    /// Print at most this many solutions [default: all; with --any 1]
    #[arg(long, short = 'n', value_name = "COUNT", value_parser = any_number)]
    limit: Option<u64>,
    /// Omit the ranks, which all formats but text have
    ///
    /// Each rank is a lookup, which often takes longer than finding the solution.
    #[arg(long)]
    no_ranks: bool,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    errors: ErrorArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
}

/// The board size.
#[derive(Clone, Copy)]
enum Size {
    Given(u64),
    /// Each board on standard input has its own.
    OfBoards,
}

/// The estimated number.
#[derive(Serialize)]
struct EstimatedMatchesJson<'a> {
    n: usize,
    squares: &'a [String],
    of: &'static str,
}

fn board_size(text: &str) -> Result<Size, String> {
    let expected = format!(
        "the board size N must be a whole number from 1 to {}, or to {} with --any or --unique",
        BoardSize::MAX,
        Instance::LARGEST
    );
    match text.trim() {
        "-" => Ok(Size::OfBoards),
        number => number.parse().map(Size::Given).map_err(|_| format!("{expected}, got {text:?}")),
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    if let Some(batch) = args.batch()? {
        return batch::run(&batch, context);
    }
    let Size::Given(n) = args.n else { return Err(batch_only()) };
    if args.any || args.unique {
        let limit = if args.unique { None } else { Some(args.limit.unwrap_or(1)) };
        let instance = &Instance::parse(n, &args.squares)?;
        let question = completion::Question { instance, seed: args.seed(), limit };
        return completion::run(&question, &args.format, context);
    }
    args.check(n)?;
    let pattern = Pattern::parse(BoardSize::new(n)?, &args.squares)?;
    if args.estimate.estimate {
        return print_estimate(&args, &pattern, context);
    }
    let database = context.database()?;
    if args.count {
        return count(&args, &pattern, &database, context);
    }
    let columns = if args.no_ranks { "queens" } else { RankedSolution::COLUMNS };
    let mut printer = args.format.printer(columns, &context.out)?;
    let limit = limit_or_all(args.limit);
    if limit > 0 {
        let with_ranks = !args.no_ranks && printer.format() != SolutionFormat::Text;
        let (tier, matches) = matches(&pattern, with_ranks, &database, context)?;
        let mut found = matches.take(limit).peekable();
        if found.peek().is_none() {
            let instance = Instance::parse(n, &args.squares)?;
            note(completion::no_solution(&instance, ""));
        }
        context.each(found, |(rank, solution), context| {
            let found = RankedSolution {
                rank,
                orbit_id: None,
                solution: &solution,
                with_numbers: false,
                tier,
            };
            let found = Match { found, pattern: &pattern, no_ranks: args.no_ranks };
            printer.print(&found, &mut context.out)
        })?;
    }
    printer.finish(&mut context.out)
}

/// A solution that matches; a picture marks its given queens.
struct Match<'a> {
    found: RankedSolution<'a>,
    pattern: &'a Pattern,
    /// Whether CSV omits ranks.
    no_ranks: bool,
}

impl Printable for Match<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        self.found.rows()
    }

    fn picture(&self) -> Result<Picture, Invalid> {
        let picture = self.found.picture()?;
        let gives = |column, row| self.pattern.gives(column, row);
        Ok(if self.pattern.has_givens() { picture.with_givens(gives) } else { picture })
    }

    fn queens(&self) -> impl Display {
        self.found.queens()
    }

    fn caption(&self) -> impl Display {
        self.found.caption()
    }

    fn csv(&self) -> impl Display {
        if self.no_ranks { self.queens().to_string() } else { self.found.csv().to_string() }
    }

    fn json(&self) -> impl Serialize {
        self.found.json()
    }
}

impl Args {
    fn seed(&self) -> u64 {
        self.estimate.seed.unwrap_or(1)
    }

    /// The query for boards on standard input.
    fn batch(&self) -> Result<Option<batch::Batch<'_>>> {
        let n = match (self.n, is_stdin(&self.squares)?) {
            (Size::Given(n), true) => Some(n),
            (Size::OfBoards, false) if self.squares.is_empty() => None,
            (Size::OfBoards, _) => return Err(batch_only()),
            (Size::Given(_), false) => {
                return match self.errors.on_error {
                    None => Ok(None),
                    Some(_) => Err(CliError::Usage("--on-error requires `-`".to_owned())),
                };
            }
        };
        let sought = match (self.any, self.unique, self.count) {
            (true, ..) => batch::Sought::Any,
            (_, true, _) => batch::Sought::Unique,
            (.., true) => batch::Sought::Count,
            _ => {
                let message = "`-` (boards from stdin) requires --any, --unique or --count";
                return Err(CliError::Usage(message.to_owned()));
            }
        };
        let is_other = self.limit.is_some() || self.estimate.estimate || !self.format.is_plain();
        if is_other {
            let message = "`-` (boards from stdin) has one line of text or JSON for each board, without --limit, \
                           --estimate or --format";
            return Err(CliError::Usage(message.to_owned()));
        }
        let (errors, jobs) = (&self.errors, &self.estimate.jobs);
        Ok(Some(batch::Batch { n, sought, seed: self.seed(), errors, jobs }))
    }

    /// Rejects a board size that only `--any` and `--unique` accept.
    fn check(&self, n: u64) -> Result {
        match BoardSize::new(n) {
            Err(error) if n > BoardSize::MAX.into() => {
                let largest = Instance::LARGEST;
                let message = format!("{error}; --any and --unique support N up to {largest}");
                Err(CliError::Usage(message))
            }
            _ => Ok(()),
        }
    }
}

fn batch_only() -> CliError {
    CliError::Usage(
        "`-` as board size must be the only argument: `nqdb find - --unique`".to_owned(),
    )
}

fn print_estimate(args: &Args, pattern: &Pattern, context: &mut Context) -> Result {
    if !args.count {
        return Err(CliError::Usage("--estimate requires --count".to_owned()));
    }
    let estimated =
        args.estimate.make(context, |sampling, watch| estimate_count(pattern, sampling, watch))?;
    estimated.explain(&estimated.answer);
    let (n, squares) = (pattern.n().get(), &args.squares[..]);
    let json = estimated.json(EstimatedMatchesJson { n, squares, of: "solutions" });
    context.out.answer(estimated.answer, json)
}

fn count(args: &Args, pattern: &Pattern, database: &Database, context: &mut Context) -> Result {
    let plan = context.board(database, pattern.n())?.count_plan(pattern)?;
    context.explain(format_args!("N = {}: the matches are counted by {plan}", pattern.n()));
    let solutions = plan.run()?;
    let answer = batch::MatchCountJson { n: pattern.n().get(), squares: &args.squares, solutions };
    context.out.answer(solutions, answer)
}

/// Solutions that match, with their ranks unless these are omitted.
type Matches = Box<dyn Iterator<Item = nqdb::Result<(Option<Rank>, Solution)>>>;

/// The solutions that match, and the tier that finds them.
fn matches(
    pattern: &Pattern,
    with_ranks: bool,
    database: &Database,
    context: &Context,
) -> Result<(Tier, Matches)> {
    let n = pattern.n();
    let explain = |tier| context.explain(format_args!("N = {n}: the matches are {tier}"));
    let board = context.board(database, n)?;
    if !with_ranks {
        let matches = board.find_unranked(pattern)?;
        let tier = matches.tier();
        explain(tier);
        return Ok((tier, Box::new(matches.map(|found| Ok((None, found?))))));
    }
    if !board.reaches_all() && !pattern.is_any() {
        let matches = board.find_unranked(pattern)?;
        explain(matches.tier());
        let ranked = matches.map(move |found| {
            let solution = found?;
            match board.rank(&solution) {
                // The rank is infeasible to compute, and left out.
                Err(Error::RankOutOfReach { .. }) => Ok((None, solution)),
                rank => Ok((Some(rank?), solution)),
            }
        });
        return Ok((Tier::Searched, Box::new(ranked)));
    }
    let matches = board.find(pattern)?;
    explain(matches.tier());
    let ranked = matches.map(|found| found.map(|(rank, solution)| (Some(rank), solution)));
    Ok((board.tier(), Box::new(ranked)))
}
