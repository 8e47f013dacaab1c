//! `nqdb rank`: the ranks of solutions, or the ids of their orbits.

use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::input::for_each_permutation;
use crate::cli::output::answers::{NumberedOrbit, RankedSolution};
use crate::cli::output::format::Printable;
use nqdb::{Canonical, Solution};

/// Print the ranks of solutions
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Solutions such as "2 4 1 3"; - reads standard input
    #[arg(required = true, value_name = "SOLUTION")]
    solutions: Vec<String>,
    /// Print the ids of their orbits instead
    #[arg(long)]
    orbits: bool,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let database = context.database()?;
    for_each_permutation(&args.solutions, context, |permutation, context| {
        let solution = Solution::new(permutation)?;
        let board = context.board(&database, solution.n())?;
        if args.orbits {
            let id = board.orbit_id(&solution)?;
            let canonical = Canonical::of(&solution);
            let orbit = NumberedOrbit { board: &board, id, canonical: &canonical };
            return context.out.answer(id, orbit.json());
        }
        let rank = board.rank(&solution)?;
        context.explain_rank(&board, rank)?;
        context.out.answer(rank, RankedSolution::new(&board, rank, &solution).json())
    })
}
