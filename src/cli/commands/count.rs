//! `nqdb count`: Q(N) and F(N), looked up, counted or estimated.

use crate::cli::args::{RangeArg, board_sizes};
use crate::cli::context::Context;
use crate::cli::error::Result;
use crate::cli::estimate::EstimateArgs;
use crate::cli::output::writer::note;
use crate::cli::progress::ProgressWatch;
use nqdb::sampling::{estimate_count, estimate_orbits};
use nqdb::{Board, BoardSize, Pattern, Tier, count_solutions, known_counts, take_census};
use serde::Serialize;
use std::collections::BTreeMap;

/// Print the number of solutions, Q(N), or of orbits, F(N)
///
/// Beyond N = 27 nobody knows them; --estimate estimates them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board sizes, or ranges such as 1-15
    #[arg(required = true, value_name = "N")]
    n: Vec<RangeArg<BoardSize>>,
    /// Count orbits instead of solutions; JSON also has the number of orbits of each size
    #[arg(long)]
    orbits: bool,
    /// Count now instead of looking the number up
    #[arg(long, conflicts_with = "estimate")]
    compute: bool,
    #[command(flatten)]
    estimate: EstimateArgs,
}

#[derive(Serialize)]
struct SolutionCountJson {
    n: usize,
    solutions: u64,
    source: &'static str,
}

/// What is estimated.
#[derive(Serialize)]
struct EstimatedCountJson {
    n: usize,
    of: &'static str,
    #[serde(flatten)]
    symmetric: Option<SymmetricJson>,
}

/// The symmetric solutions in an estimate of the orbits; `None` where they are not known, and left out.
#[derive(Serialize)]
struct SymmetricJson {
    half_turn: Option<u64>,
    quarter_turn: Option<u64>,
}

#[derive(Serialize)]
struct OrbitCountJson {
    n: usize,
    orbits: u64,
    orbits_by_size: BTreeMap<usize, u64>,
    source: &'static str,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    if args.estimate.estimate {
        return board_sizes(&args.n)
            .into_iter()
            .try_for_each(|n| print_estimate(&args, n, context));
    }
    let database = context.database()?;
    for n in board_sizes(&args.n) {
        let board = context.board(&database, n)?;
        if args.orbits {
            let count = orbits(&board, args.compute, &context.watch)?;
            context.out.answer(count.orbits, count)?;
        } else {
            let count = solutions(&board, args.compute, &context.watch)?;
            context.out.answer(count.solutions, count)?;
        }
    }
    Ok(())
}

fn print_estimate(args: &Args, n: BoardSize, context: &mut Context) -> Result {
    context.watch.check_time()?;
    let known = known_counts(n);
    let orbits = if args.orbits { " --orbits" } else { "" };
    if known.is_some() {
        note(format_args!("the exact number is known: `nqdb count {n}{orbits}`"));
    } else if args.orbits {
        note("orbits of 4 and 2 members are too few to change the estimate, and left out");
    }
    context.explain(format_args!("N = {n} is estimated by random runs; tables are not used"));
    let estimated = args.estimate.make(|sampling| match args.orbits {
        true => estimate_orbits(n, sampling, &context.watch),
        false => estimate_count(&Pattern::any(n), sampling, &context.watch),
    })?;
    estimated.explain(&estimated.answer);
    let symmetric = args.orbits.then(|| SymmetricJson {
        half_turn: known.map(|known| known.half_turn),
        quarter_turn: known.map(|known| known.quarter_turn),
    });
    let of = if args.orbits { "orbits" } else { "solutions" };
    let json = estimated.json(EstimatedCountJson { n: n.get(), of, symmetric });
    context.out.answer(estimated.answer, json)
}

fn solutions(board: &Board, compute: bool, watch: &ProgressWatch) -> Result<SolutionCountJson> {
    let (solutions, source) = if compute {
        (count_solutions(board.n(), watch)?, "computed")
    } else {
        (board.solution_count()?, source(board))
    };
    Ok(SolutionCountJson { n: board.n().get(), solutions, source })
}

fn orbits(board: &Board, compute: bool, watch: &ProgressWatch) -> Result<OrbitCountJson> {
    let (orbits, by_size, source) = if compute {
        let census = take_census(board.n(), watch)?;
        (census.orbits(), census.orbits_by_size(), "computed")
    } else {
        let by_size = known_counts(board.n()).map(|known| known.orbits_by_size());
        (board.orbit_count()?, by_size.unwrap_or_default(), source(board))
    };
    let orbits_by_size = by_size.into_iter().collect();
    Ok(OrbitCountJson { n: board.n().get(), orbits, orbits_by_size, source })
}

/// The source of a number that is looked up.
fn source(board: &Board) -> &'static str {
    match board.tier() {
        Tier::Searched => "OEIS",
        _ => "database",
    }
}
