use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::for_each_permutation;
use crate::cli::output::answers::{AtRank, NumberedOrbit};
use crate::cli::output::format::Found;
use nqdb::{Canonical, Solution};

/// The ranks of solutions
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Solutions such as "2 4 1 3", or - for standard input
    #[arg(required = true, value_name = "SOLUTION")]
    solutions: Vec<String>,
    /// Print the ids of their orbits
    #[arg(long)]
    orbits: bool,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let database = context.database()?;
    if args.solutions == ["-"] {
        context.out.line_by_line();
    }
    for_each_permutation(&args.solutions, |permutation| {
        let solution = Solution::new(permutation)?;
        let board = context.board(&database, solution.n())?;
        if args.orbits {
            let id = board.orbit_id(&solution)?;
            return context
                .out
                .answer(id, NumberedOrbit::new(&board, id, &Canonical::of(&solution)));
        }
        let rank = board.rank(&solution)?;
        context.explain(&board, rank)?;
        context.out.answer(rank, AtRank::new(&board, rank, &solution).json())
    })
}
