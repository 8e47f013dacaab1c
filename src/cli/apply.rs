use super::answers::queens;
use super::context::Context;
use super::failure::Failure;
use super::input::for_each_permutation;
use nqdb::{Operation, Permutation};
use serde::Serialize;

/// What an operation makes of permutations: Inc adds a queen, Del removes one, Mov moves one
#[derive(clap::Args)]
pub(super) struct Args {
    /// "Inc(ROW, COL)", "Del(ROW, COL)" or "Mov(ROW, COL, NEW ROW, NEW COL)"; places for a queen are
    /// half positions from 0.5 to N + 0.5
    operation: Operation,
    /// Permutations such as "3 1 2", solutions or not, or - for standard input
    #[arg(required = true, value_name = "PERMUTATION")]
    permutations: Vec<String>,
}

#[derive(Serialize)]
struct Made {
    n: usize,
    queens: Vec<u8>,
    is_solution: bool,
}

impl Made {
    fn new(permutation: &Permutation) -> Self {
        Made {
            n: permutation.n().get(),
            queens: queens(permutation),
            is_solution: permutation.attack().is_none(),
        }
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    if args.permutations == ["-"] {
        context.out.line_by_line();
    }
    for_each_permutation(&args.permutations, |permutation| {
        let made = args.operation.apply(&permutation)?;
        context.out.answer(made, Made::new(&made))
    })
}
