//! The home page, `/`: a board to fill, today's puzzle, and ways to all others. `/sizes` lists the board sizes, `/cite`
//! says how to cite.

use crate::count::{Living, living};
use crate::failure::Failure;
use crate::page::{Frame, View, cite, grouped, preview_of, rule};
use crate::puzzles::{Game, little_of, today_game, week};
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
        let n = BoardSize::new(8)?;
        let title = "Every solution of the N-queens problem";
        let frame = Frame { image, ..url.frame(Some(n), title, &[]) };
        let living = living(&frame.base, n, host)?;
        Ok(Response::page(Keep::No, page(&frame, &today, &living)))
    });
    Ok(Step::Work(task))
}

/// What the search field reads, as examples.
const EXAMPLES: [&str; 5] = ["57", "15863724", "c5", "12 queens", "today"];

fn page(frame: &Frame, today: &Game, living: &Living) -> Markup {
    let (base, n) = (&*frame.base, today.puzzle.n());
    let body = html! {
        main #main .two.home {
            section.stage {
                h1 { "Eight queens, none attacking another" }
                p.lead { b { "There are 92 ways. Find one." } span.wider { " Tap a square to place a queen." } }
                (rule(""))
                (living.board)
                div.tools {
                    button #undo .scripted type="button" title="Undo (Ctrl+Z)" disabled { "Undo" }
                    a #clear .button href={ (base) "/8" } { "Clear" }
                    p #readout .readout aria-hidden="true" {}
                }
            }
            div.side {
                section #count .card.count aria-label="Solutions left" { (living.count) }
                p #chips .chips {}
                (living.lesson)
                section.card.today {
                    a href={ (base) "/daily" } tabindex="-1" aria-hidden="true" { (little_of(&today.puzzle)) }
                    div {
                        h2 { a href={ (base) "/daily" } { "Today’s puzzle" } }
                        p { (n) " queens, exactly one solution. " b data-today {} }
                    }
                    (week(base))
                }
                form.find role="search" aria-label="Find a solution" action={ (base) "/go" } {
                    input type="hidden" name="n" value="8";
                    input name="q" type="search" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="2000"
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
                section.card {
                    h2 { "All 39,029,188,884 ways to place 20 queens" }
                    p { "Each solution of every size up to 21 has a number and a page of its own." }
                    p.tools {
                        a.button href={ (base) "/8/57" } { "Solution 57 of 92" }
                        a.button href={ (base) "/20/random" } rel="nofollow" { "One of 39 billion" }
                        a.button href={ (base) "/sizes" } { "All sizes" }
                        a.button href={ (base) "/8/about" } { "The problem" }
                        a.button href={ (base) "/8/puzzles" } { "Puzzles to print" }
                    }
                }
            }
        }
        (living.data)
    };
    frame.around(View::Place, body)
}

/// `/sizes`: the numbers of solutions of the board sizes.
pub(crate) fn sizes(url: Url) -> Result<Step, Failure> {
    simple(url, "Board sizes", |frame| {
        html! {
            table.sizes {
                thead { tr { th scope="col" { "N" } th scope="col" { "solutions" } th scope="col" { "fundamental" } } }
                tbody {
                    @for (n, counts) in BoardSize::up_to(BoardSize::MAX).filter_map(|n| Some((n, known_counts(n)?))) {
                        tr {
                            th scope="row" { a href={ (frame.base) "/" (n) "/about" } { (n) } }
                            td { (grouped(counts.solutions)) }
                            td { (grouped(counts.orbits())) }
                        }
                    }
                }
            }
            p.hint {
                "A solution and its images under the symmetries of the square are an orbit; the smallest of them is the "
                "fundamental solution. Other sizes up to 64 have pages too, such as "
                a href={ (frame.base) "/40/about" } { "N = 40" } "."
            }
        }
    })
}

/// `/cite`: how to cite.
pub(crate) fn citation(url: Url) -> Result<Step, Failure> {
    simple(url, "How to cite", |frame| {
        html! {
            (cite(frame, "", None))
            p.hint {
                "Ranks and orbit ids will not change: they are defined by the lexicographic order. The counts are OEIS "
                a href="https://oeis.org/A000170" rel="noreferrer" { "A000170" } " and "
                a href="https://oeis.org/A002562" rel="noreferrer" { "A002562" } "."
            }
        }
    })
}

/// A page with a heading and one card.
fn simple(url: Url, title: &str, content: impl FnOnce(&Frame) -> Markup) -> Result<Step, Failure> {
    let frame = url.frame(None, title, &[]);
    let body = html! {
        main #main .one { h1 { (title) } section.card { (content(&frame)) } }
    };
    Ok(Step::Ready(Response::page(Keep::Fact, frame.around(View::Other, body))))
}
