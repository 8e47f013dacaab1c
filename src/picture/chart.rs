//! Boards whose squares have counts or marks: their layout, and the SVG document. `png` draws the same layout.

use super::board::{Coordinates, Look};
use super::style::{Colour, INK, PALE, open_svg, write_cross, write_queen};
use std::fmt::{self, Display, Formatter};

/// The font size in pixels.
pub(super) const FONT: usize = 13;

/// The number of colours in the legend.
const STEPS: usize = 64;

/// A board with a caption and, for a heat map, a legend.
pub(super) struct Chart<'p> {
    pub(super) title: String,
    pub(super) caption: String,
    pub(super) grid: Grid,
    /// By row, then by column.
    pub(super) squares: Vec<ChartSquare<'p>>,
    /// The colour of the lines between squares, if there are any.
    pub(super) lines: Option<Colour>,
    pub(super) legend: Option<Legend<'p>>,
}

pub(super) struct ChartSquare<'p> {
    /// What is there, for screen readers.
    pub(super) words: &'p str,
    pub(super) colour: Colour,
    pub(super) content: Content<'p>,
}

#[derive(Clone, Copy)]
pub(super) enum Content<'p> {
    Nothing,
    Thing(Thing),
    /// A number and its colour.
    Count(&'p str, Colour),
}

#[derive(Clone, Copy)]
pub(super) enum Thing {
    Queen(Look),
    Cross,
    Dot,
}

/// The largest count, and the colours from 0 to it.
pub(super) type Legend<'p> = (&'p str, fn(f64) -> Colour);

impl Chart<'_> {
    /// The 0-based column and row of a square, by its index in `squares`.
    pub(super) fn column_and_row(&self, place: usize) -> (usize, usize) {
        (place % self.grid.n, place / self.grid.n)
    }

    /// The count on a square, by its index in `squares`, if there is one.
    pub(super) fn count(&self, place: usize) -> Option<Text> {
        let Content::Count(count, ink) = self.squares[place].content else { return None };
        let ((x, y), half) = (self.grid.corner(self.column_and_row(place)), self.grid.square / 2);
        Some(Text { x: x + half, y: y + half, ink, text: count.to_owned() })
    }

    fn write_square(&self, place: usize, f: &mut Formatter<'_>) -> fmt::Result {
        let ChartSquare { words, colour, content } = &self.squares[place];
        let (column, row) = self.column_and_row(place);
        let ((x, y), side) = (self.grid.corner((column, row)), self.grid.square);
        let (column, row) = (column + 1, row + 1);
        let line = self.lines.map(|line| format!(r#" stroke="{line}""#)).unwrap_or_default();
        write!(
            f,
            r##"<g><title>column {column}, row {row}: {words}</title><rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{colour}"{line}/>"##,
        )?;
        if let Content::Thing(thing) = content {
            let id = thing.id();
            write!(f, r##"<use href="#{id}" transform="translate({x} {y}) scale({side})"/>"##)?;
        }
        self.count(place).iter().try_for_each(|count| write!(f, "{count}"))?;
        writeln!(f, "</g>")
    }

    /// Writes the colour scale below the board, with 0 and the largest count.
    fn write_legend(&self, (most, colour): Legend<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        let Grid { edge, side, .. } = self.grid;
        let (y, step) = (self.grid.legend(), side as f64 / STEPS as f64);
        for i in 0..STEPS {
            let colour = colour(i as f64 / (STEPS - 1) as f64);
            let (x, width) = (edge as f64 + i as f64 * step, step + 0.5);
            writeln!(
                f,
                r#"<rect x="{x:.2}" y="{y}" width="{width:.2}" height="{FONT}" fill="{colour}"/>"#
            )?;
        }
        let (below, right) = (y + FONT * 5 / 2, edge + side);
        writeln!(
            f,
            r#"<text x="{edge}" y="{below}" fill="{PALE}">0</text><text x="{right}" y="{below}" fill="{PALE}" text-anchor="end">{most}</text>"#
        )
    }
}

impl Display for Chart<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Grid { edge, top, side, width, height, .. } = self.grid;
        let (caption, y) = (&self.caption, FONT * 2);
        open_svg(f, (width, height), &self.title)?;
        if self.squares.iter().any(|square| matches!(square.content, Content::Thing(_))) {
            writeln!(f, "<defs>")?;
            write_queen("queen", format_args!(r#"fill="{INK}""#), f)?;
            write_cross(f)?;
            writeln!(f, r#"<circle id="dot" cx=".5" cy=".5" r=".1" fill="{PALE}" opacity=".6"/>"#)?;
            writeln!(f, "</defs>")?;
        }
        writeln!(f, r#"<g font-size="{FONT}">"#)?;
        writeln!(f, r#"<text x="{edge}" y="{y}" fill="{INK}">{caption}</text>"#)?;
        let labels = self.grid.labels();
        labels.chunks(2).try_for_each(|both| writeln!(f, "{}{}", both[0], both[1]))?;
        (0..self.squares.len()).try_for_each(|place| self.write_square(place, f))?;
        writeln!(
            f,
            r#"<rect x="{edge}" y="{top}" width="{side}" height="{side}" fill="none" stroke="{INK}" stroke-width="2"/>"#
        )?;
        self.legend.map_or(Ok(()), |legend| self.write_legend(legend, f))?;
        f.write_str("</g>\n</svg>")
    }
}

impl Thing {
    /// The id of the shape in the document.
    fn id(self) -> &'static str {
        match self {
            Thing::Queen(look) => look.id(),
            Thing::Cross => "cross",
            Thing::Dot => "dot",
        }
    }
}

/// Positions and sizes in pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    pub(super) n: usize,
    pub(super) coordinates: Coordinates,
    pub(super) square: usize,
    /// The margins on the sides of the board and above it.
    pub(super) edge: usize,
    pub(super) top: usize,
    pub(super) side: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Grid {
    /// A grid whose squares fit these counts.
    pub(super) fn labelled<'s>(n: usize, counts: impl IntoIterator<Item = &'s str>) -> Self {
        let widest = counts.into_iter().map(|count| count.chars().count()).max().unwrap_or(1);
        Grid::of(n, (widest * FONT * 2 / 3 + FONT).max(40).max(200 / n))
    }

    /// A grid without counts.
    pub(super) fn plain(n: usize) -> Self {
        Grid::of(n, (960 / n).clamp(20, 40))
    }

    /// Squares of this size, with space for a line of text above the board and for a legend below it.
    fn of(n: usize, square: usize) -> Self {
        let (edge, top, side) = (FONT * 5 / 2, FONT * 5, n * square);
        Grid {
            n,
            coordinates: Coordinates::Numbers,
            square,
            edge,
            top,
            side,
            width: side + 2 * edge,
            height: top + side + FONT * 9 / 2,
        }
    }

    pub(super) fn with_coordinates(self, coordinates: Coordinates) -> Self {
        let labels = |coordinates| if coordinates == Coordinates::Chess { 2 * FONT } else { 0 };
        let height = self.height - labels(self.coordinates) + labels(coordinates);
        Grid { coordinates, height, ..self }
    }

    /// The upper left corner of the square in a 0-based column and row.
    fn corner(&self, (column, row): (usize, usize)) -> (usize, usize) {
        let line = self.coordinates.turn(self.n, row);
        (self.edge + column * self.square, self.top + line * self.square)
    }

    /// The top of the legend.
    pub(super) fn legend(&self) -> usize {
        self.height - FONT * 7 / 2
    }

    /// The labels of the columns, above or below the board, and of the rows next to it.
    pub(super) fn labels(&self) -> Vec<Text> {
        let Grid { square, edge, top, side, n, coordinates, .. } = *self;
        let below = match coordinates {
            Coordinates::None => return Vec::new(),
            Coordinates::Numbers => top - FONT,
            Coordinates::Chess => top + side + FONT,
        };
        let of = |number: usize| {
            let middle = |line: usize| line * square + square.div_ceil(2);
            let (x, y) = (edge + middle(number), top + middle(coordinates.turn(n, number)));
            let row = Text { x: edge - FONT, y, ink: PALE, text: (number + 1).to_string() };
            [Text { x, y: below, ink: PALE, text: coordinates.column_name(number) }, row]
        };
        (0..n).flat_map(of).collect()
    }
}

/// Text centred on a point.
pub(super) struct Text {
    pub(super) x: usize,
    y: usize,
    pub(super) ink: Colour,
    pub(super) text: String,
}

impl Text {
    /// The baseline; digits are about 0.7 of the font size high.
    pub(super) fn baseline(&self) -> usize {
        self.y + FONT * 7 / 20
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (Text { x, ink, text, .. }, y) = (self, self.baseline());
        write!(f, r#"<text x="{x}" y="{y}" fill="{ink}" text-anchor="middle">{text}</text>"#)
    }
}
