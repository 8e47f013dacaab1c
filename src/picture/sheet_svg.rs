//! A sheet of boards as an SVG document.

use super::board::{Look, Picture, Queen};
use super::colour::{CROSS, DARK, INK, LIGHT, PALE};
use super::coordinates::Coordinates;
use super::sheet::{Captioned, NO_BOARDS, Sheet, SheetLayout};
use super::svg::{open_svg, write_queen};
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

impl Look {
    /// The id of the queen's shape in the document.
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
fn write_squares(n: usize, coordinates: Coordinates, f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, r##"<g id="squares-{n}"><rect width="{n}" height="{n}" fill="{LIGHT}"/>"##)?;
    // Each row is a dashed line whose dashes are the dark squares.
    write!(f, r#"<path stroke="{DARK}" stroke-dasharray="1" d=""#)?;
    for line in 0..n {
        let first_dark = usize::from(!coordinates.is_dark(0, coordinates.turn(n, line)));
        if first_dark < n {
            write!(f, "M{first_dark} {line}.5H{n}")?;
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
    /// The caption and, if shown, the queens as numbers.
    fn title(&self) -> String {
        let colon = if self.numbers.is_empty() { "" } else { ": " };
        format!("{}{colon}{}", Escaped(&self.caption), self.numbers)
    }
}

impl Sheet {
    /// Writes a board and the two lines above it.
    fn write(&self, index: usize, layout: &SheetLayout, f: &mut Formatter<'_>) -> fmt::Result {
        let board = &self.boards[index];
        let Captioned { caption, numbers, picture } = board;
        let ((x, y), title) = (layout.corner(index), board.title());
        writeln!(f, r#"<g role="img" transform="translate({x} {y})"><title>{title}</title>"#)?;
        let (large, small) = (layout.caption, board.numbers_size(layout.side));
        let (left, top) = layout.squares();
        let x = if left > 0 { format!(r#"x="{left}" "#) } else { String::new() };
        writeln!(f, r#"<text {x}y="{large}" font-size="{large}">{}</text>"#, Escaped(caption))?;
        if small > 0 {
            let below = layout.head() - layout.numbers / 2;
            writeln!(
                f,
                r#"<text {x}y="{below}" font-size="{small}" fill="{PALE}">{numbers}</text>"#
            )?;
        }
        let n = picture.n();
        let square = (layout.side * 1000 / n) as f64 / 1000.0;
        write_labels(layout, n, square, f)?;
        writeln!(f, r#"<g transform="translate({left} {top}) scale({square})">"#)?;
        writeln!(f, r##"<use href="#squares-{n}"/>"##)?;
        self.write_attacked(picture, f)?;
        for (column, queen) in picture.queens.iter().enumerate() {
            if let Some(Queen { row, look }) = queen {
                let line = self.coordinates.turn(n, *row as usize);
                writeln!(f, r##"<use href="#{}" x="{column}" y="{line}"/>"##, look.id())?;
            }
        }
        self.write_lines(picture, f)?;
        writeln!(f, "</g></g>")
    }

    /// The line of the picture with the queen of a column.
    fn line(&self, picture: &Picture, column: usize) -> usize {
        let row = picture.queens[column].map_or(0, |queen| queen.row);
        self.coordinates.turn(picture.n(), row as usize)
    }

    /// Writes the squares of queens that attack each other.
    fn write_attacked(&self, picture: &Picture, f: &mut Formatter<'_>) -> fmt::Result {
        let pairs = picture.attacks.iter();
        let columns: BTreeSet<usize> = pairs.flat_map(|&(left, right)| [left, right]).collect();
        columns.into_iter().try_for_each(|column| {
            let y = self.line(picture, column);
            writeln!(
                f,
                r#"<rect x="{column}" y="{y}" width="1" height="1" fill="{CROSS}" opacity=".75"/>"#
            )
        })
    }

    /// Writes the lines between queens that attack each other.
    fn write_lines(&self, picture: &Picture, f: &mut Formatter<'_>) -> fmt::Result {
        if picture.attacks.is_empty() {
            return Ok(());
        }
        write!(f, r#"<path stroke="{CROSS}" stroke-width=".1" stroke-linecap="round" d=""#)?;
        for &(left, right) in &picture.attacks {
            let [above, below] = [left, right].map(|column| self.line(picture, column));
            write!(f, "M{left}.5 {above}.5L{right}.5 {below}.5")?;
        }
        writeln!(f, r#""/>"#)
    }
}

/// Writes the labels of rows and columns.
fn write_labels(layout: &SheetLayout, n: usize, square: f64, f: &mut Formatter<'_>) -> fmt::Result {
    let ((left, top), size) = (layout.squares(), layout.label);
    let labels = layout.labels(n, square);
    if labels.is_empty() {
        return Ok(());
    }
    writeln!(f, r#"<g font-size="{size}" fill="{PALE}" text-anchor="middle">"#)?;
    for label in labels {
        // Digits are about 0.7 of the font size high.
        let (x, y) = (left as isize + label.x, top as isize + label.y + (size * 7 / 20) as isize);
        writeln!(f, r#"<text x="{x}" y="{y}">{}</text>"#, label.name)?;
    }
    writeln!(f, "</g>")
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
        sizes.into_iter().try_for_each(|n| write_squares(n, self.coordinates, f))?;
        writeln!(f, "</defs>")?;
        (0..self.boards.len()).try_for_each(|index| self.write(index, &layout, f))?;
        f.write_str("</svg>")
    }
}

/// Text escaped as element content.
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
