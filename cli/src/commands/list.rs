//! `nqdb list`: the solutions or orbits of a board, in order.

use crate::args::{any_number, limit_or_all};
use crate::context::Context;
use crate::error::Result;
use crate::output::answers::{NumberedOrbit, RankedSolution};
use crate::output::format::{FormatArgs, SolutionFormat};
use crate::output::range::{Numbers, RangePrinter};
use clap::builder::PossibleValue;
use clap::{ValueEnum, ValueHint};
use nqdb::{Board, BoardSize, Error, OrbitId, Properties, Rank, Subgroup};

/// List the solutions in lexicographic order
#[derive(clap::Args)]
#[command(mut_arg("format", |format| format.help("Output format: text, json, csv, binary, board, svg or png; \
    see nqdb help formats")))]
pub(crate) struct Args {
    /// Board size, 1 to 64
    n: BoardSize,
    /// Start at this rank; with --orbits, at this orbit id
    #[arg(long, value_name = "RANK", default_value = "1")]
    start: Rank,
    /// Print at most this many
    #[arg(long, value_name = "COUNT", value_parser = any_number)]
    limit: Option<u64>,
    #[command(flatten)]
    format: FormatArgs<ListFormat>,
    /// List the canonical representatives of the orbits
    #[arg(long)]
    orbits: bool,
    /// Print the rank (with --orbits, the orbit id) and a tab before the queens; csv and json always have it
    #[arg(long, conflicts_with = "with_orbits")]
    with_ranks: bool,
    /// Print the rank and the orbit id before the queens, with tabs between them
    #[arg(long, conflicts_with = "orbits")]
    with_orbits: bool,
    #[command(flatten)]
    properties: PropertiesArgs,
}

/// The formats of all commands, and `binary`.
#[derive(Clone, Copy)]
struct ListFormat(SolutionFormat);

impl ValueEnum for ListFormat {
    fn value_variants<'a>() -> &'a [Self] {
        use SolutionFormat::{Binary, Board, Csv, Json, Png, Svg, Text};
        &[
            ListFormat(Text),
            ListFormat(Json),
            ListFormat(Csv),
            ListFormat(Binary),
            ListFormat(Board),
            ListFormat(Svg),
            ListFormat(Png),
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self.0 {
            SolutionFormat::Binary => {
                Some(PossibleValue::new("binary").help(SolutionFormat::BINARY))
            }
            format => format.to_possible_value(),
        }
    }
}

/// The properties that listed solutions must have.
#[derive(clap::Args)]
#[command(next_help_heading = "Selection")]
struct PropertiesArgs {
    /// Only solutions with exactly this stabilizer, given by generators such as rotate-90
    ///
    /// The stabilizers are po1 (no symmetry), po1,po7 (half turns) and po1,po6,po7,po8 (quarter turns). Both kinds of
    /// names are accepted.
    #[arg(long, value_name = "SYMMETRIES", value_hint = ValueHint::Other)]
    stabilizer: Option<Subgroup>,
    /// Only solutions fixed by these symmetries, such as rotate-180 or po7
    #[arg(long, value_name = "SYMMETRIES", value_hint = ValueHint::Other)]
    fixed_by: Option<Subgroup>,
    /// Only solutions on the torus, where each diagonal continues on the opposite side
    #[arg(long)]
    toroidal: bool,
    /// Only solutions with no three queens on a straight line of any slope
    #[arg(long)]
    no_three_in_line: bool,
}

impl PropertiesArgs {
    fn properties(&self) -> Properties {
        Properties {
            toroidal: self.toroidal,
            no_three_in_line: self.no_three_in_line,
            fixed_by: self.fixed_by.unwrap_or_default(),
            stabilizer: self.stabilizer,
        }
    }
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let Args { n, start, limit, format, orbits, with_ranks, with_orbits, properties } = args;
    let numbers = match (with_orbits, with_ranks) {
        (true, _) => Numbers::RankAndOrbit,
        (_, true) => Numbers::Own,
        _ => Numbers::None,
    };
    let list = List { start, limit: limit_or_all(limit), orbits, numbers, properties };
    let ListFormat(chosen) = format.format();
    list.print(n, &format.with_format(chosen), context)
}

/// The parameters of a list.
struct List {
    start: Rank,
    limit: usize,
    orbits: bool,
    numbers: Numbers,
    properties: PropertiesArgs,
}

impl List {
    /// The board. Fails if `--start` is beyond its last item.
    fn board(&self, n: BoardSize, context: &mut Context) -> Result<Board> {
        let database = context.database()?;
        let board = context.board(&database, n)?;
        check_start(self.start, self.orbits, &board)?;
        Ok(board)
    }

    /// The properties to select by, if there are any.
    fn properties(&self) -> Option<Properties> {
        Some(self.properties.properties()).filter(|properties| !properties.are_none())
    }

    fn print(&self, n: BoardSize, format: &FormatArgs, context: &mut Context) -> Result {
        let columns = match (self.orbits, self.numbers) {
            (true, _) => NumberedOrbit::COLUMNS,
            (_, Numbers::RankAndOrbit) => RankedSolution::COLUMNS_WITH_ORBITS,
            _ => RankedSolution::COLUMNS,
        };
        let printer = format.printer(columns, &context.out)?;
        let board = self.board(n, context)?;
        let mut range = RangePrinter::new(board, printer).with_numbers(self.numbers);
        let (rank, id, limit) = (self.start, OrbitId::new(self.start.get())?, self.limit);
        match (self.orbits, self.properties()) {
            _ if limit == 0 => {}
            (false, None) => range.solutions(rank, limit, context)?,
            (true, None) => range.orbits(id, limit, context)?,
            (false, Some(properties)) => range.select(&properties, rank, limit, context)?,
            (true, Some(properties)) => range.select_orbits(&properties, id, limit, context)?,
        }
        range.printer.finish(&mut context.out)
    }
}

/// Fails if `--start` is beyond the last item. The list of a board without solutions is empty.
fn check_start(start: Rank, orbits: bool, board: &Board) -> Result {
    let checked = if orbits {
        board.check_orbit_id(OrbitId::new(start.get())?)
    } else {
        board.check_rank(start)
    };
    match checked {
        Err(Error::NoSolutions { .. }) => Ok(()),
        other => Ok(other?),
    }
}
