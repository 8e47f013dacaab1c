//! Images of solutions: their URLs, links with pictures, and sheets.

use crate::failure::Failure;
use crate::page::{board, grouped, joined};
use maud::{Markup, html};
use nqdb::Solution;
use nqdb::answers::MemberJson;
use nqdb::picture::{Picture, Sheet};

/// The path of a solution by its queens.
pub(crate) fn path_of<T: ToString>(n: usize, queens: impl IntoIterator<Item = T>) -> String {
    format!("/{n}/of/{}", joined(queens, ","))
}

/// The URL of an image: by its rank, or by its queens if the rank is not known.
pub(crate) fn url_of(base: &str, n: usize, image: &MemberJson) -> String {
    match image.rank {
        Some(rank) => format!("{base}/{n}/{rank}"),
        None => format!("{base}{}", path_of(n, &image.queens)),
    }
}

/// Boards with captions, as SVG.
pub(crate) fn sheet(
    boards: impl IntoIterator<Item = (String, Solution)>,
) -> Result<Vec<u8>, Failure> {
    let mut sheet = Sheet::default();
    for (caption, solution) in boards {
        sheet.push(caption, Picture::of(&solution))?;
    }
    Ok(format!("{sheet}\n").into())
}

/// A board of an orbit: its picture, the symmetry that produces it, its rank. `here` are the queens of this page.
pub(crate) fn member(base: &str, n: usize, image: &MemberJson, here: &[u8]) -> Markup {
    let current = (image.queens == here).then_some("true");
    html! {
        li {
            a href=(url_of(base, n, image)) data-key=(image.image) aria-current=[current] {
                (board::little(&image.queens))
                span title={ (image.image) ", " (image.name) } { (in_words(image.image)) }
                @if let Some(rank) = image.rank { b { (grouped(rank)) } }
            }
        }
    }
}

/// An image in words that need no explanation.
fn in_words(image: &str) -> &str {
    match image {
        "po1" => "as it is",
        "po2" => "⤡ main diagonal",
        "po3" => "⤢ other diagonal",
        "po4" => "↕ flipped",
        "po5" => "↔ mirrored",
        "po6" => "↺ 90°",
        "po7" => "↻ 180°",
        "po8" => "↻ 90°",
        other => other,
    }
}
