//! The first page: a board of the day, what this is, how to cite it.

use super::board;
use super::frame::{Frame, View};
use super::words::{breaking, grouped};
use crate::answers::one_line;
use crate::serve::model::Home;
use maud::{Markup, html};
use nqdb::BoardSize;

/// The sizes in the list.
const SIZES: std::ops::RangeInclusive<u64> = 4..=20;

pub(crate) fn home(frame: &Frame, home: &Home) -> Markup {
    let shown = &home.solution.solution;
    let (n, rank) = (shown.n, shown.rank.unwrap_or(0));
    let all = home.solution.solutions.map(grouped).unwrap_or_default();
    let body = html! {
        main #main .two {
            section.stage {
                h1 { "Every solution of the " i { "N" } "-queens problem has an address" }
                a.picture href={ "/" (n) "/" (rank) } {
                    (board::board(n, &shown.queens, &board::name(&shown.queens)))
                }
                p {
                    "The board of " (home.day) ": "
                    a href={ "/" (n) "/" (rank) } { "solution " (breaking(rank)) }
                    " of " (all) " for N = " (n) "."
                }
            }
            div.side {
                section.card {
                    h2 { "What this is" }
                    p {
                        "Put N queens on an N × N board so that no two attack each other. nqdb numbers all ways to do this: "
                        "each has a rank, its place in lexicographic order, and belongs to an orbit, the boards that "
                        "rotations and reflections make of it."
                    }
                    p.tools {
                        a.button href={ "/" (n) "/random" } rel="nofollow" { "Any solution for N = " (n) }
                        a.button href="/8" { "Place queens" }
                        a.button href="/8/puzzles" { "Puzzles" }
                    }
                }
                section.card {
                    h2 { "Boards" }
                    table.sizes {
                        thead { tr { th scope="col" { "N" } th scope="col" { "solutions" } th scope="col" { "fundamental" } } }
                        tbody { @for n in SIZES { (size(n)) } }
                    }
                    p.hint { "Other sizes up to 64 have their addresses too, such as " a href="/40" { "/40" } "." }
                }
                section.card {
                    h2 { "Cite it" }
                    p.cite {
                        "nqdb, the N-queens solution database, version " (env!("CARGO_PKG_VERSION")) ". N = " (n) ", solution " (grouped(rank)) " of " (all)
                        ": " (one_line(&shown.queens)) "."
                    }
                    p.hint {
                        "Ranks and orbit ids are canonical: they will not change. The counts are OEIS "
                        a href="https://oeis.org/A000170" rel="noreferrer" { "A000170" } " and "
                        a href="https://oeis.org/A002562" rel="noreferrer" { "A002562" } "."
                    }
                }
            }
        }
    };
    frame.around(View::Other, body)
}

fn size(n: u64) -> Markup {
    let counts = BoardSize::new(n).ok().and_then(nqdb::known_counts);
    html! {
        tr {
            th scope="row" { a href={ "/" (n) "/1" } { (n) } }
            @if let Some(counts) = counts {
                td { (grouped(counts.solutions)) }
                td { (grouped(counts.orbits())) }
            }
        }
    }
}
