//! The counts of a heat map in drawable form: labels, descriptions and a scale.

use super::colour::{Colour, INK, PALE};
use super::grid::{FONT, Grid};
use crate::sampling::{Estimate, EstimatedHeatmap};
use crate::search::Heatmap;
use std::fmt::{self, Display, Formatter};

/// The counts of all squares. Estimates are marked with `≈`.
#[derive(Debug, Clone)]
pub(super) struct Heat {
    /// The total number of solutions in words; `is_estimate` applies to it and to all squares.
    pub(super) solutions: String,
    pub(super) is_estimate: bool,
    /// By row, then by column.
    pub(super) squares: Vec<Square>,
}

/// The smallest and the largest of a set of counts.
#[derive(Debug, Clone)]
pub(super) struct Scale {
    least: Square,
    most: Square,
}

/// The count of a square in drawable form.
#[derive(Debug, Clone)]
pub(super) struct Square {
    pub(super) count: f64,
    /// The count as shown on the square, and in words.
    pub(super) label: String,
    pub(super) words: String,
}

/// The number of colours in the legend.
const STEPS: usize = 64;

impl Heat {
    pub(super) fn counted(heatmap: &Heatmap) -> Self {
        let squares = heatmap.rows().flatten().map(|&count| Square::counted(count)).collect();
        let solutions = SolutionCount(heatmap.solutions()).to_string();
        Heat { solutions, is_estimate: false, squares }
    }

    pub(super) fn estimated(heatmap: &EstimatedHeatmap) -> Self {
        let (solutions, squares) = (heatmap.solutions(), heatmap.rows().flatten());
        if solutions.is_exact() {
            let squares = squares.map(|square| Square::counted(square.mean() as u64)).collect();
            let solutions = SolutionCount(solutions.mean() as u64).to_string();
            return Heat { solutions, is_estimate: false, squares };
        }
        let squares = squares.map(Square::estimated).collect();
        Heat { solutions: format!("{solutions} solutions"), is_estimate: true, squares }
    }

    /// The number of characters of the longest label.
    pub(super) fn widest(&self) -> usize {
        self.squares.iter().map(|square| square.label.chars().count()).max().unwrap_or(1)
    }
}

impl Square {
    pub(super) fn counted(count: u64) -> Self {
        let words = SolutionCount(count).to_string();
        Square { count: count as f64, label: count.to_string(), words }
    }

    fn estimated(estimate: Estimate) -> Self {
        let label =
            if estimate.found_nothing() { "?".to_owned() } else { estimate.rounded().to_string() };
        let words = if estimate.found_nothing() {
            "no solution found".to_owned()
        } else {
            format!("{estimate} solutions")
        };
        Square { count: estimate.mean(), label, words }
    }
}

/// A number of solutions, in words.
struct SolutionCount(u64);

impl Display for SolutionCount {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} solution{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

impl Scale {
    /// The scale of some squares.
    pub(super) fn of<'s>(squares: impl Iterator<Item = &'s Square> + Clone) -> Self {
        let by_count = |a: &&Square, b: &&Square| a.count.total_cmp(&b.count);
        let none = || Square::counted(0);
        let least = squares.clone().min_by(by_count).cloned().unwrap_or_else(none);
        Scale { least, most: squares.max_by(by_count).cloned().unwrap_or_else(none) }
    }

    /// The position of a count on a scale from 0 (the smallest count) to 1 (the largest).
    pub(super) fn heat(&self, count: f64) -> f64 {
        let range = self.most.count - self.least.count;
        if range > 0.0 { (count - self.least.count) / range } else { 0.0 }
    }

    /// Writes the colour scale below the board, with the smallest and the largest count.
    pub(super) fn write_legend(
        &self,
        grid: &Grid,
        colour: fn(f64) -> Colour,
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        let Grid { edge, side, top, .. } = *grid;
        let (y, step) = (top + side + FONT, side as f64 / STEPS as f64);
        for i in 0..STEPS {
            let colour = colour(i as f64 / (STEPS - 1) as f64);
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

/// The colour of a number on a square of this heat, 0 to 1; squares are dark from `dark_from` on.
pub(super) fn ink_on(heat: f64, dark_from: f64) -> &'static str {
    if heat < dark_from { INK } else { "#fff" }
}
