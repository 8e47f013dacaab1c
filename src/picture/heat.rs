//! Heat maps as SVG: the counts of the squares as labels, words and colours on a scale, on a labelled grid.

use super::board::Coordinates;
use super::style::{Colour, INK, PALE, open_svg};
use crate::sampling::{Estimate, EstimatedHeatmap};
use crate::search::Heatmap;
use crate::units::counted;
use std::fmt::{self, Display, Formatter};

/// The font size in pixels.
pub(super) const FONT: usize = 13;

/// The number of colours in the legend.
const STEPS: usize = 64;

/// The heat from which white numbers have more contrast than dark ones; at this heat both have about 4 : 1.
const DARK: f64 = 0.62;

/// A heat map as a self-contained SVG document: squares from light (no solutions) to dark (most), each with its
/// count and a `<title>` in words. Row 1 is at the top, column 1 on the left. Estimates are marked with `≈`.
#[derive(Debug, Clone)]
pub struct HeatmapPicture {
    pub(super) n: usize,
    heat: Heat,
    pub(super) scale: Scale,
    pub(super) grid: Grid,
}

impl HeatmapPicture {
    /// The picture of a heat map.
    pub fn new(heatmap: &Heatmap) -> Self {
        HeatmapPicture::of(heatmap.n().get(), Heat::counted(heatmap))
    }

    /// The picture of an estimated heat map. If the estimate is exact, like [`HeatmapPicture::new`].
    pub fn estimated(heatmap: &EstimatedHeatmap) -> Self {
        HeatmapPicture::of(heatmap.n().get(), Heat::estimated(heatmap))
    }

    fn of(n: usize, heat: Heat) -> Self {
        let (scale, grid) = (Scale::of(heat.squares.iter()), Grid::labelled(n, &heat.squares));
        HeatmapPicture { n, heat, scale, grid }
    }

    /// The picture with these labels of rows and columns; numbers by default.
    pub fn with_coordinates(self, coordinates: Coordinates) -> Self {
        HeatmapPicture { grid: self.grid.with_coordinates(coordinates), ..self }
    }

    /// The board size and the number of solutions.
    pub(super) fn caption(&self) -> String {
        format!("N = {}, {}", self.n, self.heat.solutions)
    }

    /// The colour of the square in a 0-based column and row, and its count with the colour of this.
    pub(super) fn square(&self, (column, row): (usize, usize)) -> (Colour, (&str, &'static str)) {
        let square = &self.heat.squares[row * self.n + column];
        let heat = self.scale.heat(square.count);
        (Colour::of(heat), (&square.label, ink_on(heat, DARK)))
    }

    fn write_square(
        &self,
        place: (usize, usize),
        square: &Square,
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        let ((x, y), side) = (self.grid.corner(place), self.grid.square);
        let (fill, (text, ink)) = self.square(place);
        let (column, row) = (place.0 + 1, place.1 + 1);
        writeln!(
            f,
            r##"<g><title>column {column}, row {row}: {}</title><rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"/>{}</g>"##,
            square.words,
            Text { x: x + side / 2, y: y + side / 2, ink, text }
        )
    }
}

impl Display for HeatmapPicture {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let HeatmapPicture { n, heat: Heat { solutions, is_estimate, squares }, grid, .. } = self;
        let estimates = if *is_estimate { "estimates of " } else { "" };
        let all = solutions.strip_suffix(" solution").map(|one| format!("{one} solutions"));
        let all = all.as_ref().unwrap_or(solutions);
        let title =
            format_args!("N = {n}: {estimates}how many of the {all} have a queen on each square");
        open_svg(f, (grid.width, grid.height), title)?;
        writeln!(f, r#"<g font-size="{FONT}">"#)?;
        let (x, y) = (grid.edge, FONT * 2);
        writeln!(f, r#"<text x="{x}" y="{y}" fill="{INK}">{}</text>"#, self.caption())?;
        grid.write_labels(f)?;
        for (row, squares) in squares.chunks(*n).enumerate() {
            for (column, square) in squares.iter().enumerate() {
                self.write_square((column, row), square, f)?;
            }
        }
        self.scale.write_legend(grid, Colour::of, f)?;
        f.write_str("</g>\n</svg>")
    }
}

/// The counts of all squares. Estimates are marked with `≈`.
#[derive(Debug, Clone)]
pub(super) struct Heat {
    /// The total number of solutions in words; `is_estimate` applies to it and to all squares.
    pub(super) solutions: String,
    is_estimate: bool,
    /// By row, then by column.
    pub(super) squares: Vec<Square>,
}

/// A scale from 0 to the largest of some counts.
#[derive(Debug, Clone)]
pub(super) struct Scale {
    pub(super) most: Square,
}

/// The count of a square in drawable form.
#[derive(Debug, Clone)]
pub(super) struct Square {
    pub(super) count: f64,
    /// The count as shown on the square, and in words.
    pub(super) label: String,
    pub(super) words: String,
}

impl Heat {
    pub(super) fn counted(heatmap: &Heatmap) -> Self {
        let squares = heatmap.rows().flatten().map(|&count| Square::counted(count)).collect();
        let solutions = counted(heatmap.solutions(), "solutions");
        Heat { solutions, is_estimate: false, squares }
    }

    fn estimated(heatmap: &EstimatedHeatmap) -> Self {
        let (solutions, squares) = (heatmap.solutions(), heatmap.rows().flatten());
        if solutions.is_exact {
            let squares = squares.map(|square| Square::counted(square.mean as u64)).collect();
            let solutions = counted(solutions.mean as u64, "solutions");
            return Heat { solutions, is_estimate: false, squares };
        }
        let squares = squares.map(Square::estimated).collect();
        Heat { solutions: format!("{solutions} solutions"), is_estimate: true, squares }
    }
}

impl Square {
    fn counted(count: u64) -> Self {
        let words = counted(count, "solutions");
        Square { count: count as f64, label: count.to_string(), words }
    }

    fn estimated(estimate: Estimate) -> Self {
        let (label, words) = if estimate.found_nothing() {
            ("?".to_owned(), "no solution found".to_owned())
        } else {
            (estimate.rounded(), format!("{estimate} solutions"))
        };
        Square { count: estimate.mean, label, words }
    }
}

impl Scale {
    pub(super) fn of<'s>(squares: impl Iterator<Item = &'s Square>) -> Self {
        let most = squares.max_by(|a, b| a.count.total_cmp(&b.count)).cloned();
        Scale { most: most.unwrap_or_else(|| Square::counted(0)) }
    }

    /// The position of a count on the scale, from 0 to 1 (the largest count).
    pub(super) fn heat(&self, count: f64) -> f64 {
        if self.most.count > 0.0 { count / self.most.count } else { 0.0 }
    }

    /// Writes the colour scale below the board, with 0 and the largest count.
    pub(super) fn write_legend(
        &self,
        grid: &Grid,
        colour: fn(f64) -> Colour,
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        let Grid { edge, side, .. } = *grid;
        let (y, step) = (grid.legend(), side as f64 / STEPS as f64);
        for i in 0..STEPS {
            let colour = colour(i as f64 / (STEPS - 1) as f64);
            let (x, width) = (edge as f64 + i as f64 * step, step + 0.5);
            writeln!(
                f,
                r#"<rect x="{x:.2}" y="{y}" width="{width:.2}" height="{FONT}" fill="{colour}"/>"#
            )?;
        }
        let (below, right) = (y + FONT * 5 / 2, edge + side);
        let most = &self.most.label;
        writeln!(
            f,
            r#"<text x="{edge}" y="{below}" fill="{PALE}">0</text><text x="{right}" y="{below}" fill="{PALE}" text-anchor="end">{most}</text>"#
        )
    }
}

/// The colour of a number on a square of this heat, 0 to 1; squares are dark from `dark_from` on.
pub(super) fn ink_on(heat: f64, dark_from: f64) -> &'static str {
    if heat < dark_from { INK } else { "#fff" }
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
    /// A grid whose squares fit the labels of some counts.
    pub(super) fn labelled<'s>(n: usize, squares: impl IntoIterator<Item = &'s Square>) -> Self {
        let widths = squares.into_iter().map(|square| square.label.chars().count());
        let widest = widths.max().unwrap_or(1);
        Grid::of(n, (widest * FONT * 2 / 3 + FONT).max(40).max(200 / n))
    }

    /// A grid without labels.
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
    pub(super) fn corner(&self, (column, row): (usize, usize)) -> (usize, usize) {
        let line = self.coordinates.turn(self.n, row);
        (self.edge + column * self.square, self.top + line * self.square)
    }

    /// The top of the legend.
    pub(super) fn legend(&self) -> usize {
        self.height - FONT * 7 / 2
    }

    /// The labels of the columns, above or below the board, and of the rows next to it.
    pub(super) fn labels(&self) -> Vec<Text<String>> {
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

    /// Writes the labels of columns and rows.
    pub(super) fn write_labels(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.labels().chunks(2).try_for_each(|both| writeln!(f, "{}{}", both[0], both[1]))
    }
}

/// Text centred on a point.
pub(super) struct Text<T> {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) ink: &'static str,
    pub(super) text: T,
}

impl<T> Text<T> {
    /// The baseline; digits are about 0.7 of the font size high.
    pub(super) fn baseline(&self) -> usize {
        self.y + FONT * 7 / 20
    }
}

impl<T: Display> Display for Text<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (Text { x, ink, text, .. }, y) = (self, self.baseline());
        write!(f, r#"<text x="{x}" y="{y}" fill="{ink}" text-anchor="middle">{text}</text>"#)
    }
}
