//! The home page, `/`: today's puzzle, what nqdb is, how to cite it.

use crate::failure::Failure;
use crate::page::{Frame, View, cite, grouped, preview_of};
use crate::puzzles::{Today, unsolved};
use crate::request::Url;
use crate::response::{Keep, Response};
use crate::task::{Cost, Step, Task};
use maud::{Markup, html};
use nqdb::BoardSize;
use std::ops::RangeInclusive;

/// The sizes in the list.
const SIZES: RangeInclusive<u64> = 4..=20;

/// `/`, with the puzzle of the day.
pub(crate) fn home(url: Url) -> Result<Step, Failure> {
    let task = Task::new(url, Cost::Overview, |url, host| {
        let today = Today::new(&host.watch)?;
        let image = Some(preview_of(&today.path, ""));
        let frame =
            Frame { image, ..url.frame(None, "Every solution of the N-queens problem", &[]) };
        Ok(Response::page(&frame, Keep::No, page(&frame, &today)))
    });
    Ok(Step::Work(task))
}

fn page(frame: &Frame, today: &Today) -> Markup {
    let (base, n) = (&*frame.base, today.puzzle.n());
    let body = html! {
        main #main .two {
            section.stage.home {
                h1 { "Every N-queens solution has a URL" }
                a.picture href={ (base) "/daily" } aria-label={ "Play today’s puzzle" } { (unsolved(&today.puzzle)) }
                p.tools {
                    a.button.main href={ (base) "/daily" } { "Play today’s puzzle" }
                    span { (today.date) ", " (n) " queens. Exactly one solution." }
                }
            }
            div.side {
                section.card {
                    h2 { "The N-queens problem" }
                    p {
                        "Place N queens on an N × N board so that no two attack each other. nqdb numbers all ways to do "
                        "this: each solution has a rank, its position in lexicographic order, and belongs to an orbit, "
                        "the boards obtained from it by rotations and reflections."
                    }
                    p.tools {
                        a.button href={ (base) "/8/random" } rel="nofollow" { "Random solution" }
                        a.button href={ (base) "/8" } { "Place queens" }
                        a.button href={ (base) "/8/puzzles" } { "Puzzles" }
                    }
                }
                section.card {
                    h2 { "Boards" }
                    table.sizes {
                        thead { tr { th scope="col" { "N" } th scope="col" { "solutions" } th scope="col" { "fundamental" } } }
                        tbody { @for n in SIZES { (size(base, n)) } }
                    }
                    p.hint { "Other sizes up to 64 have pages too, such as " a href={ (base) "/40" } { (base) "/40" } "." }
                }
                section.card {
                    h2 { "How to cite" }
                    (cite(frame, "", None))
                    p.hint {
                        "Ranks and orbit ids will not change: they are defined by the lexicographic order. The counts are OEIS "
                        a href="https://oeis.org/A000170" rel="noreferrer" { "A000170" } " and "
                        a href="https://oeis.org/A002562" rel="noreferrer" { "A002562" } "."
                    }
                }
            }
        }
    };
    frame.around(View::Other, body)
}

fn size(base: &str, n: u64) -> Markup {
    let counts = BoardSize::new(n).ok().and_then(nqdb::known_counts);
    html! {
        tr {
            th scope="row" { a href={ (base) "/" (n) "/1" } { (n) } }
            @if let Some(counts) = counts {
                td { (grouped(counts.solutions)) }
                td { (grouped(counts.orbits())) }
            }
        }
    }
}
