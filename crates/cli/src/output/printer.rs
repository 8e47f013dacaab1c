//! Prints boards: the options for it, the printer that all commands share, and the drawer, which draws boards one after
//! another as text, or on one SVG or PNG sheet.

use crate::args::positive;
use crate::error::{Result, usage};
use crate::output::{Column, Columns, Format, FormatArg, Output, Value, csv_line};
use nqdb::picture::{Coordinates, Picture, Sheet};
use nqdb::{Board, Error, Invalid, OrbitId, Solution};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt::Display;
use std::io::Write;
use std::num::NonZeroUsize;

/// The options for printing solutions.
#[derive(clap::Args)]
pub(crate) struct FormatArgs {
    #[command(flatten)]
    format: FormatArg,
    #[command(flatten)]
    drawing: DrawingArgs,
}

/// A board to print. Only what is printed is computed.
pub(crate) trait Printable {
    /// The board as a picture.
    fn picture(&self) -> Result<Picture, Invalid>;
    /// The column `queens` of text, and the text above a picture.
    fn queens(&self) -> impl Display {
        self.value(Column::Queens)
    }
    /// The caption of a picture, if no columns are chosen, and it is not made of the usual ones.
    fn caption(&self) -> Option<String> {
        None
    }
    /// The value in a column of the command.
    fn value(&self, column: Column) -> Value<'_>;
}

impl FormatArgs {
    /// Fails unless the format is text or JSON, the only ones that the output of `option` has.
    pub(crate) fn check_plain(&self, option: &str, out: &mut Output) -> Result {
        if matches!(out.format(self.format), Format::Text | Format::Json) {
            return Ok(());
        }
        Err(usage!("{option} requires --format text or json"))
    }

    /// The printer of these columns for these options. Fails if they contradict each other.
    pub(crate) fn printer(
        &self,
        columns: Columns<'_>,
        out: &mut Output,
    ) -> Result<SolutionPrinter> {
        let is_terminal = out.is_terminal;
        self.printer_to(columns, out, is_terminal)
    }

    /// The printer for the format of an output, to a terminal or not.
    pub(crate) fn printer_to(
        &self,
        columns: Columns<'_>,
        out: &mut Output,
        is_terminal: bool,
    ) -> Result<SolutionPrinter> {
        let format = out.format(self.format);
        let drawer = self.drawing.drawer(format, is_terminal)?;
        if format == Format::Binary && is_terminal {
            return Err(usage!(
                "refusing to write binary output to a terminal: use --output FILE, or a pipe"
            ));
        }
        let has_captions = !columns.chosen.is_empty();
        let columns = columns.of(format);
        let is_number = |column| matches!(column, Column::Rank | Column::OrbitId);
        let other = columns.iter().find(|&&column| column != Column::Queens && !is_number(column));
        if let Some(other) = other.filter(|_| format == Format::Binary) {
            return Err(usage!(
                "--format binary has the columns rank, orbit_id, queens, got --columns {other}"
            ));
        }
        let header = format == Format::Csv;
        Ok(SolutionPrinter { format, header, columns, has_captions, drawer })
    }
}

/// Prints boards one by one.
pub(crate) struct SolutionPrinter {
    pub(crate) format: Format,
    /// Whether the header of CSV still has to be printed, together with the first line, so that a failure prints none.
    header: bool,
    columns: Vec<Column>,
    /// Whether captions consist of the columns.
    has_captions: bool,
    pub(crate) drawer: Drawer,
}

impl SolutionPrinter {
    /// Whether a column is printed, or is a part of captions.
    pub(crate) fn needs(&self, column: Column) -> bool {
        self.columns.contains(&column)
    }

    /// The orbit id of a solution, if it is printed and can be computed.
    pub(crate) fn orbit_id(&self, board: &Board, solution: &Solution) -> Result<Option<OrbitId>> {
        if self.needs(Column::OrbitId) { reachable(board.orbit_id(solution)) } else { Ok(None) }
    }

    /// Prints a board.
    pub(crate) fn print(&mut self, board: &impl Printable, out: &mut Output) -> Result {
        match self.format {
            Format::Json => out.json(&Object { board, columns: &self.columns }),
            Format::Csv => {
                self.print_header(out)?;
                let cells = self.columns.iter().map(|&column| board.value(column).to_string());
                Ok(csv_line(out, cells)?)
            }
            Format::Drawing | Format::Svg | Format::Png => {
                let caption = self.caption(board);
                self.drawer.draw(caption, board.queens(), board.picture(), out)
            }
            Format::Binary => {
                let Value::Permutation(permutation) = board.value(Column::Queens) else {
                    return Ok(());
                };
                let number = |column| match board.value(column) {
                    Value::Number(number) => number,
                    _ => 0,
                };
                self.print_row(number, &permutation.queens().collect::<Vec<_>>(), out)
            }
            _ if self.columns == [Column::Queens] => out.line(board.queens()),
            _ => {
                for (place, &column) in self.columns.iter().enumerate() {
                    let tab = if place == 0 { "" } else { "\t" };
                    match column {
                        Column::Queens => write!(out, "{tab}{}", board.queens())?,
                        column => write!(out, "{tab}{}", board.value(column))?,
                    }
                }
                out.line("")
            }
        }
    }

    /// Prints a row of `binary`: numbers of eight bytes, 0 if they are unknown, and the queens.
    pub(crate) fn print_row(
        &self,
        number: impl Fn(Column) -> u64,
        queens: &[u8],
        out: &mut Output,
    ) -> Result {
        for column in &self.columns {
            match column {
                Column::Queens => out.write_all(queens)?,
                column => out.write_all(&number(*column).to_le_bytes())?,
            }
        }
        Ok(())
    }

    /// Prints a placeholder for a wrong board: an empty line, `null`, or empty cells; nothing in SVG, PNG and `binary`.
    pub(crate) fn print_missing(&mut self, out: &mut Output) -> Result {
        match self.format {
            Format::Json => out.json(&()),
            Format::Csv => {
                self.print_header(out)?;
                Ok(csv_line(out, self.columns.iter().map(|_| ""))?)
            }
            Format::Svg | Format::Png | Format::Binary => Ok(()),
            _ => out.line(""),
        }
    }

    fn print_header(&mut self, out: &mut Output) -> Result {
        let columns = self.columns.iter().map(Column::to_string);
        if std::mem::take(&mut self.header) { Ok(csv_line(out, columns)?) } else { Ok(()) }
    }

    /// The caption of a picture: the chosen columns other than the queens, if there are any, else the usual one, or the
    /// board size if the number is unknown.
    fn caption(&self, board: &impl Printable) -> String {
        if let Some(caption) = board.caption().filter(|_| !self.has_captions) {
            return caption;
        }
        let part = |column| match (column, board.value(column)) {
            (Column::Queens, _) | (_, Value::Missing) => None,
            (Column::N, n) => Some(format!("N = {n}")),
            (Column::OrbitId, id) => Some(format!("orbit {id}")),
            (Column::Number, number) => Some(format!("puzzle {number}")),
            (Column::Symmetry | Column::Tier | Column::Operation | Column::Description, name) => {
                Some(name.to_string())
            }
            (column, value) => Some(format!("{column} {value}").replace('_', " ")),
        };
        let mut parts: Vec<_> = self.columns.iter().copied().filter_map(part).collect();
        if parts.is_empty() && !self.has_captions {
            parts.extend(part(Column::N));
        }
        parts.join(", ")
    }

    /// Prints the sheet, or the header of empty CSV, after the last solution.
    pub(crate) fn finish(mut self, out: &mut Output) -> Result {
        if self.format == Format::Csv {
            self.print_header(out)?;
        }
        self.drawer.finish(out)
    }
}

/// A board as a JSON object of its columns.
struct Object<'a, P> {
    board: &'a P,
    columns: &'a [Column],
}

impl<P: Printable> Serialize for Object<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for column in self.columns {
            match self.board.value(*column) {
                Value::Absent => {}
                value => object.serialize_entry(column, &value)?,
            }
        }
        object.end()
    }
}

/// `None` for a number that is infeasible to compute.
pub(crate) fn reachable<T>(number: nqdb::Result<T>) -> Result<Option<T>> {
    match number {
        Err(Error::RankOutOfReach { .. } | Error::OutOfReach { .. }) => Ok(None),
        number => Ok(Some(number?)),
    }
}

/// The options of drawings.
#[derive(clap::Args)]
pub(crate) struct DrawingArgs {
    /// Draw boards in ASCII; requires --format drawing
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
    /// No labels, row 1 at the top (the default except in heatmap)
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
            (self.ascii && format != Format::Drawing, "--ascii requires --format drawing"),
            (
                has_coordinates && !format.is_picture(),
                "--coordinates requires --format drawing, svg or png",
            ),
            (
                self.per_row.is_some() && !format.is_sheet(),
                "--per-row requires --format svg or png",
            ),
        ];
        if let Some((_, message)) = mistakes.into_iter().find(|(is_made, _)| *is_made) {
            return Err(usage!("{message}"));
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
    if is_refused {
        return Err(usage!("refusing to write PNG to a terminal: use --output FILE"));
    }
    Ok(())
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
            return Err(Invalid::SheetFull { largest, got: boards }.into());
        }
        Ok(())
    }

    /// Fails if a board of this size is too large to draw.
    pub(crate) fn check_size(&self, n: usize) -> Result {
        let largest = Picture::LARGEST;
        if self.format.is_picture() && n > largest {
            return Err(Invalid::PictureSize { largest, got: n }.into());
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
        let (picture, caption) = (picture?, caption.to_string());
        if self.format.is_sheet() {
            return Ok(self.sheet.push(caption, picture)?);
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
            Format::Png => Ok(out.write_all(&self.sheet.png()?)?),
            _ => Ok(()),
        }
    }
}
