//! `nqdb solve`: one solution of a board, or whether there is exactly one. [`search`] solves boards with conditions,
//! [`batch`] many of them on standard input; [`solved`] has what is printed.

mod batch;
mod search;
mod solved;

use crate::args::{JobsArg, any_number, jobs_sharing};
use crate::context::Context;
use crate::error::{CliError, Result, usage};
use crate::input::ErrorArgs;
use crate::output::{Columns, Format, FormatArgs, note, only};
use crate::partial_boards::{Boards, SizeArg, meant_as_conditions};
use nqdb::random::random_seed;
use nqdb_completion::PartialBoard;
use nqdb_papers::{Method, Task, solve};
use search::Search;
use solved::{SolvedBoard, Way, methods};

pub(super) use search::no_solution;

/// Find one solution of a board, or check whether there is exactly one
///
/// The database is not used. Without conditions the default method is construct, a formula. With conditions, or with
/// --limit from 2 on, it is search: a search with random choices, fast on most boards, which finds a solution or proves
/// that none exists. The other methods are those of Nilesh Gupta, Development of Algorithms for Ranking and Un-Ranking
/// Function of N-Queens Problem. Without a solution, the exit code is 1.
///
/// --unique prints `unique`, `several` or `none`, with up to two solutions as witnesses; the exit code is 0 for `unique`,
/// else 1.
///
/// With `-`, each partial board on stdin has one line of output, in the order of the input: a solution or `none`, or the
/// verdict with --unique. A partial board is a line of conditions, a drawing, a line of `nqdb puzzle` as text, json or
/// csv, or an instance of CSPLib's problem 079. If every board has a size, N can be omitted: `nqdb solve --unique -`.
#[derive(clap::Args)]
#[command(
    mut_arg("format", only(Format::BOARDS)),
    mut_arg("jobs", jobs_sharing("the boards on stdin"))
)]
pub(crate) struct Args {
    /// Board size, 1 to 10000000, with conditions to 10000; - if the boards on stdin have their sizes
    #[arg(value_parser = SizeArg::up_to(LARGEST))]
    n: SizeArg,
    /// Conditions such as 3=5 or c5 (a queen in column 3, row 5) and 3!=5 or !c5 (no queen there), or a drawing in one
    /// argument; - reads stdin [default: any solution]
    ///
    /// c+r!=8 and c-r!=-2 exclude the diagonal with this column + row, or column - row.
    #[arg(value_name = "CONDITION")]
    conditions: Vec<String>,
    /// Check whether there is exactly one solution
    #[arg(long, conflicts_with_all = ["limit", "method", "max_steps"])]
    unique: bool,
    /// Number of results [default: 1]
    ///
    /// They are different, and in no particular order.
    #[arg(long, short = 'n', value_name = "COUNT", value_parser = any_number)]
    limit: Option<u64>,
    /// Solution method; only search takes conditions [default: construct, or search]
    #[arg(long, value_parser = methods())]
    method: Option<Way>,
    /// Random seed; the same seed gives the same result [default: random]
    ///
    /// The methods construct and extend are not random.
    #[arg(long, value_name = "S", value_parser = any_number)]
    seed: Option<u64>,
    /// Give up after this many steps; not with the methods search, construct and extend [default: by method]
    ///
    /// A step is a queen moved (min-conflicts) or placed (backtrack), a generation (genetic) or an iteration of the
    /// colony (ant-colony).
    #[arg(long, value_name = "COUNT", value_parser = any_number)]
    max_steps: Option<u64>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    errors: ErrorArgs,
    #[command(flatten)]
    jobs: JobsArg,
}

const LARGEST: usize = 10_000_000;

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let way = args.way()?;
    let seed = args.seed.unwrap_or_else(random_seed);
    let is_drawn = match args.n.with(&args.conditions, &args.errors)? {
        Boards::Many(_) if args.limit.is_some() => {
            return Err(usage!(
                "`-` (boards from stdin) prints one solution of each board, got --limit"
            ));
        }
        Boards::Many(n) => {
            args.format.check_plain("`-` (boards from stdin)", &mut context.out)?;
            batch::run(n, seed, args.unique, &args.errors, &args.jobs, context)?
        }
        Boards::One(n) => one(n, way, seed, &args, context)?,
    };
    if is_drawn && args.seed.is_none() {
        note(format_args!("--seed {seed} repeats this result"));
    }
    Ok(())
}

/// Solves one board. Returns whether the result depends on the seed.
fn one(n: usize, way: Way, seed: u64, args: &Args, context: &mut Context) -> Result<bool> {
    let mut printer = args.format.printer(Columns::SOLVED, &mut context.out)?;
    printer.drawer.check_size(n)?;
    context.explain(format_args!("N = {n}: solved by {}, without tables", way.name()));
    if args.limit == Some(0) {
        return printer.finish(&mut context.out).map(|()| false);
    }
    let task = match way {
        Way::Search => {
            let board = &PartialBoard::parse(n, &args.conditions).map_err(|error| {
                meant_as_conditions(&args.conditions.join(" "), error.into())
                    .of_words(&args.conditions)
            })?;
            let search = Search { board, seed };
            if args.unique {
                return search.print_uniqueness(printer, context);
            }
            search.print_some(args.limit.unwrap_or(1), printer, context)?;
            return Ok(true);
        }
        Way::By(method) => Task { method, n, seed, steps: args.max_steps },
    };
    let solved = solve(&task, &context.watch)?;
    let seed = Some(seed).filter(|_| way.is_random());
    let caption = seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    let board = SolvedBoard {
        placement: &solved.placement,
        partial: None,
        caption: format!("{}{caption}", task.method),
        way,
        seed,
        steps: Some(solved.steps),
    };
    printer.print(&board, &mut context.out)?;
    printer.finish(&mut context.out)?;
    Ok(way.is_random())
}

impl Args {
    /// How to solve. Fails for options that would be ignored.
    fn way(&self) -> Result<Way> {
        let needs_search = self.unique
            || !self.conditions.is_empty()
            || matches!(self.n, SizeArg::OfBoards)
            || self.limit.is_some_and(|limit| limit > 1);
        let way = match (self.method, needs_search) {
            (Some(way @ Way::By(_)), true) => {
                return Err(usage!(
                    "--method {} finds one solution of an empty board: conditions, several boards and --limit \
                     require --method search, the default for them",
                    way.name()
                ));
            }
            (Some(way), _) => way,
            (None, true) => Way::Search,
            (None, false) => Way::By(Method::Construct),
        };
        let with_steps = |way: &Way| *way != Way::Search && way.is_random();
        let [seed, steps] = [self.seed.is_some(), self.max_steps.is_some()];
        if steps && !with_steps(&way) {
            return Err(requires("--max-steps", with_steps, way));
        }
        if seed && !way.is_random() {
            return Err(requires("--seed", |way| way.is_random(), way));
        }
        Ok(way)
    }
}

/// The error of an option that `way` would ignore.
fn requires(option: &str, takes: impl Fn(&Way) -> bool, way: Way) -> CliError {
    let names: Vec<_> = Way::all().filter(takes).map(Way::name).collect();
    usage!("{option} requires --method {}, got {}", names.join(", "), way.name())
}
