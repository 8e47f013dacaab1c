//! `nqdb rank`: the ranks of solutions, exact or estimated, their orbit ids, or the indices of permutations.

use crate::context::Context;
use crate::error::{CliError, Result};
use crate::estimate::{EstimateArgs, SO_FAR};
use crate::input::{BoardArgs, answer_permutations, for_each_permutation};
use crate::output::{
    Column, Columns, ColumnsArg, Format, FormatArgs, NumberedSolution, Output, object, only, warn,
};
use nqdb::sampling::estimate_rank;
use nqdb::{Canonical, Solution, watch::Watch};
use std::collections::btree_map::{BTreeMap, Entry};

/// Print the ranks of solutions
///
/// From N = 22 on, without tables, only the ranks of the first solutions and, up to N = 27, of the last ones are found;
/// --estimate estimates others.
#[derive(clap::Args)]
#[command(mut_arg("format", only(Format::BOARDS)))]
#[command(mut_arg("columns", only(Column::OF_SOLUTIONS)))]
#[command(mut_arg("columns", |columns| columns.conflicts_with("estimate")))]
pub(crate) struct Args {
    /// Solutions such as "2 4 1 3"; - reads stdin
    #[arg(required = true, value_name = "SOLUTION")]
    solutions: Vec<String>,
    #[command(flatten)]
    boards: BoardArgs,
    /// Orbits instead of solutions
    ///
    /// Prints orbit ids; other columns are of the canonical representative.
    #[arg(long, conflicts_with = "estimate")]
    orbits: bool,
    /// Permutations instead of solutions
    ///
    /// Prints the indices of permutations, solutions or not, from 1 to N! in lexicographic order.
    #[arg(long, conflicts_with_all = ["orbits", "estimate", "jobs", "columns"])]
    permutations: bool,
    #[command(flatten)]
    columns: ColumnsArg,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let columns = if args.orbits { Columns::ORBITS } else { Columns::SOLUTIONS };
    let columns = columns.of_numbers();
    if args.permutations {
        return print_indices(&args, context);
    }
    let mut printer = args.format.printer(args.columns.or(columns)?, &mut context.out)?;
    if args.estimate.estimate {
        return print_estimates(&args, context);
    }
    let boards = &context.boards()?;
    let (with_rank, with_id) = (printer.needs(Column::Rank), printer.needs(Column::OrbitId));
    let start = || {
        let mut lookups = BTreeMap::new();
        move |permutation| {
            let given = Solution::new(permutation)?;
            let solution = if args.orbits { *Canonical::of(&given).solution() } else { given };
            let lookups = match lookups.entry(solution.n()) {
                Entry::Occupied(lookups) => lookups.into_mut(),
                Entry::Vacant(place) => place.insert(boards.get(solution.n())?.lookups()),
            };
            let rank = with_rank.then(|| lookups.rank(&solution)).transpose()?;
            let board = lookups.board();
            let orbit_id = with_id.then(|| board.orbit_id(&solution)).transpose()?;
            let note = rank.map(|rank| boards.explain_rank(board, rank)).transpose()?.flatten();
            let tier = board.tier();
            Ok((NumberedSolution { rank, orbit_id, solution, tier, conditions: None }, note))
        }
    };
    let jobs = &args.estimate.jobs;
    let print =
        |answer: Option<(NumberedSolution<'_>, Option<String>)>, out: &mut Output| match answer {
            None => printer.print_missing(out),
            Some((numbered, note)) => {
                note.into_iter().for_each(warn);
                printer.print(&numbered, out)
            }
        };
    answer_permutations(&args.solutions, &args.boards, jobs, context, start, print)?;
    printer.finish(&mut context.out)
}

fn print_indices(args: &Args, context: &mut Context) -> Result {
    let columns = Columns::PERMUTATIONS.of_numbers();
    let mut printer = args.format.printer(columns, &mut context.out)?;
    for_each_permutation(&args.solutions, &args.boards, context, &mut |permutation, context| {
        match permutation {
            None => printer.print_missing(&mut context.out),
            Some(permutation) => printer.print(&permutation, &mut context.out),
        }
    })?;
    printer.finish(&mut context.out)
}

fn print_estimates(args: &Args, context: &mut Context) -> Result {
    args.format.check_plain("--estimate", &mut context.out)?;
    for_each_permutation(&args.solutions, &args.boards, context, &mut |permutation, context| {
        if context.watch.is_enough() {
            return Err(CliError::Interrupted(SO_FAR));
        }
        let Some(permutation) = permutation else { return context.out.answer("", ()) };
        print_estimate(&args.estimate, &Solution::new(permutation)?, context)?;
        // The next one takes seconds.
        context.out.flush_lines()
    })
}

fn print_estimate(args: &EstimateArgs, solution: &Solution, context: &mut Context) -> Result {
    let estimated =
        args.make(context, |sampling, watch| estimate_rank(solution, sampling, watch))?;
    let queens: Vec<_> = solution.queens().collect();
    let rank = object! { n: solution.n().get(), queens: queens, quantity: "rank" };
    estimated.print("", rank, &mut context.out)
}
