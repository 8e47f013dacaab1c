use super::Picture;
use crate::combinatorics::Invalid;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

/// One or more boards, each under its caption, as one SVG document.
///
/// The document needs nothing else: the queen is a shape, the font is the viewer's own. Each board
/// has a `<title>` with its caption and its queens, for those who do not see it.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    boards: Vec<(String, Picture)>,
}

impl Sheet {
    /// The most boards of a sheet.
    pub const LARGEST: usize = 1000;

    /// Adds a board below or beside the others; an error when [`Sheet::LARGEST`] are there.
    pub fn push(&mut self, caption: String, picture: Picture) -> Result<(), Invalid> {
        if self.boards.len() == Self::LARGEST {
            return Err(Invalid::SheetFull { largest: Self::LARGEST });
        }
        self.boards.push((caption, picture));
        Ok(())
    }
}

/// Boards stand in so many columns, or in more where there would be more rows than columns.
const COLUMNS: usize = 4;

/// Larger boards have no room for their queens in numbers.
const LARGEST_NUMBERED: usize = 64;

/// Where things are, in pixels at the size as drawn.
struct Layout {
    columns: usize,
    rows: usize,
    /// The side of a board; all boards of a sheet have one size.
    side: usize,
    /// Between two boards, and around all of them.
    gap: usize,
    /// The font size of the captions, and the largest of the queens in numbers.
    caption: usize,
    numbers: usize,
}

impl Layout {
    fn of(sheet: &Sheet) -> Self {
        let count = sheet.boards.len();
        let columns = COLUMNS.max(count.isqrt()).min(count);
        let side = sheet.boards.iter().map(|(_, picture)| side(picture.n())).max().unwrap_or(0);
        let captions = sheet.boards.iter().map(|(caption, _)| caption.chars().count());
        let sizes = sheet.boards.iter().map(|(_, picture)| numbers_size(side, picture));
        Layout {
            columns,
            rows: count.div_ceil(columns.max(1)),
            side,
            gap: (side / 10).max(16),
            caption: font_size(side, captions.max().unwrap_or(0)),
            numbers: sizes.max().unwrap_or(0),
        }
    }

    /// The space for the two lines above a board.
    fn head(&self) -> usize {
        (self.caption + self.numbers) * 3 / 2
    }

    fn width(&self) -> usize {
        self.columns * (self.side + self.gap) + self.gap
    }

    fn height(&self) -> usize {
        self.rows * (self.head() + self.side + self.gap) + self.gap
    }

    /// The upper left corner of a board's place, with its head.
    fn corner(&self, index: usize) -> (usize, usize) {
        let (row, column) = (index / self.columns, index % self.columns);
        let x = self.gap + column * (self.side + self.gap);
        (x, self.gap + row * (self.head() + self.side + self.gap))
    }
}

/// The side of a single board: whole pixels a square.
fn side(n: usize) -> usize {
    n * if n <= 8 { 320 / n } else { (960 / n).clamp(4, 40) }
}

/// A size in which so many characters are no wider than a board.
fn font_size(side: usize, characters: usize) -> usize {
    // Few fonts have characters wider than 0.6 of their height on average.
    let fitting = side * 10 / (6 * characters).max(1);
    fitting.clamp(1, (side / 20).max(1))
}

/// The font size of the queens in numbers; 0 where there are none.
fn numbers_size(side: usize, picture: &Picture) -> usize {
    match numbers(picture).len() {
        0 => 0,
        characters => font_size(side, characters),
    }
}

/// The queens as numbers, 1-based; nothing for boards that are too large for that.
fn numbers(picture: &Picture) -> String {
    if picture.n() > LARGEST_NUMBERED {
        return String::new();
    }
    let queens: Vec<String> = picture.rows.iter().map(|row| (row + 1).to_string()).collect();
    queens.join(" ")
}

/// The queen, 100 units wide and high: a crown of five points on a base.
const QUEEN: &str = r##"<g id="queen" transform="scale(.01)" fill="#2a2019">
<path d="M30 72 15 37 34 55 32 26 44 52 50 22 56 52 68 26 66 55 85 37 70 72zM28 76h44v9h-44z"/>
<circle cx="15" cy="34" r="5"/><circle cx="32" cy="23" r="5"/><circle cx="50" cy="19" r="5"/>
<circle cx="68" cy="23" r="5"/><circle cx="85" cy="34" r="5"/>
</g>"##;

/// The squares of an empty board, a unit each.
fn write_squares(n: usize, f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, r##"<g id="squares-{n}"><rect width="{n}" height="{n}" fill="#f5ebd9"/>"##)?;
    // Each row is a dashed line, its dashes the dark squares.
    f.write_str(r##"<path stroke="#c8a67c" stroke-dasharray="1" d=""##)?;
    for row in 0..n {
        let first_dark = 1 - row % 2;
        if first_dark < n {
            write!(f, "M{first_dark} {row}.5H{n}")?;
        }
    }
    f.write_str("\"/>")?;
    writeln!(
        f,
        r##"<rect width="{n}" height="{n}" fill="none" stroke="#2a2019" stroke-width="{}"/></g>"##,
        n as f64 / 200.0
    )
}

/// The caption and the queens, as far as they are numbered.
fn title(caption: &str, picture: &Picture) -> String {
    let numbers = numbers(picture);
    let colon = if numbers.is_empty() { "" } else { ": " };
    format!("{}{colon}{numbers}", Escaped(caption))
}

/// A board with its two lines above it.
fn write_board(
    layout: &Layout,
    index: usize,
    (caption, picture): &(String, Picture),
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let (x, y) = layout.corner(index);
    let title = title(caption, picture);
    writeln!(f, r#"<g role="img" transform="translate({x} {y})"><title>{title}</title>"#)?;
    let (large, small) = (layout.caption, numbers_size(layout.side, picture));
    writeln!(f, r#"<text y="{large}" font-size="{large}">{}</text>"#, Escaped(caption))?;
    if small > 0 {
        let (below, numbers) = (layout.head() - layout.numbers / 2, numbers(picture));
        writeln!(f, r##"<text y="{below}" font-size="{small}" fill="#666">{numbers}</text>"##)?;
    }
    let n = picture.n();
    let square = (layout.side * 1000 / n) as f64 / 1000.0;
    writeln!(f, r#"<g transform="translate(0 {}) scale({square})">"#, layout.head())?;
    writeln!(f, r##"<use href="#squares-{n}"/>"##)?;
    for (column, row) in picture.rows.iter().enumerate() {
        writeln!(f, r##"<use href="#queen" x="{column}" y="{row}"/>"##)?;
    }
    writeln!(f, "</g></g>")
}

impl Display for Sheet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let layout = Layout::of(self);
        let (width, height) = (layout.width(), layout.height());
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif">"#
        )?;
        match &self.boards[..] {
            [(caption, picture)] => writeln!(f, "<title>{}</title>", title(caption, picture))?,
            boards => writeln!(f, "<title>{} boards of queens</title>", boards.len())?,
        }
        writeln!(f, "<defs>{QUEEN}")?;
        let sizes: BTreeSet<usize> = self.boards.iter().map(|(_, picture)| picture.n()).collect();
        sizes.into_iter().try_for_each(|n| write_squares(n, f))?;
        writeln!(f, r##"</defs><rect width="100%" height="100%" fill="#fff"/>"##)?;
        for (index, board) in self.boards.iter().enumerate() {
            write_board(&layout, index, board, f)?;
        }
        f.write_str("</svg>")
    }
}

/// Text inside an element.
struct Escaped<'t>(&'t str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            other => write!(f, "{other}"),
        })
    }
}
