//! `nqdb list`: the solutions or orbits of a board, in order, and the solutions in random order.

use super::count::print_count;
use crate::args::{PropertiesArgs, any_number, limit_or_all};
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::output::format::{Columns, ColumnsArg, Format, SOLUTION_COLUMNS};
use crate::output::printer::FormatArgs;
use crate::output::solution::RangePrinter;
use crate::output::write::note;
use nqdb::{Board, BoardSize, Error, Invalid, OrbitId, Rank, known_counts};

/// List the solutions in lexicographic or random order
#[derive(clap::Args)]
#[command(mut_arg("format", Format::only(FORMATS)))]
#[command(mut_arg("columns", Columns::only(SOLUTION_COLUMNS)))]
pub(crate) struct Args {
    /// Board size, 1 to 64
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
    /// Print only the number
    #[arg(long, short, conflicts_with_all = ["start", "limit", "columns", "ascii", "coordinates", "per_row"])]
    count: bool,
    /// List the solutions in random order, each once, in constant memory
    ///
    /// --start and --limit select part of the order; parts of the order of one seed that do not overlap have no
    /// solution in common. Each solution is looked up by its rank, so boards from N = 22 on need tables. The number of
    /// solutions must be known (N up to 27).
    #[arg(long, conflicts_with_all = [
        "orbits", "stabilizer", "fixed_by", "toroidal", "no_three_in_line", "superqueen", "count"
    ])]
    shuffle: bool,
    /// Random seed; the same seed gives the same result [default: random]
    #[arg(long, value_name = "S", value_parser = any_number, requires = "shuffle")]
    seed: Option<u64>,
    #[command(flatten)]
    properties: PropertiesArgs,
}

const FORMATS: &[Format] = &[
    Format::Text,
    Format::Json,
    Format::Csv,
    Format::Binary,
    Format::Board,
    Format::Svg,
    Format::Png,
];

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    if args.count {
        args.format.check_plain("--count", &mut context.out)?;
        return print_count(args.n, &args.properties, args.orbits, context);
    }
    let columns = if args.orbits { Columns::ORBITS } else { Columns::SOLUTIONS };
    let printer = args.format.printer(args.columns.or(columns)?, &mut context.out)?;
    let board = context.board(&context.database()?, args.n)?;
    let start = match args.start(&board) {
        Err(error @ Error::NoSolutions { .. }) => {
            note(error);
            return printer.finish(&mut context.out);
        }
        start => start.map_err(|error| CliError::from(error).at("--start"))?,
    };
    if args.shuffle {
        board.solution_count()?;
        board.check_reaches_all()?;
    }
    let limit = limit_or_all(args.limit);
    let what = if args.orbits { "orbits" } else { "solutions" };
    let all = known_counts(args.n)
        .map(|known| if args.orbits { known.orbits() } else { known.solutions });
    if let (Some(all), None) = (all, args.properties.properties()) {
        let row = if printer.format == Format::Binary { args.n.get() } else { text_length(args.n) };
        context.expect((all - (start - 1)).min(limit as u64), what, row);
    }
    let mut range = RangePrinter::new(board, printer);
    let (rank, id) = (Rank::new(start)?, OrbitId::new(start)?);
    match (args.orbits, args.properties.properties()) {
        _ if args.shuffle => range.shuffled(args.seed, rank, limit, context)?,
        _ if limit == 0 => {}
        (false, None) => range.solutions(rank, limit, context)?,
        (true, None) => range.orbits(id, limit, context)?,
        (false, Some(properties)) => {
            args.note_if_none(range.select(&properties, rank, limit, context)?);
        }
        (true, Some(properties)) => {
            args.note_if_none(range.select_orbits(&properties, id, limit, context)?);
        }
    }
    range.printer.finish(&mut context.out)
}

/// The bytes of a solution in a line: its rows, each with a blank or the end of the line.
fn text_length(n: BoardSize) -> usize {
    (1..=n.get()).map(|row| row.to_string().len() + 1).sum()
}

impl Args {
    /// Notes that no solution or orbit has the properties, if none was printed.
    fn note_if_none(&self, printed: u64) {
        if printed == 0 {
            let what = if self.orbits { "orbit" } else { "solution" };
            let (n, wanted, start) = (self.n, self.properties.names().join(", "), &self.start);
            let from = if start == "1" { String::new() } else { format!(" from {start} on") };
            note(format_args!("no {what} of N = {n}{from} matches: {wanted}"));
        }
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
