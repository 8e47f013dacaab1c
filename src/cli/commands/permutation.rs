use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::input::for_each_permutation;
use crate::cli::output::answers::queens;
use nqdb::{BoardSize, Permutation, PermutationIndex};
use serde::Serialize;

/// The permutation index of permutations: their place among all N!, from 1
#[derive(clap::Args)]
pub(crate) struct IndexArgs {
    /// Permutations such as "3 1 2", solutions or not, or - for standard input
    #[arg(required = true, value_name = "PERMUTATION")]
    permutations: Vec<String>,
}

/// The permutations at permutation indices
#[derive(clap::Args)]
pub(crate) struct AtArgs {
    /// Board size, 1 to 64
    n: BoardSize,
    /// Indices from 1 to N!
    #[arg(required = true, value_name = "INDEX")]
    indices: Vec<String>,
}

#[derive(Serialize)]
struct IndexedPermutation {
    n: usize,
    permutation_index: String,
    queens: Vec<u8>,
    is_solution: bool,
}

impl IndexedPermutation {
    fn new(permutation: &Permutation, index: &PermutationIndex) -> Self {
        IndexedPermutation {
            n: permutation.n().get(),
            permutation_index: index.to_string(),
            queens: queens(permutation),
            is_solution: permutation.attack().is_none(),
        }
    }
}

pub(super) fn run_index(args: IndexArgs, context: &mut Context) -> Result<(), Failure> {
    if args.permutations == ["-"] {
        context.out.line_by_line();
    }
    for_each_permutation(&args.permutations, |permutation| {
        let index = permutation.index();
        context.out.answer(&index, IndexedPermutation::new(&permutation, &index))
    })
}

pub(super) fn run_at(args: AtArgs, context: &mut Context) -> Result<(), Failure> {
    for index in &args.indices {
        let index = PermutationIndex::parse(args.n, index)?;
        let permutation = Permutation::at(args.n, &index)?;
        context.out.answer(permutation, IndexedPermutation::new(&permutation, &index))?;
    }
    Ok(())
}
