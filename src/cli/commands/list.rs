use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::at_most;
use crate::cli::output::answers::{AtOrbitId, AtRank};
use crate::cli::output::format::Form;
use crate::cli::output::range::Listing;
use nqdb::{Board, BoardSize, Error, OrbitId, Rank};

/// All solutions in lexicographic order
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board size, 1 to 64
    n: BoardSize,
    /// Start at this rank (with --orbits: at this orbit id)
    #[arg(long, value_name = "RANK", default_value = "1")]
    from: Rank,
    /// Print at most so many
    #[arg(long, value_name = "COUNT")]
    limit: Option<u64>,
    #[command(flatten)]
    form: Form,
    /// List the canonical representatives of the orbits
    #[arg(long)]
    orbits: bool,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let watch = context.watch();
    let silencer = watch.silencer();
    let database = context.database_with(watch)?;
    let board = context.board(&database, args.n)?;
    check_start(&args, &board)?;
    let (limit, out) = (at_most(args.limit), &mut context.out);
    let columns = if args.orbits { AtOrbitId::COLUMNS } else { AtRank::COLUMNS };
    let mut listing = Listing { board, silencer, printed: args.form.begin(columns, out)? };
    if limit > 0 && args.orbits {
        listing.orbits(OrbitId::new(args.from.get())?, limit, out)?;
    } else if limit > 0 {
        listing.solutions(args.from, limit, out)?;
    }
    listing.printed.finish(out)
}

/// A start beyond the end is a mistake; a board without solutions is an empty list.
fn check_start(args: &Args, board: &Board) -> Result<(), Failure> {
    let checked = match args.orbits {
        true => board.check_orbit_id(OrbitId::new(args.from.get())?),
        false => board.check_rank(args.from),
    };
    match checked {
        Err(Error::NoSolutions { .. }) => Ok(()),
        other => Ok(other?),
    }
}
