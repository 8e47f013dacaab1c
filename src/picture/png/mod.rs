//! Boards as PNG files: alone (squares, a frame, queens and marks, without text), as a link preview, and on a sheet with
//! captions. `raster` draws the pixels.

mod raster;

use super::board::{Coordinates, Look, Picture};
use super::conditions::{ConditionsPicture, Mark};
use super::sheet::{NO_BOARDS, Sheet, SheetLayout};
use super::style::{CROSS, Colour, DARK, INK, LIGHT, PALE};
use crate::combinatorics::Invalid;
use raster::{Canvas, Font, Mask, Shape};

/// The largest side of a picture in pixels.
const LARGEST_SIDE: u32 = 4096;

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
        Ok(BoardLayout::new(self.n(), side)?.alone(&Turned::plain(self)).png())
    }

    /// The board and lines of text next to it, the first one large, as a PNG file of 1200 × 630 pixels, for use as the
    /// `og:image` of a page. Without text, the board is in the middle. Long lines are cut off. Fails for N > 548.
    pub fn preview_png(&self, lines: &[String]) -> Result<Vec<u8>, Invalid> {
        Ok(BoardLayout::preview(self.n())?.preview_of(&Turned::plain(self), lines).png())
    }
}

impl ConditionsPicture {
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
trait Drawn {
    /// The colour of a square, by its 0-based column and line of the picture.
    fn colour(&self, column: usize, row: usize) -> Colour;

    /// The thing on a square, if any.
    fn thing(&self, column: usize, row: usize) -> Option<Thing>;
}

/// What can be on a square.
#[derive(Clone, Copy)]
enum Thing {
    Queen(Look),
    Cross,
    Dot,
}

/// A board in the orientation of its coordinates.
struct Turned<'p> {
    picture: &'p Picture,
    coordinates: Coordinates,
}

impl<'p> Turned<'p> {
    fn plain(picture: &'p Picture) -> Self {
        Turned { picture, coordinates: Coordinates::None }
    }
}

impl Drawn for Turned<'_> {
    fn colour(&self, column: usize, line: usize) -> Colour {
        let row = self.coordinates.turn(self.picture.n(), line);
        Colour::parse(if self.coordinates.is_dark(column, row) { DARK } else { LIGHT })
    }

    fn thing(&self, column: usize, line: usize) -> Option<Thing> {
        let row = self.coordinates.turn(self.picture.n(), line);
        self.picture.look(row, column).map(Thing::Queen)
    }
}

impl Drawn for ConditionsPicture {
    fn colour(&self, column: usize, row: usize) -> Colour {
        ConditionsPicture::colour(self, row * self.n.get() + column).0
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
struct BoardLayout {
    n: usize,
    square: usize,
    frame: usize,
}

impl BoardLayout {
    /// The largest board whose side is at most `side`.
    fn new(n: usize, side: u32) -> Result<Self, Invalid> {
        let least = n as u32 + 2;
        if !(least..=LARGEST_SIDE).contains(&side) {
            return Err(Invalid::PictureSide { n, least, largest: LARGEST_SIDE, got: side });
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
    fn draw(&self, board: &dyn Drawn, canvas: &mut Canvas, (x, y): (usize, usize)) {
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

/// The maximum number of pixels of a sheet, three bytes each.
const LARGEST_SHEET: usize = 50_000_000;

impl Sheet {
    /// The boards as one PNG file, in the layout of the SVG document. Fails beyond 50 million pixels. O(pixels), at
    /// most 150 MB of memory.
    ///
    /// ```
    /// use nqdb::Permutation;
    /// use nqdb::picture::{Coordinates, Picture, Sheet};
    ///
    /// let permutation: Permutation = "2 4 1 3".parse()?;
    /// let mut sheet = Sheet::default().with_coordinates(Coordinates::Chess);
    /// sheet.push("rank 1".to_owned(), Picture::of(&permutation))?;
    /// assert!(sheet.png()?.starts_with(b"\x89PNG"));
    /// # Ok::<(), nqdb::Invalid>(())
    /// ```
    pub fn png(&self) -> Result<Vec<u8>, Invalid> {
        if self.boards.is_empty() {
            let mut canvas = Canvas::new((200, 40), Colour::WHITE);
            Font::new(13).write(&mut canvas, (20, 25), NO_BOARDS, Colour::parse(PALE));
            return Ok(canvas.png());
        }
        let layout = SheetLayout::of(self);
        let pixels = layout.width().saturating_mul(layout.height());
        if pixels > LARGEST_SHEET {
            return Err(Invalid::SheetSize { largest: LARGEST_SHEET, got: pixels });
        }
        let mut canvas = Canvas::new((layout.width(), layout.height()), Colour::WHITE);
        let [mut captions, mut labels] = [layout.caption, layout.label].map(Font::new);
        for index in 0..self.boards.len() {
            self.draw_head(index, &layout, &mut captions, &mut canvas);
            self.draw(index, &layout, &mut labels, &mut canvas);
        }
        Ok(canvas.png())
    }

    /// Draws the two lines above a board.
    fn draw_head(&self, index: usize, layout: &SheetLayout, captions: &mut Font, to: &mut Canvas) {
        let (board, (left, y)) = (&self.boards[index], layout.corner(index));
        let x = left + layout.squares().0;
        captions.write(to, (x, y + layout.caption), &board.caption, Colour::parse(INK));
        let size = board.numbers_size(layout.side);
        if size > 0 {
            let baseline = y + layout.head() - layout.numbers / 2;
            Font::new(size).write(to, (x, baseline), &board.numbers, Colour::parse(PALE));
        }
    }

    /// Draws a board with its coordinates.
    fn draw(&self, index: usize, layout: &SheetLayout, labels: &mut Font, canvas: &mut Canvas) {
        let (corner, (left, top)) = (layout.corner(index), layout.squares());
        let (x, y) = (corner.0 + left, corner.1 + top);
        let picture = &self.boards[index].picture;
        let n = picture.n();
        let square = layout.side / n;
        for label in layout.labels(n, square as f64) {
            let middle = labels.width(&label.name) as isize / 2;
            // Digits are 0.6 of the font size high.
            let baseline = y as isize + label.y + layout.label as isize * 3 / 10;
            let place = (x.saturating_add_signed(label.x - middle), baseline.max(0) as usize);
            labels.write(canvas, place, &label.name, Colour::parse(PALE));
        }
        let turned = Turned { picture, coordinates: self.coordinates };
        let frame = 1;
        BoardLayout { n, square, frame }.draw(&turned, canvas, (x - frame, y - frame));
    }
}
