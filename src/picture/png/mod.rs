//! Boards and heat maps as PNG files: alone (squares, a frame, queens and marks, without text), as a link preview, and with
//! captions and labels as in SVG. `raster` draws the pixels.

mod raster;

use super::board::{Coordinates, Look, Picture};
use super::chart::{Chart, Content, FONT, Grid, Thing};
use super::conditions::ConditionsPicture;
use super::heat::HeatmapPicture;
use super::sheet::{NO_BOARDS, Sheet, SheetLayout};
use super::style::{CROSS, Colour, INK, PALE};
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
    /// square and the frame. O(pixels).
    ///
    /// ```
    /// use nqdb::{Permutation, picture::Picture};
    ///
    /// let permutation: Permutation = "2 4 1 3".parse()?;
    /// let png = Picture::of(&permutation).png(256)?;
    /// assert!(png.starts_with(b"\x89PNG"));
    /// # Ok::<(), nqdb::Invalid>(())
    /// ```
    ///
    /// # Errors
    /// [`Invalid::PictureSide`] unless `side` is N + 2 to 4,096.
    pub fn png(&self, side: u32) -> Result<Vec<u8>, Invalid> {
        alone(&Drawn::of(self, Coordinates::None), side)
    }

    /// The board and lines of text next to it, the first one large, as a PNG file of 1200 × 630 pixels, for use as the
    /// `og:image` of a page. Without text, the board is in the middle. Long lines are cut off.
    ///
    /// # Errors
    /// [`Invalid::PictureSide`] for N > 548.
    pub fn preview_png(&self, lines: &[String]) -> Result<Vec<u8>, Invalid> {
        preview(&Drawn::of(self, Coordinates::None), lines)
    }
}

impl ConditionsPicture {
    /// The board as a PNG file like that of [`Picture::png`]: queens, crosses, dots and heat, without counts.
    ///
    /// # Errors
    /// As [`Picture::png`].
    pub fn png(&self, side: u32) -> Result<Vec<u8>, Invalid> {
        alone(&self.chart().drawn(), side)
    }

    /// The board and lines of text as a PNG file, like [`Picture::preview_png`].
    ///
    /// # Errors
    /// As [`Picture::preview_png`], whose limit no [`BoardSize`](crate::BoardSize) exceeds.
    pub fn preview_png(&self, lines: &[String]) -> Result<Vec<u8>, Invalid> {
        preview(&self.chart().drawn(), lines)
    }

    /// The document as a PNG file, with everything that SVG shows.
    ///
    /// # Errors
    /// As [`HeatmapPicture::document_png`].
    pub fn document_png(&self) -> Result<Vec<u8>, Invalid> {
        self.chart().png()
    }
}

impl HeatmapPicture {
    /// The document as a PNG file, with everything that SVG shows.
    ///
    /// # Errors
    /// [`Invalid::SheetSize`] for more than 50 million pixels.
    pub fn document_png(&self) -> Result<Vec<u8>, Invalid> {
        self.chart().png()
    }
}

/// A board with a side of at most `side` pixels, as a PNG file.
fn alone(board: &Drawn, side: u32) -> Result<Vec<u8>, Invalid> {
    let layout = BoardLayout::new(board.n, side)?;
    let mut canvas = Canvas::new((layout.side(), layout.side()), INK);
    layout.draw(board, &mut canvas, (0, 0));
    Ok(canvas.png())
}

/// A board with lines of text next to it, as a PNG file.
fn preview(board: &Drawn, lines: &[String]) -> Result<Vec<u8>, Invalid> {
    let layout = BoardLayout::new(board.n, (PREVIEW.1 - 2 * MARGIN) as u32)?;
    let mut canvas = Canvas::new(PREVIEW, Colour::WHITE);
    let top = (PREVIEW.1 - layout.side()) / 2;
    let left = if lines.is_empty() { (PREVIEW.0 - layout.side()) / 2 } else { MARGIN };
    layout.draw(board, &mut canvas, (left, top));
    write_lines(&mut canvas, left + layout.side() + MARGIN, lines);
    Ok(canvas.png())
}

impl Chart<'_> {
    fn png(&self) -> Result<Vec<u8>, Invalid> {
        let Grid { n, square, edge, top, side, .. } = self.grid;
        let mut canvas = sheet_canvas((self.grid.width, self.grid.height))?;
        let font = Font::new(FONT);
        font.write(&mut canvas, (edge, 2 * FONT), &self.caption, INK);
        BoardLayout { n, square, frame: 1 }.draw(&self.drawn(), &mut canvas, (edge - 1, top - 1));
        let counts = (0..self.squares.len()).filter_map(|place| self.count(place));
        for text in self.grid.labels().into_iter().chain(counts) {
            let left = text.x.saturating_sub(font.width(&text.text) / 2);
            font.write(&mut canvas, (left, text.baseline()), &text.text, text.ink);
        }
        if let Some((most, colour)) = self.legend {
            let y = self.grid.legend();
            for along in 0..side {
                canvas.fill((edge + along, y), (1, FONT), colour(along as f64 / side as f64));
            }
            let below = y + FONT * 5 / 2;
            font.write(&mut canvas, (edge, below), "0", PALE);
            let left = (edge + side).saturating_sub(font.width(most));
            font.write(&mut canvas, (left, below), most, PALE);
        }
        Ok(canvas.png())
    }

    fn drawn(&self) -> Drawn {
        let (n, coordinates) = (self.grid.n, self.grid.coordinates);
        let squares = self.squares.iter().enumerate().map(|(place, square)| {
            let (column, row) = self.column_and_row(place);
            let thing = match square.content {
                Content::Thing(thing) => Some(thing),
                _ => None,
            };
            ((column, coordinates.turn(n, row)), square.colour, thing)
        });
        Drawn { n, squares: squares.collect(), joined: Vec::new() }
    }
}

/// The column and line of a square of a picture, 0-based.
type Place = (usize, usize);

/// A board as it is drawn in pixels.
struct Drawn {
    n: usize,
    /// Each with its colour and the thing on it, if any.
    squares: Vec<(Place, Colour, Option<Thing>)>,
    /// The squares that are joined by a red line.
    joined: Vec<[Place; 2]>,
}

impl Drawn {
    fn of(picture: &Picture, coordinates: Coordinates) -> Self {
        let (n, attacked) = (picture.n(), picture.attacked());
        let square = |(column, row): Place| {
            let look = picture.look(row, column);
            let cross = picture.is_crossed(row, column).then_some(Thing::Cross);
            let is_red = look.is_some() && attacked.contains(&column);
            let board = coordinates.square_colour(column, row);
            let colour = if is_red { board.towards(CROSS, 0.75) } else { board };
            ((column, coordinates.turn(n, row)), colour, look.map(Thing::Queen).or(cross))
        };
        let squares = (0..n * n).map(|place| square((place % n, place / n))).collect();
        let place = |column| (column, picture.line(column, coordinates));
        let joined = picture.attacks.iter().map(|&(left, right)| [place(left), place(right)]);
        Drawn { n, squares, joined: joined.collect() }
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

    fn side(&self) -> usize {
        self.n * self.square + 2 * self.frame
    }

    /// Draws the frame and the board within it.
    fn draw(&self, board: &Drawn, canvas: &mut Canvas, (x, y): (usize, usize)) {
        let BoardLayout { n, square, frame } = *self;
        canvas.fill((x, y), (self.side(), self.side()), INK);
        let crown = Mask::of(&Shape::crown(), square);
        // The outline of a queen is 3% of a square wide.
        let inner = crown.inner((square * 3).div_ceil(100));
        let [cross, dot] = [Shape::cross(), Shape::dot()].map(|shape| Mask::of(&shape, square));
        for &((column, line), colour, thing) in &board.squares {
            let place = (x + frame + column * square, y + frame + line * square);
            canvas.fill(place, (square, square), colour);
            match thing {
                None => {}
                Some(Thing::Queen(look)) => {
                    canvas.stamp(place, &crown, INK);
                    if look == Look::Outlined {
                        canvas.stamp(place, &inner, Colour::WHITE);
                    }
                }
                Some(Thing::Cross) => canvas.stamp(place, &cross, CROSS),
                Some(Thing::Dot) => canvas.stamp(place, &dot, colour.towards(PALE, 0.6)),
            }
        }
        if !board.joined.is_empty() {
            let lines = Mask::of(&Shape::lines(&board.joined, n), n * square);
            canvas.stamp((x + frame, y + frame), &lines, CROSS);
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
    let usual = |place| if place == 0 { LARGE } else { SMALL };
    let height: usize = (0..lines.len()).map(|place| usual(place) * 17 / 10).sum();
    let mut baseline = (PREVIEW.1.saturating_sub(height)) / 2;
    for (place, line) in lines.iter().enumerate() {
        baseline += usual(place) * 17 / 10;
        let ink = if place == 0 { INK } else { PALE };
        Font::new(size(line, usual(place))).write(canvas, (left, baseline), line, ink);
    }
}

/// The maximum number of pixels of a sheet, three bytes each.
const LARGEST_SHEET: usize = 50_000_000;

/// A white canvas of this width and height. Fails for more than [`LARGEST_SHEET`] pixels.
fn sheet_canvas((width, height): (usize, usize)) -> Result<Canvas, Invalid> {
    match width.saturating_mul(height) {
        got if got > LARGEST_SHEET => Err(Invalid::SheetSize { largest: LARGEST_SHEET, got }),
        _ => Ok(Canvas::new((width, height), Colour::WHITE)),
    }
}

impl Sheet {
    /// The boards as one PNG file, in the layout of the SVG document. O(pixels), at most 150 MB of memory.
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
    ///
    /// # Errors
    /// [`Invalid::SheetSize`] for more than 50 million pixels.
    pub fn png(&self) -> Result<Vec<u8>, Invalid> {
        if self.boards.is_empty() {
            let mut canvas = Canvas::new((200, 40), Colour::WHITE);
            Font::new(13).write(&mut canvas, (20, 25), NO_BOARDS, PALE);
            return Ok(canvas.png());
        }
        let layout = SheetLayout::of(self);
        let mut canvas = sheet_canvas((layout.width(), layout.height()))?;
        let [captions, labels] = [layout.caption, layout.label].map(Font::new);
        for index in 0..self.boards.len() {
            self.draw_head(index, &layout, &captions, &mut canvas);
            self.draw(index, &layout, &labels, &mut canvas);
        }
        Ok(canvas.png())
    }

    /// Draws the two lines above a board.
    fn draw_head(&self, index: usize, layout: &SheetLayout, captions: &Font, to: &mut Canvas) {
        let (board, (left, y)) = (&self.boards[index], layout.corner(index));
        let x = left + layout.squares().0;
        captions.write(to, (x, y + layout.caption), &board.caption, INK);
        let size = board.numbers_size(layout.side);
        if size > 0 {
            let baseline = y + layout.head() - layout.numbers / 2;
            Font::new(size).write(to, (x, baseline), &board.numbers, PALE);
        }
    }

    /// Draws a board with its coordinates.
    fn draw(&self, index: usize, layout: &SheetLayout, labels: &Font, canvas: &mut Canvas) {
        let (corner, (left, top)) = (layout.corner(index), layout.squares());
        let (x, y) = (corner.0 + left, corner.1 + top);
        let picture = &self.boards[index].picture;
        let n = picture.n();
        let square = layout.side / n;
        for label in layout.labels(n, square as f64) {
            let middle = labels.width(&label.name) as isize / 2;
            // Digits are about 0.7 of the font size high.
            let baseline = y as isize + label.y + layout.label as isize * 7 / 20;
            let place = (x.saturating_add_signed(label.x - middle), baseline.max(0) as usize);
            labels.write(canvas, place, &label.name, PALE);
        }
        let drawn = Drawn::of(picture, self.coordinates);
        BoardLayout { n, square, frame: 1 }.draw(&drawn, canvas, (x - 1, y - 1));
    }
}
