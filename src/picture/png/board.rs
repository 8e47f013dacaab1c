//! Boards as PNG: squares, a frame, queens and marks, without text.

use super::font::Font;
use super::raster::{Canvas, Mask, Shape};
use crate::combinatorics::Invalid;
use crate::picture::board::{Look, Picture};
use crate::picture::colour::{CROSS, Colour, DARK, INK, LIGHT, PALE};
use crate::picture::marks::Mark;
use crate::picture::pattern::PatternPicture;

/// The largest side of a picture in pixels.
const LARGEST: u32 = 4096;

/// Width and height of a link preview.
const PREVIEW: (usize, usize) = (1200, 630);

/// The minimum space above and below the board of a preview.
const MARGIN: usize = 40;

impl Picture {
    /// The board as a square PNG file with a side of at most `side` pixels: the largest with whole pixels for each
    /// square and the frame. Fails unless `side` is N + 2 to 4,096. O(pixels).
    ///
    /// ```
    /// use nqdb::{Permutation, picture::Picture};
    ///
    /// let permutation: Permutation = "2 4 1 3".parse()?;
    /// let png = Picture::of(&permutation).png(256)?;
    /// assert!(png.starts_with(b"\x89PNG"));
    /// # Ok::<(), nqdb::Invalid>(())
    /// ```
    pub fn png(&self, side: u32) -> Result<Vec<u8>, Invalid> {
        Ok(BoardLayout::new(self.n(), side)?.alone(self).png())
    }

    /// The board and lines of text next to it, the first one large, as a PNG file of 1200 × 630 pixels, for use as the
    /// `og:image` of a page. Without text, the board is in the middle. Long lines are cut off. Fails for N > 548.
    pub fn preview_png(&self, lines: &[String]) -> Result<Vec<u8>, Invalid> {
        Ok(BoardLayout::preview(self.n())?.preview_of(self, lines).png())
    }
}

impl PatternPicture {
    /// The board as a PNG file like that of [`Picture::png`]: queens, crosses, dots and heat, without counts.
    pub fn png(&self, side: u32) -> Result<Vec<u8>, Invalid> {
        Ok(BoardLayout::new(self.n.get(), side)?.alone(self).png())
    }

    /// The board and lines of text as a PNG file, like [`Picture::preview_png`].
    pub fn preview_png(&self, lines: &[String]) -> Result<Vec<u8>, Invalid> {
        Ok(BoardLayout::preview(self.n.get())?.preview_of(self, lines).png())
    }
}

/// A board that can be drawn in pixels.
pub(super) trait Drawn {
    /// The colour of a square, by its 0-based column and line of the picture.
    fn colour(&self, column: usize, row: usize) -> Colour;

    /// The thing on a square, if any.
    fn thing(&self, column: usize, row: usize) -> Option<Thing>;
}

/// What can be on a square.
#[derive(Clone, Copy)]
pub(super) enum Thing {
    Queen(Look),
    Cross,
    Dot,
}

impl Drawn for Picture {
    fn colour(&self, column: usize, row: usize) -> Colour {
        Colour::parse(if (column + row).is_multiple_of(2) { LIGHT } else { DARK })
    }

    fn thing(&self, column: usize, row: usize) -> Option<Thing> {
        self.look(row, column).map(Thing::Queen)
    }
}

impl Drawn for PatternPicture {
    fn colour(&self, column: usize, row: usize) -> Colour {
        PatternPicture::colour(self, row * self.n.get() + column).0
    }

    fn thing(&self, column: usize, row: usize) -> Option<Thing> {
        match self.marks[row * self.n.get() + column] {
            Mark::Queen => Some(Thing::Queen(Look::Filled)),
            Mark::Excluded => Some(Thing::Cross),
            Mark::Attacked => Some(Thing::Dot),
            Mark::Free => None,
        }
    }
}

/// Sizes in pixels.
pub(super) struct BoardLayout {
    pub(super) n: usize,
    pub(super) square: usize,
    pub(super) frame: usize,
}

impl BoardLayout {
    /// The largest board whose side is at most `side`.
    fn new(n: usize, side: u32) -> Result<Self, Invalid> {
        let least = n as u32 + 2;
        if !(least..=LARGEST).contains(&side) {
            return Err(Invalid::PictureSide { n, least, largest: LARGEST, got: side });
        }
        let side = side as usize;
        let frame = (side / 200).max(1).min((side - n) / 2);
        Ok(BoardLayout { n, square: (side - 2 * frame) / n, frame })
    }

    fn preview(n: usize) -> Result<Self, Invalid> {
        BoardLayout::new(n, (PREVIEW.1 - 2 * MARGIN) as u32)
    }

    fn side(&self) -> usize {
        self.n * self.square + 2 * self.frame
    }

    fn alone(&self, board: &dyn Drawn) -> Canvas {
        let mut canvas = Canvas::new((self.side(), self.side()), Colour::parse(INK));
        self.draw(board, &mut canvas, (0, 0));
        canvas
    }

    fn preview_of(&self, board: &dyn Drawn, lines: &[String]) -> Canvas {
        let mut canvas = Canvas::new(PREVIEW, Colour::WHITE);
        let top = (PREVIEW.1 - self.side()) / 2;
        let left = if lines.is_empty() { (PREVIEW.0 - self.side()) / 2 } else { MARGIN };
        self.draw(board, &mut canvas, (left, top));
        write_lines(&mut canvas, left + self.side() + MARGIN, lines);
        canvas
    }

    /// Draws the frame and the board within it.
    pub(super) fn draw(&self, board: &dyn Drawn, canvas: &mut Canvas, (x, y): (usize, usize)) {
        let BoardLayout { n, square, frame } = *self;
        canvas.fill((x, y), self.side(), Colour::parse(INK));
        let crown = Mask::of(&Shape::crown(), square);
        // The outline of a queen is 3% of a square wide.
        let inner = crown.inner((square * 3).div_ceil(100));
        let [cross, dot] = [Shape::cross(), Shape::dot()].map(|shape| Mask::of(&shape, square));
        for (column, row) in (0..n).flat_map(|column| (0..n).map(move |row| (column, row))) {
            let place = (x + frame + column * square, y + frame + row * square);
            let colour = board.colour(column, row);
            canvas.fill(place, square, colour);
            match board.thing(column, row) {
                None => {}
                Some(Thing::Queen(look)) => {
                    canvas.stamp(place, &crown, Colour::parse(INK));
                    if look == Look::Outlined {
                        canvas.stamp(place, &inner, Colour::WHITE);
                    }
                }
                Some(Thing::Cross) => canvas.stamp(place, &cross, Colour::parse(CROSS)),
                Some(Thing::Dot) => {
                    canvas.stamp(place, &dot, colour.towards(Colour::parse(PALE), 0.6));
                }
            }
        }
    }
}

/// The font sizes of the text of a preview: of the first line, and of the others.
const LARGE: usize = 64;
const SMALL: usize = 36;

/// Writes the lines of a preview from this column on, in the middle of its height. A line that is too wide is smaller.
fn write_lines(canvas: &mut Canvas, left: usize, lines: &[String]) {
    let width = PREVIEW.0 - left - MARGIN;
    let size = |line: &str, usual| {
        let natural = Font::new(usual).width(line).max(1);
        (usual * width.min(natural) / natural).max(SMALL / 2)
    };
    // Each line is 1.7 times as high as its font.
    let height: usize = lines.iter().zip(sizes()).map(|(_, size)| size * 17 / 10).sum();
    let mut baseline = (PREVIEW.1.saturating_sub(height)) / 2;
    for (place, (line, usual)) in lines.iter().zip(sizes()).enumerate() {
        baseline += usual * 17 / 10;
        let ink = Colour::parse(if place == 0 { INK } else { PALE });
        Font::new(size(line, usual)).write(canvas, (left, baseline), line, ink);
    }
}

/// The usual font sizes of lines.
fn sizes() -> impl Iterator<Item = usize> {
    std::iter::once(LARGE).chain(std::iter::repeat(SMALL))
}
