use super::answers::{AtOrbitId, AtRank};
use super::context::Context;
use super::failure::Failure;
use super::form::{Form, Printed};
use super::input::Span;
use nqdb::{Board, BoardSize, OrbitId, Rank};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

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
    #[command(flatten)]
    form: Form,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let watch = context.watch();
    let silencer = watch.silencer();
    let database = context.database_with(watch)?;
    let board = context.board(&database, args.n)?;
    let columns = if args.orbits { AtOrbitId::COLUMNS } else { AtRank::COLUMNS };
    let mut printed = args.form.begin(columns, &context.out)?;
    for span in args.ranks {
        // Answers show how far it is, from the first to the last of a span.
        silencer.store(false, Relaxed);
        if args.orbits {
            orbits(&board, span, &silencer, &mut printed, context)?;
        } else {
            solutions(&board, span, &silencer, &mut printed, context)?;
        }
    }
    printed.finish(&mut context.out)
}

fn solutions(
    board: &Board<'_>,
    span: Span<Rank>,
    silencer: &AtomicBool,
    printed: &mut Printed,
    context: &mut Context,
) -> Result<(), Failure> {
    board.check_rank(span.last)?;
    if span.first == span.last {
        let solution = &board.unrank(span.first)?;
        context.explain(board, span.first)?;
        return printed.add(&AtRank::new(board, span.first, solution), &mut context.out);
    }
    for found in board.solutions(span.first)? {
        let (rank, solution) = &found?;
        silencer.store(true, Relaxed);
        printed.add(&AtRank::new(board, *rank, solution), &mut context.out)?;
        if *rank == span.last {
            break;
        }
    }
    Ok(())
}

fn orbits(
    board: &Board<'_>,
    span: Span<Rank>,
    silencer: &AtomicBool,
    printed: &mut Printed,
    context: &mut Context,
) -> Result<(), Failure> {
    board.check_orbit_id(OrbitId::new(span.last.get())?)?;
    for found in board.representatives(OrbitId::new(span.first.get())?)? {
        let (id, canonical) = &found?;
        silencer.store(true, Relaxed);
        printed.add(&AtOrbitId { board, id: *id, canonical }, &mut context.out)?;
        if id.get() == span.last.get() {
            break;
        }
    }
    Ok(())
}
