//! `nqdb solve`: one solution of a large board.

use crate::args::{any_number, large_board};
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::output::solution::{FormatArgs, Printable};
use crate::output::write::note;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nqdb::random_seed;
use nqdb_papers::{Method, Solved, Task, solve};
use serde::Serialize;
use std::fmt::Display;

/// Find one solution of a large board
///
/// The database is not used. The default method, construct, is a formula; the other methods are Gupta's
/// (research/sources.md). N = 2 and N = 3 have no solutions, which is an error (exit code 1).
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board size, 1 to 10000000; less for some methods
    #[arg(value_parser = large_board(Method::Construct.largest()))]
    n: u64,
    /// Method
    #[arg(long, default_value = "construct", value_parser = methods())]
    method: Method,
    /// Random seed, except with construct and extend; the same seed gives the same solution [default: random]
    #[arg(long, value_name = "S", value_parser = any_number)]
    seed: Option<u64>,
    /// Give up after this many steps, except with construct and extend [default: by method]
    ///
    /// A step is a queen moved (min-conflicts) or placed (backtrack), a generation (genetic) or an iteration of the
    /// colony (ant-colony).
    #[arg(long, value_name = "COUNT", value_parser = any_number)]
    max_steps: Option<u64>,
    #[command(flatten)]
    format: FormatArgs,
}

fn methods() -> impl TypedValueParser<Value = Method> {
    let value = |method: Method| PossibleValue::new(method.name()).help(method.summary());
    let named = |name: String| Method::ALL.into_iter().find(|method| method.name() == name);
    // The parser accepts only these names.
    PossibleValuesParser::new(Method::ALL.map(value))
        .map(move |name| named(name).unwrap_or(Method::Construct))
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let mut printer = args.format.printer("method,seed,steps,queens", &context.out)?;
    printer.drawer.check_size(args.n)?;
    check_options(&args)?;
    let Args { method, n, max_steps, .. } = args;
    let seed = args.seed.unwrap_or_else(random_seed);
    let task = Task { method, n, seed, steps: max_steps };
    task.check()?;
    if method.is_random() && args.seed.is_none() {
        note(format_args!("--seed {seed} repeats this solution"));
    }
    let solved = solve(&task, &context.watch)?;
    printer.print(&SolvedBoard { task, solved }, &mut context.out)?;
    printer.finish(&mut context.out)
}

/// Rejects options that the method would ignore.
fn check_options(args: &Args) -> Result {
    if args.method.is_random() || (args.seed.is_none() && args.max_steps.is_none()) {
        return Ok(());
    }
    let random = Method::ALL.into_iter().filter(|method| method.is_random()).map(Method::name);
    Err(CliError::Usage(format!(
        "--seed and --max-steps require --method {}, got {}",
        random.collect::<Vec<_>>().join(", "),
        args.method
    )))
}

/// A solution and the task that it solves.
struct SolvedBoard {
    task: Task,
    solved: Solved,
}

impl SolvedBoard {
    fn seed(&self) -> Option<u64> {
        Some(self.task.seed).filter(|_| self.task.method.is_random())
    }
}

#[derive(Serialize)]
struct SolvedBoardJson<'a> {
    n: u64,
    method: &'static str,
    seed: Option<u64>,
    steps: u64,
    queens: QueensJson<'a>,
}

/// The row of the queen in each column, 1-based.
struct QueensJson<'a>(&'a Solved);

impl Serialize for QueensJson<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.placement.queens())
    }
}

impl Printable for SolvedBoard {
    fn rows(&self) -> impl Iterator<Item = u32> {
        self.solved.placement.rows().iter().copied()
    }

    fn queens(&self) -> impl Display {
        &self.solved.placement
    }

    fn caption(&self) -> impl Display {
        let seed = self.seed().map(|seed| format!(", seed {seed}")).unwrap_or_default();
        format!("{}{seed}", self.task.method)
    }

    fn csv(&self) -> impl Display {
        let seed = self.seed().map(|seed| seed.to_string()).unwrap_or_default();
        let Solved { placement, steps, .. } = &self.solved;
        format!("{},{seed},{steps},{placement}", self.task.method)
    }

    fn json(&self) -> impl Serialize {
        SolvedBoardJson {
            n: self.task.n,
            method: self.task.method.name(),
            seed: self.seed(),
            steps: self.solved.steps,
            queens: QueensJson(&self.solved),
        }
    }
}
