use super::answers::{AtOrbitId, AtRank};
use super::context::Context;
use super::failure::Failure;
use super::form::{Form, Printed};
use super::input::at_most;
use super::output::Output;
use nqdb::{Board, BoardSize, Error, OrbitId, Rank};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// All solutions in lexicographic order
#[derive(clap::Args)]
pub(super) struct Args {
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
    let limit = at_most(args.limit);
    let listing = Listing { board, limit, silencer };
    let out = &mut context.out;
    let columns = if args.orbits { AtOrbitId::COLUMNS } else { AtRank::COLUMNS };
    let mut printed = args.form.begin(columns, out)?;
    if limit > 0 && args.orbits {
        listing.orbits(OrbitId::new(args.from.get())?, &mut printed, out)?;
    } else if limit > 0 {
        listing.solutions(args.from, &mut printed, out)?;
    }
    printed.finish(out)
}

/// A start beyond the end is a mistake; a board without solutions is an empty list.
fn check_start(args: &Args, board: &Board<'_>) -> Result<(), Failure> {
    let checked = match args.orbits {
        true => board.check_orbit_id(OrbitId::new(args.from.get())?),
        false => board.check_rank(args.from),
    };
    match checked {
        Err(Error::NoSolutions { .. }) => Ok(()),
        other => Ok(other?),
    }
}

/// What is listed, and how much of it.
struct Listing<'d> {
    board: Board<'d>,
    limit: usize,
    /// Answers show how far it is; the search need not.
    silencer: Arc<AtomicBool>,
}

impl Listing<'_> {
    fn solutions(
        &self,
        from: Rank,
        printed: &mut Printed,
        out: &mut Output,
    ) -> Result<(), Failure> {
        for found in self.board.solutions(from)?.take(self.limit) {
            self.silencer.store(true, Relaxed);
            let (rank, solution) = found?;
            printed.add(&AtRank::new(&self.board, rank, &solution), out)?;
        }
        Ok(())
    }

    fn orbits(
        &self,
        from: OrbitId,
        printed: &mut Printed,
        out: &mut Output,
    ) -> Result<(), Failure> {
        for found in self.board.representatives(from)?.take(self.limit) {
            self.silencer.store(true, Relaxed);
            let (id, canonical) = found?;
            printed.add(&AtOrbitId { board: &self.board, id, canonical: &canonical }, out)?;
        }
        Ok(())
    }
}
