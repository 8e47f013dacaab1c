//! Heat maps as SVG. The counts come from `crate::search`.

use super::colour::{Colour, INK};
use super::grid::{FONT, Grid, Text};
use super::heat::{Heat, Scale, Square, ink_on};
use super::svg::open_svg;
use crate::sampling::EstimatedHeatmap;
use crate::search::Heatmap;
use std::fmt::{self, Display, Formatter};

/// A heat map as a self-contained SVG document: squares from light (fewest solutions) to dark (most), each with its
/// count and a `<title>` in words. Row 1 is at the top, column 1 on the left. Estimates are marked with `≈`.
#[derive(Debug, Clone)]
pub struct HeatmapPicture {
    n: usize,
    heat: Heat,
    scale: Scale,
    grid: Grid,
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
        let (scale, grid) = (Scale::of(heat.squares.iter()), Grid::labelled(n, heat.widest()));
        HeatmapPicture { n, heat, scale, grid }
    }

    fn write_square(
        &self,
        place: (usize, usize),
        square: &Square,
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        let ((x, y), side) = (self.grid.corner(place), self.grid.square);
        let heat = self.scale.heat(square.count);
        let (fill, ink) = (Colour::of(heat), ink_on(heat, DARK));
        let (column, row) = (place.0 + 1, place.1 + 1);
        writeln!(
            f,
            r##"<g><title>column {column}, row {row}: {}</title><rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"/>{}</g>"##,
            square.words,
            Text { x: x + side / 2, y: y + side / 2, ink, text: &square.label }
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
        writeln!(f, r#"<text x="{x}" y="{y}" fill="{INK}">N = {n}, {solutions}</text>"#)?;
        grid.write_edges(f)?;
        for (row, squares) in squares.chunks(*n).enumerate() {
            for (column, square) in squares.iter().enumerate() {
                self.write_square((column, row), square, f)?;
            }
        }
        self.scale.write_legend(grid, Colour::of, f)?;
        f.write_str("</g>\n</svg>")
    }
}

/// The heat from which white numbers have more contrast than dark ones; at this heat both have about 4 : 1.
const DARK: f64 = 0.62;
