//! `nqdb random`: draws random solutions or orbits.

use crate::args::{RangeArg, any_number, board_sizes, is_unsolvable};
use crate::context::Context;
use crate::error::{CliError, Result, usage};
use crate::input::for_each_word;
use crate::output::{
    Column, Columns, ColumnsArg, Format, FormatArgs, NumberedSolution, Printable, SolutionPrinter,
    Value, note, only, reachable, warn,
};
use crate::selection::SelectionArgs;
use nqdb::internal::counted;
use nqdb::picture::Picture;
use nqdb::{
    BoardSize, Error, Invalid,
    random::{Dice, DistinctDraws, Drawn, Pool, random_seed},
    search::LAST_BUILT_IN,
};
use std::collections::HashMap;

/// Draw random solutions or orbits
///
/// Sampling is uniform up to N = 21 and on boards with tables. On other boards it is nearly uniform: some solutions are a
/// little more likely than others. A warning on stderr reports it, and JSON has
/// "uniform":false. N = 2 and N = 3 have no solutions: nothing is printed for them, with a note on stderr.
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::BOARDS)))]
#[command(mut_arg("columns", only(Column::OF_DRAWS)))]
pub(crate) struct Args {
    /// Board size, or a range such as 4-8; - reads them from stdin
    #[arg(value_name = "N")]
    n: String,
    /// Number of results
    ///
    /// This many solutions or orbits of each board are drawn, with replacement unless --distinct is given.
    #[arg(long, short = 'n', value_name = "COUNT", default_value = "1", value_parser = any_number)]
    limit: u64,
    /// Print no result twice
    ///
    /// Solutions of the same N are drawn without replacement. If sampling is uniform, these are the first solutions of `nqdb list N --shuffle` with the same seed.
    #[arg(long)]
    distinct: bool,
    /// Orbits instead of solutions
    ///
    /// Draws their canonical representatives; on boards from N = 22 on, this requires tables.
    #[arg(long)]
    orbits: bool,
    /// Random seed; the same seed gives the same result [default: random]
    ///
    /// From N = 22 on, the tables have to be the same, too.
    #[arg(long, value_name = "S", value_parser = any_number)]
    seed: Option<u64>,
    #[command(flatten)]
    columns: ColumnsArg,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    selection: SelectionArgs,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let columns = if args.orbits { Columns::DRAWN_ORBITS } else { Columns::DRAWS };
    args.selection.check_no_limit()?;
    // Fails before input is read.
    context.boards()?;
    let mut sampler = Sampler {
        args: &args,
        printer: args.format.printer(args.columns.or(columns)?, &mut context.out)?,
        distinct: args.distinct.then(HashMap::new),
        seed: args.seed.unwrap_or_else(random_seed),
        note_seed: args.seed.is_none(),
        note_bias: true,
        drawn: 0,
    };
    for_each_word(std::slice::from_ref(&args.n), "board sizes", context, |word, context| {
        sampler.draw_boards(word.parse()?, context)?;
        context.out.flush_lines()
    })?;
    sampler.printer.finish(&mut context.out)
}

/// Draws solutions and prints them.
struct Sampler<'a> {
    args: &'a Args,
    printer: SolutionPrinter,
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

impl Sampler<'_> {
    fn draw_boards(&mut self, range: RangeArg<BoardSize>, context: &mut Context) -> Result {
        let boards = board_sizes(&[range]);
        let solvable = boards.iter().filter(|&&n| !is_unsolvable(n)).count() as u64;
        self.printer.drawer.check_count(self.args.limit.saturating_mul(solvable))?;
        boards.into_iter().try_for_each(|n| self.draw_board(n, context))
    }

    fn draw_board(&mut self, n: BoardSize, context: &mut Context) -> Result {
        let board = context.board(n)?;
        if is_unsolvable(n) && self.args.limit > 0 {
            note(Error::NoSolutions { n });
            return Ok(());
        }
        let selection = self.args.selection.of(n)?;
        let pool = if self.args.orbits {
            self.args.selection.check_no_conditions()?;
            board.orbit_pool(selection.properties)?
        } else {
            board.pool(&selection)?
        };
        let all = pool.count();
        if all == Some(0) && self.args.limit > 0 {
            let what = if self.args.orbits { "orbit" } else { "solution" };
            note(format_args!("no {what} of N = {n} matches: {}", self.args.selection.names()));
            return Ok(());
        }
        if let Some(all) = all.filter(|&all| self.distinct.is_some() && all < self.args.limit) {
            return Err(self.too_few(n, all, self.args.limit));
        }
        for _ in 0..self.args.limit {
            context.watch.check_time()?;
            let Drawn { solution, rank, orbit_id, is_uniform, .. } = self.draw(&pool, n)?;
            self.print_notes(n, is_uniform);
            let orbit_id = match orbit_id {
                None => self.printer.orbit_id(&board, &solution)?,
                id => id,
            };
            let rank = match rank {
                None if is_uniform && self.printer.needs(Column::Rank) => {
                    reachable(board.rank(&solution))?
                }
                rank => rank,
            };
            let (tier, conditions) = (board.tier(), Some(&selection.conditions));
            let drawn = NumberedSolution { rank, orbit_id, solution, tier, conditions };
            context.prints(1);
            let drawn = DrawnSolution { drawn, is_uniform, seed: self.seed };
            self.printer.print(&drawn, &mut context.out)?;
        }
        context.printed();
        Ok(())
    }

    /// Prints what is to be known about the draws, once there is one.
    fn print_notes(&mut self, n: BoardSize, is_uniform: bool) {
        if !is_uniform && std::mem::take(&mut self.note_bias) {
            // It is about all such boards.
            warn(format_args!(
                "N = {n} has no tables: draws are nearly uniform, as on all boards from N = 22 on without tables"
            ));
        }
        if std::mem::take(&mut self.note_seed) {
            note(format_args!(
                "--seed {} repeats these solutions{}",
                self.seed,
                if n.get() > LAST_BUILT_IN { ", with the same tables" } else { "" }
            ));
        }
    }

    fn draw(&mut self, pool: &Pool, n: BoardSize) -> Result<Drawn> {
        self.drawn += 1;
        let Some(draws) = &mut self.distinct else {
            return Ok(pool.draw(&mut Dice::of_draw(self.seed, self.drawn))?);
        };
        let draws = draws.entry(n).or_insert_with(|| pool.distinct(self.seed));
        match draws.next() {
            Some(drawn) => Ok(drawn?),
            None => {
                let all = pool.count().unwrap_or_default();
                Err(self.too_few(n, all, all + 1))
            }
        }
    }

    /// The error for more distinct solutions or orbits than a board has.
    fn too_few(&self, n: BoardSize, all: u64, wanted: u64) -> CliError {
        let all = counted(all, if self.args.orbits { "orbits" } else { "solutions" });
        usage!("--distinct: only {all} of N = {n} can be drawn, fewer than {wanted}")
    }
}

struct DrawnSolution<'a> {
    drawn: NumberedSolution<'a>,
    is_uniform: bool,
    seed: u64,
}

impl Printable for DrawnSolution<'_> {
    fn picture(&self) -> Result<Picture, Invalid> {
        self.drawn.picture()
    }

    fn value(&self, column: Column) -> Value<'_> {
        match column {
            Column::Uniform => Value::Flag(self.is_uniform),
            Column::Seed => Value::Number(self.seed),
            _ => self.drawn.value(column),
        }
    }
}
