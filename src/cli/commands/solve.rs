use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::any_seed;
use crate::cli::output::format::{Form, Format, Found, too_large};
use crate::cli::output::writer::say;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nqdb::Invalid;
use nqdb::picture::Picture;
use nqdb::solve::{Method, SolveError, Solved, Task, solve};
use serde::Serialize;
use std::fmt::Display;

/// One solution of a large board
///
/// Up to N = 10,000,000, without the database. `construct` has a formula; the other methods are those
/// of seed 003, section II (see docs/seeds.md). Each gives the same solution for the same seed. N = 2
/// and N = 3 have no solutions: that is an error here, with exit code 1.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board size, from 1 to 10000000 (other methods than construct may take less)
    #[arg(value_parser = board_size)]
    n: u64,
    /// How to find it
    #[arg(long, default_value = "construct", value_parser = methods())]
    method: Method,
    /// What random choices depend on: the same seed, the same solution; not with construct and extend,
    /// which have no choice [default: any]
    #[arg(long)]
    seed: Option<u64>,
    /// Give up after so many steps: queens moved (min-conflicts) or placed (backtrack), generations
    /// (genetic), iterations of the colony (ant-colony); not with construct and extend [default: by
    /// method]
    #[arg(long)]
    steps: Option<u64>,
    #[command(flatten)]
    form: Form,
}

fn board_size(text: &str) -> Result<u64, String> {
    let largest = Method::Construct.largest();
    let expected = format!("the board size N must be a whole number from 1 to {largest}");
    text.parse().map_err(|_| format!("{expected}, got {text:?}"))
}

fn methods() -> impl TypedValueParser<Value = Method> {
    let value = |method: Method| PossibleValue::new(method.name()).help(method.summary());
    let named = |name: String| Method::ALL.into_iter().find(|method| method.name() == name);
    // The parser has made sure that the name is one of them.
    PossibleValuesParser::new(Method::ALL.map(value))
        .map(move |name| named(name).unwrap_or(Method::Construct))
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let mut printed = args.form.begin("method,seed,steps,queens", &context.out)?;
    check_picture(printed.format(), args.n)?;
    check_options(&args)?;
    let Args { method, n, steps, .. } = args;
    let seed = args.seed.unwrap_or_else(any_seed);
    let task = Task { method, n, seed, steps };
    task.check()?;
    if method.is_random() && args.seed.is_none() {
        say(format_args!("--seed {seed} gives the same again"));
    }
    let solved = solve(&task, &context.watch())?;
    printed.add(&Answer { task, solved }, &mut context.out)?;
    printed.finish(&mut context.out)
}

/// A board too large to draw is refused before it is solved.
fn check_picture(format: Format, n: u64) -> Result<(), Failure> {
    let largest = Picture::LARGEST;
    match format {
        Format::Board | Format::Svg if n > largest as u64 => {
            Err(too_large(Invalid::PictureSize { largest }))
        }
        _ => Ok(()),
    }
}

/// Options that a method would ignore are refused.
fn check_options(args: &Args) -> Result<(), Failure> {
    if args.method.is_random() || (args.seed.is_none() && args.steps.is_none()) {
        return Ok(());
    }
    let random = Method::ALL.into_iter().filter(|method| method.is_random()).map(Method::name);
    Err(Failure::Usage(format!(
        "--seed and --steps go with --method {}, and not with {}",
        random.collect::<Vec<_>>().join(", "),
        args.method
    )))
}

/// A solution, and how it was found.
struct Answer {
    task: Task,
    solved: Solved,
}

impl Answer {
    fn seed(&self) -> Option<u64> {
        Some(self.task.seed).filter(|_| self.task.method.is_random())
    }
}

#[derive(Serialize)]
struct AnswerJson<'a> {
    n: u64,
    method: &'static str,
    seed: Option<u64>,
    steps: u64,
    queens: Queens<'a>,
}

/// The queens as a list of 1-based rows.
struct Queens<'a>(&'a Solved);

impl Serialize for Queens<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.placement.queens())
    }
}

impl Found for Answer {
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
        AnswerJson {
            n: self.task.n,
            method: self.task.method.name(),
            seed: self.seed(),
            steps: self.solved.steps,
            queens: Queens(&self.solved),
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::BoardSize { .. } => Failure::Usage(error.to_string()),
            _ => Failure::Other(error.to_string()),
        }
    }
}
