//! [`Sheet`]: boards with captions, their layout, and the SVG document. `png` draws the same layout.

use super::board::{Coordinates, Look, Picture, Queen};
use super::style::{CROSS, DARK, INK, LIGHT, PALE, open_svg, write_cross, write_queen};
use crate::combinatorics::Invalid;
use crate::combinatorics::notation::letters;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
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

    /// Sets the labels of rows and columns of each board, and the notation of the queens of boards added later.
    pub fn with_coordinates(self, coordinates: Coordinates) -> Self {
        Sheet { coordinates, ..self }
    }

    /// Sets the number of boards side by side.
    pub fn with_columns(self, columns: NonZeroUsize) -> Self {
        Sheet { columns: Some(columns), ..self }
    }

    /// Adds a board.
    ///
    /// # Errors
    /// [`Invalid::SheetFull`] if the sheet has [`Sheet::LARGEST`] boards.
    pub fn push(&mut self, caption: String, picture: Picture) -> Result<(), Invalid> {
        if self.boards.len() == Self::LARGEST {
            let got = self.boards.len() as u64 + 1;
            return Err(Invalid::SheetFull { largest: Self::LARGEST, got });
        }
        let is_large = picture.n() > LARGEST_NUMBERED;
        let numbers = if is_large { String::new() } else { numbers(&picture, self.coordinates) };
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
        let half = (self.edge / 2).min(self.label) as isize;
        let below = match self.coordinates {
            Coordinates::None => return Vec::new(),
            Coordinates::Numbers => -half,
            Coordinates::Chess => (n as f64 * square) as isize + half,
        };
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

/// The most crosses that are written after the queens.
const MOST_CROSSES: usize = 8;

/// The queens as 1-based numbers: the rows, or the squares if some columns have no queen. A few crosses follow.
fn numbers(picture: &Picture, coordinates: Coordinates) -> String {
    let is_full = picture.queens.iter().all(Option::is_some);
    let queens = (0..).zip(&picture.queens).filter_map(|(column, queen)| {
        let row = queen.as_ref()?.row + 1;
        Some(match coordinates {
            _ if is_full => row.to_string(),
            Coordinates::Chess => format!("{}{row}", letters(column)),
            _ => format!("{}={row}", column + 1),
        })
    });
    let crosses = picture.crosses.iter().filter(|_| picture.crosses.len() <= MOST_CROSSES);
    let crosses = crosses.map(|&(column, row)| match coordinates {
        Coordinates::Chess => format!("!{}{}", letters(column as usize), row + 1),
        _ => format!("{}!={}", column + 1, row + 1),
    });
    queens.chain(crosses).collect::<Vec<_>>().join(" ")
}

impl Captioned {
    /// The font size of the numbers; 0 if there are none.
    pub(super) fn numbers_size(&self, side: usize) -> usize {
        match self.numbers.len() {
            0 => 0,
            characters => font_size(side, characters),
        }
    }

    /// The caption and, if shown, the queens as numbers.
    fn title(&self) -> String {
        let is_one = self.caption.is_empty() || self.numbers.is_empty();
        let colon = if is_one { "" } else { ": " };
        format!("{}{colon}{}", Escaped(&self.caption), self.numbers)
    }
}

/// The text of an empty sheet.
pub(super) const NO_BOARDS: &str = "no boards";

impl Look {
    /// The id of the queen's shape in the document.
    pub(super) fn id(self) -> &'static str {
        match self {
            Look::Filled => "queen",
            Look::Outlined => "outlined",
        }
    }

    fn paint(self) -> String {
        match self {
            Look::Filled => format!(r#"fill="{INK}""#),
            Look::Outlined => format!(r##"fill="#fff" stroke="{INK}" stroke-width="3""##),
        }
    }
}

/// The squares of an empty board, one unit each.
fn write_squares(n: usize, coordinates: Coordinates, f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, r##"<g id="squares-{n}"><rect width="{n}" height="{n}" fill="{LIGHT}"/>"##)?;
    // Each row is a dashed line whose dashes are the dark squares.
    write!(f, r#"<path stroke="{DARK}" stroke-dasharray="1" d=""#)?;
    for line in 0..n {
        let first_dark = usize::from(!coordinates.is_dark(0, coordinates.turn(n, line)));
        if first_dark < n {
            write!(f, "M{first_dark} {line}.5H{n}")?;
        }
    }
    f.write_str("\"/>")?;
    writeln!(
        f,
        r##"<rect width="{n}" height="{n}" fill="none" stroke="{INK}" stroke-width="{}"/></g>"##,
        n as f64 / 200.0
    )
}

impl Sheet {
    /// Writes a board and the two lines above it.
    fn write(&self, index: usize, layout: &SheetLayout, f: &mut Formatter<'_>) -> fmt::Result {
        let board = &self.boards[index];
        let Captioned { caption, numbers, picture } = board;
        let ((x, y), title) = (layout.corner(index), board.title());
        writeln!(f, r#"<g role="img" transform="translate({x} {y})"><title>{title}</title>"#)?;
        let (large, small) = (layout.caption, board.numbers_size(layout.side));
        let (left, top) = layout.squares();
        let x = if left > 0 { format!(r#"x="{left}" "#) } else { String::new() };
        writeln!(f, r#"<text {x}y="{large}" font-size="{large}">{}</text>"#, Escaped(caption))?;
        if small > 0 {
            let below = layout.head() - layout.numbers / 2;
            writeln!(
                f,
                r#"<text {x}y="{below}" font-size="{small}" fill="{PALE}">{numbers}</text>"#
            )?;
        }
        let n = picture.n();
        let square = (layout.side * 1000 / n) as f64 / 1000.0;
        write_labels(layout, n, square, f)?;
        writeln!(f, r#"<g transform="translate({left} {top}) scale({square})">"#)?;
        writeln!(f, r##"<use href="#squares-{n}"/>"##)?;
        self.write_attacked(picture, f)?;
        for &(column, row) in &picture.crosses {
            let line = self.coordinates.turn(n, row as usize);
            writeln!(f, r##"<use href="#cross" x="{column}" y="{line}"/>"##)?;
        }
        for (column, queen) in picture.queens.iter().enumerate() {
            if let Some(Queen { row, look }) = queen {
                let line = self.coordinates.turn(n, *row as usize);
                writeln!(f, r##"<use href="#{}" x="{column}" y="{line}"/>"##, look.id())?;
            }
        }
        self.write_lines(picture, f)?;
        writeln!(f, "</g></g>")
    }

    /// Writes the squares of queens that attack each other.
    fn write_attacked(&self, picture: &Picture, f: &mut Formatter<'_>) -> fmt::Result {
        picture.attacked().into_iter().try_for_each(|column| {
            let y = picture.line(column, self.coordinates);
            writeln!(
                f,
                r#"<rect x="{column}" y="{y}" width="1" height="1" fill="{CROSS}" opacity=".75"/>"#
            )
        })
    }

    /// Writes the lines between queens that attack each other.
    fn write_lines(&self, picture: &Picture, f: &mut Formatter<'_>) -> fmt::Result {
        if picture.attacks.is_empty() {
            return Ok(());
        }
        write!(f, r#"<path stroke="{CROSS}" stroke-width=".1" stroke-linecap="round" d=""#)?;
        for &(left, right) in &picture.attacks {
            let [above, below] = [left, right].map(|column| picture.line(column, self.coordinates));
            write!(f, "M{left}.5 {above}.5L{right}.5 {below}.5")?;
        }
        writeln!(f, r#""/>"#)
    }
}

/// Writes the labels of rows and columns.
fn write_labels(layout: &SheetLayout, n: usize, square: f64, f: &mut Formatter<'_>) -> fmt::Result {
    let ((left, top), size) = (layout.squares(), layout.label);
    let labels = layout.labels(n, square);
    if labels.is_empty() {
        return Ok(());
    }
    writeln!(f, r#"<g font-size="{size}" fill="{PALE}" text-anchor="middle">"#)?;
    for label in labels {
        // Digits are about 0.7 of the font size high.
        let (x, y) = (left as isize + label.x, top as isize + label.y + (size * 7 / 20) as isize);
        writeln!(f, r#"<text x="{x}" y="{y}">{}</text>"#, label.name)?;
    }
    writeln!(f, "</g>")
}

impl Display for Sheet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.boards.is_empty() {
            open_svg(f, (200, 40), NO_BOARDS)?;
            writeln!(f, r#"<text x="20" y="25" font-size="13" fill="{PALE}">{NO_BOARDS}</text>"#)?;
            return f.write_str("</svg>");
        }
        let layout = SheetLayout::of(self);
        let title = match &self.boards[..] {
            [board] => board.title(),
            boards => format!("{} boards of queens", boards.len()),
        };
        open_svg(f, (layout.width(), layout.height()), title)?;
        let sizes: BTreeSet<usize> = self.boards.iter().map(|board| board.picture.n()).collect();
        writeln!(f, "<defs>")?;
        let queen = |look: Look, f: &mut Formatter<'_>| write_queen(look.id(), look.paint(), f);
        queen(Look::Filled, f)?;
        if self.boards.iter().any(|board| board.picture.has_outlined()) {
            queen(Look::Outlined, f)?;
        }
        if self.boards.iter().any(|board| !board.picture.crosses.is_empty()) {
            write_cross(f)?;
        }
        sizes.into_iter().try_for_each(|n| write_squares(n, self.coordinates, f))?;
        writeln!(f, "</defs>")?;
        (0..self.boards.len()).try_for_each(|index| self.write(index, &layout, f))?;
        f.write_str("</svg>")
    }
}

/// Text escaped as element content.
struct Escaped<'t>(&'t str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            other => write!(f, "{other}"),
        })
    }
}
