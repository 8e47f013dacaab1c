use super::answers::{queens, rows};
use super::context::Context;
use super::failure::Failure;
use super::form::{Form, Format, Found, Printed};
use super::input::{Span, any_seed, boards, for_each_word, tell_seed};
use super::output::say;
use nqdb::solve::Dice;
use nqdb::{Board, BoardSize, Database, Drawn, Error, LAST_INDEXED, Tier};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Display;

/// Random solutions
///
/// Each solution comes with the same probability where the board has tables or N is at most 13. Other
/// boards are searched in random order, which makes some solutions likelier than others; standard
/// error and JSON say so.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Board sizes, or ranges such as 4-8; `-` reads them from standard input
    #[arg(required = true, value_name = "N")]
    n: Vec<String>,
    /// Solutions of each board; one may come again
    #[arg(long, value_name = "COUNT", default_value = "1")]
    count: u64,
    /// What the draws depend on: the same seed, the same solutions [default: any]
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    form: Form,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let mut printed = args.form.begin(COLUMNS, &context.out)?;
    let format = args.form.format(&context.out)?;
    let database = context.database()?;
    let warned = BTreeSet::new();
    let mut draws = Draws {
        database,
        format,
        count: args.count,
        seed: args.seed.unwrap_or_else(any_seed),
        tell: args.seed.is_none(),
        made: 0,
        warned,
    };
    if args.n == ["-"] {
        for_each_word(|word| draws.span(span(word)?, &mut printed, context))?;
    } else {
        let spans: Vec<_> = args.n.iter().map(|word| span(word)).collect::<Result<_, _>>()?;
        spans.into_iter().try_for_each(|span| draws.span(span, &mut printed, context))?;
    }
    printed.finish(&mut context.out)
}

fn span(word: &str) -> Result<Span<BoardSize>, Failure> {
    word.parse().map_err(Failure::Usage)
}

/// The columns of CSV.
const COLUMNS: &str = "n,rank,queens";

struct Draws {
    database: Database,
    format: Format,
    count: u64,
    seed: u64,
    /// Whether the seed is still to be told.
    tell: bool,
    /// Draws made so far: each has dice of its own, whatever the draws before it needed.
    made: u64,
    /// The boards of which it has been said that not all solutions are equally likely.
    warned: BTreeSet<BoardSize>,
}

impl Draws {
    fn span(
        &mut self,
        span: Span<BoardSize>,
        printed: &mut Printed,
        context: &mut Context,
    ) -> Result<(), Failure> {
        boards(&[span]).into_iter().try_for_each(|n| self.board(n, printed, context))
    }

    fn board(
        &mut self,
        n: BoardSize,
        printed: &mut Printed,
        context: &mut Context,
    ) -> Result<(), Failure> {
        let board = context.board(&self.database, n)?;
        if !board.draws_uniformly() && self.warned.insert(n) {
            say(format_args!("{}", warning(n)));
        }
        for _ in 0..self.count {
            self.made += 1;
            match board.draw(&mut Dice::of_draw(self.seed, self.made)) {
                Ok(drawn) => {
                    if std::mem::take(&mut self.tell) {
                        tell_seed(self.seed);
                    }
                    let (seed, draw) = (self.seed, self.made);
                    printed.add(&Random { board, drawn, seed, draw }, &mut context.out)?;
                }
                Err(error @ Error::NoSolutions { .. }) => return self.none(n, &error, context),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Reports that a board has no solutions, which is an answer.
    fn none(&self, n: BoardSize, error: &Error, context: &mut Context) -> Result<(), Failure> {
        match self.format {
            Format::Text | Format::Board => context.out.line(error),
            Format::Json => context.out.json(&NoneJson { n: n.get(), solutions: 0 }),
            Format::Csv | Format::Svg => {
                say(error);
                Ok(())
            }
        }
    }
}

fn warning(n: BoardSize) -> String {
    let remedy = match n.get() <= usize::from(LAST_INDEXED) {
        true => format!("; `nqdb build {n}` makes tables for that"),
        false => String::new(),
    };
    format!("N = {n} has no tables, so not every solution comes with the same probability{remedy}")
}

/// A solution, and the draw that gave it.
struct Random<'d> {
    board: Board<'d>,
    drawn: Drawn,
    seed: u64,
    draw: u64,
}

#[derive(Serialize)]
struct RandomJson {
    n: usize,
    /// Absent where the draw was not uniform.
    rank: Option<u64>,
    queens: Vec<u8>,
    permutation_index: String,
    tier: Tier,
    uniform: bool,
    seed: u64,
    draw: u64,
}

#[derive(Serialize)]
struct NoneJson {
    n: usize,
    solutions: u64,
}

impl Found for Random<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(&self.drawn.solution)
    }

    fn queens(&self) -> impl Display {
        self.drawn.solution
    }

    fn caption(&self) -> impl Display {
        match self.drawn.rank {
            Some(rank) => format!("N = {}, rank {rank}", self.board.n()),
            None => format!("N = {}", self.board.n()),
        }
    }

    fn csv(&self) -> impl Display {
        let rank = self.drawn.rank.map(|rank| rank.to_string()).unwrap_or_default();
        format!("{},{rank},{}", self.board.n(), self.drawn.solution)
    }

    fn json(&self) -> impl Serialize {
        let Drawn { solution, rank, .. } = &self.drawn;
        RandomJson {
            n: self.board.n().get(),
            rank: rank.map(|rank| rank.get()),
            queens: queens(solution),
            permutation_index: solution.index().to_string(),
            tier: self.board.tier(),
            uniform: rank.is_some(),
            seed: self.seed,
            draw: self.draw,
        }
    }
}
