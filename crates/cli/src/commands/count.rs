//! `nqdb count`: Q(N) and F(N), looked up, counted or estimated.

use crate::args::{PropertiesArgs, RangeArg};
use crate::context::Context;
use crate::error::{CliError, Result};
use crate::estimate::{EstimateArgs, jobs_of_runs};
use crate::output::format::{Format, FormatArg};
use crate::output::write::{Output, note, warn};
use crate::progress::ProgressWatch;
use nqdb::sampling::{estimate_count, estimate_orbits};
use nqdb::{
    Board, BoardSize, Conditions, Error, Invalid, OrbitId, Properties, Provenance, Rank, Tier,
    known_counts, known_symmetric_counts,
    search::{count_solutions, take_census},
};
use serde::Serialize;
use std::collections::BTreeMap;

/// Print the number of solutions, Q(N), or of orbits, F(N)
///
/// With several boards, each line starts with N. The numbers are unknown beyond N = 27; --estimate estimates them. The
/// selection options count only some solutions or orbits; those with symmetries are looked up, with quarter turns up to
/// N = 63 and with half turns up to N = 32.
#[derive(clap::Args)]
#[command(mut_arg("jobs", jobs_of_runs), mut_arg("format", Format::only(FORMATS)))]
pub(crate) struct Args {
    /// Board sizes from 0 to 64, or ranges such as 0-27; Q(0) = F(0) = 1
    #[arg(required = true, value_name = "N", value_parser = sizes)]
    n: Vec<RangeArg<u64>>,
    /// Orbits instead of solutions
    ///
    /// JSON also has their numbers by size.
    #[arg(long)]
    orbits: bool,
    /// Compute the result even if it is known
    #[arg(long, conflicts_with = "estimate")]
    recompute: bool,
    #[command(flatten)]
    format: FormatArg,
    #[command(flatten)]
    properties: PropertiesArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
}

const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Csv, Format::Bfile];

/// Parses a board size from 0, or a range: the empty board has one (empty) solution.
fn sizes(text: &str) -> Result<RangeArg<u64>, String> {
    RangeArg::of_sizes(text, |number| match number.trim() {
        "0" => Ok(0),
        number => number.parse().map(BoardSize::into).map_err(|error| match error {
            Invalid::BoardSize { got } => format!(
                "the board size N must be a whole number from 0 (the empty board) to {}, got {got}",
                BoardSize::MAX
            ),
            other => other.to_string(),
        }),
    })
}

/// Q(N) or F(N), or the number of those selected.
#[derive(Serialize)]
struct CountJson {
    n: usize,
    #[serde(flatten)]
    number: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    orbits_by_size: Option<BTreeMap<usize, u64>>,
    source: &'static str,
    /// Who published it.
    #[serde(skip_serializing_if = "Option::is_none")]
    provenance: Option<Provenance>,
    /// What is counted, unless all solutions or orbits are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<String>,
}

#[derive(Serialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum Number {
    Solutions(u64),
    Orbits(u64),
}

/// The estimated number.
#[derive(Serialize)]
struct EstimatedCountJson {
    n: usize,
    of: &'static str,
    #[serde(flatten)]
    symmetric: Option<SymmetricJson>,
}

/// The numbers of symmetric solutions in an estimate of orbits; `None` if they are unknown, and left out.
#[derive(Serialize)]
struct SymmetricJson {
    half_turn: Option<u64>,
    quarter_turn: Option<u64>,
}

impl CountJson {
    /// The number of all solutions or orbits of a board.
    fn new(n: usize, of_orbits: bool, number: u64, source: &'static str) -> Self {
        let number = if of_orbits { Number::Orbits(number) } else { Number::Solutions(number) };
        let (orbits_by_size, provenance, properties) = (None, None, Vec::new());
        CountJson { n, number, orbits_by_size, source, provenance, properties }
    }

    fn number(&self) -> u64 {
        let (Number::Solutions(number) | Number::Orbits(number)) = self.number;
        number
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let sizes: Vec<u64> = args.n.iter().flat_map(|range| range.first..=range.last).collect();
    let format = context.out.format(args.format);
    if args.estimate.estimate {
        return print_estimates(&args, &sizes, format, context);
    }
    let database = context.database()?;
    // The last of the unknown numbers; those that are known are printed.
    let mut unknown = None;
    if format == Format::Csv {
        context.out.line(if args.orbits { "n,orbits" } else { "n,solutions" })?;
    }
    for &size in &sizes {
        context.watch.check_time()?;
        let count = match size {
            0 => {
                let orbits_by_size = args.orbits.then(|| BTreeMap::from([(1, 1)]));
                let count = CountJson::new(0, args.orbits, 1, "definition");
                Ok(CountJson { orbits_by_size, ..count })
            }
            n => {
                let board = context.board(&database, BoardSize::new(n)?)?;
                count(&board, &args.properties, args.orbits, args.recompute, &context.watch)
            }
        };
        match count {
            Err(error @ (Error::UnknownCount { .. } | Error::UnknownOrbitCount { .. })) => {
                unknown.replace(CliError::from(error)).into_iter().for_each(warn);
            }
            count => {
                print(&count?, format, sizes.len() > 1, &mut context.out)?;
                // The next board can take a long time.
                context.out.flush_lines()?;
            }
        }
    }
    unknown.map_or(Ok(()), Err)
}

fn print(count: &CountJson, format: Format, labelled: bool, out: &mut Output) -> Result {
    let (n, number) = (count.n, count.number());
    match format {
        Format::Json => out.json(count),
        Format::Csv => out.line(format_args!("{n},{number}")),
        Format::Text if !labelled => out.line(number),
        _ => out.line(format_args!("{n} {number}")),
    }
}

fn print_estimates(args: &Args, sizes: &[u64], format: Format, context: &mut Context) -> Result {
    if !matches!(format, Format::Text | Format::Json) {
        let message = "--estimate requires --format text or json: csv and bfile have exact numbers";
        return Err(CliError::Usage(message.to_owned()));
    }
    if args.properties.properties().is_some() {
        let wanted = args.properties.names().join(", ");
        return Err(CliError::Usage(format!(
            "--estimate is for all solutions or orbits, got a selection ({wanted}): leave it out"
        )));
    }
    for &n in sizes {
        let n = BoardSize::new(n).map_err(|_| Invalid::BoardSize { got: format!("\"{n}\"") })?;
        print_estimate(args, n, sizes.len() > 1, context)?;
        // The next one takes seconds.
        context.out.flush_lines()?;
        if context.failure.is_some() {
            break;
        }
    }
    Ok(())
}

fn print_estimate(args: &Args, n: BoardSize, labelled: bool, context: &mut Context) -> Result {
    context.watch.check_time()?;
    let known = known_counts(n);
    let orbits = if args.orbits { " --orbits" } else { "" };
    if known.is_none() && args.orbits {
        note("orbits of 4 and 2 members are left out: too few to change the estimate");
    }
    context.explain(format_args!("N = {n} is estimated by random runs; tables are not used"));
    let estimated = args.estimate.make(context, |sampling, watch| {
        if args.orbits {
            estimate_orbits(n, sampling, watch)
        } else {
            estimate_count(&Conditions::any(n), sampling, watch)
        }
    })?;
    if known.is_some() && !estimated.answer.is_exact() {
        note(format_args!("the exact number is known: `nqdb count {n}{orbits}`"));
    }
    let symmetric = args.orbits.then(|| SymmetricJson {
        half_turn: known.map(|known| known.half_turn),
        quarter_turn: known.map(|known| known.quarter_turn),
    });
    let of = if args.orbits { "orbits" } else { "solutions" };
    let label = if labelled { format!("{n} ") } else { String::new() };
    let name = EstimatedCountJson { n: n.get(), of, symmetric };
    estimated.print(&label, name, &mut context.out)
}

/// Prints the number of solutions or orbits with these properties, for `list --count`.
pub(super) fn print_count(
    n: BoardSize,
    properties: &PropertiesArgs,
    orbits: bool,
    context: &mut Context,
) -> Result {
    let board = context.board(&context.database()?, n)?;
    let count = count(&board, properties, orbits, false, &context.watch)?;
    context.out.answer(count.number(), count)
}

fn count(
    board: &Board,
    properties: &PropertiesArgs,
    of_orbits: bool,
    recompute: bool,
    watch: &ProgressWatch,
) -> nqdb::Result<CountJson> {
    Ok(match properties.properties() {
        Some(wanted) => {
            watch.advise(format!(
                "N = {}: these solutions are counted one by one, which may never end",
                board.n()
            ));
            selected(board, &wanted, properties.names(), of_orbits, recompute)?
        }
        None if of_orbits => orbits(board, recompute, watch)?,
        None => solutions(board, recompute, watch)?,
    })
}

/// The number of solutions or orbits with these properties: the published one if these are symmetries, otherwise by a
/// search.
fn selected(
    board: &Board,
    properties: &Properties,
    names: Vec<String>,
    of_orbits: bool,
    recompute: bool,
) -> nqdb::Result<CountJson> {
    let known = known_symmetric_counts(board.n(), properties).filter(|_| !recompute);
    let (number, source) = match known {
        Some((_, orbits)) if of_orbits => (orbits, "OEIS"),
        Some((solutions, _)) => (solutions, "OEIS"),
        None if of_orbits => {
            (number_of(board.select_orbits(properties, OrbitId::FIRST)?)?, "computed")
        }
        None => (number_of(board.select(properties, Rank::FIRST)?)?, "computed"),
    };
    let count = CountJson::new(board.n().get(), of_orbits, number, source);
    Ok(CountJson { properties: names, ..count })
}

fn number_of<T>(mut items: impl Iterator<Item = nqdb::Result<T>>) -> nqdb::Result<u64> {
    items.try_fold(0, |number, item| item.map(|_| number + 1))
}

fn solutions(board: &Board, recompute: bool, watch: &ProgressWatch) -> nqdb::Result<CountJson> {
    let (solutions, source) = if recompute {
        (count_solutions(board.n(), watch)?, "computed")
    } else {
        (board.solution_count()?, source(board))
    };
    let count = CountJson::new(board.n().get(), false, solutions, source);
    Ok(CountJson { provenance: Provenance::of_solutions(board.n()), ..count })
}

fn orbits(board: &Board, recompute: bool, watch: &ProgressWatch) -> nqdb::Result<CountJson> {
    let (orbits, by_size, source) = if recompute {
        let census = take_census(board.n(), watch)?;
        (census.orbits(), census.orbits_by_size(), "computed")
    } else {
        let by_size = known_counts(board.n()).map(|known| known.orbits_by_size());
        (board.orbit_count()?, by_size.unwrap_or_default(), source(board))
    };
    let orbits_by_size = Some(by_size.into_iter().collect());
    let provenance = Provenance::of_orbits(board.n());
    let count = CountJson::new(board.n().get(), true, orbits, source);
    Ok(CountJson { orbits_by_size, provenance, ..count })
}

/// The source of a number that was looked up.
fn source(board: &Board) -> &'static str {
    match board.tier() {
        Tier::Searched => "OEIS",
        _ => "database",
    }
}
