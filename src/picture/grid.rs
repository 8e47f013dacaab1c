//! The layout of the squares of a heat map and their labels, in pixels.

use super::colour::PALE;
use std::fmt::{self, Display, Formatter};

/// The font size in pixels.
pub(super) const FONT: usize = 13;

/// Positions and sizes in pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    n: usize,
    pub(super) square: usize,
    /// The margins on the sides of the board and above it.
    pub(super) edge: usize,
    pub(super) top: usize,
    /// The side of the board.
    pub(super) side: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Grid {
    /// A grid whose squares fit labels of `widest` characters, with space for a line of text above the board.
    pub(super) fn labelled(n: usize, widest: usize) -> Self {
        Grid::of(n, (widest * FONT * 2 / 3 + FONT).max(40).max(200 / n))
    }

    /// A grid without labels.
    pub(super) fn plain(n: usize) -> Self {
        Grid::of(n, (960 / n).clamp(20, 40))
    }

    fn of(n: usize, square: usize) -> Self {
        let (edge, top, side) = (FONT * 5 / 2, FONT * 5, n * square);
        Grid {
            n,
            square,
            edge,
            top,
            side,
            width: side + 2 * edge,
            height: top + side + FONT * 9 / 2,
        }
    }

    /// The upper left corner of the square in a 0-based column and row.
    pub(super) fn corner(&self, (column, row): (usize, usize)) -> (usize, usize) {
        (self.edge + column * self.square, self.top + row * self.square)
    }

    /// Writes the column numbers above the board and the row numbers next to it.
    pub(super) fn write_edges(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Grid { square, edge, top, n, .. } = *self;
        for number in 1..=n {
            let along = number * square - square / 2;
            let column = Text { x: edge + along, y: top - FONT, ink: PALE, text: number };
            let row = Text { x: edge - FONT, y: top + along, ink: PALE, text: number };
            writeln!(f, "{column}{row}")?;
        }
        Ok(())
    }
}

/// Text centred on a point.
pub(super) struct Text<T> {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) ink: &'static str,
    pub(super) text: T,
}

impl<T: Display> Display for Text<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Text { x, y, ink, text } = self;
        // Digits are about 0.7 of the font size high.
        let y = y + FONT * 7 / 20;
        write!(f, r#"<text x="{x}" y="{y}" fill="{ink}" text-anchor="middle">{text}</text>"#)
    }
}
