use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::{Span, at_most};
use crate::cli::output::answers::{AtOrbitId, AtRank};
use crate::cli::output::format::Form;
use crate::cli::output::range::Listing;
use nqdb::{BoardSize, OrbitId, Rank};

/// The solutions at ranks
#[derive(clap::Args)]
pub(crate) struct Args {
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
    let printed = args.form.begin(columns, &context.out)?;
    let mut listing = Listing { board, silencer, printed };
    for span in args.ranks {
        if args.orbits {
            orbits(&mut listing, span, context)?;
        } else {
            solutions(&mut listing, span, context)?;
        }
    }
    listing.printed.finish(&mut context.out)
}

fn solutions(
    listing: &mut Listing,
    span: Span<Rank>,
    context: &mut Context,
) -> Result<(), Failure> {
    let board = listing.board.clone();
    board.check_rank(span.last)?;
    if span.first == span.last {
        let solution = &board.unrank(span.first)?;
        context.explain(&board, span.first)?;
        return listing.printed.add(&AtRank::new(&board, span.first, solution), &mut context.out);
    }
    listing.solutions(span.first, length(span), &mut context.out)
}

fn orbits(listing: &mut Listing, span: Span<Rank>, context: &mut Context) -> Result<(), Failure> {
    listing.board.check_orbit_id(OrbitId::new(span.last.get())?)?;
    listing.orbits(OrbitId::new(span.first.get())?, length(span), &mut context.out)
}

/// How many numbers a span has.
fn length(span: Span<Rank>) -> usize {
    at_most(Some(span.last.get() - span.first.get() + 1))
}
