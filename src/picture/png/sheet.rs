//! A sheet of boards as a PNG file.

use super::board::{BoardLayout, Drawn, Thing};
use super::font::Font;
use super::raster::Canvas;
use crate::combinatorics::Invalid;
use crate::picture::board::Picture;
use crate::picture::colour::{Colour, DARK, INK, LIGHT, PALE};
use crate::picture::coordinates::Coordinates;
use crate::picture::sheet::{Captioned, NO_BOARDS, Sheet, SheetLayout};

/// The maximum number of pixels of a sheet, three bytes each.
const LARGEST: usize = 50_000_000;

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
        if pixels > LARGEST {
            return Err(Invalid::SheetSize { largest: LARGEST, got: pixels });
        }
        let mut canvas = Canvas::new((layout.width(), layout.height()), Colour::WHITE);
        let mut fonts = Fonts::of(&layout);
        for (index, board) in self.boards.iter().enumerate() {
            fonts.write_head(board, &layout, index, &mut canvas);
            self.draw(index, &layout, &mut fonts.labels, &mut canvas);
        }
        Ok(canvas.png())
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

/// The fonts of a sheet.
struct Fonts {
    captions: Font,
    labels: Font,
}

impl Fonts {
    fn of(layout: &SheetLayout) -> Self {
        Fonts { captions: Font::new(layout.caption), labels: Font::new(layout.label) }
    }

    /// Writes the two lines above a board.
    fn write_head(
        &mut self,
        board: &Captioned,
        layout: &SheetLayout,
        index: usize,
        canvas: &mut Canvas,
    ) {
        let ((left, y), ink) = (layout.corner(index), Colour::parse(INK));
        let x = left + layout.squares().0;
        self.captions.write(canvas, (x, y + layout.caption), &board.caption, ink);
        let size = board.numbers_size(layout.side);
        if size > 0 {
            let baseline = y + layout.head() - layout.numbers / 2;
            let pale = Colour::parse(PALE);
            Font::new(size).write(canvas, (x, baseline), &board.numbers, pale);
        }
    }
}

/// A board in the orientation of its coordinates.
struct Turned<'p> {
    picture: &'p Picture,
    coordinates: Coordinates,
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
