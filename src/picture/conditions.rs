//! Boards with some queens as SVG: given, excluded and attacked squares, and the number of solutions through each of
//! the others.

use super::board::Coordinates;
use super::heat::{FONT, Grid, Heat, Scale, Square, Text, ink_on};
use super::style::{Colour, DARK, INK, LIGHT, PALE, open_svg, write_cross, write_queen};
use crate::combinatorics::{BoardSize, Conditions, Invalid};
use crate::search::Heatmap;
use std::fmt::{self, Display, Formatter};

/// Conditions on a board as a self-contained SVG document: given queens, crosses on excluded squares, dots on
/// attacked ones. Row 1 is at the top, column 1 on the left; each square has a `<title>` in words.
///
/// With heat, the other squares are darker the more solutions have a queen there, and show their counts up to N = 12.
/// Estimates are marked with `≈`.
///
/// ```
/// use nqdb::{BoardSize, Conditions, picture::ConditionsPicture};
///
/// let conditions = Conditions::parse(BoardSize::new(8)?, ["3=5", "7!=4"])?;
/// let picture = ConditionsPicture::new(&conditions).to_string();
/// assert!(picture.contains("<title>column 3, row 5: queen</title>"));
/// assert!(picture.contains("<title>column 7, row 4: excluded</title>"));
/// # Ok::<(), nqdb::Invalid>(())
/// ```
#[derive(Debug, Clone)]
pub struct ConditionsPicture {
    pub(super) n: BoardSize,
    /// By row, then by column.
    pub(super) marks: Vec<SquareMark>,
    pub(super) heat: Option<(Heat, Scale)>,
    pub(super) grid: Grid,
}

/// The largest board with counts on the squares.
const LARGEST_LABELLED: usize = 12;

/// The maximum number of queens listed in the caption.
const MOST_NAMED: usize = 8;

/// The heat from which white numbers have more contrast than dark ones; at this heat both have about 4 : 1.
const DARK_TINT: f64 = 0.81;

/// The colour of the lines between squares with heat.
const LINE: &str = "#e2d7c6";

impl ConditionsPicture {
    /// The picture of the conditions without heat. A column with only one row left has its queen there.
    pub fn new(conditions: &Conditions) -> Self {
        let n = conditions.n();
        ConditionsPicture { n, marks: marks(conditions), heat: None, grid: grid(n, []) }
    }

    /// The picture with the number of solutions through each free square, given the heat map of the solutions that
    /// match the conditions.
    ///
    /// # Errors
    /// [`Invalid::OtherHeatmap`] for a heat map of another board size.
    pub fn with_heat(self, heatmap: &Heatmap) -> Result<Self, Invalid> {
        let (n, heat) = (heatmap.n(), Heat::counted(heatmap));
        if n != self.n {
            return Err(Invalid::OtherHeatmap { n: self.n.get(), got: n.get() });
        }
        let free =
            self.marks.iter().zip(&heat.squares).filter(|(mark, _)| **mark == SquareMark::Free);
        let free: Vec<&Square> = free.map(|(_, square)| square).collect();
        let scale = Scale::of(free.iter().copied());
        let grid = grid(n, free).with_coordinates(self.grid.coordinates);
        Ok(ConditionsPicture { heat: Some((heat, scale)), grid, ..self })
    }

    /// The picture with these labels of rows and columns; numbers by default.
    pub fn with_coordinates(self, coordinates: Coordinates) -> Self {
        ConditionsPicture { grid: self.grid.with_coordinates(coordinates), ..self }
    }

    /// The background colour of a square, by its index in `marks`, and its heat if it has one.
    pub(super) fn colour(&self, place: usize) -> (Colour, Option<f64>) {
        let (column, row) = self.column_and_row(place);
        let is_dark = self.grid.coordinates.is_dark(column, row);
        let board = || Colour::parse(if is_dark { DARK } else { LIGHT });
        match (&self.heat, self.marks[place]) {
            (None, _) => (board(), None),
            (Some((heat, scale)), SquareMark::Free) => {
                let count = heat.squares[place].count;
                let share = scale.heat(count);
                (if count > 0.0 { Colour::tint(share) } else { Colour::WHITE }, Some(share))
            }
            (Some(_), SquareMark::Queen) => (Colour::parse(DARK), None),
            (Some(_), _) => (Colour::WHITE, None),
        }
    }

    fn column_and_row(&self, place: usize) -> (usize, usize) {
        (place % self.n.get(), place / self.n.get())
    }

    /// The given queens and the number of solutions.
    pub(super) fn caption(&self) -> String {
        let n = self.n;
        let count = |mark| self.marks.iter().filter(|other| **other == mark).count();
        let queens = match count(SquareMark::Queen) {
            0 => "no queens given".to_owned(),
            1..=MOST_NAMED => self.queens().join(" "),
            more => format!("{more} queens given"),
        };
        let excluded = match count(SquareMark::Excluded) {
            0 => String::new(),
            1 => ", 1 square excluded".to_owned(),
            more => format!(", {more} squares excluded"),
        };
        let solutions = self.heat.as_ref().map(|(heat, _)| format!(", {}", heat.solutions));
        format!("N = {n}: {queens}{excluded}{}", solutions.unwrap_or_default())
    }

    /// The queens as conditions such as `3=5`, column by column.
    fn queens(&self) -> Vec<String> {
        let places = (0..self.marks.len()).filter(|&place| self.marks[place] == SquareMark::Queen);
        let mut queens: Vec<(usize, usize)> =
            places.map(|place| self.column_and_row(place)).collect();
        queens.sort();
        queens.into_iter().map(|(column, row)| format!("{}={}", column + 1, row + 1)).collect()
    }

    /// The count on a square, by its index in `marks`, and its colour.
    pub(super) fn label(&self, place: usize) -> Option<(&str, &'static str)> {
        let (heat, _) = self.heat.as_ref().filter(|_| self.n.get() <= LARGEST_LABELLED)?;
        let ink = ink_on(self.colour(place).1.unwrap_or(0.0), DARK_TINT);
        (self.marks[place] == SquareMark::Free).then(|| (&*heat.squares[place].label, ink))
    }

    fn write_square(&self, place: usize, f: &mut Formatter<'_>) -> fmt::Result {
        let (column, row) = self.column_and_row(place);
        let ((x, y), side) = (self.grid.corner((column, row)), self.grid.square);
        let square = self.heat.as_ref().map(|(heat, _)| &heat.squares[place]);
        let words = match (self.marks[place], square) {
            (SquareMark::Queen, _) => "queen",
            (SquareMark::Excluded, _) => "excluded",
            (SquareMark::Attacked, _) => "attacked",
            (SquareMark::Free, None) => "free",
            (SquareMark::Free, Some(square)) => &square.words,
        };
        let fill = self.colour(place).0;
        let line = if square.is_some() { format!(r#" stroke="{LINE}""#) } else { String::new() };
        let (column, row) = (column + 1, row + 1);
        write!(
            f,
            r##"<g><title>column {column}, row {row}: {words}</title><rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"{line}/>"##,
        )?;
        let shape = match self.marks[place] {
            SquareMark::Queen => "queen",
            SquareMark::Excluded => "cross",
            SquareMark::Attacked => "dot",
            SquareMark::Free => {
                if let Some((label, ink)) = self.label(place) {
                    write!(f, "{}", Text { x: x + side / 2, y: y + side / 2, ink, text: label })?;
                }
                return writeln!(f, "</g>");
            }
        };
        writeln!(f, r##"<use href="#{shape}" transform="translate({x} {y}) scale({side})"/></g>"##)
    }
}

impl Display for ConditionsPicture {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Grid { edge, top, side, width, height, .. } = self.grid;
        let (caption, y) = (self.caption(), FONT * 2);
        open_svg(f, (width, height), &caption)?;
        writeln!(f, "<defs>")?;
        write_queen("queen", format_args!(r#"fill="{INK}""#), f)?;
        write_cross(f)?;
        writeln!(f, r#"<circle id="dot" cx=".5" cy=".5" r=".1" fill="{PALE}" opacity=".6"/>"#)?;
        writeln!(f, "</defs>")?;
        writeln!(f, r#"<g font-size="{FONT}">"#)?;
        writeln!(f, r#"<text x="{edge}" y="{y}" fill="{INK}">{caption}</text>"#)?;
        self.grid.write_labels(f)?;
        (0..self.marks.len()).try_for_each(|place| self.write_square(place, f))?;
        writeln!(
            f,
            r#"<rect x="{edge}" y="{top}" width="{side}" height="{side}" fill="none" stroke="{INK}" stroke-width="2"/>"#
        )?;
        if let Some((_, scale)) = &self.heat {
            scale.write_legend(&self.grid, Colour::tint, f)?;
        }
        f.write_str("</g>\n</svg>")
    }
}

fn grid<'s>(n: BoardSize, counts: impl IntoIterator<Item = &'s Square>) -> Grid {
    match n.get() {
        n @ ..=LARGEST_LABELLED => Grid::labelled(n, counts),
        n => Grid::plain(n),
    }
}

/// The mark of a square: a queen, or why a further queen is or is not possible there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SquareMark {
    Queen,
    /// Excluded by a condition.
    Excluded,
    Attacked,
    Free,
}

/// The marks of all squares, by row, then by column. A column with only one row left has its queen there.
fn marks(conditions: &Conditions) -> Vec<SquareMark> {
    let n = conditions.n().get();
    let given = |rows: &u64| rows.is_power_of_two().then(|| rows.trailing_zeros() as usize);
    let queens: Vec<Option<usize>> = conditions.rows().iter().map(given).collect();
    let attacked = |column: usize, row: usize| {
        let mut queens = (0..).zip(&queens).filter_map(|(other, queen)| Some((other, (*queen)?)));
        queens.any(|(other, queen): (usize, usize)| {
            other == column || queen == row || other.abs_diff(column) == queen.abs_diff(row)
        })
    };
    let mark = |row: usize, column: usize| match queens[column] {
        Some(queen) if queen == row => SquareMark::Queen,
        None if conditions.rows()[column] >> row & 1 == 0 => SquareMark::Excluded,
        _ if attacked(column, row) => SquareMark::Attacked,
        _ => SquareMark::Free,
    };
    (0..n * n).map(|place| mark(place / n, place % n)).collect()
}
