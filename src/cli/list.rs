use super::answers::{NumberedOrbit, RankedSolution};
use super::context::Context;
use super::failure::Failure;
use nqdb::{Board, BoardSize, Error, OrbitId, Permutation, Rank, board_picture};

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
    let database = context.database()?;
    let board = context.board(&database, args.n)?;
    let limit = usize::try_from(args.limit.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    let format = if context.out.is_json() { Format::Json } else { args.format };
    check_start(&args, &board)?;
    if args.orbits {
        list_orbits(&board, OrbitId::new(args.from.get())?, limit, format, context)
    } else {
        list_solutions(&board, args.from, limit, format, context)
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

fn list_solutions(
    board: &Board<'_>,
    from: Rank,
    limit: usize,
    format: Format,
    context: &mut Context,
) -> Result<(), Failure> {
    if format == Format::Csv {
        context.out.line("rank,queens")?;
    }
    if limit == 0 {
        return Ok(());
    }
    for found in board.solutions(from)?.take(limit) {
        let (rank, solution) = found?;
        match format {
            Format::Json => context.out.json(&RankedSolution::new(board, rank, &solution))?,
            Format::Csv => context.out.line(format_args!("{rank},{solution}"))?,
            other => print(other, &solution, context)?,
        }
    }
    Ok(())
}

fn list_orbits(
    board: &Board<'_>,
    from: OrbitId,
    limit: usize,
    format: Format,
    context: &mut Context,
) -> Result<(), Failure> {
    if format == Format::Csv {
        context.out.line("orbit_id,size,queens")?;
    }
    if limit == 0 {
        return Ok(());
    }
    for found in board.representatives(from)?.take(limit) {
        let (id, canonical) = found?;
        match format {
            Format::Json => context.out.json(&NumberedOrbit::new(board, id, &canonical))?,
            Format::Csv => {
                context.out.line(format_args!("{id},{},{canonical}", canonical.orbit_size()))?
            }
            other => print(other, &canonical, context)?,
        }
    }
    Ok(())
}

fn print(format: Format, permutation: &Permutation, context: &mut Context) -> Result<(), Failure> {
    match format {
        Format::Board => context.out.line(format_args!("{}\n", board_picture(permutation))),
        _ => context.out.line(permutation),
    }
}
