//! A board size: what is known about it, `/20/about`.

use crate::failure::Failure;
use crate::list::Listed;
use crate::page::{Frame, View, card, counted, grouped, table};
use crate::puzzles::puzzle_size;
use crate::request::{Format, Url};
use crate::task::{Step, Task};
use maud::{Markup, html};
use nqdb::{
    Board, BoardSize, Rank,
    counts::{KnownCounts, Provenance, known_counts},
};

/// `/20/about`.
pub(crate) fn size(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    if url.format != Format::Html {
        return Err(Failure::no_such_page());
    }
    let task = Task::fact(url, n, &[], move |url, board| {
        let known = known_counts(n);
        let description = match &known {
            Some(known) => format!(
                "The {n}-queens problem has {} in {}: symmetry, growth, the first and the last one, and who counted them.",
                counted(known.solutions, "solution"),
                counted(known.orbits(), "orbit")
            ),
            None => format!("The {n}-queens problem: its number of solutions is not known."),
        };
        let frame = url.frame(Some(n), counted(n.get() as u64, "queen"), &[]);
        let frame = Frame { description, ..frame };
        Ok(page(&frame, board, known.as_ref())?.into_string().into())
    });
    Ok(Step::Work(task))
}

fn page(frame: &Frame, board: &Board, known: Option<&KnownCounts>) -> nqdb::Result<Markup> {
    let (base, n) = (&*frame.base, board.n());
    let size = n.get();
    let other = |size: usize| {
        html! { a.button href={ (base) "/" (size) "/about" } { "N = " (size) } }
    };
    let has_solutions = known.is_none_or(|known| known.solutions > 0);
    let first_and_last = first_and_last(base, board, known)?;
    let body = html! {
        main #main .one {
            h1 { (counted(size as u64, "queen")) " on " (size) " × " (size) }
            p.lead {
                @match known {
                    Some(known) => {
                        (counted(known.solutions, "solution")) " in " (counted(known.orbits(), "orbit")) "."
                    },
                    None => "The number of solutions is not known.",
                }
            }
            nav.tools aria-label="Other sizes" {
                @if size > 1 { (other(size - 1)) }
                @if size < BoardSize::MAX { (other(size + 1)) }
            }
            nav.tools aria-label="Pages of this size" {
                @if has_solutions { a.button href={ (base) "/" (n) "/random" } rel="nofollow" { "Random solution" } }
                a.button href={ (base) "/" (n) } { "Heat map, place queens" }
                @if has_solutions && board.reaches_all() { a.button href={ (base) "/" (n) "/orbits" } { "Orbits" } }
                @if puzzle_size(size) == size { a.button href={ (base) "/" (n) "/puzzles" } { "Puzzles" } }
            }
            div.pair {
                (first_and_last)
                @if let Some(known) = known {
                    @if known.solutions > 0 { (symmetry(known)) }
                    (growth(base, size))
                    (sources(n))
                }
            }
        }
    };
    Ok(frame.around(View::Other, body))
}

/// The first and the last solution, as far as they are within reach.
fn first_and_last(base: &str, board: &Board, known: Option<&KnownCounts>) -> nqdb::Result<Markup> {
    let all = known.map(|known| known.solutions);
    let first = Some(1).filter(|_| all != Some(0));
    let mut shown = Vec::new();
    for (name, rank) in [("First", first), ("Last", all.filter(|last| *last > 1))] {
        let rank = rank.map(Rank::new).transpose()?;
        shown.extend(Listed::near(board, rank)?.map(|found| (name, found)));
    }
    let boards = html! {
        ul.boards {
            @for (name, shown) in &shown { (shown.picture(base, board.n().get(), Some(name))) }
        }
    };
    Ok(if shown.is_empty() {
        html! {}
    } else {
        card("In lexicographic order", boards)
    })
}

/// The orbits and solutions with each stabilizer, by a symmetry that generates it.
fn symmetry(known: &KnownCounts) -> Markup {
    let name = |size| match size {
        8 => "identity",
        4 => "rotate-180",
        2 => "rotate-90",
        _ => "all eight",
    };
    let rows = html! {
        @for (size, orbits) in known.orbits_by_size() {
            tr {
                th scope="row" { (name(size)) }
                td { (grouped(orbits)) }
                td { (grouped(orbits * size as u64)) }
            }
        }
    };
    card("Symmetry", table("Symmetry", &["stabilizer", "orbits", "solutions"], rows))
}

/// The numbers of the sizes around this one.
fn growth(base: &str, size: usize) -> Markup {
    let solutions =
        |size: usize| known_counts(BoardSize::new(size).ok()?).map(|known| known.solutions);
    let rows = html! {
        @for other in size.saturating_sub(2).max(1)..=size + 2 {
            @if let Some(count) = solutions(other) {
                tr {
                    th scope="row" { a href={ (base) "/" (other) "/about" } aria-current=[(other == size).then_some("page")] { (other) } }
                    td { (grouped(count)) }
                    td {
                        @if let Some(before) = solutions(other - 1).filter(|before| *before > 0) {
                            (format!("{:.2}", count as f64 / before as f64))
                        }
                    }
                }
            }
        }
    };
    card("Growth", table("Growth", &["N", "solutions", "times the one before"], rows))
}

fn sources(n: BoardSize) -> Markup {
    let sources =
        [("Solutions", Provenance::of_solutions(n)), ("Orbits", Provenance::of_orbits(n))];
    let names = html! {
        dl {
            @for (name, provenance) in sources {
                @if let Some(provenance) = provenance { dt { (name) } dd { (provenance) } }
            }
        }
    };
    card("Who counted them", names)
}
