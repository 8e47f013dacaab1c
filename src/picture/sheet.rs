//! Boards as SVG, one or more on a sheet.

use super::board::{Look, Picture, Queen};
use super::colour::{DARK, INK, LIGHT, PALE};
use super::svg::{open_svg, write_queen};
use crate::combinatorics::Invalid;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

/// Boards under their captions, as one SVG document.
///
/// The document is self-contained: the queen is a shape, the font is the viewer's own. Each board has
/// a `<title>` with its caption and its queens, for screen readers.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    boards: Vec<Captioned>,
}

#[derive(Debug, Clone)]
struct Captioned {
    caption: String,
    /// The queens as numbers, 1-based; empty for boards too large for that.
    numbers: String,
    picture: Picture,
}

impl Sheet {
    /// The largest number of boards on a sheet.
    pub const LARGEST: usize = 1000;

    /// Adds a board; an error if the sheet already has [`Sheet::LARGEST`].
    pub fn push(&mut self, caption: String, picture: Picture) -> Result<(), Invalid> {
        if self.boards.len() == Self::LARGEST {
            return Err(Invalid::SheetFull { largest: Self::LARGEST });
        }
        let numbers =
            if picture.n() > LARGEST_NUMBERED { String::new() } else { numbers(&picture) };
        self.boards.push(Captioned { caption, numbers, picture });
        Ok(())
    }
}

/// The number of columns of a sheet; a sheet that would have more rows than columns has more.
const COLUMNS: usize = 4;

/// The largest board with its queens in numbers; a larger one has no room for them.
const LARGEST_NUMBERED: usize = 64;

/// Positions and sizes in pixels.
struct SheetLayout {
    columns: usize,
    rows: usize,
    /// The side of every board.
    side: usize,
    /// The space between two boards and around them.
    margin: usize,
    /// The font sizes of the captions and of the queens in numbers, at most.
    caption: usize,
    numbers: usize,
}

impl SheetLayout {
    fn of(sheet: &Sheet) -> Self {
        let count = sheet.boards.len();
        let columns = COLUMNS.max(count.isqrt()).min(count);
        let side = sheet.boards.iter().map(|board| side(board.picture.n())).max().unwrap_or(0);
        let captions = sheet.boards.iter().map(|board| board.caption.chars().count());
        let sizes = sheet.boards.iter().map(|board| board.numbers_size(side));
        SheetLayout {
            columns,
            rows: count.div_ceil(columns.max(1)),
            side,
            margin: (side / 10).max(16),
            caption: font_size(side, captions.max().unwrap_or(0)),
            numbers: sizes.max().unwrap_or(0),
        }
    }

    /// The height of the two lines above a board.
    fn head(&self) -> usize {
        (self.caption + self.numbers) * 3 / 2
    }

    fn width(&self) -> usize {
        self.columns * (self.side + self.margin) + self.margin
    }

    fn height(&self) -> usize {
        self.rows * (self.head() + self.side + self.margin) + self.margin
    }

    /// The upper left corner of a board with its head.
    fn corner(&self, index: usize) -> (usize, usize) {
        let (row, column) = (index / self.columns, index % self.columns);
        let x = self.margin + column * (self.side + self.margin);
        (x, self.margin + row * (self.head() + self.side + self.margin))
    }
}

/// The side of a single board, whole pixels per square.
fn side(n: usize) -> usize {
    n * if n <= 8 { 320 / n } else { (960 / n).clamp(4, 40) }
}

/// A font size in which `characters` characters are no wider than a board.
fn font_size(side: usize, characters: usize) -> usize {
    // Few fonts are wider than 0.6 of their height on average.
    let fitting = side * 10 / (6 * characters).max(1);
    fitting.clamp(1, (side / 20).max(1))
}

/// The queens as numbers, 1-based: the rows, with the columns where some have no queen.
fn numbers(picture: &Picture) -> String {
    let is_full = picture.queens.iter().all(Option::is_some);
    let queens = (1..).zip(&picture.queens).filter_map(|(column, queen)| {
        let row = queen.as_ref()?.row + 1;
        Some(if is_full { row.to_string() } else { format!("{column}={row}") })
    });
    queens.collect::<Vec<_>>().join(" ")
}

impl Look {
    /// The name of the queen's shape in the document.
    fn id(self) -> &'static str {
        match self {
            Look::Filled => "queen",
            Look::Outlined => "outlined",
        }
    }

    fn paint(self) -> String {
        match self {
            Look::Filled => format!(r#"fill="{INK}""#),
            Look::Outlined => format!(r##"fill="#fff" stroke="{INK}" stroke-width="3""##),
        }
    }
}

/// The squares of an empty board, one unit each.
fn write_squares(n: usize, f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, r##"<g id="squares-{n}"><rect width="{n}" height="{n}" fill="{LIGHT}"/>"##)?;
    // Each row is a dashed line whose dashes are the dark squares.
    write!(f, r#"<path stroke="{DARK}" stroke-dasharray="1" d=""#)?;
    for row in 0..n {
        let first_dark = 1 - row % 2;
        if first_dark < n {
            write!(f, "M{first_dark} {row}.5H{n}")?;
        }
    }
    f.write_str("\"/>")?;
    writeln!(
        f,
        r##"<rect width="{n}" height="{n}" fill="none" stroke="{INK}" stroke-width="{}"/></g>"##,
        n as f64 / 200.0
    )
}

impl Captioned {
    /// The font size of the numbers; 0 if there are none.
    fn numbers_size(&self, side: usize) -> usize {
        match self.numbers.len() {
            0 => 0,
            characters => font_size(side, characters),
        }
    }

    /// The caption and, if they are shown, the queens in numbers.
    fn title(&self) -> String {
        let colon = if self.numbers.is_empty() { "" } else { ": " };
        format!("{}{colon}{}", Escaped(&self.caption), self.numbers)
    }

    /// Writes the board and the two lines above it.
    fn write(&self, layout: &SheetLayout, index: usize, f: &mut Formatter<'_>) -> fmt::Result {
        let Captioned { caption, numbers, picture } = self;
        let (x, y) = layout.corner(index);
        let title = self.title();
        writeln!(f, r#"<g role="img" transform="translate({x} {y})"><title>{title}</title>"#)?;
        let (large, small) = (layout.caption, self.numbers_size(layout.side));
        writeln!(f, r#"<text y="{large}" font-size="{large}">{}</text>"#, Escaped(caption))?;
        if small > 0 {
            let below = layout.head() - layout.numbers / 2;
            writeln!(f, r#"<text y="{below}" font-size="{small}" fill="{PALE}">{numbers}</text>"#)?;
        }
        let n = picture.n();
        let square = (layout.side * 1000 / n) as f64 / 1000.0;
        writeln!(f, r#"<g transform="translate(0 {}) scale({square})">"#, layout.head())?;
        writeln!(f, r##"<use href="#squares-{n}"/>"##)?;
        for (column, queen) in picture.queens.iter().enumerate() {
            if let Some(Queen { row, look }) = queen {
                writeln!(f, r##"<use href="#{}" x="{column}" y="{row}"/>"##, look.id())?;
            }
        }
        writeln!(f, "</g></g>")
    }
}

impl Display for Sheet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.boards.is_empty() {
            open_svg(f, (200, 40), NO_BOARDS)?;
            writeln!(f, r#"<text x="20" y="25" font-size="13" fill="{PALE}">{NO_BOARDS}</text>"#)?;
            return f.write_str("</svg>");
        }
        let layout = SheetLayout::of(self);
        let title = match &self.boards[..] {
            [board] => board.title(),
            boards => format!("{} boards of queens", boards.len()),
        };
        open_svg(f, (layout.width(), layout.height()), title)?;
        let sizes: BTreeSet<usize> = self.boards.iter().map(|board| board.picture.n()).collect();
        writeln!(f, "<defs>")?;
        let queen = |look: Look, f: &mut Formatter<'_>| write_queen(look.id(), look.paint(), f);
        queen(Look::Filled, f)?;
        if self.boards.iter().any(|board| board.picture.has_outlined()) {
            queen(Look::Outlined, f)?;
        }
        sizes.into_iter().try_for_each(|n| write_squares(n, f))?;
        writeln!(f, "</defs>")?;
        let boards = self.boards.iter().enumerate();
        boards.into_iter().try_for_each(|(index, board)| board.write(&layout, index, f))?;
        f.write_str("</svg>")
    }
}

/// The text of an empty sheet.
const NO_BOARDS: &str = "no boards";

/// Text escaped for the inside of an element.
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
