//! [`Sheet`]: boards with captions, and their layout. A sheet is drawn by `sheet_svg` and `png`.

use super::board::Picture;
use super::coordinates::Coordinates;
use crate::combinatorics::Invalid;
use std::num::NonZeroUsize;

/// Boards with captions, as one SVG document or, with the feature `png`, one PNG file.
///
/// A sheet is displayed as SVG. The document is self-contained: queens are shapes, and text uses the viewer's
/// sans-serif font. Each board has a `<title>` with its caption and queens, for screen readers.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    pub(super) boards: Vec<Captioned>,
    pub(super) coordinates: Coordinates,
    /// The number of boards side by side. By default at least four, and otherwise as many as there are rows.
    columns: Option<NonZeroUsize>,
}

/// A board on a sheet.
#[derive(Debug, Clone)]
pub(super) struct Captioned {
    pub(super) caption: String,
    /// The queens as 1-based numbers; empty for boards that are too large.
    pub(super) numbers: String,
    pub(super) picture: Picture,
}

impl Sheet {
    /// The largest number of boards on a sheet.
    pub const LARGEST: usize = 1000;

    /// Sets the labels of rows and columns of each board.
    pub fn with_coordinates(self, coordinates: Coordinates) -> Self {
        Sheet { coordinates, ..self }
    }

    /// Sets the number of boards side by side.
    pub fn with_columns(self, columns: NonZeroUsize) -> Self {
        Sheet { columns: Some(columns), ..self }
    }

    /// Adds a board. Fails if the sheet already has [`Sheet::LARGEST`].
    pub fn push(&mut self, caption: String, picture: Picture) -> Result<(), Invalid> {
        if self.boards.len() == Self::LARGEST {
            return Err(Invalid::SheetFull { largest: Self::LARGEST });
        }
        let numbers =
            if picture.n() > LARGEST_NUMBERED { String::new() } else { numbers(&picture) };
        self.boards.push(Captioned { caption, numbers, picture });
        Ok(())
    }
}

/// The minimum number of columns of a sheet with enough boards.
const COLUMNS: usize = 4;

/// The largest board whose queens are shown as numbers; they do not fit on larger ones.
const LARGEST_NUMBERED: usize = 64;

/// The range of font sizes of coordinates.
const LARGEST_LABEL: usize = 14;
const SMALLEST_LABEL: usize = 7;

/// Positions and sizes in pixels.
pub(super) struct SheetLayout {
    columns: usize,
    rows: usize,
    /// The side of every board.
    pub(super) side: usize,
    /// The space between two boards and around them.
    margin: usize,
    /// The space for coordinates on the left of each board, and above or below it.
    edge: usize,
    /// The font sizes of the captions, of the queens as numbers (maximum), and of the coordinates.
    pub(super) caption: usize,
    pub(super) numbers: usize,
    pub(super) label: usize,
    coordinates: Coordinates,
}

/// The label of a row or column.
pub(super) struct Label {
    /// The centre of the label, relative to the upper left corner of the board.
    pub(super) x: isize,
    pub(super) y: isize,
    pub(super) name: String,
}

impl SheetLayout {
    pub(super) fn of(sheet: &Sheet) -> Self {
        let count = sheet.boards.len();
        let columns =
            sheet.columns.map_or(COLUMNS.max(count.isqrt()), NonZeroUsize::get).min(count);
        let sizes = || sheet.boards.iter().map(|board| board.picture.n());
        let side = sizes().map(side).max().unwrap_or(0);
        let captions = sheet.boards.iter().map(|board| board.caption.chars().count());
        let numbers = sheet.boards.iter().map(|board| board.numbers_size(side));
        let largest = sizes().max().unwrap_or(1);
        let label = (side / largest * 2 / 5).clamp(SMALLEST_LABEL, LARGEST_LABEL);
        SheetLayout {
            columns,
            rows: count.div_ceil(columns.max(1)),
            side,
            margin: (side / 10).max(16),
            edge: match sheet.coordinates {
                Coordinates::None => 0,
                _ => width_of_digits(largest, label) + label,
            },
            caption: font_size(side, captions.max().unwrap_or(0)),
            numbers: numbers.max().unwrap_or(0),
            label,
            coordinates: sheet.coordinates,
        }
    }

    /// The height of the two lines above a board.
    pub(super) fn head(&self) -> usize {
        (self.caption + self.numbers) * 3 / 2
    }

    pub(super) fn width(&self) -> usize {
        self.columns * (self.edge + self.side + self.margin) + self.margin
    }

    pub(super) fn height(&self) -> usize {
        self.rows * (self.head() + self.edge + self.side + self.margin) + self.margin
    }

    /// The upper left corner of a board, including the lines above it.
    pub(super) fn corner(&self, index: usize) -> (usize, usize) {
        let (row, column) = (index / self.columns, index % self.columns);
        let x = self.margin + column * (self.edge + self.side + self.margin);
        (x, self.margin + row * (self.head() + self.edge + self.side + self.margin))
    }

    /// The upper left corner of the squares, relative to [`SheetLayout::corner`].
    pub(super) fn squares(&self) -> (usize, usize) {
        let above = if self.coordinates == Coordinates::Numbers { self.edge } else { 0 };
        (self.edge, self.head() + above)
    }

    /// The labels of the columns and rows of a board whose squares have this side. If they are too close, only every
    /// second, third, … one is shown.
    pub(super) fn labels(&self, n: usize, square: f64) -> Vec<Label> {
        let Some(below) = self.label_height(n, square) else { return Vec::new() };
        let step =
            ((width_of_digits(n, self.label) + self.label / 2) as f64 / square).ceil() as usize;
        let shown = (0..n).filter(|line| step <= 1 || (line + 1).is_multiple_of(step));
        let middle = |line: usize| ((line as f64 + 0.5) * square) as isize;
        let left = -(self.edge as isize / 2);
        let names = shown.map(|line| {
            let column = self.coordinates.column_name(line);
            let row = middle(self.coordinates.turn(n, line));
            [
                Label { x: middle(line), y: below, name: column },
                Label { x: left, y: row, name: (line + 1).to_string() },
            ]
        });
        names.flatten().collect()
    }

    /// The vertical position of the column labels; `None` without labels.
    fn label_height(&self, n: usize, square: f64) -> Option<isize> {
        let half = (self.edge / 2).min(self.label) as isize;
        match self.coordinates {
            Coordinates::None => None,
            Coordinates::Numbers => Some(-half),
            Coordinates::Chess => Some((n as f64 * square) as isize + half),
        }
    }
}

/// The width of the largest number on a board.
fn width_of_digits(n: usize, font: usize) -> usize {
    n.to_string().len() * font * 3 / 5
}

/// The side of a single board, whole pixels per square.
fn side(n: usize) -> usize {
    n * if n <= 8 { 320 / n } else { (960 / n).clamp(4, 40) }
}

/// A font size in which `characters` characters fit the width of a board.
fn font_size(side: usize, characters: usize) -> usize {
    // Few fonts have an average width of more than 0.6 of their height.
    let fitting = side * 10 / (6 * characters).max(1);
    fitting.clamp(1, (side / 20).max(1))
}

/// The queens as 1-based numbers: the rows, together with the columns if some columns have no queen.
fn numbers(picture: &Picture) -> String {
    let is_full = picture.queens.iter().all(Option::is_some);
    let queens = (1..).zip(&picture.queens).filter_map(|(column, queen)| {
        let row = queen.as_ref()?.row + 1;
        Some(if is_full { row.to_string() } else { format!("{column}={row}") })
    });
    queens.collect::<Vec<_>>().join(" ")
}

impl Captioned {
    /// The font size of the numbers; 0 if there are none.
    pub(super) fn numbers_size(&self, side: usize) -> usize {
        match self.numbers.len() {
            0 => 0,
            characters => font_size(side, characters),
        }
    }
}

/// The text of an empty sheet.
pub(super) const NO_BOARDS: &str = "no boards";
