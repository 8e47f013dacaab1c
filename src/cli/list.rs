use super::answers::{NumberedOrbit, RankedSolution};
use super::context::Context;
use super::failure::Failure;
use super::output::Output;
use nqdb::{Board, BoardSize, Error, OrbitId, Permutation, Rank, board_picture};
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
    /// How to print them; json is the same as --json
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    format: Format,
    /// List the canonical representatives of the orbits
    #[arg(long)]
    orbits: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// The queens
    Text,
    /// A JSON object each
    Json,
    /// Rank (or orbit id and size) and queens, with a header
    Csv,
    /// A picture each, with an empty line after it
    Board,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let watch = context.watch();
    let silencer = watch.silencer();
    let database = context.database_with(watch)?;
    let board = context.board(&database, args.n)?;
    check_start(&args, &board)?;
    let limit = usize::try_from(args.limit.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    let format = if context.out.is_json() { Format::Json } else { args.format };
    let listing = Listing { board, limit, format, silencer };
    if args.orbits {
        listing.orbits(OrbitId::new(args.from.get())?, &mut context.out)
    } else {
        listing.solutions(args.from, &mut context.out)
    }
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

/// What is listed, how much of it, and how.
struct Listing<'d> {
    board: Board<'d>,
    limit: usize,
    format: Format,
    /// Answers show how far it is; the search need not.
    silencer: Arc<AtomicBool>,
}

impl Listing<'_> {
    fn solutions(&self, from: Rank, out: &mut Output) -> Result<(), Failure> {
        if self.format == Format::Csv {
            out.line("rank,queens")?;
        }
        if self.limit == 0 {
            return Ok(());
        }
        for found in self.board.solutions(from)?.take(self.limit) {
            self.silencer.store(true, Relaxed);
            let (rank, solution) = found?;
            match self.format {
                Format::Json => out.json(&RankedSolution::new(&self.board, rank, &solution))?,
                Format::Csv => out.line(format_args!("{rank},{solution}"))?,
                Format::Text | Format::Board => self.queens(&solution, out)?,
            }
        }
        Ok(())
    }

    fn orbits(&self, from: OrbitId, out: &mut Output) -> Result<(), Failure> {
        if self.format == Format::Csv {
            out.line("orbit_id,size,queens")?;
        }
        if self.limit == 0 {
            return Ok(());
        }
        for found in self.board.representatives(from)?.take(self.limit) {
            self.silencer.store(true, Relaxed);
            let (id, canonical) = found?;
            let size = canonical.orbit_size();
            match self.format {
                Format::Json => out.json(&NumberedOrbit::new(&self.board, id, &canonical))?,
                Format::Csv => out.line(format_args!("{id},{size},{canonical}"))?,
                Format::Text | Format::Board => self.queens(&canonical, out)?,
            }
        }
        Ok(())
    }

    fn queens(&self, permutation: &Permutation, out: &mut Output) -> Result<(), Failure> {
        match self.format {
            Format::Board => out.line(format_args!("{}\n", board_picture(permutation))),
            _ => out.line(permutation),
        }
    }
}
