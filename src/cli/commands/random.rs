use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::{Items, Span, any_seed, boards, for_each_item, is_input};
use crate::cli::output::answers::{queens, rows};
use crate::cli::output::format::{Form, Format, Found, Printed};
use crate::cli::output::writer::say;
use nqdb::{Board, BoardSize, Database, Dice, Drawn, Error, LAST_INDEXED, Tier, known_counts};
use serde::Serialize;
use std::fmt::Display;

/// Random solutions
///
/// Each solution comes with the same probability where the board has tables or N is at most 13. Other
/// boards are searched with random choices, which makes some solutions likelier than others; standard
/// error and JSON say so. That N = 2 and N = 3 have no solutions is an answer, with exit code 0: a line of
/// text, {"n":3,"solutions":0} as JSON, a line on standard error with csv and svg.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board sizes, or ranges such as 4-8; `-` alone reads them from standard input
    #[arg(required = true, value_name = "N")]
    n: Vec<String>,
    /// Solutions of each board; one may come again
    #[arg(long, value_name = "COUNT", default_value = "1")]
    count: u64,
    /// What the draws depend on: the same seed and the same tables, the same solutions [default: any]
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    form: Form,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let mut draws = Draws {
        printed: args.form.begin(COLUMNS, &context.out)?,
        database: context.database()?,
        count: args.count,
        seed: args.seed.unwrap_or_else(any_seed),
        tell: args.seed.is_none(),
        warn: true,
        made: 0,
    };
    if is_input(&args.n)? {
        context.out.line_by_line();
        let nothing = Failure::Usage("expected board sizes, got nothing".to_owned());
        for_each_item(Items::Words, nothing, |word| draws.boards(&[span(word)?], context))?;
    } else {
        let spans: Vec<_> = args.n.iter().map(|word| span(word)).collect::<Result<_, _>>()?;
        draws.boards(&spans, context)?;
    }
    draws.printed.finish(&mut context.out)
}

fn span(word: &str) -> Result<Span<BoardSize>, Failure> {
    word.parse().map_err(Failure::Usage)
}

/// The columns of CSV.
const COLUMNS: &str = "n,rank,queens";

struct Draws {
    printed: Printed,
    database: Database,
    count: u64,
    seed: u64,
    /// Whether the seed is still to be told.
    tell: bool,
    /// Whether it is still to be said that not all solutions are equally likely.
    warn: bool,
    /// Draws made so far: each has dice of its own, whatever the draws before it needed.
    made: u64,
}

impl Draws {
    fn boards(&mut self, spans: &[Span<BoardSize>], context: &mut Context) -> Result<(), Failure> {
        let boards = boards(spans);
        let solved = boards.iter().filter(|&&n| !is_unsolvable(n)).count() as u64;
        self.printed.expect(self.count.saturating_mul(solved))?;
        boards.into_iter().try_for_each(|n| self.board(n, context))
    }

    fn board(&mut self, n: BoardSize, context: &mut Context) -> Result<(), Failure> {
        let board = context.board(&self.database, n)?;
        match self.count {
            0 => return Ok(()),
            _ if is_unsolvable(n) => return none(n, self.printed.format(), context),
            _ => {}
        }
        if !board.draws_uniformly() && std::mem::take(&mut self.warn) {
            say(warning(n));
        }
        if std::mem::take(&mut self.tell) {
            say(format_args!("--seed {} gives the same again, with the same tables", self.seed));
        }
        for _ in 0..self.count {
            self.made += 1;
            let drawn = board.draw(&mut Dice::of_draw(self.seed, self.made))?;
            self.printed
                .add(&Random { board: board.clone(), drawn, seed: self.seed }, &mut context.out)?;
        }
        Ok(())
    }
}

fn is_unsolvable(n: BoardSize) -> bool {
    known_counts(n).is_some_and(|known| known.solutions == 0)
}

/// Reports that a board has no solutions, which is an answer.
fn none(n: BoardSize, format: Format, context: &mut Context) -> Result<(), Failure> {
    let report = Error::NoSolutions { n };
    match format {
        Format::Text | Format::Board => context.out.line(report),
        Format::Json => context.out.json(&NoneJson { n: n.get(), solutions: 0 }),
        Format::Csv | Format::Svg => {
            say(report);
            Ok(())
        }
    }
}

/// What holds for all boards of a command that are not drawn from evenly; `n` is the first.
fn warning(n: BoardSize) -> String {
    let remedy = match n.get() <= usize::from(LAST_INDEXED) {
        true => format!("; `nqdb build {n}` makes tables"),
        false => String::new(),
    };
    format!(
        "N = {n} has no tables, so some solutions come more often than others, as on every board from \
         N = 14 on that has none{remedy}"
    )
}

/// A solution, and the seed that it depends on.
struct Random {
    board: Board,
    drawn: Drawn,
    seed: u64,
}

#[derive(Serialize)]
struct RandomJson {
    n: usize,
    /// Null where the draw was not uniform.
    rank: Option<u64>,
    queens: Vec<u8>,
    permutation_index: String,
    tier: Tier,
    uniform: bool,
    seed: u64,
}

#[derive(Serialize)]
struct NoneJson {
    n: usize,
    solutions: u64,
}

impl Found for Random {
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
        }
    }
}
