//! `nqdb random`: draws random solutions.

use crate::args::{RangeArg, any_number, board_sizes, is_stdin};
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::input::for_each_word;
use crate::output::solution::{FormatArgs, Printable, SolutionFormat, SolutionPrinter, rows};
use crate::output::write::note;
use nqdb::internal::counted;
use nqdb::{
    Board, BoardSize, Database, Dice, DistinctDraws, Drawn, Error, LAST_BUILT_IN, Tier,
    known_counts, random_seed,
};
use serde::Serialize;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;

/// Draw random solutions
///
/// Sampling is uniform up to N = 21 and on boards with tables. On other boards it is nearly uniform
/// (docs/estimates.md): a note on stderr reports it, and JSON has "uniform":false and "nearly_uniform":true. N = 2 and
/// N = 3 have no solutions, which is not an error: text has a line with this fact, JSON has {"n":3,"solutions":0}, and
/// csv, svg and png have nothing and the line is on stderr.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board sizes, or ranges such as 4-8; - reads stdin
    #[arg(required = true, value_name = "N")]
    n: Vec<String>,
    /// Number of solutions for each board, drawn with replacement unless --distinct is given
    #[arg(long, short = 'n', value_name = "COUNT", default_value = "1", value_parser = any_number)]
    limit: u64,
    /// Draw without replacement: no solution twice for the same N of the command
    ///
    /// If sampling is uniform, these are the first solutions of `nqdb list N --shuffle` with the same seed.
    #[arg(long)]
    distinct: bool,
    /// Random seed; the same seed gives the same solutions, from N = 22 on with the same tables [default: random]
    #[arg(long, value_name = "S", value_parser = any_number)]
    seed: Option<u64>,
    #[command(flatten)]
    format: FormatArgs,
}

/// The header of CSV.
const COLUMNS: &str = "n,rank,queens";

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let mut sampler = Sampler {
        printer: args.format.printer(COLUMNS, &context.out)?,
        database: context.database()?,
        count: args.limit,
        distinct: args.distinct.then(HashMap::new),
        seed: args.seed.unwrap_or_else(random_seed),
        note_seed: args.seed.is_none(),
        note_bias: true,
        drawn: 0,
    };
    if is_stdin(&args.n)? {
        let no_input = CliError::Usage("expected board sizes, got nothing".to_owned());
        for_each_word(no_input, context, |word, context| {
            sampler.draw_boards(&[parse_range(word)?], context)?;
            context.out.flush_lines()
        })?;
    } else {
        let ranges: Vec<_> = args.n.iter().map(|word| parse_range(word)).collect::<Result<_>>()?;
        sampler.draw_boards(&ranges, context)?;
    }
    sampler.printer.finish(&mut context.out)
}

fn parse_range(word: &str) -> Result<RangeArg<BoardSize>> {
    word.parse().map_err(CliError::Usage)
}

/// Draws solutions and prints them.
struct Sampler {
    printer: SolutionPrinter,
    database: Database,
    /// Solutions per board.
    count: u64,
    /// Draws without repetition, by board size.
    distinct: Option<HashMap<BoardSize, DistinctDraws>>,
    seed: u64,
    /// Whether the seed still has to be printed.
    note_seed: bool,
    /// Whether the note about unequal probabilities still has to be printed.
    note_bias: bool,
    /// Solutions drawn so far. Each has its own dice, so it does not depend on those before it.
    drawn: u64,
}

impl Sampler {
    fn draw_boards(&mut self, ranges: &[RangeArg<BoardSize>], context: &mut Context) -> Result {
        let boards = board_sizes(ranges);
        let mut times: BTreeMap<BoardSize, u64> = BTreeMap::new();
        boards.iter().for_each(|&n| *times.entry(n).or_default() += 1);
        times.into_iter().try_for_each(|(n, times)| self.check_count(n, times))?;
        let solvable = boards.iter().filter(|&&n| !is_unsolvable(n)).count() as u64;
        self.printer.drawer.check_count(self.count.saturating_mul(solvable))?;
        boards.into_iter().try_for_each(|n| self.draw_board(n, context))
    }

    /// Fails if the board has too few distinct solutions. Boards without solutions are reported later.
    fn check_count(&self, n: BoardSize, times: u64) -> Result {
        let known = known_counts(n).map_or(u64::MAX, |known| known.solutions);
        if self.distinct.is_some() && self.count.saturating_mul(times) > known && known > 0 {
            return Err(too_few(n));
        }
        Ok(())
    }

    fn draw_board(&mut self, n: BoardSize, context: &mut Context) -> Result {
        let board = context.board(&self.database, n)?;
        match self.count {
            0 => return Ok(()),
            _ if is_unsolvable(n) => return print_unsolvable(n, self.printer.format(), context),
            _ => {}
        }
        if !board.reaches_all() && std::mem::take(&mut self.note_bias) {
            note(bias_note(n));
        }
        if std::mem::take(&mut self.note_seed) {
            note(format_args!(
                "--seed {} repeats these solutions{}",
                self.seed,
                if board.n().get() > LAST_BUILT_IN { ", with the same tables" } else { "" }
            ));
        }
        for _ in 0..self.count {
            context.watch.check_time()?;
            let drawn = self.draw(&board)?;
            self.printer.print(
                &DrawnSolution { board: board.clone(), drawn, seed: self.seed },
                &mut context.out,
            )?;
        }
        Ok(())
    }

    fn draw(&mut self, board: &Board) -> Result<Drawn> {
        self.drawn += 1;
        let drawn = match &mut self.distinct {
            None => Some(board.draw(&mut Dice::of_draw(self.seed, self.drawn))),
            Some(draws) => match draws.entry(board.n()) {
                Entry::Occupied(draws) => draws.into_mut(),
                Entry::Vacant(entry) => entry.insert(board.draw_distinct(self.seed)?),
            }
            .next(),
        };
        Ok(drawn.ok_or_else(|| too_few(board.n()))??)
    }
}

/// The error for more distinct solutions than a board has.
fn too_few(n: BoardSize) -> CliError {
    let solutions = known_counts(n).map_or(0, |known| known.solutions);
    let solutions = counted(solutions, "solutions");
    CliError::Usage(format!("--distinct: N = {n} has only {solutions}"))
}

fn is_unsolvable(n: BoardSize) -> bool {
    known_counts(n).is_some_and(|known| known.solutions == 0)
}

/// Prints that a board has no solutions, which is not a failure.
fn print_unsolvable(n: BoardSize, format: SolutionFormat, context: &mut Context) -> Result {
    let message = Error::NoSolutions { n };
    match format {
        SolutionFormat::Text | SolutionFormat::Board => context.out.line(message),
        SolutionFormat::Json => context.out.json(&UnsolvableJson { n: n.get(), solutions: 0 }),
        _ => {
            note(message);
            Ok(())
        }
    }
}

/// The note about all boards with nearly uniform draws; `n` is the first.
fn bias_note(n: BoardSize) -> String {
    format!(
        "N = {n} has no tables: draws are nearly uniform (docs/estimates.md), as on all boards from N = 22 on without \
         tables"
    )
}

/// A drawn solution and its seed.
struct DrawnSolution {
    board: Board,
    drawn: Drawn,
    seed: u64,
}

#[derive(Serialize)]
struct DrawnSolutionJson {
    n: usize,
    /// `None` if the draw was only nearly uniform.
    rank: Option<u64>,
    queens: Vec<u8>,
    permutation_index: String,
    tier: Tier,
    uniform: bool,
    nearly_uniform: bool,
    seed: u64,
}

#[derive(Serialize)]
struct UnsolvableJson {
    n: usize,
    solutions: u64,
}

impl Printable for DrawnSolution {
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
        DrawnSolutionJson {
            n: self.board.n().get(),
            rank: rank.map(|rank| rank.get()),
            queens: solution.queens().collect(),
            permutation_index: solution.index().to_string(),
            tier: self.board.tier(),
            uniform: rank.is_some(),
            nearly_uniform: rank.is_none(),
            seed: self.seed,
        }
    }
}
