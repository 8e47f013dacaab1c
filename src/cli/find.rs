use super::answers::{RankedSolution, rows};
use super::context::Context;
use super::failure::Failure;
use super::form::{Form, Format, Found};
use super::output::say;
use nqdb::{Board, BoardSize, Pattern, Rank, Solution, Tier};
use serde::Serialize;
use std::fmt::Display;
use std::sync::atomic::Ordering::Relaxed;

/// The solutions with queens on given squares, in lexicographic order
#[derive(clap::Args)]
pub(super) struct Args {
    /// Board size, 1 to 64
    n: BoardSize,
    /// Squares: 3=5 (column 3 has its queen in row 5) or 3!=5 (that square has no queen); without any,
    /// all solutions
    #[arg(value_name = "SQUARE")]
    squares: Vec<String>,
    /// Print how many there are
    #[arg(long, conflicts_with_all = ["limit", "no_ranks", "format", "ascii"])]
    count: bool,
    /// Print at most so many
    #[arg(long, value_name = "COUNT")]
    limit: Option<u64>,
    /// Leave out the ranks, which the other formats than text have: on a board without tables they take
    /// longer than the solutions
    #[arg(long)]
    no_ranks: bool,
    #[command(flatten)]
    form: Form,
}

#[derive(Serialize)]
struct MatchCount<'a> {
    n: usize,
    squares: &'a [String],
    solutions: u64,
}

/// A solution that matches.
struct Match<'a, 'd> {
    board: &'a Board<'d>,
    number: usize,
    rank: Option<Rank>,
    solution: &'a Solution,
}

impl Found for Match<'_, '_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(self.solution)
    }

    fn queens(&self) -> impl Display {
        self.solution
    }

    fn caption(&self) -> impl Display {
        self.rank.map_or_else(|| format!("match {}", self.number), |rank| format!("rank {rank}"))
    }

    fn csv(&self) -> impl Display {
        let rank = self.rank.map(|rank| rank.to_string()).unwrap_or_default();
        format!("{rank},{}", self.solution)
    }

    fn json(&self) -> impl Serialize {
        RankedSolution::new(self.board, self.rank, self.solution)
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let pattern = Pattern::parse(args.n, &args.squares)?;
    let watch = context.watch();
    let silencer = watch.silencer();
    let database = context.database_with(watch)?;
    let board = context.board(&database, args.n)?;
    if args.count {
        let solutions = board.count_matching(&pattern)?;
        let answer = MatchCount { n: args.n.get(), squares: &args.squares, solutions };
        return context.out.answer(solutions, answer);
    }
    let mut printed = args.form.begin("rank,queens", &context.out)?;
    let limit = usize::try_from(args.limit.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    if limit > 0 {
        let with_ranks = !args.no_ranks && args.form.format(&context.out)? != Format::Text;
        let mut found = matches(&board, &pattern, with_ranks)?.take(limit).peekable();
        if found.peek().is_none() {
            say(format_args!("no solution of N = {} has these queens", args.n));
        }
        for (number, item) in (1..).zip(found) {
            silencer.store(true, Relaxed);
            let (rank, solution) = item?;
            let item = Match { board: &board, number, rank, solution: &solution };
            printed.add(&item, &mut context.out)?;
        }
    }
    printed.finish(&mut context.out)
}

/// Solutions, with their ranks where those are wanted.
type Matches<'d> = Box<dyn Iterator<Item = nqdb::Result<(Option<Rank>, Solution)>> + 'd>;

/// From this board on a search of all solutions takes more than some seconds.
const LARGE: usize = 17;

fn matches<'d>(
    board: &Board<'d>,
    pattern: &Pattern,
    with_ranks: bool,
) -> Result<Matches<'d>, Failure> {
    if !with_ranks {
        let matches = board.find_unranked(pattern)?;
        return Ok(Box::new(matches.map(|found| Ok((None, found?)))));
    }
    if board.tier() == Tier::Searched && board.n().get() >= LARGE {
        say(format_args!(
            "N = {} has no tables: its ranks take a search of all solutions before; --no-ranks \
             leaves them out",
            board.n()
        ));
    }
    let matches = board.find(pattern)?;
    Ok(Box::new(matches.map(|found| found.map(|(rank, solution)| (Some(rank), solution)))))
}
