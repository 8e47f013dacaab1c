//! `nqdb list`: the solutions or orbits of a board, in order.

use crate::cli::args::{any_number, limit_or_all};
use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::output::answers::{NumberedOrbit, RankedSolution};
use crate::cli::output::format::FormatArgs;
use crate::cli::output::range::RangePrinter;
use clap::ValueHint;
use nqdb::{Board, BoardSize, Error, OrbitId, Properties, Rank, Subgroup};

/// List the solutions in lexicographic order
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board size, 1 to 64
    n: BoardSize,
    /// Start at this rank (with --orbits, at this orbit id)
    #[arg(long, value_name = "RANK", default_value = "1")]
    from: Rank,
    /// Print at most this many
    #[arg(long, value_name = "COUNT", value_parser = any_number)]
    limit: Option<u64>,
    #[command(flatten)]
    format: FormatArgs,
    /// List the canonical representatives of the orbits
    #[arg(long)]
    orbits: bool,
    /// Print the rank, the orbit id and the queens of each solution; text has tabs between them
    #[arg(long, conflicts_with = "orbits")]
    with_orbits: bool,
    #[command(flatten)]
    properties: PropertiesArgs,
}

/// What solutions are selected by.
#[derive(clap::Args)]
#[command(next_help_heading = "Selection")]
struct PropertiesArgs {
    /// Only solutions with this stabilizer: po1 (no symmetry), po1,po7 (half turns) or po1,po6,po7,po8 (quarter
    /// turns); the usual names do as well, and generators are enough, such as rotate-90
    #[arg(long, value_name = "SYMMETRIES", value_hint = ValueHint::Other)]
    stabilizer: Option<Subgroup>,
    /// Only solutions that these symmetries fix, such as rotate-180 or po7
    #[arg(long, value_name = "SYMMETRIES", value_hint = ValueHint::Other)]
    fixed_by: Option<Subgroup>,
    /// Only solutions on the torus, where each diagonal continues on the opposite side
    #[arg(long)]
    toroidal: bool,
    /// Only solutions with no three queens on a straight line of any slope
    #[arg(long)]
    no_three_in_line: bool,
}

impl PropertiesArgs {
    fn properties(&self) -> Properties {
        Properties {
            toroidal: self.toroidal,
            no_three_in_line: self.no_three_in_line,
            fixed_by: self.fixed_by.unwrap_or_default(),
            stabilizer: self.stabilizer,
        }
    }
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
    let properties = Some(args.properties.properties()).filter(|properties| !properties.are_none());
    let (rank, id) = (args.from, OrbitId::new(args.from.get())?);
    match (args.orbits, &properties) {
        _ if limit == 0 => {}
        (false, None) => range.solutions(rank, limit, context)?,
        (true, None) => range.orbits(id, limit, context)?,
        (false, Some(properties)) => range.select(properties, rank, limit, context)?,
        (true, Some(properties)) => range.select_orbits(properties, id, limit, context)?,
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
