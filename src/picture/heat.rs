//! Heat maps as SVG: the counts of the squares as numbers, words and colours on a scale.

use super::board::Coordinates;
use super::chart::{Chart, ChartSquare, Content, Grid};
use super::style::{Colour, INK};
use crate::sampling::{Estimate, EstimatedHeatmap};
use crate::search::Heatmap;
use crate::units::counted;
use std::fmt::{self, Display, Formatter};

/// The heat from which white numbers have more contrast than dark ones; at this heat both have about 4 : 1.
const DARK: f64 = 0.62;

/// A heat map as a self-contained SVG document: squares from light (no solutions) to dark (most), each with its
/// count and a `<title>` in words. Row 1 is at the top, column 1 on the left. Estimates are marked with `≈`.
#[derive(Debug, Clone)]
pub struct HeatmapPicture {
    heat: Heat,
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
        let grid = Grid::labelled(n, heat.squares.iter().map(|square| &*square.label));
        HeatmapPicture { heat, grid }
    }

    /// The picture with these labels of rows and columns; numbers by default.
    pub fn with_coordinates(self, coordinates: Coordinates) -> Self {
        HeatmapPicture { grid: self.grid.with_coordinates(coordinates), ..self }
    }

    pub(super) fn chart(&self) -> Chart<'_> {
        let (n, Heat { solutions, is_estimate, squares, most }) = (self.grid.n, &self.heat);
        let estimates = if *is_estimate { "estimates of " } else { "" };
        let all = solutions.strip_suffix(" solution").map(|one| format!("{one} solutions"));
        let all = all.as_ref().unwrap_or(solutions);
        let squares = squares.iter().map(|Square { count, label, words }| {
            let heat = most.share(*count);
            let content = Content::Count(label, ink_on(heat, DARK));
            ChartSquare { words, colour: Colour::of(heat), content }
        });
        Chart {
            title: format!("N = {n}: {estimates}how many of the {all} have a queen on each square"),
            caption: format!("N = {n}, {solutions}"),
            grid: self.grid,
            squares: squares.collect(),
            lines: None,
            legend: Some((&most.label, Colour::of)),
        }
    }
}

impl Display for HeatmapPicture {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.chart().fmt(f)
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
    /// The largest count, at the end of the scale.
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
    fn new(solutions: String, is_estimate: bool, squares: Vec<Square>) -> Self {
        let most = Square::largest(&squares);
        Heat { solutions, is_estimate, squares, most }
    }

    pub(super) fn counted(heatmap: &Heatmap) -> Self {
        let squares = heatmap.rows().flatten().map(|&count| Square::counted(count)).collect();
        Heat::new(counted(heatmap.solutions(), "solutions"), false, squares)
    }

    fn estimated(heatmap: &EstimatedHeatmap) -> Self {
        let (solutions, squares) = (heatmap.solutions(), heatmap.rows().flatten());
        if solutions.is_exact {
            let squares = squares.map(|square| Square::counted(square.mean as u64)).collect();
            return Heat::new(counted(solutions.mean as u64, "solutions"), false, squares);
        }
        Heat::new(format!("{solutions} solutions"), true, squares.map(Square::estimated).collect())
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

    pub(super) fn largest<'s>(squares: impl IntoIterator<Item = &'s Square>) -> Self {
        let largest = squares.into_iter().max_by(|a, b| a.count.total_cmp(&b.count));
        largest.cloned().unwrap_or_else(|| Square::counted(0))
    }

    /// The position of a count on the scale that ends here, from 0 to 1.
    pub(super) fn share(&self, count: f64) -> f64 {
        if self.count > 0.0 { count / self.count } else { 0.0 }
    }
}

/// The colour of a number on a square of this heat, 0 to 1; squares are dark from `dark_from` on.
pub(super) fn ink_on(heat: f64, dark_from: f64) -> Colour {
    if heat < dark_from { INK } else { Colour::WHITE }
}
