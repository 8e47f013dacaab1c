//! Boards to look at: as text, with the characters of Unicode or of ASCII alone, and as SVG.
//!
//! Row 1 is drawn at the top, column 1 on the left, and that corner is light. A picture needs no
//! solution: it shows a queen in each column, whether or not they attack each other.
//!
//! ```
//! use nqdb::{Permutation, picture::Picture};
//!
//! let permutation: Permutation = "2 1".parse()?;
//! let picture = Picture::of(&permutation);
//! assert_eq!(picture.ascii().to_string(), "\
//! +---+---+
//! |   | Q |
//! +---+---+
//! | Q |   |
//! +---+---+");
//! # Ok::<(), nqdb::Invalid>(())
//! ```

mod heatmap;
mod svg;
mod text;

pub use heatmap::HeatmapPicture;
pub use svg::Sheet;
pub use text::TextPicture;

use crate::combinatorics::{Invalid, Permutation};
use std::fmt::{self, Formatter};

/// Queens, frames and text.
const INK: &str = "#2a2019";

/// Text that stands back.
const PALE: &str = "#666";

/// Begins an SVG document on white ground, with its title; the size is in pixels.
fn open_svg(
    f: &mut Formatter<'_>,
    (width, height): (usize, usize),
    title: impl fmt::Display,
) -> fmt::Result {
    writeln!(
        f,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif">"#
    )?;
    writeln!(f, "<title>{title}</title>")?;
    writeln!(f, r##"<rect width="100%" height="100%" fill="#fff"/>"##)
}

/// A board with a queen in each column, to be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Picture {
    /// The rows of the queens, 0-based, all less than their number.
    rows: Vec<u32>,
}

impl Picture {
    /// The largest board that is drawn: a picture of it has a million squares.
    pub const LARGEST: usize = 1000;

    /// The picture of a permutation.
    pub fn of(permutation: &Permutation) -> Self {
        Picture { rows: permutation.rows().iter().map(|&row| row.into()).collect() }
    }

    /// The picture of the queens in these 0-based rows, one a column; an error where there are none,
    /// more than [`Picture::LARGEST`], or one outside the board. O(N).
    pub fn new(rows: impl IntoIterator<Item = u32>) -> Result<Self, Invalid> {
        let mut rows = rows.into_iter();
        let kept: Vec<u32> = rows.by_ref().take(Self::LARGEST).collect();
        let n = kept.len();
        match kept.iter().position(|&row| row as usize >= n) {
            _ if n == 0 => Err(Invalid::NoQueens),
            _ if rows.next().is_some() => Err(Invalid::PictureSize { largest: Self::LARGEST }),
            Some(column) => {
                Err(Invalid::RowOutside { n, column: column + 1, row: u64::from(kept[column]) + 1 })
            }
            None => Ok(Picture { rows: kept }),
        }
    }

    /// The board size N.
    pub fn n(&self) -> usize {
        self.rows.len()
    }

    /// Whether a queen stands in this row and column, both 0-based.
    fn has_queen(&self, row: usize, column: usize) -> bool {
        self.rows[column] as usize == row
    }

    /// With the characters of Unicode: a frame of lines, `♛` for a queen, dark squares shaded.
    pub fn unicode(&self) -> TextPicture<'_> {
        TextPicture::unicode(self)
    }

    /// With ASCII characters alone, as the display type 1 of Cull & Pandey 1994 (appendix A): `Q` for
    /// a queen, `#` on dark squares.
    pub fn ascii(&self) -> TextPicture<'_> {
        TextPicture::ascii(self)
    }
}
