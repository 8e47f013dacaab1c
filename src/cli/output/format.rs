//! The forms in which commands print solutions, one after the other.

use crate::cli::error::Failure;
use crate::cli::output::writer::Output;
use nqdb::Invalid;
use nqdb::picture::{Picture, Sheet};
use serde::Serialize;
use std::fmt::Display;

/// In which form solutions are printed.
#[derive(clap::Args)]
pub(crate) struct Form {
    /// How to print the solutions; json is the same as --json
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    format: Format,
    /// Draw the boards with ASCII characters alone, with --format board
    #[arg(long)]
    ascii: bool,
}

/// One of the forms.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// The bare answer
    Text,
    /// A JSON object each
    Json,
    /// A line each, with a header
    Csv,
    /// A picture each, under its caption, with an empty line after it
    Board,
    /// One SVG document with all the boards
    Svg,
}

/// A solution, and what a command tells of it. Only what the form needs is asked for.
pub(crate) trait Found {
    /// The rows of the queens, 0-based, a column each.
    fn rows(&self) -> impl Iterator<Item = u32>;
    /// The queens as text, 1-based, without a newline.
    fn queens(&self) -> impl Display;
    /// What stands above a picture, beside the queens.
    fn caption(&self) -> impl Display;
    /// A line of CSV.
    fn csv(&self) -> impl Display;
    /// What is printed as JSON.
    fn json(&self) -> impl Serialize;
}

impl Form {
    /// The form that is wanted; an error where the options contradict each other.
    pub(crate) fn format(&self, out: &Output) -> Result<Format, Failure> {
        let format = out.form(self.format, Format::Json);
        if self.ascii && format != Format::Board {
            return Err(Failure::Usage(
                "--ascii draws boards: it goes with --format board".to_owned(),
            ));
        }
        Ok(format)
    }

    /// Ready to print; `columns` are the names of CSV, separated by commas.
    pub(crate) fn begin(&self, columns: &'static str, out: &Output) -> Result<Printed, Failure> {
        let format = self.format(out)?;
        Ok(Printed { format, ascii: self.ascii, header: Some(columns), sheet: Sheet::default() })
    }
}

/// What is printed so far.
pub(crate) struct Printed {
    format: Format,
    ascii: bool,
    /// The header of CSV, until it is printed: a question without an answer has none.
    header: Option<&'static str>,
    /// The boards of an SVG document, which is printed as a whole.
    sheet: Sheet,
}

impl Printed {
    /// The form that is wanted.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// An error where so many solutions are more than the form holds, before they are found.
    pub(crate) fn expect(&self, solutions: u64) -> Result<(), Failure> {
        let largest = Sheet::LARGEST;
        match self.format {
            Format::Svg if solutions > largest as u64 => Err(full(Invalid::SheetFull { largest })),
            _ => Ok(()),
        }
    }

    /// Prints the next solution.
    pub(crate) fn add(&mut self, found: &impl Found, out: &mut Output) -> Result<(), Failure> {
        match self.format {
            Format::Text => out.line(found.queens()),
            Format::Json => out.json(&found.json()),
            Format::Csv => {
                self.header(out)?;
                out.line(found.csv())
            }
            Format::Board => self.board(found, out),
            Format::Svg => {
                let picture = Picture::new(found.rows()).map_err(too_large)?;
                self.sheet.push(found.caption().to_string(), picture).map_err(full)
            }
        }
    }

    fn header(&mut self, out: &mut Output) -> Result<(), Failure> {
        self.header.take().map_or(Ok(()), |columns| out.line(columns))
    }

    fn board(&self, found: &impl Found, out: &mut Output) -> Result<(), Failure> {
        let picture = Picture::new(found.rows()).map_err(too_large)?;
        let drawn = if self.ascii { picture.ascii() } else { picture.unicode() };
        out.line(format_args!("{}: {}\n{drawn}\n", found.caption(), found.queens()))
    }

    /// Prints what remains: an SVG document, or the header of CSV without a line below it.
    pub(crate) fn finish(mut self, out: &mut Output) -> Result<(), Failure> {
        match self.format {
            Format::Svg => out.line(self.sheet),
            Format::Csv => self.header(out),
            _ => Ok(()),
        }
    }
}

/// What to do about more boards than a sheet holds.
fn full(error: Invalid) -> Failure {
    Failure::Usage(format!("{error}: ask for fewer at a time"))
}

/// What to do about a board that is too large to draw.
pub(crate) fn too_large(error: Invalid) -> Failure {
    Failure::Usage(format!("{error}: --format text, csv and json have no limit"))
}
