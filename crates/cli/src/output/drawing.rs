//! Draws boards one after another as text, or on one SVG or PNG sheet: the options for it, and the drawer.

use crate::args::positive;
use crate::error::{CliError, Result};
use crate::output::format::Format;
use crate::output::write::Output;
use nqdb::Invalid;
use nqdb::picture::{Coordinates, Picture, Sheet};
use std::fmt::Display;
use std::io::Write;
use std::num::NonZeroUsize;

/// The options of drawings.
#[derive(clap::Args)]
pub(crate) struct DrawingArgs {
    /// Draw boards in ASCII; requires --format board
    #[arg(long)]
    ascii: bool,
    /// Labels of drawings: none, numbers or chess
    #[arg(long, value_enum, ignore_case = true, value_name = "NAMES", default_value = "none")]
    #[arg(hide_possible_values = true)]
    coordinates: CoordinateNames,
    /// Boards side by side in svg and png, 1 to 1000 [default: at least 4]
    #[arg(long, value_name = "COUNT", value_parser = positive(Sheet::LARGEST as u64))]
    per_row: Option<NonZeroUsize>,
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
    /// The drawer for these options; if the format draws nothing, it draws nothing. Fails for options that the format
    /// would ignore, and for PNG to a terminal.
    pub(crate) fn drawer(&self, format: Format, is_terminal: bool) -> Result<Drawer> {
        let has_coordinates = self.coordinates != CoordinateNames::None;
        let mistakes = [
            (self.ascii && format != Format::Board, "--ascii requires --format board"),
            (
                has_coordinates && !format.is_picture(),
                "--coordinates requires --format board, svg or png",
            ),
            (
                self.per_row.is_some() && !format.is_sheet(),
                "--per-row requires --format svg or png",
            ),
        ];
        if let Some((_, message)) = mistakes.into_iter().find(|(is_made, _)| *is_made) {
            return Err(CliError::Usage(message.to_owned()));
        }
        refuse_terminal(format == Format::Png && is_terminal)?;
        let coordinates = self.coordinates.into();
        let sheet = Sheet::default().with_coordinates(coordinates);
        let sheet = match self.per_row {
            Some(boards) => sheet.with_columns(boards),
            None => sheet,
        };
        Ok(Drawer { format, ascii: self.ascii, coordinates, sheet })
    }
}

/// Fails if PNG would be written to a terminal.
pub(crate) fn refuse_terminal(is_refused: bool) -> Result {
    let message = "refusing to write PNG to a terminal: use --output FILE";
    if is_refused { Err(CliError::Usage(message.to_owned())) } else { Ok(()) }
}

/// Draws boards.
pub(crate) struct Drawer {
    format: Format,
    ascii: bool,
    pub(crate) coordinates: Coordinates,
    /// The boards of an SVG document or PNG file, which is printed at the end.
    sheet: Sheet,
}

impl Drawer {
    /// Fails if the sheet can't hold this number of boards.
    pub(crate) fn check_count(&self, boards: u64) -> Result {
        let largest = Sheet::LARGEST;
        if self.format.is_sheet() && boards > largest as u64 {
            return Err(sheet_full(Invalid::SheetFull { largest, got: boards }));
        }
        Ok(())
    }

    /// Fails if a board of this size is too large to draw.
    pub(crate) fn check_size(&self, n: u64) -> Result {
        let largest = Picture::LARGEST;
        if self.format.is_picture() && n > largest as u64 {
            return Err(undrawable(Invalid::PictureSize { largest, got: n }));
        }
        Ok(())
    }

    /// Draws a board. `queens` is what the caption of a drawing in text names after a colon.
    pub(crate) fn draw(
        &mut self,
        caption: impl Display,
        queens: impl Display,
        picture: Result<Picture, Invalid>,
        out: &mut Output,
    ) -> Result {
        let (picture, caption) = (picture.map_err(undrawable)?, caption.to_string());
        if self.format.is_sheet() {
            return self.sheet.push(caption, picture).map_err(sheet_full);
        }
        let drawn = if self.ascii { picture.ascii() } else { picture.unicode() };
        let drawn = drawn.with_coordinates(self.coordinates);
        // Queens without a caption could be taken for another board.
        if !caption.is_empty() {
            out.line(format_args!("{caption}: {queens}"))?;
        }
        out.line(format_args!("{drawn}\n"))
    }

    /// Prints the sheet, if there is one.
    pub(crate) fn finish(self, out: &mut Output) -> Result {
        match self.format {
            Format::Svg => out.line(self.sheet),
            Format::Png => Ok(out.write_all(&self.sheet.png().map_err(sheet_full)?)?),
            _ => Ok(()),
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
