use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::for_each_permutation;
use crate::cli::output::answers::queens;
use nqdb::{Signature, Solution, Triple};
use serde::Serialize;

/// The signatures of the orbits of solutions: the same for all members, different for other orbits
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Solutions such as "2 4 1 3", or - for standard input
    #[arg(required = true, value_name = "SOLUTION")]
    solutions: Vec<String>,
}

#[derive(Serialize)]
struct SignedSolution<'s> {
    n: usize,
    queens: Vec<u8>,
    signature: [&'s [Triple]; 2],
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    if args.solutions == ["-"] {
        context.out.line_by_line();
    }
    for_each_permutation(&args.solutions, |permutation| {
        let solution = Solution::new(permutation)?;
        let signature = Signature::of(&solution);
        let answer = SignedSolution {
            n: solution.n().get(),
            queens: queens(&solution),
            signature: signature.lists(),
        };
        context.out.answer(&signature, answer)
    })
}
