//! `nqdb rank`: the ranks of solutions, exact or estimated, or their orbit ids.

use crate::boards::{Explainer, ThreadLookups};
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::estimate::EstimateArgs;
use crate::input::{BoardArgs, answer_permutations, for_each_permutation};
use crate::output::solution::{NumberedOrbit, Printable, RankedSolution};
use crate::output::write::{Output, note};
use nqdb::answers::to_json;
use nqdb::sampling::estimate_rank;
use nqdb::{Canonical, Lookups, Solution, Watch};
use serde::Serialize;

/// Print the ranks of solutions
///
/// From N = 22 on, without tables, only the ranks of the first and last solutions are found; --estimate estimates others.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Solutions such as "2 4 1 3"; - reads stdin
    #[arg(required = true, value_name = "SOLUTION")]
    solutions: Vec<String>,
    #[command(flatten)]
    boards: BoardArgs,
    /// Print orbit ids instead
    #[arg(long, conflicts_with = "estimate")]
    orbits: bool,
    #[command(flatten)]
    estimate: EstimateArgs,
}

/// The estimated number.
#[derive(Serialize)]
struct EstimatedRankJson {
    n: usize,
    queens: Vec<u8>,
    of: &'static str,
}

/// A result, ready to be printed.
struct Answer {
    /// For `--explain`.
    note: Option<String>,
    line: String,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    if args.estimate.estimate {
        return print_estimates(&args, context);
    }
    let boards = &context.boards()?;
    let is_json = context.out.is_json();
    let start = || {
        let mut lookups = ThreadLookups::new(boards);
        let answer = if args.orbits { orbit_id } else { rank };
        move |permutation| {
            let solution = Solution::new(permutation)?;
            answer(&solution, lookups.of(solution.n())?, &boards.explainer, is_json)
        }
    };
    let print = |answer: Option<Answer>, out: &mut Output| match answer {
        None => out.answer("", ()),
        Some(Answer { note: explanation, line }) => {
            explanation.into_iter().for_each(note);
            out.line(line)
        }
    };
    answer_permutations(
        &args.solutions,
        &args.boards,
        args.estimate.jobs.jobs(),
        context,
        start,
        print,
    )
}

fn rank(
    solution: &Solution,
    lookups: &mut Lookups,
    explainer: &Explainer,
    is_json: bool,
) -> Result<Answer> {
    let rank = lookups.rank(solution)?;
    let board = lookups.board();
    let line = if is_json {
        to_json(&RankedSolution::new(board, rank, solution).json())?
    } else {
        rank.to_string()
    };
    Ok(Answer { note: explainer.rank(board, rank)?, line })
}

fn orbit_id(
    solution: &Solution,
    lookups: &mut Lookups,
    _: &Explainer,
    is_json: bool,
) -> Result<Answer> {
    let board = lookups.board();
    let id = board.orbit_id(solution)?;
    let line = if is_json {
        let canonical = &Canonical::of(solution);
        to_json(&NumberedOrbit { board, id: Some(id), canonical, with_numbers: false }.json())?
    } else {
        id.to_string()
    };
    Ok(Answer { note: None, line })
}

fn print_estimates(args: &Args, context: &mut Context) -> Result {
    for_each_permutation(&args.solutions, &args.boards, context, |permutation, context| {
        if context.watch.is_enough() {
            return Err(CliError::Interrupted);
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
    estimated.explain(&estimated.answer);
    let (n, queens) = (solution.n().get(), solution.queens().collect());
    let json = estimated.json(EstimatedRankJson { n, queens, of: "rank" });
    context.out.answer(estimated.answer, json)
}
