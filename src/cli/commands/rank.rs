//! `nqdb rank`: the ranks of solutions, or the ids of their orbits; ranks can be estimated.

use crate::answers::queens;
use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::estimate::EstimateArgs;
use crate::cli::input::{BoardArgs, for_each_permutation};
use crate::cli::output::answers::{NumberedOrbit, RankedSolution};
use crate::cli::output::format::Printable;
use crate::cli::output::writer::note;
use nqdb::sampling::estimate_rank;
use nqdb::{Canonical, LAST_INDEXED, Solution, Tier};
use serde::Serialize;

/// Print the ranks of solutions
///
/// A rank on a large board without tables takes a search that may never end; --estimate estimates it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Solutions such as "2 4 1 3"; - reads standard input
    #[arg(required = true, value_name = "SOLUTION")]
    solutions: Vec<String>,
    #[command(flatten)]
    boards: BoardArgs,
    /// Print the ids of their orbits instead
    #[arg(long, conflicts_with = "estimate")]
    orbits: bool,
    #[command(flatten)]
    estimate: EstimateArgs,
}

/// What is estimated.
#[derive(Serialize)]
struct EstimatedRankJson {
    n: usize,
    queens: Vec<u8>,
    of: &'static str,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let database = context.database()?;
    for_each_permutation(&args.solutions, &args.boards, context, |permutation, context| {
        let Some(permutation) = permutation else { return context.out.answer("", ()) };
        let solution = Solution::new(permutation)?;
        if args.estimate.estimate {
            return print_estimate(&args.estimate, &solution, context);
        }
        let board = context.board(&database, solution.n())?;
        if args.orbits {
            let id = board.orbit_id(&solution)?;
            let canonical = Canonical::of(&solution);
            let orbit = NumberedOrbit { board: &board, id, canonical: &canonical };
            return context.out.answer(id, orbit.json());
        }
        // Beyond the boards whose Q(N) is known, a rank is counted soon or refused.
        if board.tier() == Tier::Searched
            && solution.n().get() > LAST_INDEXED.into()
            && board.solution_count().is_ok()
        {
            note(format_args!(
                "N = {} has no tables: a rank takes a search of all solutions before it; --estimate \
                 estimates it",
                solution.n()
            ));
        }
        let rank = board.rank(&solution)?;
        context.explain_rank(&board, rank)?;
        context.out.answer(rank, RankedSolution::new(&board, rank, &solution).json())
    })
}

fn print_estimate(args: &EstimateArgs, solution: &Solution, context: &mut Context) -> Result {
    let estimated = args.make(|sampling| estimate_rank(solution, sampling, &context.watch))?;
    estimated.explain(&estimated.answer);
    let (n, queens) = (solution.n().get(), queens(solution));
    let json = estimated.json(EstimatedRankJson { n, queens, of: "rank" });
    context.out.answer(estimated.answer, json)
}
