//! `nqdb unrank`: solutions by rank, orbits by id.

use crate::cli::args::{RangeArg, limit_or_all};
use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::output::answers::{NumberedOrbit, RankedSolution};
use crate::cli::output::format::FormatArgs;
use crate::cli::output::range::RangePrinter;
use crate::cli::output::writer::note;
use nqdb::{Board, BoardSize, LAST_INDEXED, OrbitId, Rank, Tier};

/// Print the solutions with given ranks
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board size, 1 to 64
    n: BoardSize,
    /// Ranks from 1, or ranges such as 100-110
    #[arg(required = true, value_name = "RANK")]
    ranks: Vec<RangeArg<Rank>>,
    /// Take the numbers as orbit ids and print canonical representatives
    #[arg(long)]
    orbits: bool,
    /// Prove the first solution anew where it comes with nqdb
    #[arg(long)]
    compute: bool,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let database = context.database()?;
    let board = context.board(&database, args.n)?;
    let board = if args.compute { board.proving() } else { board };
    context.explain_first(&board, args.compute);
    let columns = if args.orbits { NumberedOrbit::COLUMNS } else { RankedSolution::COLUMNS };
    let printer = args.format.printer(columns, &context.out)?;
    if board.tier() == Tier::Searched && args.n.get() > LAST_INDEXED.into() {
        let far = args.ranks.iter().find(|ranks| is_far(&board, ranks.last));
        if let Some(ranks) = far {
            note(format_args!(
                "N = {} has no tables: rank {} is found by passing the solutions before it one by one; \
                 --time-limit SECONDS ends the search",
                args.n, ranks.last
            ));
        }
    }
    let mut range = RangePrinter { board, printer };
    for ranks in args.ranks {
        if args.orbits {
            print_orbits(&mut range, ranks, context)?;
        } else {
            print_solutions(&mut range, ranks, context)?;
        }
    }
    range.printer.finish(&mut context.out)
}

/// Solutions that the search of a large board passes in a second or so.
const NEAR: u64 = 1000;

/// Whether a rank is far from the first one and, where Q(N) is known, from the last one.
fn is_far(board: &Board, rank: Rank) -> bool {
    let from_end =
        board.solution_count().map_or(u64::MAX, |count| count.saturating_sub(rank.get()));
    rank.get().min(from_end) > NEAR
}

fn print_solutions(
    range: &mut RangePrinter,
    ranks: RangeArg<Rank>,
    context: &mut Context,
) -> Result {
    let board = range.board.clone();
    board.check_rank(ranks.last)?;
    if ranks.first == ranks.last {
        let solution = &board.unrank(ranks.first)?;
        context.explain_rank(&board, ranks.first)?;
        let answer = RankedSolution::new(&board, ranks.first, solution);
        return range.printer.print(&answer, &mut context.out);
    }
    range.solutions(ranks.first, length(ranks), context)
}

fn print_orbits(range: &mut RangePrinter, ids: RangeArg<Rank>, context: &mut Context) -> Result {
    range.board.check_orbit_id(OrbitId::new(ids.last.get())?)?;
    range.orbits(OrbitId::new(ids.first.get())?, length(ids), context)
}

fn length(range: RangeArg<Rank>) -> usize {
    limit_or_all(Some(range.last.get() - range.first.get() + 1))
}
