//! `nqdb list`: the solutions or orbits of a board, all or a selection, in order or in random order.

use super::solve::no_solution;
use crate::args::{any_number, limit_or_all};
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::output::{Column, Columns, ColumnsArg, Format, FormatArgs, RangePrinter, note, only};
use crate::selection::SelectionArgs;
use nqdb::{Board, BoardSize, Error, Invalid, OrbitId, Rank, counts::known_counts};
use nqdb_completion::PartialBoard;

/// List the solutions in lexicographic or random order
///
/// With conditions and properties, only the solutions that meet all of them are listed. `nqdb solve` finds one solution,
/// without listing, on boards up to N = 10000.
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::LISTS)))]
#[command(mut_arg("columns", only(Column::OF_SOLUTIONS)))]
pub(crate) struct Args {
    /// Board size, 1 to 64
    #[arg(value_parser = size)]
    n: BoardSize,
    /// Start at this rank; with --orbits, at this orbit id; with --shuffle, at this position of the random order
    #[arg(long, value_name = "RANK", default_value = "1")]
    start: String,
    /// Number of results [default: all]
    #[arg(long, short = 'n', value_name = "COUNT", value_parser = any_number)]
    limit: Option<u64>,
    #[command(flatten)]
    columns: ColumnsArg,
    #[command(flatten)]
    format: FormatArgs,
    /// Orbits instead of solutions
    ///
    /// Lists their canonical representatives.
    #[arg(long)]
    orbits: bool,
    /// List the solutions or orbits in random order, each once
    ///
    /// --start and --limit select part of the order; parts of the order of one seed that do not overlap have nothing in
    /// common. Boards from N = 22 on need tables, as each solution is looked up by its rank. The number of
    /// solutions must be known (N up to 27). Of a selection, up to a million solutions or orbits are kept in memory.
    #[arg(long)]
    shuffle: bool,
    /// Random seed; the same seed gives the same result [default: random]
    #[arg(long, value_name = "S", value_parser = any_number, requires = "shuffle")]
    seed: Option<u64>,
    #[command(flatten)]
    selection: SelectionArgs,
}

fn size(text: &str) -> Result<BoardSize, String> {
    text.parse().map_err(|error: Invalid| match text.trim().parse::<usize>() {
        Ok(n) if n > BoardSize::MAX => {
            let largest = PartialBoard::LARGEST;
            format!(
                "{error}; `nqdb solve {n}` finds one solution, with conditions up to N = {largest}"
            )
        }
        _ => error.to_string(),
    })
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    args.selection.check_no_limit()?;
    let selection = args.selection.of(args.n)?;
    if args.orbits {
        args.selection.check_no_conditions()?;
    }
    let columns = if args.orbits { Columns::ORBITS } else { Columns::SOLUTIONS };
    let printer = args.format.printer(args.columns.or(columns)?, &mut context.out)?;
    let board = context.board(args.n)?;
    let start = match args.start(&board) {
        Err(error @ Error::NoSolutions { .. }) => {
            note(error);
            return printer.finish(&mut context.out);
        }
        start => start.map_err(|error| CliError::from(error).at("--start"))?,
    };
    if args.shuffle && selection.is_all() {
        board.solution_count()?;
        board.check_reaches_all()?;
    }
    let (limit, are_all) = (limit_or_all(args.limit), selection.is_all());
    let what = if args.orbits { "orbits" } else { "solutions" };
    let all = known_counts(args.n)
        .map(|known| if args.orbits { known.orbits() } else { known.solutions });
    if let Some(all) = all.filter(|_| are_all && board.reaches_all()) {
        // In text, a row has its digits and a blank.
        let bytes = |row: usize| row.to_string().len() + 1;
        let is_binary = printer.format == Format::Binary;
        let row = (1..=args.n.get()).map(|row| if is_binary { 1 } else { bytes(row) }).sum();
        context.expect((all - (start - 1)).min(limit as u64), what, row);
    }
    let mut range = RangePrinter::new(board, printer);
    let (rank, id) = (Rank::new(start)?, OrbitId::new(start)?);
    let printed = match () {
        _ if args.shuffle => {
            let pool = if args.orbits {
                range.board().orbit_pool(selection.properties)?
            } else {
                range.board().pool(&selection)?
            };
            range.shuffled(&pool, args.seed, start, limit, context)?
        }
        _ if limit == 0 => 0,
        _ if args.orbits => range.orbits(&selection.properties, id, limit, context)?,
        _ => range.solutions(&selection, rank, limit, context)?,
    };
    if printed == 0 && limit > 0 && !are_all {
        args.note_none(selection.properties.are_none())?;
    }
    range.printer.finish(&mut context.out)
}

impl Args {
    /// Notes that no solution or orbit is selected, with the reason if there are conditions only.
    fn note_none(&self, has_only_conditions: bool) -> Result {
        if has_only_conditions && self.start == "1" {
            let board = PartialBoard::parse(self.n.get(), &self.selection.conditions)?;
            note(no_solution(&board, ""));
            return Ok(());
        }
        let what = if self.orbits { "orbit" } else { "solution" };
        let (n, start) = (self.n, &self.start);
        let from = match start.as_str() {
            "1" => String::new(),
            _ if self.shuffle => format!(" from position {start} of the random order on"),
            _ => format!(" from {start} on"),
        };
        let wanted = self.selection.names();
        note(format_args!("no {what} of N = {n}{from} matches: {wanted}"));
        Ok(())
    }

    /// The number to start at. Fails if it is not one of the board.
    fn start(&self, board: &Board) -> nqdb::Result<u64> {
        let on_board = |error: Invalid| error.on_board(board.n());
        if self.orbits {
            let id = self.start.parse().map_err(on_board)?;
            board.check_orbit_id(id).map(|()| id.get())
        } else {
            let rank = self.start.parse().map_err(on_board)?;
            board.check_rank(rank).map(|()| rank.get())
        }
    }
}
