//! `nqdb puzzle`: given queens with exactly one completion.

use crate::args::{RangeArg, any_number, large_board, whole_number};
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::output::{
    Column, Columns, Format, FormatArgs, Output, Printable, SolutionPrinter, Value, note, only,
};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use nqdb::internal::{Watched, counted};
use nqdb::picture::Picture;
use nqdb::{BoardSize, Invalid, random::random_seed, watch::Activity};
use nqdb_completion::{
    CompletionError, Level, Puzzle, PuzzleTask, Puzzles, check_puzzle_count, minimal_puzzles,
};
use nqdb_dataset::NewDirectory;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Make puzzles: minimal sets of given queens with exactly one completion
///
/// A puzzle is a line of conditions such as `1=4 5=8 7=7`, which `nqdb solve --unique N CONDITION…` solves. It is made
/// from a random solution by removing queens in random order as long as the completion stays unique. Sampling is not
/// uniform. No puzzle is made twice, which takes up to 250 bytes of memory per puzzle up to N = 64, 8 N more beyond.
/// N = 2 and N = 3 have no solutions, which is an error (exit code 1).
/// N = 1 needs no given queen, so its line is empty.
///
/// With --completions, puzzles have that number of completions, and more than that (the end of the range) if any queen
/// is removed. With --level, they would be harder if any queen were removed.
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::BOARDS)))]
pub(crate) struct Args {
    /// Board size, 1 to 1000
    #[arg(value_parser = large_board(PuzzleTask::LARGEST))]
    n: usize,
    /// Number of given queens, or a range such as 3-4 [default: not fixed]
    #[arg(long, value_name = "K", value_parser = RangeArg::of_numbers)]
    givens: Option<RangeInclusive<u64>>,
    /// Number of completions, or a range such as 2-5
    #[arg(long, value_name = "M", default_value = "1", value_parser = RangeArg::of_numbers)]
    completions: RangeInclusive<u64>,
    /// How hard the puzzles are, up to N = 64: easy, medium or hard [default: not fixed]
    ///
    /// Easy: some row or column always has only one free square. Medium: squares also have to be found from which a queen
    /// would attack all free squares of a row or column. Hard: one also has to look ahead. JSON and CSV have the level of
    /// each puzzle that has one.
    #[arg(long, conflicts_with_all = ["completions", "all"], hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(Level::ALL.map(Level::name)).try_map(|name| name.parse::<Level>()))]
    level: Option<Level>,
    /// Give up after making this many puzzles without finding one to print
    #[arg(long, value_name = "COUNT", default_value_t = PuzzleTask::ATTEMPTS)]
    #[arg(value_parser = whole_number(1..=u64::MAX))]
    max_attempts: u64,
    /// Number of results
    #[arg(long, short = 'n', value_name = "COUNT", default_value_t = 1, value_parser = any_number)]
    limit: u64,
    /// List all, not only some
    ///
    /// All puzzles with the number of given queens that --givens names.
    #[arg(long, requires = "givens", conflicts_with_all = ["max_attempts", "limit", "seed"])]
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
    /// Write to this new directory
    ///
    /// Each puzzle has a separate file, such as DIR/puzzle-1.svg.
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    if args.dir.is_some() {
        context.stop_on_ctrl_c();
    }
    let mut puzzles = PuzzlePrinter::new(&args, context)?;
    let (givens, completions) = (args.givens.clone(), args.completions.clone());
    let watch = context.watch.clone();
    let symmetry = args.up_to_symmetry;
    if args.all {
        let n = BoardSize::new(args.n).map_err(CliError::from)?;
        let givens = givens.unwrap_or(0..=0);
        let all = match minimal_puzzles(n, &givens, &completions, symmetry, &watch) {
            Err(CompletionError::NoSolutions { .. }) => Vec::new(),
            all => all?,
        };
        if all.is_empty() {
            let (least, most) = givens.into_inner();
            let given = match counted(most, "queens given") {
                given if least == most => given,
                given => format!("{least} to {given}"),
            };
            note(format_args!("N = {n} has no puzzle with {given}"));
        }
        puzzles.begin(all.len() as u64)?;
        for (number, puzzle) in (1..).zip(&all) {
            watch.check_time()?;
            puzzles.print(number, None, puzzle, context)?;
        }
        return puzzles.finish(&mut context.out);
    }
    let seed = args.seed.unwrap_or_else(random_seed);
    let task = PuzzleTask {
        n: args.n,
        givens,
        completions,
        level: args.level,
        seed,
        attempts: args.max_attempts,
    };
    check_puzzle_count(&task, symmetry, args.limit, &watch)?;
    puzzles.begin(args.limit)?;
    let mut series = Puzzles::new(task, symmetry);
    // All puzzles together are one piece of work.
    let _work = Watched::without_board(&*watch, Activity::MakingPuzzle, "");
    for number in 1..=args.limit {
        watch.check_time()?;
        let (_, puzzle) = series.next(&watch)?;
        puzzles.print(number, Some(seed), &puzzle, context)?;
        // A directory appears when it is complete.
        if args.seed.is_none() && number == if args.dir.is_some() { args.limit } else { 1 } {
            let these = if args.limit == 1 { "this puzzle" } else { "these puzzles" };
            note(format_args!("--seed {seed} repeats {these}"));
        }
    }
    puzzles.finish(&mut context.out)
}

/// Prints puzzles together, or each to its own file.
struct PuzzlePrinter<'a> {
    args: &'a Args,
    printer: SolutionPrinter,
    /// That of `--dir`.
    directory: Option<NewDirectory>,
}

impl<'a> PuzzlePrinter<'a> {
    /// Fails if options contradict each other.
    fn new(args: &'a Args, context: &mut Context) -> Result<Self> {
        let is_terminal = context.out.is_terminal && args.dir.is_none();
        let printer = args.format.printer_to(Columns::PUZZLES, &mut context.out, is_terminal)?;
        Ok(PuzzlePrinter { args, printer, directory: None })
    }

    /// Creates the directory of `--dir`, which must not exist. Without it, fails if a sheet can't hold this number of
    /// puzzles.
    fn begin(&mut self, puzzles: u64) -> Result {
        self.directory = self.args.dir.as_deref().map(NewDirectory::create).transpose()?;
        if self.directory.is_some() { Ok(()) } else { self.printer.drawer.check_count(puzzles) }
    }

    fn print(
        &mut self,
        number: u64,
        seed: Option<u64>,
        puzzle: &Puzzle,
        context: &mut Context,
    ) -> Result {
        let (out, with_solution) = (&mut context.out, self.args.solution);
        let puzzle = MadePuzzle { number, seed, puzzle, with_solution };
        if let Some(directory) = &self.directory {
            return self.write(&puzzle, directory, out.is_json);
        }
        self.printer.print(&puzzle, out)?;
        if out.is_terminal && !self.printer.format.is_sheet() {
            context.watch.hide();
        }
        // The next puzzle can take a long time.
        out.flush_lines()
    }

    /// Writes a file with one puzzle.
    fn write(&self, puzzle: &MadePuzzle<'_>, directory: &NewDirectory, is_json: bool) -> Result {
        let name = format!("puzzle-{}.{}", puzzle.number, self.printer.format.extension());
        let mut out = Output::new(directory.file(&name)?, is_json);
        let mut printer = self.args.format.printer(Columns::PUZZLES, &mut out)?;
        printer.print(puzzle, &mut out)?;
        printer.finish(&mut out)?;
        out.finish()
    }

    /// Prints the end of the output, unless each puzzle has its own file.
    fn finish(self, out: &mut Output) -> Result {
        match self.directory {
            Some(directory) => Ok(directory.finish()?),
            None => self.printer.finish(out),
        }
    }
}

struct MadePuzzle<'a> {
    /// Its number among the different puzzles of the seed, or of all; from 1.
    number: u64,
    /// `None` if all puzzles are listed.
    seed: Option<u64>,
    puzzle: &'a Puzzle,
    with_solution: bool,
}

impl Printable for MadePuzzle<'_> {
    fn picture(&self) -> Result<Picture, Invalid> {
        if self.with_solution { self.puzzle.solved_picture() } else { self.puzzle.picture() }
    }

    fn queens(&self) -> impl Display {
        if self.with_solution {
            format!("{}\n{}", self.puzzle, self.puzzle.solution)
        } else {
            self.puzzle.to_string()
        }
    }

    fn value(&self, column: Column) -> Value<'_> {
        match column {
            Column::N => Value::Number(self.puzzle.n() as u64),
            Column::Queens if self.with_solution => Value::Placement(&self.puzzle.solution),
            Column::Seed => self.seed.map_or(Value::Absent, Value::Number),
            Column::Number => Value::Number(self.number),
            Column::Conditions => Value::texts(self.puzzle.givens()),
            Column::Completions => Value::Number(self.puzzle.completions),
            Column::Level => self
                .puzzle
                .level()
                .map_or(Value::Absent, |level| Value::Text(level.name().to_owned())),
            _ => Value::Absent,
        }
    }
}
