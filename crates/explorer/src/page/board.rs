//! Boards as inline SVG: squares of one unit, row 1 at the top, column 1 on the left. The style sheet has the colours,
//! and each queen is a `use` of one symbol in the page. Also links to the boards of an orbit, and sheets of boards.

use super::parts::{grouped, joined};
use crate::failure::Failure;
use crate::request::Url;
use maud::{Markup, PreEscaped, html};
use nqdb::answers::MemberJson;
use nqdb::picture::{Coordinates, Crown, Picture, Sheet};
use nqdb::{Solution, Symmetry, picture::Origin};

/// The side of a PNG file, in pixels.
pub(crate) const SIDE: u32 = 1024;

/// The most queens that a small picture shows as such; more are dots.
const MOST_SHAPES: usize = 10;

/// The shapes that boards use, once in each page.
pub(crate) fn shapes() -> Markup {
    html! {
        svg.shapes aria-hidden="true" width="0" height="0" {
            symbol id="queen" viewBox="0 0 100 100" { (crown()) }
            symbol id="cross" viewBox="0 0 100 100" { path d="M30 30 70 70M70 30 30 70" {} }
            symbol id="dot" viewBox="0 0 100 100" { circle cx="50" cy="50" r="7" {} }
        }
    }
}

/// The crown, in a square of 100 units.
pub(crate) fn crown() -> Markup {
    PreEscaped(Crown.to_string())
}

/// A large board with the numbers of its columns and rows.
pub(crate) fn board(n: usize, queens: &[u8], name: &str) -> Markup {
    html! {
        svg.board viewBox=(view_box(n)) role="img" aria-label=(name) {
            (numbers(n))
            g.men {
                (squares(n))
                g.queens { @for (column, &row) in (1..).zip(queens) { (queen(column, row.into())) } }
            }
        }
    }
}

/// The text alternative of a picture.
pub(crate) fn name(queens: &[u8]) -> String {
    let n = queens.len();
    format!("{n} × {n} board, queens of columns 1 to {n} in rows {}", joined(queens, " "))
}

/// A small picture of a solution, for links with a text of their own.
pub(crate) fn little(queens: &[u8]) -> Markup {
    little_with(queens.len(), &squares_of(queens), html! {})
}

/// The squares of queens, 1-based.
fn squares_of(queens: &[u8]) -> Vec<(usize, usize)> {
    (1..).zip(queens.iter().map(|&row| row.into())).collect()
}

/// A small picture of queens on squares, 1-based, with something above them.
pub(crate) fn little_with(n: usize, queens: &[(usize, usize)], above: Markup) -> Markup {
    let has_shapes = queens.len() <= MOST_SHAPES;
    html! {
        svg.little.plain[!has_shapes] viewBox={ "0 0 " (n) " " (n) } aria-hidden="true" {
            g.men {
                (squares(n))
                @if has_shapes {
                    @for &(column, row) in queens { (queen(column, row)) }
                } @else { path.dots d=(dots(queens)) {} }
                (above)
            }
        }
    }
}

/// The axis of a reflection, or the arc of a rotation.
fn axis(symmetry: Symmetry, n: usize) -> Markup {
    let (middle, radius) = (n as f64 / 2.0, n as f64 / 4.0);
    let (low, high) = (middle - radius, middle + radius);
    let arc = |sweep, end| format!("M{high} {middle}A{radius} {radius} 0 0 {sweep} {end}h.01");
    let path = match symmetry {
        Symmetry::Identity => return html! {},
        Symmetry::FlipDiagonal => format!("M0 0 {n} {n}"),
        Symmetry::FlipAntidiagonal => format!("M0 {n} {n} 0"),
        Symmetry::FlipVertical => format!("M0 {middle}H{n}"),
        Symmetry::FlipHorizontal => format!("M{middle} 0V{n}"),
        Symmetry::Rotate90 => arc(0, format!("{middle} {low}")),
        Symmetry::Rotate180 => arc(0, format!("{low} {middle}")),
        Symmetry::Rotate270 => arc(1, format!("{middle} {high}")),
    };
    html! { path.axis d=(path) {} }
}

/// A queen on a square, 1-based.
pub(crate) fn queen(column: usize, row: usize) -> Markup {
    html! { use.queen href="#queen" x=(column - 1) y=(row - 1) width="1" height="1" {} }
}

/// A path whose round line caps are the queens.
fn dots(queens: &[(usize, usize)]) -> String {
    queens.iter().map(|(column, row)| format!("M{}.5 {}.5h0", column - 1, row - 1)).collect()
}

/// The squares and their frame.
pub(crate) fn squares(n: usize) -> Markup {
    // Each row is a dashed line whose dashes are the dark squares.
    let rows = (0..n).filter(|row| 1 - row % 2 < n);
    let dark: String = rows.map(|row| format!("M{} {row}.5H{n}", 1 - row % 2)).collect();
    html! {
        rect.light width=(n) height=(n) {}
        path.dark d=(dark) stroke-dasharray="1" {}
        (frame(n))
    }
}

pub(crate) fn frame(n: usize) -> Markup {
    let width = n as f64 / 320.0;
    html! { rect.frame width=(n) height=(n) stroke-width=(format!("{width:.3}")) {} }
}

/// A board whose squares the scripts change: the grid for the keyboard and for screen readers. `ground` is below the
/// squares, which are drawn by column and row, 1-based, and `above` is above them.
pub(crate) fn grid(
    classes: &str,
    n: usize,
    ground: Markup,
    above: Markup,
    square: impl Fn(usize, usize) -> Markup,
) -> Markup {
    html! {
        svg #board class=(classes) viewBox=(view_box(n)) aria-label={ "Board of " (n) " columns and " (n) " rows" } {
            (numbers(n))
            g.men {
                g #squares {
                    (ground)
                    @for row in 1..=n {
                        g.row { @for column in 1..=n { (square(column, row)) } }
                    }
                    path.lines d=(lines(n)) {}
                    (frame(n))
                }
                (above)
                rect #cursor .cursor width="1" height="1" visibility="hidden" {}
            }
        }
    }
}

/// Lines between queens that attack each other; the ends are squares, 1-based.
pub(crate) fn clashes(pairs: impl IntoIterator<Item = [(usize, usize); 2]>) -> Markup {
    let middle =
        |(column, row): (usize, usize)| format!("{} {}", column as f64 - 0.5, row as f64 - 0.5);
    html! {
        g.clashes {
            @for [one, other] in pairs { path d={ "M" (middle(one)) "L" (middle(other)) } {} }
        }
    }
}

fn lines(n: usize) -> String {
    (1..n).map(|place| format!("M{place} 0V{n}M0 {place}H{n}")).collect()
}

/// The view box of a board, with space above and on the left for the numbers.
pub(crate) fn view_box(n: usize) -> String {
    let (room, edge) = (n as f64 * 0.055, n as f64 / 400.0);
    format!("{:.3} {:.3} {:.3} {:.3}", -room, -room, n as f64 + room + edge, n as f64 + room + edge)
}

/// The numbers of the columns and rows; on large boards every fifth.
pub(crate) fn numbers(n: usize) -> Markup {
    let size = n as f64 * if n > 9 { 0.022 } else { 0.028 };
    let size = size.min(0.5);
    let (above, left, lower) = (-size * 0.5, -(n as f64) * 0.026, size * 0.35);
    let step = if n > 24 { 5 } else { 1 };
    let shown = (1..=n).filter(|number| *number == 1 || number % step == 0);
    html! {
        g.numbers data-n=(n) aria-hidden="true" font-size=(format!("{size:.3}")) {
            @for number in shown {
                @let middle = number as f64 - 0.5;
                text x=(middle) y=(format!("{above:.3}")) { (number) }
                text x=(format!("{left:.3}")) y=(format!("{:.3}", middle + lower)) { (number) }
            }
        }
    }
}

pub(crate) fn path_of<T: ToString>(n: usize, queens: impl IntoIterator<Item = T>) -> String {
    format!("/{n}/of/{}", joined(queens, ","))
}

/// The URL of a solution: by its rank, or by its queens if the rank is not known.
pub(crate) fn url_of(base: &str, n: usize, rank: Option<u64>, queens: &[u8]) -> String {
    match rank {
        Some(rank) => format!("{base}/{n}/{rank}"),
        None => format!("{base}{}", path_of(n, queens)),
    }
}

/// Solutions with captions, as SVG.
pub(crate) fn sheet(
    coordinates: Coordinates,
    boards: impl IntoIterator<Item = (String, Solution)>,
) -> Result<Vec<u8>, Failure> {
    let mut sheet = Sheet::default().with_coordinates(coordinates);
    for (caption, solution) in boards {
        sheet.push(caption, Picture::of(&solution))?;
    }
    Ok(format!("{sheet}\n").into())
}

/// A solution as PNG, or as a preview with lines of text.
pub(crate) fn png(
    url: &Url,
    solution: &Solution,
    lines: impl FnOnce() -> nqdb::Result<Vec<String>>,
) -> Result<Vec<u8>, Failure> {
    let picture = match url.coordinates()? {
        Coordinates::Chess => Picture::of(&solution.complement()),
        _ => Picture::of(solution),
    };
    Ok(if url.has("preview")? { picture.preview_png(&lines()?)? } else { picture.png(SIDE)? })
}

/// A member of an orbit: its picture, the symmetry that produces it, its rank. `here` are the queens of this page, if it
/// is about one solution; otherwise the axes are drawn.
pub(crate) fn member(base: &str, n: usize, image: &MemberJson, here: &[u8]) -> Markup {
    let current = (image.queens == here).then_some("true");
    let axis = if here.is_empty() {
        axis(image.symmetry, n)
    } else {
        html! {}
    };
    html! {
        li {
            a href=(url_of(base, n, image.rank, &image.queens)) data-key=(image.symmetry) aria-current=[current] {
                (little_with(n, &squares_of(&image.queens), axis))
                span { (image.symmetry.description(Origin::TopLeft)) }
                @if let Some(rank) = image.rank { b { (grouped(rank)) } }
            }
        }
    }
}
