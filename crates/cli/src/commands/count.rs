//! `nqdb count`: Q(N), F(N) and the numbers of selected solutions or orbits, looked up, counted or estimated, also for
//! many partial boards on standard input.

use crate::args::{RangeArg, jobs_sharing};
use crate::context::Context;
use crate::error::{CliError, Result, usage};
use crate::estimate::{ESTIMATE_CELLS, EstimateArgs, cells};
use crate::input::ErrorArgs;
use crate::output::{Format, FormatArg, Output, note, object, only, warn};
use crate::partial_boards::answer_partial_boards;
use crate::selection::{PropertiesArgs, orbits_meet_no_conditions};
use nqdb::sampling::{estimate_count, estimate_orbits};
use nqdb::{
    Board, BoardSize, Conditions, Error, Invalid, OrbitId, Rank, Selection, Tier,
    counts::{Provenance, known_counts, known_symmetric_counts},
    search::{count_matching, count_solutions, take_census},
};
use nqdb_completion::PartialBoard;
use serde::Serialize;
use std::collections::BTreeMap;

/// Print the number of solutions, Q(N), or of orbits, F(N)
///
/// With several boards, each line starts with N. The numbers are unknown beyond N = 27; --estimate estimates them.
/// Conditions and properties count only some solutions or orbits; those with symmetries are looked up, with quarter turns up to
/// N = 63 and with half turns up to N = 32.
///
/// With `-`, each partial board on stdin has one line of output, in the order of the input: the number of its
/// solutions. A partial board is a line of conditions, a drawing, a line of `nqdb puzzle` as text, json or csv, or an
/// instance of CSPLib's problem 079. If every board has a size, N can be omitted: `nqdb count -`.
#[derive(clap::Args)]
#[command(
    mut_arg("format", only(FORMATS)),
    mut_arg("jobs", jobs_sharing("the boards on stdin, or the runs of --estimate"))
)]
pub(crate) struct Args {
    /// Board sizes from 0 to 64, or ranges such as 0-27, where Q(0) = F(0) = 1; then conditions such as 3=5 or c5 (a queen in
    /// column 3, row 5) and 3!=5 or !c5 (no queen there), or a drawing in one argument; - reads stdin
    ///
    /// c+r!=8 and c-r!=-2 exclude the diagonal with this column + row, or column - row.
    #[arg(required = true, value_names = ["N", "CONDITION"])]
    words: Vec<String>,
    /// Orbits instead of solutions
    ///
    /// JSON also has their numbers by size, JSON and CSV the number of solutions.
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
    errors: ErrorArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
}

const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Csv, Format::Bfile];

struct Counted<'a> {
    sizes: Vec<u64>,
    conditions: &'a [String],
    args: &'a Args,
}

impl Args {
    /// The boards and the conditions: the first word, and all that follow it and are sizes, are boards.
    fn counted(&self) -> Result<Counted<'_>> {
        let (mut sizes, mut conditions) = (Vec::new(), &self.words[..]);
        while let Some((word, rest)) = conditions.split_first() {
            match board_sizes(word) {
                Ok(range) => sizes.extend(range.first..=range.last),
                Err(error) if sizes.is_empty() => return Err(CliError::Usage(error)),
                Err(_) => break,
            }
            conditions = rest;
        }
        if self.orbits && !conditions.is_empty() {
            return Err(orbits_meet_no_conditions());
        }
        Ok(Counted { sizes, conditions, args: self })
    }
}

/// Parses a board size from 0, or a range: the empty board has one (empty) solution.
fn board_sizes(text: &str) -> Result<RangeArg<u64>, String> {
    RangeArg::parse(text, |number| match number.trim() {
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
#[derive(Serialize, Default)]
struct CountJson {
    n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    orbits: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    orbits_by_size: Option<BTreeMap<usize, u64>>,
    source: &'static str,
    /// Who published it.
    #[serde(skip_serializing_if = "Option::is_none")]
    provenance: Option<Provenance>,
    /// What is counted, unless all solutions or orbits are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<String>,
}

impl CountJson {
    /// The number of all solutions or orbits of a board.
    fn new(n: usize, of_orbits: bool, number: u64, source: &'static str) -> Self {
        let solutions = (!of_orbits).then_some(number);
        let orbits = of_orbits.then_some(number);
        CountJson { n, solutions, orbits, source, ..CountJson::default() }
    }

    fn number(&self) -> u64 {
        self.orbits.or(self.solutions).unwrap_or_default()
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let format = context.out.format(args.format);
    if args.words.iter().any(|word| word == "-") {
        return count_partial_boards(&args, format, context);
    }
    if args.errors.on_error.is_some() {
        return Err(usage!("--on-error requires `-` (boards from stdin)"));
    }
    let counted = args.counted()?;
    if args.estimate.estimate {
        return print_estimates(&counted, format, context);
    }
    // Wrong conditions have no output.
    let mut selections = Vec::new();
    for &size in &counted.sizes {
        let is_empty = size == 0 && counted.conditions.is_empty();
        let selection = || args.properties.with(BoardSize::new(size)?, counted.conditions);
        selections.push(if is_empty { None } else { Some(selection()?) });
    }
    let boards = context.boards()?;
    // The last of the unknown numbers; those that are known are printed.
    let mut unknown = None;
    if format == Format::Csv {
        context.out.line(match args.orbits {
            true if args.properties.names().is_empty() => "n,orbits,solutions",
            true => "n,orbits",
            false => "n,solutions",
        })?;
    }
    for selection in selections {
        context.watch.check_time()?;
        let count = if let Some(selection) = selection {
            let board = boards.get(selection.n())?;
            counted.count(&board, &selection, context)
        } else {
            let orbits_by_size = args.orbits.then(|| BTreeMap::from([(1, 1)]));
            let count = CountJson::new(0, args.orbits, 1, "definition");
            Ok(CountJson { orbits_by_size, solutions: Some(1), ..count })
        };
        match count {
            Err(error @ (Error::UnknownCount { .. } | Error::UnknownOrbitCount { .. })) => {
                unknown.replace(CliError::from(error)).into_iter().for_each(warn);
            }
            count => {
                print(&count?, format, counted.sizes.len() > 1, &mut context.out)?;
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
        Format::Csv => match count.solutions.filter(|_| count.orbits.is_some()) {
            Some(solutions) => out.line(format_args!("{n},{number},{solutions}")),
            None => out.line(format_args!("{n},{number}")),
        },
        Format::Text if !labelled => out.line(number),
        _ => out.line(format_args!("{n} {number}")),
    }
}

/// Prints the number of solutions of each partial board on standard input, all of the same size if it is given.
fn count_partial_boards(args: &Args, format: Format, context: &mut Context) -> Result {
    let refused = |what: &str| Err(usage!("`-` (boards from stdin) can't be combined with {what}"));
    let n = match &args.words[..] {
        [_] => None,
        [n, stdin] if stdin == "-" => Some(n.parse::<BoardSize>().map_err(CliError::from)?.get()),
        _ => {
            return Err(usage!(
                "`-` (boards from stdin) must be the only argument, or the only one after N"
            ));
        }
    };
    if args.orbits || args.recompute || args.estimate.estimate {
        return refused("--orbits, --recompute or --estimate");
    }
    if let properties @ [_, ..] = &args.properties.names()[..] {
        return refused(&format!("--{}", properties.join(" --")));
    }
    if !matches!(format, Format::Text | Format::Json) {
        return refused("--format csv or bfile");
    }
    let boards = &context.boards()?;
    let count = |board: &PartialBoard| {
        let n = BoardSize::new(board.n())?;
        let conditions = Conditions::new(n, board.conditions())?;
        let number = boards.get(n)?.count_selected(conditions)?;
        let conditions = board.conditions().map(|one| one.to_string()).collect();
        Ok(CountJson { conditions, ..CountJson::new(n.get(), false, number, "computed") })
    };
    let print = |count: Option<CountJson>, out: &mut Output| match count {
        None => out.answer("", ()),
        Some(count) => out.answer(count.number(), count),
    };
    let jobs = &args.estimate.jobs;
    answer_partial_boards(n, &args.errors, jobs, context, count, print)
}

fn print_estimates(counted: &Counted<'_>, format: Format, context: &mut Context) -> Result {
    if format == Format::Bfile {
        return Err(usage!(
            "--estimate can't be combined with --format bfile, which has exact numbers"
        ));
    }
    let properties = counted.args.properties.names();
    if !properties.is_empty() {
        return Err(usage!(
            "--estimate is for all solutions or orbits, or those that meet conditions, got a selection ({}): leave it out",
            properties.join(", ")
        ));
    }
    if format == Format::Csv {
        context.out.line(format_args!("n,{ESTIMATE_CELLS}"))?;
    }
    for &n in &counted.sizes {
        let n = BoardSize::new(n).map_err(|error| CliError::from(error).at("--estimate"))?;
        counted.print_estimate(n, format, context)?;
        // The next one takes seconds.
        context.out.flush_lines()?;
        if context.failure.is_some() {
            break;
        }
    }
    Ok(())
}

impl Counted<'_> {
    fn print_estimate(&self, n: BoardSize, format: Format, context: &mut Context) -> Result {
        let Counted { sizes, conditions, args } = self;
        context.watch.check_time()?;
        let known = known_counts(n).filter(|_| conditions.is_empty());
        let of_orbits = args.orbits;
        if known.is_none() && of_orbits {
            note("orbits of 4 and 2 members are left out: too few to change the estimate");
        }
        context.explain(format_args!("N = {n} is estimated by random runs; tables are not used"));
        let selection = args.properties.with(n, conditions)?;
        let estimated = args.estimate.make(context, |sampling, watch| {
            if of_orbits {
                estimate_orbits(n, sampling, watch)
            } else {
                estimate_count(&selection.conditions, sampling, watch)
            }
        })?;
        if known.is_some() && !estimated.answer.is_exact {
            let orbits = if of_orbits { " --orbits" } else { "" };
            note(format_args!("the exact number is known: `nqdb count {n}{orbits}`"));
        }
        if format == Format::Csv {
            estimated.explain(&estimated.answer);
            return context.out.line(format_args!("{n},{}", cells(&estimated.answer)));
        }
        let quantity = if of_orbits { "orbits" } else { "solutions" };
        let label = if sizes.len() > 1 { format!("{n} ") } else { String::new() };
        let name = object! {
            n: n.get(),
            #[serde(flatten)]
            conditions: (!conditions.is_empty()).then(|| object! { conditions: conditions }),
            quantity: quantity,
            // The numbers of symmetric solutions, `null` if they are unknown.
            #[serde(flatten)]
            symmetric: of_orbits.then(|| object! {
                half_turn: known.map(|known| known.half_turn),
                quarter_turn: known.map(|known| known.quarter_turn),
            }),
        };
        estimated.print(&label, name, &mut context.out)
    }

    fn count(
        &self,
        board: &Board,
        selection: &Selection,
        context: &Context,
    ) -> nqdb::Result<CountJson> {
        let (of_orbits, recompute) = (self.args.orbits, self.args.recompute);
        match (selection.is_all(), of_orbits) {
            (false, _) => self.count_selected(board, selection, context),
            (true, true) => orbits(board, recompute, context),
            (true, false) => solutions(board, recompute, context),
        }
    }

    /// The number of selected solutions or orbits: the published one if only symmetries select them, else computed.
    fn count_selected(
        &self,
        board: &Board,
        selection: &Selection,
        context: &Context,
    ) -> nqdb::Result<CountJson> {
        let Counted { conditions, args, .. } = self;
        let (n, properties) = (board.n(), &selection.properties);
        if !properties.are_none() {
            let message = "these solutions are counted one by one, which may never end";
            context.watch.advise(format!("N = {n}: {message}"));
        } else if !board.reaches_all() {
            let words = Some(conditions.join(" ")).filter(|words| !words.contains('\n'));
            let words = words.unwrap_or_else(|| "…".to_owned());
            let command = format!("nqdb count {n} {words} --estimate");
            context.watch.advise(format!("the count can take years; `{command}` estimates it"));
        }
        let (number, source) = if args.orbits {
            match known_symmetric_counts(n, properties).filter(|_| !args.recompute) {
                Some((_, orbits)) => (orbits, "OEIS"),
                None => (number_of(board.select_orbits(properties, OrbitId::FIRST)?)?, "computed"),
            }
        } else if !args.recompute {
            let plan = board.count_plan(selection)?;
            context.explain(format_args!("N = {n}: the solutions are counted by {plan}"));
            let source = if plan.is_published() { "OEIS" } else { "computed" };
            (plan.run()?, source)
        } else if properties.are_none() {
            (count_matching(&selection.conditions, &context.watch)?, "computed")
        } else {
            (number_of(board.select(selection, Rank::FIRST)?)?, "computed")
        };
        let count = CountJson::new(n.get(), args.orbits, number, source);
        let (conditions, properties) = (conditions.to_vec(), args.properties.names());
        Ok(CountJson { conditions, properties, ..count })
    }
}

fn number_of<T>(mut items: impl Iterator<Item = nqdb::Result<T>>) -> nqdb::Result<u64> {
    items.try_fold(0, |number, item| item.map(|_| number + 1))
}

fn solutions(board: &Board, recompute: bool, context: &Context) -> nqdb::Result<CountJson> {
    let (solutions, source) = if recompute {
        (count_solutions(board.n(), &context.watch)?, "computed")
    } else {
        (board.solution_count()?, source(board))
    };
    let count = CountJson::new(board.n().get(), false, solutions, source);
    Ok(CountJson { provenance: Provenance::of_solutions(board.n()), ..count })
}

fn orbits(board: &Board, recompute: bool, context: &Context) -> nqdb::Result<CountJson> {
    let (orbits, by_size, source) = if recompute {
        let census = take_census(board.n(), &context.watch)?;
        (census.orbits(), census.orbits_by_size(), "computed")
    } else {
        let by_size = known_counts(board.n()).map(|known| known.orbits_by_size());
        (board.orbit_count()?, by_size.unwrap_or_default(), source(board))
    };
    let solutions = by_size.iter().map(|&(size, orbits)| size as u64 * orbits).sum();
    let orbits_by_size = Some(by_size.into_iter().collect());
    let provenance = Provenance::of_orbits(board.n());
    let count = CountJson::new(board.n().get(), true, orbits, source);
    Ok(CountJson { solutions: Some(solutions), orbits_by_size, provenance, ..count })
}

/// The source of a number that was looked up.
fn source(board: &Board) -> &'static str {
    match board.tier() {
        Tier::Searched => "OEIS",
        _ => "database",
    }
}
