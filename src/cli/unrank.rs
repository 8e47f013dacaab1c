use super::answers::{NumberedOrbit, RankedSolution};
use super::context::Context;
use super::failure::Failure;
use super::input::Span;
use nqdb::{Board, BoardSize, OrbitId, Rank};

/// The solutions at ranks
#[derive(clap::Args)]
pub(super) struct Args {
    /// Board size, 1 to 64
    n: BoardSize,
    /// Ranks from 1, or ranges such as 100-110
    #[arg(required = true, value_name = "RANK")]
    ranks: Vec<Span<Rank>>,
    /// Take the numbers as orbit ids and print canonical representatives
    #[arg(long)]
    orbits: bool,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let database = context.database()?;
    let board = context.board(&database, args.n)?;
    for span in args.ranks {
        if args.orbits {
            orbits(&board, span, context)?;
        } else {
            solutions(&board, span, context)?;
        }
    }
    Ok(())
}

fn solutions(board: &Board<'_>, span: Span<Rank>, context: &mut Context) -> Result<(), Failure> {
    board.check_rank(span.last)?;
    if span.first == span.last {
        let solution = board.unrank(span.first)?;
        context.explain(board, span.first)?;
        return context.out.answer(solution, RankedSolution::new(board, span.first, &solution));
    }
    for found in board.solutions(span.first)? {
        let (rank, solution) = found?;
        context.out.answer(solution, RankedSolution::new(board, rank, &solution))?;
        if rank == span.last {
            break;
        }
    }
    Ok(())
}

fn orbits(board: &Board<'_>, span: Span<Rank>, context: &mut Context) -> Result<(), Failure> {
    board.check_orbit_id(OrbitId::new(span.last.get())?)?;
    for found in board.representatives(OrbitId::new(span.first.get())?)? {
        let (id, canonical) = found?;
        context.out.answer(canonical, NumberedOrbit::new(board, id, &canonical))?;
        if id.get() == span.last.get() {
            break;
        }
    }
    Ok(())
}
