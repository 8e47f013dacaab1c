//! Prints solutions and orbits: the option `--format`, the printer for it, and solutions with ranks and orbits with ids
//! as text, CSV, captions and JSON.

use crate::args::whole_number;
use crate::error::{CliError, Result};
use crate::output::write::Output;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use nqdb::answers::{NumberedOrbitJson, RankedSolutionJson};
use nqdb::picture::{Coordinates, Picture, Sheet};
use nqdb::{Board, Canonical, Invalid, OrbitId, Permutation, Rank, Solution, Tier};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::num::NonZeroUsize;

/// The options for printing solutions.
#[derive(clap::Args)]
pub(crate) struct FormatArgs {
    /// Output format: text, json, csv, board, svg or png; see nqdb help formats
    #[arg(long, short, value_enum, default_value = "text", conflicts_with = "json")]
    #[arg(hide_possible_values = true)]
    format: SolutionFormat,
    /// Draw boards in ASCII; requires --format board
    #[arg(long)]
    ascii: bool,
    /// Labels of drawings: none, numbers or chess
    #[arg(long, value_enum, value_name = "NAMES", default_value = "none")]
    #[arg(hide_possible_values = true)]
    coordinates: CoordinateNames,
    /// Boards side by side in svg and png, 1 to 1000 [default: at least 4]
    #[arg(long, value_name = "COUNT", value_parser = per_row)]
    per_row: Option<NonZeroUsize>,
}

/// Parses a number of boards side by side.
fn per_row(text: &str) -> Result<NonZeroUsize, String> {
    let boards = whole_number(1..=Sheet::LARGEST as u64)(text)?;
    Ok(NonZeroUsize::new(boards as usize).unwrap_or(NonZeroUsize::MIN))
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum CoordinateNames {
    /// No labels, row 1 at the top (the default)
    None,
    /// Numbers, row 1 at the top
    Numbers,
    /// Letters for columns and numbers for rows, row 1 at the bottom
    Chess,
}

impl From<CoordinateNames> for Coordinates {
    fn from(names: CoordinateNames) -> Self {
        match names {
            CoordinateNames::None => Coordinates::None,
            CoordinateNames::Numbers => Coordinates::Numbers,
            CoordinateNames::Chess => Coordinates::Chess,
        }
    }
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

    /// Whether all boards are drawn on one sheet.
    fn is_sheet(self) -> bool {
        matches!(self, SolutionFormat::Svg | SolutionFormat::Png)
    }

    /// Whether boards are drawn.
    fn is_picture(self) -> bool {
        self == SolutionFormat::Board || self.is_sheet()
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
        let format = out.format(self.format, SolutionFormat::Json);
        self.check(format, out)?;
        let coordinates = self.coordinates.into();
        let sheet = Sheet::default().with_coordinates(coordinates);
        let sheet = match self.per_row {
            Some(boards) => sheet.with_columns(boards),
            None => sheet,
        };
        let (ascii, header) = (self.ascii, Some(columns));
        Ok(SolutionPrinter { format, ascii, header, columns, coordinates, sheet })
    }

    /// Rejects options that the format would ignore, and binary output to a terminal.
    fn check(&self, format: SolutionFormat, out: &Output) -> Result {
        let has_coordinates = self.coordinates != CoordinateNames::None;
        let mistakes = [
            (self.ascii && format != SolutionFormat::Board, "--ascii requires --format board"),
            (
                has_coordinates && !format.is_picture(),
                "--coordinates requires --format board, svg or png",
            ),
            (
                self.per_row.is_some() && !format.is_sheet(),
                "--per-row requires --format svg or png",
            ),
            (
                format == SolutionFormat::Png && out.is_terminal(),
                "refusing to write PNG to a terminal: use --output FILE",
            ),
            (
                format == SolutionFormat::Binary && out.is_terminal(),
                "refusing to write binary output to a terminal: use --output FILE, or a pipe",
            ),
        ];
        match mistakes.into_iter().find(|(is_made, _)| *is_made) {
            Some((_, message)) => Err(CliError::Usage(message.to_owned())),
            None => Ok(()),
        }
    }
}

/// Prints solutions one by one.
pub(crate) struct SolutionPrinter {
    format: SolutionFormat,
    ascii: bool,
    /// The header of CSV until it is printed, together with the first line, so that a failure prints none.
    header: Option<&'static str>,
    /// The columns of CSV.
    columns: &'static str,
    coordinates: Coordinates,
    /// The boards of an SVG document or PNG file, which is printed at the end.
    sheet: Sheet,
}

impl SolutionPrinter {
    pub(crate) fn format(&self) -> SolutionFormat {
        self.format
    }

    /// Whether ranks and orbit ids are always printed with the queens.
    pub(crate) fn prints_numbers(&self) -> bool {
        !matches!(self.format, SolutionFormat::Text | SolutionFormat::Binary)
    }

    /// Fails if the format can't hold this number of solutions.
    pub(crate) fn check_count(&self, solutions: u64) -> Result {
        let largest = Sheet::LARGEST;
        match self.format {
            format if format.is_sheet() && solutions > largest as u64 => {
                Err(sheet_full(Invalid::SheetFull { largest, got: solutions }))
            }
            _ => Ok(()),
        }
    }

    /// Fails if a board of this size is too large to draw, and the format draws it.
    pub(crate) fn check_size(&self, n: u64) -> Result {
        let largest = Picture::LARGEST;
        match self.format {
            format if format.is_picture() && n > largest as u64 => {
                Err(too_large_to_draw(Invalid::PictureSize { largest, got: n }))
            }
            _ => Ok(()),
        }
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
            SolutionFormat::Board => self.print_board(solution, out),
            SolutionFormat::Svg | SolutionFormat::Png => {
                let picture = solution.picture().map_err(too_large_to_draw)?;
                self.sheet.push(solution.caption().to_string(), picture).map_err(sheet_full)
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

    fn print_board(&mut self, solution: &impl Printable, out: &mut Output) -> Result {
        let picture = solution.picture().map_err(too_large_to_draw)?;
        let drawn = if self.ascii { picture.ascii() } else { picture.unicode() };
        let drawn = drawn.with_coordinates(self.coordinates);
        out.line(format_args!("{}: {}\n{drawn}\n", solution.caption(), solution.queens()))
    }

    /// Prints the sheet, or the header of empty CSV, after the last solution.
    pub(crate) fn finish(mut self, out: &mut Output) -> Result {
        match self.format {
            SolutionFormat::Svg => out.line(self.sheet),
            SolutionFormat::Png => Ok(out.write_all(&self.sheet.png().map_err(sheet_full)?)?),
            SolutionFormat::Csv => self.print_header(out),
            _ => Ok(()),
        }
    }
}

/// Prints a row of `binary`: its numbers, eight bytes each, and its queens.
pub(crate) fn print_row(numbers: [Option<u64>; 2], queens: &[u8], out: &mut Output) -> Result {
    for number in numbers.into_iter().flatten() {
        out.write_all(&number.to_le_bytes())?;
    }
    Ok(out.write_all(queens)?)
}

fn sheet_full(error: Invalid) -> CliError {
    CliError::Usage(format!("{error}; print fewer at a time"))
}

/// The error of a board that is too large for a picture.
fn too_large_to_draw(error: Invalid) -> CliError {
    CliError::Usage(format!("{error}; --format text, csv and json print any number"))
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
