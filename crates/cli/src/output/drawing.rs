//! Draws boards one after another as text, or on one SVG or PNG sheet: the options for it, and the drawer.

use crate::args::whole_number;
use crate::error::{CliError, Result};
use crate::output::write::Output;
use nqdb::Invalid;
use nqdb::picture::{Coordinates, Picture, Sheet};
use std::fmt::Display;
use std::io::Write;
use std::num::NonZeroUsize;

/// The formats of drawings.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Drawing {
    /// A drawing of each board, after a caption
    Board,
    /// One SVG document with all boards
    Svg,
    /// One PNG file with all boards
    Png,
}

impl Drawing {
    /// Whether all boards are drawn on one sheet.
    pub(crate) fn is_sheet(self) -> bool {
        self != Drawing::Board
    }
}

/// The options of drawings.
#[derive(clap::Args)]
pub(crate) struct DrawingArgs {
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

impl DrawingArgs {
    /// The drawer for these options; without a drawing, it draws nothing. Fails for options that the format would
    /// ignore, and for PNG to a terminal.
    pub(crate) fn drawer(&self, drawing: Option<Drawing>, is_terminal: bool) -> Result<Drawer> {
        let has_coordinates = self.coordinates != CoordinateNames::None;
        let is_sheet = drawing.is_some_and(Drawing::is_sheet);
        let mistakes = [
            (self.ascii && drawing != Some(Drawing::Board), "--ascii requires --format board"),
            (
                has_coordinates && drawing.is_none(),
                "--coordinates requires --format board, svg or png",
            ),
            (self.per_row.is_some() && !is_sheet, "--per-row requires --format svg or png"),
        ];
        if let Some((_, message)) = mistakes.into_iter().find(|(is_made, _)| *is_made) {
            return Err(CliError::Usage(message.to_owned()));
        }
        refuse_terminal(drawing == Some(Drawing::Png) && is_terminal)?;
        let coordinates = self.coordinates.into();
        let sheet = Sheet::default().with_coordinates(coordinates);
        let sheet = match self.per_row {
            Some(boards) => sheet.with_columns(boards),
            None => sheet,
        };
        Ok(Drawer { drawing, ascii: self.ascii, coordinates, sheet })
    }
}

/// Fails if PNG would be written to a terminal.
pub(crate) fn refuse_terminal(is_refused: bool) -> Result {
    let message = "refusing to write PNG to a terminal: use --output FILE";
    if is_refused { Err(CliError::Usage(message.to_owned())) } else { Ok(()) }
}

/// Draws boards.
pub(crate) struct Drawer {
    /// `None` if nothing is drawn.
    drawing: Option<Drawing>,
    ascii: bool,
    coordinates: Coordinates,
    /// The boards of an SVG document or PNG file, which is printed at the end.
    sheet: Sheet,
}

impl Drawer {
    /// Fails if the sheet can't hold this number of boards.
    pub(crate) fn check_count(&self, boards: u64) -> Result {
        let largest = Sheet::LARGEST;
        match self.drawing {
            Some(drawing) if drawing.is_sheet() && boards > largest as u64 => {
                Err(sheet_full(Invalid::SheetFull { largest }))
            }
            _ => Ok(()),
        }
    }

    /// Fails if a board of this size is too large to draw.
    pub(crate) fn check_size(&self, n: u64) -> Result {
        let largest = Picture::LARGEST;
        match self.drawing {
            Some(_) if n > largest as u64 => Err(undrawable(Invalid::PictureSize { largest })),
            _ => Ok(()),
        }
    }

    /// Draws a board. `queens` is what the caption of a drawing in text names after a colon.
    pub(crate) fn draw(
        &mut self,
        caption: impl Display,
        queens: impl Display,
        picture: Result<Picture, Invalid>,
        out: &mut Output,
    ) -> Result {
        let picture = picture.map_err(undrawable)?;
        if self.drawing.is_some_and(Drawing::is_sheet) {
            return self.sheet.push(caption.to_string(), picture).map_err(sheet_full);
        }
        let drawn = if self.ascii { picture.ascii() } else { picture.unicode() };
        let drawn = drawn.with_coordinates(self.coordinates);
        out.line(format_args!("{caption}: {queens}\n{drawn}\n"))
    }

    /// Prints the sheet, if there is one.
    pub(crate) fn finish(self, out: &mut Output) -> Result {
        match self.drawing {
            Some(Drawing::Svg) => out.line(self.sheet),
            Some(Drawing::Png) => Ok(out.write_all(&self.sheet.png().map_err(sheet_full)?)?),
            Some(Drawing::Board) | None => Ok(()),
        }
    }
}

fn sheet_full(error: Invalid) -> CliError {
    CliError::Usage(format!("{error}; print fewer at a time"))
}

/// The error of a board that can't be drawn.
fn undrawable(error: Invalid) -> CliError {
    match error {
        Invalid::PictureSize { .. } => {
            CliError::Usage(format!("{error}; --format text, csv and json print any number"))
        }
        other => other.into(),
    }
}
