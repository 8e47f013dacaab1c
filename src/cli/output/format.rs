//! The option `--format` of the commands that print solutions, and the printer behind it.

use crate::cli::error::{CliError, Result};
use crate::cli::output::writer::Output;
use nqdb::Invalid;
use nqdb::picture::{Picture, Sheet};
use serde::Serialize;
use std::fmt::Display;

/// How solutions are printed.
#[derive(clap::Args)]
pub(crate) struct FormatArgs {
    /// How to print the solutions; json is the same as --json
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    format: SolutionFormat,
    /// Draw boards in ASCII; requires --format board
    #[arg(long)]
    ascii: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SolutionFormat {
    /// The bare answer
    Text,
    /// One JSON object per solution
    Json,
    /// One line per solution, below a header
    Csv,
    /// A drawing of each board, below a caption
    Board,
    /// One SVG document with all boards
    Svg,
}

/// A solution as a command prints it. Only what the format needs is computed.
pub(crate) trait Printable {
    /// The row of the queen in each column, 0-based.
    fn rows(&self) -> impl Iterator<Item = u32>;
    /// The board as a picture.
    fn picture(&self) -> Result<Picture, Invalid> {
        Picture::new(self.rows())
    }
    /// The queens in one-line notation.
    fn queens(&self) -> impl Display;
    /// The answer as text.
    fn text(&self) -> impl Display {
        self.queens()
    }
    /// The caption of a picture.
    fn caption(&self) -> impl Display;
    /// The line of CSV.
    fn csv(&self) -> impl Display;
    /// The JSON object.
    fn json(&self) -> impl Serialize;
}

impl FormatArgs {
    /// The printer for these options, or an error where they contradict each other. `columns` is the
    /// header of CSV.
    pub(crate) fn printer(&self, columns: &'static str, out: &Output) -> Result<SolutionPrinter> {
        let format = out.format(self.format, SolutionFormat::Json);
        if self.ascii && format != SolutionFormat::Board {
            return Err(CliError::Usage("--ascii requires --format board".to_owned()));
        }
        Ok(SolutionPrinter {
            format,
            ascii: self.ascii,
            header: Some(columns),
            columns,
            sheet: Sheet::default(),
        })
    }
}

/// Prints solutions one after the other.
pub(crate) struct SolutionPrinter {
    format: SolutionFormat,
    ascii: bool,
    /// The header of CSV until it is printed: before the first line, so that a failure prints none.
    header: Option<&'static str>,
    /// The columns of CSV.
    columns: &'static str,
    /// The boards of the SVG document, which is printed at the end.
    sheet: Sheet,
}

impl SolutionPrinter {
    pub(crate) fn format(&self) -> SolutionFormat {
        self.format
    }

    /// Fails if this number of solutions is more than the format holds.
    pub(crate) fn check_count(&self, solutions: u64) -> Result {
        let largest = Sheet::LARGEST;
        match self.format {
            SolutionFormat::Svg if solutions > largest as u64 => {
                Err(sheet_full(Invalid::SheetFull { largest }))
            }
            _ => Ok(()),
        }
    }

    /// Fails if a board of this size is too large to draw, and the format draws it.
    pub(crate) fn check_size(&self, n: u64) -> Result {
        let largest = Picture::LARGEST;
        match self.format {
            SolutionFormat::Board | SolutionFormat::Svg if n > largest as u64 => {
                Err(too_large_to_draw(Invalid::PictureSize { largest }))
            }
            _ => Ok(()),
        }
    }

    /// Prints a solution.
    pub(crate) fn print(&mut self, solution: &impl Printable, out: &mut Output) -> Result {
        match self.format {
            SolutionFormat::Text => out.line(solution.text()),
            SolutionFormat::Json => out.json(&solution.json()),
            SolutionFormat::Csv => {
                self.print_header(out)?;
                out.line(solution.csv())
            }
            SolutionFormat::Board => self.print_board(solution, out),
            SolutionFormat::Svg => {
                let picture = solution.picture().map_err(too_large_to_draw)?;
                self.sheet.push(solution.caption().to_string(), picture).map_err(sheet_full)
            }
        }
    }

    /// Prints that a solution is missing: an empty line, `null`, or empty cells; nothing in an SVG document.
    pub(crate) fn print_missing(&mut self, out: &mut Output) -> Result {
        match self.format {
            SolutionFormat::Text | SolutionFormat::Board => out.line(""),
            SolutionFormat::Json => out.json(&()),
            SolutionFormat::Csv => {
                self.print_header(out)?;
                out.line(",".repeat(self.columns.matches(',').count()))
            }
            SolutionFormat::Svg => Ok(()),
        }
    }

    fn print_header(&mut self, out: &mut Output) -> Result {
        self.header.take().map_or(Ok(()), |columns| out.line(columns))
    }

    fn print_board(&mut self, solution: &impl Printable, out: &mut Output) -> Result {
        let picture = solution.picture().map_err(too_large_to_draw)?;
        let drawn = if self.ascii { picture.ascii() } else { picture.unicode() };
        out.line(format_args!("{}: {}\n{drawn}\n", solution.caption(), solution.queens()))
    }

    /// Prints what follows the last solution: the SVG document, or the header of empty CSV.
    pub(crate) fn finish(mut self, out: &mut Output) -> Result {
        match self.format {
            SolutionFormat::Svg => out.line(self.sheet),
            SolutionFormat::Csv => self.print_header(out),
            _ => Ok(()),
        }
    }
}

fn sheet_full(error: Invalid) -> CliError {
    CliError::Usage(format!("{error}: ask for fewer at a time"))
}

/// The error of a board that is too large for a picture.
fn too_large_to_draw(error: Invalid) -> CliError {
    CliError::Usage(format!("{error}: --format text, csv and json have no limit"))
}
