//! `nqdb list`: the solutions or orbits of a board, in order.

use crate::cli::args::limit_or_all;
use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::output::answers::{NumberedOrbit, RankedSolution};
use crate::cli::output::format::FormatArgs;
use crate::cli::output::range::RangePrinter;
use nqdb::{Board, BoardSize, Error, OrbitId, Rank};

/// List the solutions in lexicographic order
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board size, 1 to 64
    n: BoardSize,
    /// Start at this rank (with --orbits, at this orbit id)
    #[arg(long, value_name = "RANK", default_value = "1")]
    from: Rank,
    /// Print at most this many
    #[arg(long, value_name = "COUNT")]
    limit: Option<u64>,
    #[command(flatten)]
    format: FormatArgs,
    /// List the canonical representatives of the orbits
    #[arg(long)]
    orbits: bool,
    /// Print the rank, the orbit id and the queens of each solution; text has tabs between them
    #[arg(long, conflicts_with = "orbits")]
    with_orbits: bool,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let database = context.database()?;
    let board = context.board(&database, args.n)?;
    check_start(&args, &board)?;
    let limit = limit_or_all(args.limit);
    let columns = match (args.orbits, args.with_orbits) {
        (true, _) => NumberedOrbit::COLUMNS,
        (_, true) => RankedSolution::COLUMNS_WITH_ORBITS,
        _ => RankedSolution::COLUMNS,
    };
    let printer = args.format.printer(columns, &context.out)?;
    let mut range = RangePrinter::new(board, printer).with_orbits(args.with_orbits);
    if limit > 0 && args.orbits {
        range.orbits(OrbitId::new(args.from.get())?, limit, context)?;
    } else if limit > 0 {
        range.solutions(args.from, limit, context)?;
    }
    range.printer.finish(&mut context.out)
}

/// Fails if `--from` is beyond the last; the list of a board without solutions is empty.
fn check_start(args: &Args, board: &Board) -> Result {
    let checked = match args.orbits {
        true => board.check_orbit_id(OrbitId::new(args.from.get())?),
        false => board.check_rank(args.from),
    };
    match checked {
        Err(Error::NoSolutions { .. }) => Ok(()),
        other => Ok(other?),
    }
}
