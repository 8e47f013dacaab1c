//! `nqdb perm-index`, `nqdb perm-at` and `nqdb signature`: numbers of permutations and of their orbits.

use crate::args::{RangeArg, is_stdin};
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::input::{BoardArgs, for_each_permutation, for_each_word};
use crate::output::format::{Format, FormatArg};
use crate::output::table::csv_line;
use nqdb::{BoardSize, Permutation, PermutationIndex, Signature, Solution, Triple};
use serde::Serialize;

/// Print the indices of permutations, from 1, among all N! in lexicographic order
#[derive(clap::Args)]
pub(crate) struct IndexArgs {
    /// Permutations such as "3 1 2", solutions or not; - reads stdin
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
    /// Indices from 1 to N!, or ranges such as 100-110; - reads stdin
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
            queens: permutation.queens().collect(),
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
    if !is_stdin(&args.indices)? {
        return args.indices.iter().try_for_each(|word| print_range(args.n, word, context));
    }
    let no_input = CliError::Usage("expected permutation indices, got nothing".to_owned());
    for_each_word(no_input, context, |word, context| print_range(args.n, word, context))
}

/// Prints the permutations at an index or a range of indices.
fn print_range(n: BoardSize, word: &str, context: &mut Context) -> Result {
    let range = RangeArg::in_list(word, |index| Ok(PermutationIndex::parse(n, index)?));
    let RangeArg { first: mut index, last } = range?;
    while index <= last {
        context.watch.check_time()?;
        let permutation = Permutation::at(n, &index)?;
        context.out.answer(permutation, IndexedPermutationJson::new(&permutation, &index))?;
        index = index.successor();
    }
    Ok(())
}

/// Print orbit signatures: equal within an orbit, different between orbits
#[derive(clap::Args)]
#[command(mut_arg("format", Format::only(Format::ROWS)))]
pub(crate) struct SignatureArgs {
    /// Solutions such as "2 4 1 3"; - reads stdin
    #[arg(required = true, value_name = "SOLUTION")]
    solutions: Vec<String>,
    #[command(flatten)]
    boards: BoardArgs,
    #[command(flatten)]
    format: FormatArg,
}

#[derive(Serialize)]
struct SignatureJson<'s> {
    n: usize,
    queens: Vec<u8>,
    signature: [&'s [Triple]; 2],
}

pub(super) fn run_signature(args: SignatureArgs, context: &mut Context) -> Result {
    let is_csv = context.out.format(args.format) == Format::Csv;
    if is_csv {
        csv_line(&mut context.out, ["queens", "signature"])?;
    }
    for_each_permutation(&args.solutions, &args.boards, context, |permutation, context| {
        let Some(permutation) = permutation else {
            return context.out.answer(if is_csv { "," } else { "" }, ());
        };
        let solution = Solution::new(permutation)?;
        let signature = Signature::of(&solution);
        if is_csv {
            let cells = [solution.to_string(), signature.to_string()];
            return Ok(csv_line(&mut context.out, cells)?);
        }
        let answer = SignatureJson {
            n: solution.n().get(),
            queens: solution.queens().collect(),
            signature: signature.lists(),
        };
        context.out.answer(&signature, answer)
    })
}
