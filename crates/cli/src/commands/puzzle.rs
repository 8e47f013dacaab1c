//! `nqdb puzzle`: given queens with exactly one completion.

use crate::args::{RangeArg, any_number, large_board, whole_number};
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::output::columns::{Columns, Value};
use crate::output::format::Format;
use crate::output::solution::{FormatArgs, Printable};
use crate::output::write::note;
use nqdb::internal::counted;
use nqdb::picture::Picture;
use nqdb::{BoardSize, Invalid, random_seed};
use nqdb_completion::{
    CompletionError, Distinct, Puzzle, PuzzleTask, Puzzles, check_puzzle_count, minimal_puzzles,
};
use std::fmt::Display;

/// Make puzzles: minimal sets of given queens with exactly one completion
///
/// A puzzle is a line of conditions such as `1=4 5=8 7=7`, which `nqdb solve --unique N CONDITION…` solves. It is made from a
/// random solution by removing queens in random order as long as the completion stays unique. Sampling is not uniform,
/// and repeats are possible without --distinct. N = 2 and N = 3 have no solutions, which is an error (exit code 1).
/// N = 1 needs no given queen, so its line is empty.
///
/// With --completions, puzzles have that number of completions, and more than that (the end of the range) if any queen
/// is removed.
#[derive(clap::Args)]
#[command(mut_arg("format", Format::only(Format::BOARDS)))]
pub(crate) struct Args {
    /// Board size, 1 to 1000
    #[arg(value_parser = large_board(PuzzleTask::LARGEST))]
    n: u64,
    /// Number of given queens [default: not fixed]
    #[arg(long, value_name = "K", value_parser = any_number)]
    givens: Option<u64>,
    /// Number of completions, or a range such as 2-5
    #[arg(long, value_name = "M", default_value = "1", value_parser = RangeArg::of_numbers)]
    completions: RangeArg<u64>,
    /// Give up after making this many puzzles without a result
    #[arg(long, value_name = "COUNT", default_value_t = PuzzleTask::ATTEMPTS)]
    #[arg(value_parser = whole_number(1..=u64::MAX))]
    max_attempts: u64,
    /// Number of results
    #[arg(long, short = 'n', value_name = "COUNT", default_value_t = 1, value_parser = any_number)]
    limit: u64,
    /// Print no result twice
    ///
    /// Takes up to 250 bytes of memory per puzzle up to N = 64, 8 N more beyond.
    #[arg(long)]
    distinct: bool,
    /// List all puzzles with this number of given queens
    #[arg(long, requires = "givens", conflicts_with_all = ["max_attempts", "limit", "distinct", "seed"])]
    all: bool,
    /// Make or list no puzzle whose rotation or reflection was made or listed before
    #[arg(long)]
    up_to_symmetry: bool,
    /// Show the solution of each puzzle, on the next line or outlined in the picture
    #[arg(long)]
    solution: bool,
    /// Random seed; the same seed gives the same result [default: random]
    #[arg(long, value_name = "S", value_parser = any_number)]
    seed: Option<u64>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let json = match (args.all, args.solution) {
        (true, true) => "n,number,conditions,completions,queens",
        (true, false) => "n,number,conditions,completions",
        (false, true) => "n,seed,number,conditions,completions,queens",
        (false, false) => "n,seed,number,conditions,completions",
    };
    let columns = Columns::new("conditions,queens,completions", json);
    let mut printer = args.format.printer(columns, &mut context.out)?;
    let completions = args.completions.first..=args.completions.last;
    let distinct = Distinct::chosen(args.distinct, args.up_to_symmetry);
    if args.all {
        let n = BoardSize::new(args.n).map_err(CliError::from)?;
        let givens = args.givens.unwrap_or_default();
        let puzzles = match minimal_puzzles(n, givens, &completions, distinct, &context.watch) {
            Err(CompletionError::NoSolutions { .. }) => Vec::new(),
            puzzles => puzzles?,
        };
        if puzzles.is_empty() {
            note(format_args!("N = {n} has no puzzle with {}", counted(givens, "queens given")));
        }
        printer.check_count(puzzles.len() as u64)?;
        for (number, puzzle) in (1..).zip(&puzzles) {
            let made = MadePuzzle { number, seed: None, puzzle, with_solution: args.solution };
            printer.print(&made, &mut context.out)?;
        }
        return printer.finish(&mut context.out);
    }
    printer.check_count(args.limit)?;
    let seed = args.seed.unwrap_or_else(random_seed);
    let Args { n, givens, max_attempts, .. } = args;
    let task = PuzzleTask { n, givens, completions, seed, attempts: max_attempts };
    check_puzzle_count(&task, distinct, args.limit, &context.watch)?;
    let mut puzzles = Puzzles::new(task, distinct);
    for made in 0..args.limit {
        context.watch.check_time()?;
        let (number, puzzle) = puzzles.next(&context.watch)?;
        if args.seed.is_none() && made == 0 {
            let these = if args.limit == 1 { "this puzzle" } else { "these puzzles" };
            note(format_args!("--seed {seed} repeats {these}"));
        }
        let seed = Some(seed);
        let made = MadePuzzle { number, seed, puzzle: &puzzle, with_solution: args.solution };
        printer.print(&made, &mut context.out)?;
    }
    printer.finish(&mut context.out)
}

/// A puzzle to print.
struct MadePuzzle<'a> {
    /// Its number among the puzzles of the seed, or of all; from 1.
    number: u64,
    /// `None` if all puzzles are listed.
    seed: Option<u64>,
    puzzle: &'a Puzzle,
    with_solution: bool,
}

impl Printable for MadePuzzle<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        self.puzzle.solution().rows().iter().copied()
    }

    fn picture(&self) -> Result<Picture, Invalid> {
        if self.with_solution { self.puzzle.solved_picture() } else { self.puzzle.picture() }
    }

    fn queens(&self) -> impl Display {
        if self.with_solution {
            format!("{}\n{}", self.puzzle, self.puzzle.solution())
        } else {
            self.puzzle.to_string()
        }
    }

    fn caption(&self) -> String {
        format!("puzzle {}", self.number)
    }

    fn value(&self, column: &str) -> Value<'_> {
        match column {
            "n" => Value::Number(self.puzzle.n() as u64),
            "queens" if self.with_solution => Value::Placement(self.puzzle.solution()),
            "seed" => Value::number(self.seed),
            "number" => Value::Number(self.number),
            "conditions" => Value::Names(self.puzzle.givens().map(|one| one.to_string()).collect()),
            "completions" => Value::Number(self.puzzle.completions()),
            _ => Value::Missing,
        }
    }
}
