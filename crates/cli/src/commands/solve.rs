//! `nqdb solve`: one solution of a large board.

use crate::args::{any_number, large_board};
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::output::columns::{Columns, Value};
use crate::output::format::Format;
use crate::output::solution::{FormatArgs, Printable};
use crate::output::write::note;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nqdb::random_seed;
use nqdb_papers::{Method, Solved, Task, solve};
use std::fmt::Display;

/// Find one solution of a large board
///
/// The database is not used. The default method, construct, is a formula; the other methods are Gupta's
/// (research/sources.md). N = 2 and N = 3 have no solutions, which is an error (exit code 1).
#[derive(clap::Args)]
#[command(mut_arg("format", Format::only(Format::BOARDS)))]
pub(crate) struct Args {
    /// Board size, 1 to 10000000; less for some methods
    #[arg(value_parser = large_board(Method::Construct.largest()))]
    n: u64,
    /// Method
    #[arg(long, default_value = "construct", value_parser = methods())]
    method: Method,
    /// Random seed; the same seed gives the same result [default: random]
    ///
    /// The methods construct and extend are not random.
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
    let columns = Columns::new("queens,method,seed,steps", "n,queens,method,seed,steps");
    let mut printer = args.format.printer(columns, &mut context.out)?;
    printer.check_size(args.n)?;
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

impl Printable for SolvedBoard {
    fn rows(&self) -> impl Iterator<Item = u32> {
        self.solved.placement.rows().iter().copied()
    }

    fn queens(&self) -> impl Display {
        &self.solved.placement
    }

    fn caption(&self) -> String {
        let seed = self.seed().map(|seed| format!(", seed {seed}")).unwrap_or_default();
        format!("{}{seed}", self.task.method)
    }

    fn value(&self, column: &str) -> Value<'_> {
        match column {
            "n" => Value::Number(self.task.n),
            "queens" => Value::Placement(&self.solved.placement),
            "method" => Value::Text(self.task.method.name().to_owned()),
            "seed" => Value::number(self.seed()),
            "steps" => Value::Number(self.solved.steps),
            _ => Value::Missing,
        }
    }
}
