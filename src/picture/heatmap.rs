//! Heat maps as SVG. The counts are made in `crate::search`.

use super::svg::{INK, PALE, open_svg};
use crate::combinatorics::known_counts;
use crate::sampling::{Estimate, EstimatedHeatmap};
use crate::search::Heatmap;
use std::fmt::{self, Display, Formatter};

/// A heat map as a self-contained SVG document: squares from light (fewest solutions) to dark (most), each with its
/// count and a `<title>` in words. Row 1 is at the top, column 1 on the left. Estimates are marked by `≈`. Where only
/// some solutions match a pattern, the squares on which all of them have a queen show that queen, outside the scale.
#[derive(Debug, Clone)]
pub struct HeatmapPicture {
    n: usize,
    /// All solutions, in words, and whether they and all numbers are estimates.
    solutions: String,
    is_estimate: bool,
    /// By row, then by column.
    squares: Vec<Square>,
    /// The squares with the least and the greatest count.
    least: Square,
    most: Square,
    layout: HeatmapLayout,
}

/// A square as it is drawn.
#[derive(Debug, Clone)]
struct Square {
    count: f64,
    /// The count as it stands on the square, and in words.
    label: String,
    words: String,
    /// Whether all solutions of a pattern have a queen here.
    is_given: bool,
}

impl Square {
    fn counted(count: u64) -> Self {
        let words = SolutionCount(count).to_string();
        Square { count: count as f64, label: count.to_string(), words, is_given: false }
    }

    /// A square that has a queen in all solutions that match.
    fn given(count: u64) -> Self {
        Square { label: "♛".to_owned(), is_given: true, ..Square::counted(count) }
    }

    fn estimated(estimate: Estimate) -> Self {
        let label = match estimate.found_nothing() {
            true => "?".to_owned(),
            false => estimate.rounded().to_string(),
        };
        let words = match estimate.found_nothing() {
            true => "no solution found".to_owned(),
            false => format!("{estimate} solutions"),
        };
        Square { count: estimate.mean(), label, words, is_given: false }
    }
}

impl HeatmapPicture {
    /// The picture of a heat map.
    pub fn new(heatmap: &Heatmap) -> Self {
        let all = heatmap.solutions();
        let is_whole = known_counts(heatmap.n()).is_some_and(|known| known.solutions == all);
        let solutions = match is_whole {
            true => SolutionCount(all).to_string(),
            false => format!("{all} matching solution{}", if all == 1 { "" } else { "s" }),
        };
        let square = |&count: &u64| match !is_whole && count == all && all > 0 {
            true => Square::given(count),
            false => Square::counted(count),
        };
        let squares = heatmap.rows().flatten().map(square).collect();
        HeatmapPicture::of(heatmap.n().get(), solutions, false, squares)
    }

    /// The picture of an estimated heat map; of an exact one, as [`HeatmapPicture::new`] makes it.
    pub fn estimated(heatmap: &EstimatedHeatmap) -> Self {
        let (n, solutions) = (heatmap.n().get(), heatmap.solutions());
        let squares = heatmap.rows().flatten();
        if solutions.is_exact() {
            let squares = squares.map(|square| Square::counted(square.mean() as u64)).collect();
            let solutions = SolutionCount(solutions.mean() as u64).to_string();
            return HeatmapPicture::of(n, solutions, false, squares);
        }
        let squares = squares.map(Square::estimated).collect();
        HeatmapPicture::of(n, format!("{solutions} solutions"), true, squares)
    }

    fn of(n: usize, solutions: String, is_estimate: bool, squares: Vec<Square>) -> Self {
        let by_count = |a: &&Square, b: &&Square| a.count.total_cmp(&b.count);
        let none = Square::counted(0);
        let scaled = || squares.iter().filter(|square| !square.is_given);
        let least = scaled().min_by(by_count).unwrap_or(&none).clone();
        let most = scaled().max_by(by_count).unwrap_or(&none).clone();
        let widest = squares.iter().map(|square| square.label.chars().count()).max();
        let layout = HeatmapLayout::new(n, widest.unwrap_or(1));
        HeatmapPicture { n, solutions, is_estimate, squares, least, most, layout }
    }

    /// The count on a scale from 0, the least count, to 1, the greatest.
    fn heat(&self, count: f64) -> f64 {
        let range = self.most.count - self.least.count;
        if range > 0.0 { (count - self.least.count) / range } else { 0.0 }
    }

    fn write_square(
        &self,
        (column, row): (usize, usize),
        square: &Square,
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        let HeatmapLayout { square: side, edge, top, .. } = self.layout;
        let (x, y) = (edge + column * side, top + row * side);
        let heat = self.heat(square.count);
        let (fill, ink) = match square.is_given {
            true => ("#fff".to_owned(), INK),
            false => (Colour::of(heat).to_string(), if heat < DARK { INK } else { "#fff" }),
        };
        let (column, row) = (column + 1, row + 1);
        writeln!(
            f,
            r##"<g><title>column {column}, row {row}: {}</title><rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"/>{}</g>"##,
            square.words,
            Text { x: x + side / 2, y: y + side / 2, ink, text: &square.label }
        )
    }

    /// The column numbers above the board and the row numbers beside it.
    fn write_edges(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let HeatmapLayout { square, edge, top, n, .. } = self.layout;
        for number in 1..=n {
            let along = number * square - square / 2;
            let column = Text { x: edge + along, y: top - FONT, ink: PALE, text: number };
            let row = Text { x: edge - FONT, y: top + along, ink: PALE, text: number };
            writeln!(f, "{column}{row}")?;
        }
        Ok(())
    }

    /// The colour scale, with the least and the greatest count.
    fn write_legend(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let HeatmapLayout { edge, side, top, .. } = self.layout;
        let (y, step) = (top + side + FONT, side as f64 / STEPS as f64);
        for i in 0..STEPS {
            let colour = Colour::of(i as f64 / (STEPS - 1) as f64);
            let (x, width) = (edge as f64 + i as f64 * step, step + 0.5);
            writeln!(
                f,
                r#"<rect x="{x:.2}" y="{y}" width="{width:.2}" height="{FONT}" fill="{colour}"/>"#
            )?;
        }
        let (below, right) = (y + FONT * 5 / 2, edge + side);
        let (least, most) = (&self.least.label, &self.most.label);
        writeln!(
            f,
            r#"<text x="{edge}" y="{below}" fill="{PALE}">{least}</text><text x="{right}" y="{below}" fill="{PALE}" text-anchor="end">{most}</text>"#
        )
    }
}

impl Display for HeatmapPicture {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let HeatmapPicture { n, solutions, is_estimate, .. } = self;
        let HeatmapLayout { edge, width, height, .. } = self.layout;
        let estimates = if *is_estimate { "estimates of " } else { "" };
        let all = solutions.strip_suffix(" solution").map(|one| format!("{one} solutions"));
        let all = all.as_ref().unwrap_or(solutions);
        let title =
            format_args!("N = {n}: {estimates}how many of the {all} have a queen on each square");
        open_svg(f, (width, height), title)?;
        writeln!(f, r#"<g font-size="{FONT}">"#)?;
        let y = FONT * 2;
        writeln!(f, r#"<text x="{edge}" y="{y}" fill="{INK}">N = {n}, {solutions}</text>"#)?;
        self.write_edges(f)?;
        for (row, squares) in self.squares.chunks(self.n).enumerate() {
            for (column, square) in squares.iter().enumerate() {
                self.write_square((column, row), square, f)?;
            }
        }
        self.write_legend(f)?;
        f.write_str("</g>\n</svg>")
    }
}

/// The font size in pixels.
const FONT: usize = 13;

/// The number of colours in the legend.
const STEPS: usize = 64;

/// From this heat on, white numbers have more contrast than dark ones; both have about 4 : 1 here.
const DARK: f64 = 0.62;

/// Positions and sizes in pixels.
#[derive(Debug, Clone, Copy)]
struct HeatmapLayout {
    n: usize,
    square: usize,
    /// The margins beside and above the board.
    edge: usize,
    top: usize,
    /// The side of the board.
    side: usize,
    width: usize,
    height: usize,
}

impl HeatmapLayout {
    /// Squares fit labels of `widest` characters; a line of text fits above the board.
    fn new(n: usize, widest: usize) -> Self {
        let square = (widest * FONT * 2 / 3 + FONT).max(40).max(200 / n);
        let (edge, top, side) = (FONT * 5 / 2, FONT * 5, n * square);
        HeatmapLayout {
            n,
            square,
            edge,
            top,
            side,
            width: side + 2 * edge,
            height: top + side + FONT * 9 / 2,
        }
    }
}

/// A number of solutions, in words.
struct SolutionCount(u64);

impl Display for SolutionCount {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} solution{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// Text centred on a point.
struct Text<T> {
    x: usize,
    y: usize,
    ink: &'static str,
    text: T,
}

impl<T: Display> Display for Text<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Text { x, y, ink, text } = self;
        // Digits are about 0.7 of the font size high.
        let y = y + FONT * 7 / 20;
        write!(f, r#"<text x="{x}" y="{y}" fill="{ink}" text-anchor="middle">{text}</text>"#)
    }
}

/// Red, green and blue, 0 to 255.
struct Colour([u8; 3]);

impl Colour {
    /// The colour of a heat from 0 (pale yellow) through green to 1 (dark blue): a curve in the Oklab
    /// space (Ottosson 2020) along which lightness falls evenly.
    fn of(heat: f64) -> Self {
        let bend = 4.0 * heat * (1.0 - heat);
        let (lightness, a, b) = (0.97 - 0.62 * heat, -0.01 - 0.07 * bend, 0.06 - 0.18 * heat);
        let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
        let linear = [
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
        ];
        Colour(linear.map(|light| {
            let light = light.clamp(0.0, 1.0);
            let encoded = match light {
                dim if dim <= 0.003_130_8 => 12.92 * dim,
                bright => 1.055 * bright.powf(1.0 / 2.4) - 0.055,
            };
            (encoded * 255.0).round() as u8
        }))
    }
}

impl Display for Colour {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}
