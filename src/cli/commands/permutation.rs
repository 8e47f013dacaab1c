//! `nqdb perm-index` and `nqdb perm-at`: permutations and their indices.

use crate::answers::queens;
use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::input::{BoardArgs, for_each_permutation};
use nqdb::{BoardSize, Permutation, PermutationIndex};
use serde::Serialize;

/// Print the indices of permutations among all N! in lexicographic order, from 1
#[derive(clap::Args)]
pub(crate) struct IndexArgs {
    /// Permutations such as "3 1 2", solutions or not; - reads standard input
    #[arg(required = true, value_name = "PERMUTATION")]
    permutations: Vec<String>,
    #[command(flatten)]
    boards: BoardArgs,
}

/// Print the permutations with given indices among all N!
#[derive(clap::Args)]
pub(crate) struct AtArgs {
    /// Board size, 1 to 64
    n: BoardSize,
    /// Indices from 1 to N!
    #[arg(required = true, value_name = "INDEX")]
    indices: Vec<String>,
}

#[derive(Serialize)]
struct IndexedPermutationJson {
    n: usize,
    permutation_index: String,
    queens: Vec<u8>,
    is_solution: bool,
}

impl IndexedPermutationJson {
    fn new(permutation: &Permutation, index: &PermutationIndex) -> Self {
        IndexedPermutationJson {
            n: permutation.n().get(),
            permutation_index: index.to_string(),
            queens: queens(permutation),
            is_solution: permutation.attack().is_none(),
        }
    }
}

pub(super) fn run_index(args: IndexArgs, context: &mut Context) -> Result {
    for_each_permutation(&args.permutations, &args.boards, context, |permutation, context| {
        let Some(permutation) = permutation else { return context.out.answer("", ()) };
        let index = permutation.index();
        context.out.answer(&index, IndexedPermutationJson::new(&permutation, &index))
    })
}

pub(super) fn run_at(args: AtArgs, context: &mut Context) -> Result {
    for index in &args.indices {
        let index = PermutationIndex::parse(args.n, index)?;
        let permutation = Permutation::at(args.n, &index)?;
        context.out.answer(permutation, IndexedPermutationJson::new(&permutation, &index))?;
    }
    Ok(())
}
