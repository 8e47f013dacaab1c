//! Prints solutions and orbits: the option `--format`, the printer for it, and solutions with ranks and orbits with ids
//! as text, CSV, captions and JSON.

use crate::error::{CliError, Result};
use crate::output::drawing::{Drawer, Drawing, DrawingArgs};
use crate::output::write::Output;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nqdb::answers::{NumberedOrbitJson, RankedSolutionJson};
use nqdb::picture::Picture;
use nqdb::{Board, Canonical, Invalid, OrbitId, Permutation, Rank, Solution, Tier};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;

/// The options for printing solutions.
#[derive(clap::Args)]
pub(crate) struct FormatArgs {
    /// Output format: text, json, csv, board, svg or png; see nqdb help formats
    #[arg(long, short, value_enum, default_value = "text", conflicts_with = "json")]
    #[arg(hide_possible_values = true)]
    format: SolutionFormat,
    #[command(flatten)]
    drawing: DrawingArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SolutionFormat {
    /// One line per solution (the default)
    Text,
    /// One JSON object per solution, the same as --json
    Json,
    /// One line per solution, after a header
    Csv,
    /// A drawing of each board, after a caption
    Board,
    /// One SVG document with all boards
    Svg,
    /// One PNG file with all boards
    Png,
    /// Rows of bytes, all of one length (docs/format.md, section “Rows of `list`”); only `list` has it
    #[value(skip)]
    Binary,
}

impl SolutionFormat {
    /// The help of `Binary`.
    pub(crate) const BINARY: &str =
        "N bytes per solution, the rows of its queens from 1 (list only)";

    /// A parser of all formats, with `binary`.
    pub(crate) fn all() -> impl TypedValueParser<Value = Self> {
        let formats = SolutionFormat::value_variants().iter();
        let mut formats: Vec<_> = formats.filter_map(ValueEnum::to_possible_value).collect();
        formats.insert(3, PossibleValue::new("binary").help(SolutionFormat::BINARY));
        let parse = |name: String| SolutionFormat::from_str(&name, false);
        PossibleValuesParser::new(formats)
            .map(move |name| parse(name).unwrap_or(SolutionFormat::Binary))
    }

    /// Whether all boards are drawn on one sheet, at the end.
    pub(crate) fn is_sheet(self) -> bool {
        self.drawing().is_some_and(Drawing::is_sheet)
    }

    /// The extension of file names.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            SolutionFormat::Text | SolutionFormat::Board => "txt",
            SolutionFormat::Json => "json",
            SolutionFormat::Csv => "csv",
            SolutionFormat::Svg => "svg",
            SolutionFormat::Png => "png",
            SolutionFormat::Binary => "bin",
        }
    }

    /// How boards are drawn, if they are.
    fn drawing(self) -> Option<Drawing> {
        match self {
            SolutionFormat::Board => Some(Drawing::Board),
            SolutionFormat::Svg => Some(Drawing::Svg),
            SolutionFormat::Png => Some(Drawing::Png),
            _ => None,
        }
    }
}

/// A solution to print. Only what the format needs is computed.
pub(crate) trait Printable {
    /// The row of the queen in each column, 0-based.
    fn rows(&self) -> impl Iterator<Item = u32>;
    /// The board as a picture.
    fn picture(&self) -> Result<Picture, Invalid> {
        Picture::new(self.rows())
    }
    /// The queens in one-line notation.
    fn queens(&self) -> impl Display;
    /// The numbers before the queens, in text and `binary`.
    fn numbers(&self) -> [Option<u64>; 2] {
        [None, None]
    }
    /// The caption of a picture.
    fn caption(&self) -> impl Display;
    /// The CSV line.
    fn csv(&self) -> impl Display;
    /// The JSON object.
    fn json(&self) -> impl Serialize;
}

impl FormatArgs {
    /// Whether solutions are printed as text or JSON.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.format, SolutionFormat::Text | SolutionFormat::Json)
    }

    /// The printer for these options. Fails if they contradict each other. `columns` is the header of CSV.
    pub(crate) fn printer(&self, columns: &'static str, out: &Output) -> Result<SolutionPrinter> {
        self.printer_to(columns, out, out.is_terminal())
    }

    /// The printer for the format of an output, to a terminal or not.
    pub(crate) fn printer_to(
        &self,
        columns: &'static str,
        out: &Output,
        is_terminal: bool,
    ) -> Result<SolutionPrinter> {
        let format = out.format(self.format, SolutionFormat::Json);
        let drawer = self.drawing.drawer(format.drawing(), is_terminal)?;
        if format == SolutionFormat::Binary && is_terminal {
            let message =
                "refusing to write binary output to a terminal: use --output FILE, or a pipe";
            return Err(CliError::Usage(message.to_owned()));
        }
        Ok(SolutionPrinter { format, header: Some(columns), columns, drawer })
    }
}

/// Prints solutions one by one.
pub(crate) struct SolutionPrinter {
    format: SolutionFormat,
    /// The header of CSV until it is printed, together with the first line, so that a failure prints none.
    header: Option<&'static str>,
    /// The columns of CSV.
    columns: &'static str,
    pub(crate) drawer: Drawer,
}

impl SolutionPrinter {
    pub(crate) fn format(&self) -> SolutionFormat {
        self.format
    }

    /// Whether ranks and orbit ids are always printed with the queens.
    pub(crate) fn prints_numbers(&self) -> bool {
        !matches!(self.format, SolutionFormat::Text | SolutionFormat::Binary)
    }

    /// Prints a solution.
    pub(crate) fn print(&mut self, solution: &impl Printable, out: &mut Output) -> Result {
        match self.format {
            SolutionFormat::Text => {
                for number in solution.numbers().into_iter().flatten() {
                    write!(out, "{number}\t")?;
                }
                out.line(solution.queens())
            }
            SolutionFormat::Binary => {
                let queens: Vec<u8> = solution.rows().map(|row| row as u8 + 1).collect();
                print_row(solution.numbers(), &queens, out)
            }
            SolutionFormat::Json => out.json(&solution.json()),
            SolutionFormat::Csv => {
                self.print_header(out)?;
                out.line(solution.csv())
            }
            SolutionFormat::Board | SolutionFormat::Svg | SolutionFormat::Png => {
                let (caption, queens) = (solution.caption(), solution.queens());
                self.drawer.draw(caption, queens, solution.picture(), out)
            }
        }
    }

    /// Prints a placeholder for a wrong board: an empty line, `null`, or empty cells; nothing in SVG, PNG and `binary`.
    pub(crate) fn print_missing(&mut self, out: &mut Output) -> Result {
        match self.format {
            SolutionFormat::Text | SolutionFormat::Board => out.line(""),
            SolutionFormat::Json => out.json(&()),
            SolutionFormat::Csv => {
                self.print_header(out)?;
                out.line(",".repeat(self.columns.matches(',').count()))
            }
            SolutionFormat::Svg | SolutionFormat::Png | SolutionFormat::Binary => Ok(()),
        }
    }

    fn print_header(&mut self, out: &mut Output) -> Result {
        self.header.take().map_or(Ok(()), |columns| out.line(columns))
    }

    /// Prints the sheet, or the header of empty CSV, after the last solution.
    pub(crate) fn finish(mut self, out: &mut Output) -> Result {
        if self.format == SolutionFormat::Csv {
            self.print_header(out)?;
        }
        self.drawer.finish(out)
    }
}

/// Prints a row of `binary`: its numbers, eight bytes each, and its queens.
pub(crate) fn print_row(numbers: [Option<u64>; 2], queens: &[u8], out: &mut Output) -> Result {
    for number in numbers.into_iter().flatten() {
        out.write_all(&number.to_le_bytes())?;
    }
    Ok(out.write_all(queens)?)
}

/// The row of the queen in each column, 0-based, as pictures take them.
pub(crate) fn rows(permutation: &Permutation) -> impl Iterator<Item = u32> {
    permutation.rows().iter().map(|&row| row.into())
}

/// A solution and its rank.
pub(crate) struct RankedSolution<'a> {
    /// `None` with `--no-ranks`.
    pub(crate) rank: Option<Rank>,
    /// The id of its orbit, with `--with-orbits`.
    pub(crate) orbit_id: Option<OrbitId>,
    pub(crate) solution: &'a Solution,
    /// Whether text and `binary` have the numbers before the queens.
    pub(crate) with_numbers: bool,
    pub(crate) tier: Tier,
}

impl<'a> RankedSolution<'a> {
    /// The header of CSV.
    pub(crate) const COLUMNS: &'static str = RankedSolutionJson::COLUMNS;
    /// The header of CSV with `--with-orbits`.
    pub(crate) const COLUMNS_WITH_ORBITS: &'static str = "rank,orbit_id,queens";

    pub(crate) fn new(board: &Board, rank: Rank, solution: &'a Solution) -> Self {
        let (rank, tier) = (Some(rank), board.tier());
        RankedSolution { rank, orbit_id: None, solution, with_numbers: false, tier }
    }
}

impl Printable for RankedSolution<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(self.solution)
    }

    fn queens(&self) -> impl Display {
        self.solution
    }

    fn numbers(&self) -> [Option<u64>; 2] {
        let rank = self.rank.filter(|_| self.with_numbers).map(Rank::get);
        let orbit_id = self.orbit_id.filter(|_| self.with_numbers).map(OrbitId::get);
        [rank, orbit_id]
    }

    fn caption(&self) -> impl Display {
        match (self.rank, self.orbit_id) {
            (Some(rank), Some(id)) => format!("rank {rank}, orbit {id}"),
            (Some(rank), None) => format!("rank {rank}"),
            (None, _) => format!("N = {}", self.solution.n()),
        }
    }

    fn csv(&self) -> impl Display {
        let (rank, orbit_id) = (self.rank.map(Rank::get), self.orbit_id.map(OrbitId::get));
        RankedSolutionJson::csv(rank, orbit_id, self.solution)
    }

    fn json(&self) -> impl Serialize {
        let orbit_id = self.orbit_id.map(OrbitId::get);
        RankedSolutionJson {
            orbit_id,
            ..RankedSolutionJson::new(self.rank, self.solution, self.tier)
        }
    }
}

/// An orbit, by its id and its canonical representative.
pub(crate) struct NumberedOrbit<'a> {
    pub(crate) board: &'a Board,
    /// `None` if it is unknown, or not printed.
    pub(crate) id: Option<OrbitId>,
    pub(crate) canonical: &'a Canonical,
    /// Whether text and `binary` have the id before the queens.
    pub(crate) with_numbers: bool,
}

impl NumberedOrbit<'_> {
    /// The header of CSV.
    pub(crate) const COLUMNS: &'static str = "orbit_id,size,stabilizer,queens";
}

impl Printable for NumberedOrbit<'_> {
    fn rows(&self) -> impl Iterator<Item = u32> {
        rows(self.canonical)
    }

    fn queens(&self) -> impl Display {
        self.canonical
    }

    fn numbers(&self) -> [Option<u64>; 2] {
        [self.id.filter(|_| self.with_numbers).map(OrbitId::get), None]
    }

    fn caption(&self) -> impl Display {
        match self.id {
            Some(id) => format!("orbit {id}"),
            None => format!("N = {}", self.canonical.n()),
        }
    }

    fn csv(&self) -> impl Display {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        let (size, stabilizer) = (self.canonical.orbit_size(), self.canonical.stabilizer());
        format!("{id},{size},{stabilizer},{}", self.canonical)
    }

    fn json(&self) -> impl Serialize {
        NumberedOrbitJson::new(self.id, self.canonical, self.board.tier())
    }
}
