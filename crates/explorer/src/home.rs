//! The home page, `/`: today's puzzle, what nqdb is, how to cite it.

use crate::failure::Failure;
use crate::page::board::{little, little_with};
use crate::page::{Frame, View, cite, grouped, preview_of};
use crate::puzzles::{Game, little_of, today_game};
use crate::request::Url;
use crate::response::{Keep, Response};
use crate::task::{Cost, Step, Task};
use maud::{Markup, html};
use nqdb::{BoardSize, counts::known_counts};

/// `/`, with the puzzle of the day.
pub(crate) fn home(url: Url) -> Result<Step, Failure> {
    let task = Task::new(url, Cost::Overview, |url, host| {
        let today = today_game(&host.watch)?;
        let image = Some(preview_of(&today.path, ""));
        let frame =
            Frame { image, ..url.frame(None, "Every solution of the N-queens problem", &[]) };
        Ok(Response::page(&frame, Keep::No, page(&frame, &today)))
    });
    Ok(Step::Work(task))
}

/// What the search field reads, as examples.
const EXAMPLES: [&str; 5] = ["57", "15863724", "c5", "12 queens", "today"];

/// The solution to look at, whose first two queens begin the board to fill.
const LOOK: [u8; 8] = [5, 7, 1, 3, 8, 6, 4, 2];

fn page(frame: &Frame, today: &Game) -> Markup {
    let (base, n) = (&*frame.base, today.puzzle.n());
    let body = html! {
        main #main .one.home {
            h1 { "All 39,029,188,884 ways to place 20 queens" }
            p.lead {
                "Place N queens on an N × N board so that no two attack each other: not in a row, a column or a diagonal. "
                "Here are all solutions, each with a number and a page of its own."
            }
            form.find role="search" aria-label="Find a solution" action={ (base) "/go" } {
                input type="hidden" name="n" value="8";
                input name="q" type="search" autocomplete="off" autocapitalize="off" spellcheck="false"
                    aria-label="Find a solution" placeholder="A rank, queens, a date";
                button { "Find" }
                ul.suggestions.scripted aria-label="Suggestions" hidden {}
            }
            p.hint {
                "For example "
                @for (place, text) in EXAMPLES.iter().enumerate() {
                    @if place > 0 { ", " }
                    a href={ (base) "/go?n=8&q=" (text.replace(' ', "+")) } rel="nofollow" { (text) }
                }
            }
            ul.ways {
                (way(&format!("{base}/8/57"), little(&LOOK), "Look at one", html! {
                    "Solution 57 of 92: turn it, and go from there to all others."
                }))
                (way(&format!("{base}/8/count/1=5,2=7"), little_with(8, [(1, 5), (2, 7)]), "Place your own", html! {
                    "See after each queen how many solutions are left."
                }))
                (way(&format!("{base}/daily"), little_of(&today.puzzle), "Play today’s puzzle", html! {
                    (today.title) ", " (n) " queens. Exactly one solution. "
                    b data-today {}
                }))
            }
            div.pair {
                section.card {
                    h2 { "Boards" }
                    table.sizes {
                        thead { tr { th scope="col" { "N" } th scope="col" { "solutions" } th scope="col" { "fundamental" } } }
                        tbody {
                            @for n in BoardSize::up_to(21).skip(3) {
                                tr {
                                    th scope="row" { a href={ (base) "/" (n) "/about" } { (n) } }
                                    @if let Some(counts) = known_counts(n) {
                                        td { (grouped(counts.solutions)) }
                                        td { (grouped(counts.orbits())) }
                                    }
                                }
                            }
                         }
                    }
                    p.hint { "Other sizes up to 64 have pages too, such as " a href={ (base) "/40/about" } { "N = 40" } "." }
                }
                div {
                    section.card {
                        h2 { "Numbers" }
                        p {
                            "The rank of a solution is its position in lexicographic order. A solution and its images under "
                            "the symmetries of the square are an orbit; the smallest of them is the fundamental solution."
                        }
                        p.tools {
                            a.button href={ (base) "/20/random" } rel="nofollow" { "One of 39 billion" }
                            a.button href={ (base) "/8/puzzles" } { "Puzzles to print" }
                        }
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
        }
    };
    frame.around(View::Other, body)
}

/// A picture and a text that lead to a page.
fn way(href: &str, picture: Markup, title: &str, text: Markup) -> Markup {
    html! {
        li.card {
            a href=(href) { (picture) span { b { (title) } " " (text) } }
        }
    }
}
