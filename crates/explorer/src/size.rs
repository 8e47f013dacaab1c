//! A board size: what is known about it, `/20/about`.

use crate::failure::Failure;
use crate::list::Listed;
use crate::orbits::FILTERED;
use crate::page::{Frame, View, board, card, counted, grouped, queens_of};
use crate::puzzles::puzzle_size;
use crate::request::{Format, Url};
use crate::task::{Step, Task};
use maud::{Markup, html};
use nqdb::{
    Board, BoardSize, OrbitId, Rank,
    counts::{KnownCounts, Provenance, known_counts},
    search::LAST_HEATMAP,
};

/// `/20/about`.
pub(crate) fn size(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    if url.format != Format::Html {
        return Err(Failure::no_such_page());
    }
    let task = Task::fact(url, n, move |url, board| {
        let known = known_counts(n);
        let description = match &known {
            Some(known) => format!(
                "The {n}-queens problem has {} in {}: its story, growth, heat map and symmetry, and who counted them.",
                counted(known.solutions, "solution"),
                counted(known.orbits(), "orbit")
            ),
            None => format!("The {n}-queens problem: its number of solutions is not known."),
        };
        let frame = url.frame(Some(n), queens_of(n), &[]);
        let frame = Frame { description, ..frame };
        Ok(page(&frame, board, known.as_ref())?.into_string().into())
    });
    Ok(task.at(&format!("/{n}/about"), None))
}

/// How the problem began, and what is proved and counted; docs/known.md and docs/results.md have the sources.
const STORY: [&str; 3] = [
    "Max Bezzel, a chess player, asked in 1848 in how many ways eight queens fit on a chessboard. Franz Nauck published \
        solutions in 1850.",
    "Every board has a solution, except N = 2 and N = 3: Pauls gave one for each N in 1874. No formula is known for \
        their number. Up to N = 11 it was counted by hand by 1890, for N = 12 and 13 by a computer in 1971 (Wells), \
        after a hand count with an error. N = 27, the largest known, took a year on special hardware (Preußer and \
        Engelhardt, 2016), and was confirmed on eight GPUs in 28 days (Yao and Li, 2025).",
    "For large N there are about (0.143 N)ᴺ solutions (Simkin, 2021).",
];

fn page(frame: &Frame, board: &Board, known: Option<&KnownCounts>) -> nqdb::Result<Markup> {
    let (base, n) = (&*frame.base, board.n());
    let size = n.get();
    let other = |size: usize, rel: &str| {
        html! { a.button href={ (base) "/" (size) "/about" } rel=(rel) { "N = " (size) } }
    };
    let has_solutions = known.is_none_or(|known| known.solutions > 0);
    let body = html! {
        main #main .one {
            h1 { (queens_of(n)) " on " (size) " × " (size) }
            p.lead {
                "In how many ways can " (queens_of(n)) " stand on a board of " (size) " × " (size)
                " squares so that no two share a row, a column or a diagonal? "
                @match known {
                    Some(known) => { "There are " b { (counted(known.solutions, "solution")) } " in " (counted(known.orbits(), "orbit")) ". " (looking(known.solutions)) },
                    None => "The number of solutions is not known.",
                }
            }
            p.tools {
                @if size > 1 { (other(size - 1, "prev")) }
                @if size < BoardSize::MAX { (other(size + 1, "next")) }
                a.button.main href={ (base) "/" (n) } { "Place queens" }
                @if has_solutions { a.button href={ (base) "/" (n) "/random" } rel="nofollow" { "Random solution" } }
                @if has_solutions && board.reaches_all() { a.button href={ (base) "/" (n) "/orbits" } { "Orbits" } }
                @if puzzle_size(size) == size { a.button href={ (base) "/" (n) "/puzzles" } { "Puzzles" } }
            }
            div.pair {
                (card("Growth", chart(base, size)))
                @if size <= LAST_HEATMAP && has_solutions {
                    (card("Where the queens stand", html! {
                        img.heat src={ (base) "/" (n) "/count.svg" } loading="lazy" alt={ "Heat map of " (n) " × " (n) };
                        p.hint { "The number of solutions with a queen on each square." }
                    }))
                }
                @if let Some(known) = known.filter(|known| known.solutions > 0) { (symmetry(base, board, known)?) }
                (first_and_last(base, board, known)?)
                (card("Its story", html! { @for text in STORY { p { (text) } } }))
                @if known.is_some() { (sources(n)) }
            }
        }
    };
    Ok(frame.around(View::Other, body))
}

/// How long it takes to look at all solutions, one per second, and how many of them a lifetime is enough for.
fn looking(solutions: u64) -> String {
    const LIFE: u64 = 80 * YEAR;
    const YEAR: u64 = 31_556_952;
    let units = [(YEAR, "year"), (86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")];
    let Some((unit, name)) = units.into_iter().find(|(unit, _)| solutions >= 2 * unit) else {
        return String::new();
    };
    let time = counted(solutions / unit, name);
    match solutions / LIFE {
        0 | 1 => format!("At one a second you would see all of them in {time}."),
        parts => format!(
            "At one a second that takes {time}: a lifetime of looking would show you one in {}.",
            grouped(parts)
        ),
    }
}

/// The numbers of solutions as bars on a logarithmic scale, each a link to its board size.
fn chart(base: &str, size: usize) -> Markup {
    const HEIGHT: f64 = 18.0;
    let bars = BoardSize::up_to(BoardSize::MAX)
        .filter_map(|n| Some((n.get(), known_counts(n)?.solutions)));
    html! {
        svg.chart viewBox="0 -1 28 20.4" role="group" aria-label="Number of solutions by N, logarithmic" {
            @for (n, solutions) in bars {
                @let height = if solutions > 0 { (solutions as f64).log10() + 0.3 } else { 0.0 };
                a href={ (base) "/" (n) "/about" } aria-current=[(n == size).then_some("page")] {
                    title { "N = " (n) ": " (counted(solutions, "solution")) }
                    rect.all x=(n) y="-1" width="1" height="20.4" {}
                    rect x=(format!("{:.1}", n as f64 + 0.1)) y=(format!("{:.2}", HEIGHT - height)) width=".8" height=(format!("{height:.2}")) {}
                    text x=(format!("{:.1}", n as f64 + 0.5)) y="19.1" { (n) }
                }
            }
            @for power in [3, 6, 9, 12, 15] {
                path d={ "M1 " (17 - power) ".7H28" } {}
                text x="0" y={ (18 - power) } { "10" tspan dy="-.4" font-size=".7" { (power) } }
            }
        }
    }
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

/// The orbits and solutions of each size of orbits, with the first of them as a picture on small boards.
fn symmetry(base: &str, board: &Board, known: &KnownCounts) -> nqdb::Result<Markup> {
    let name = |size| match size {
        8 => "none",
        4 => "a half turn",
        2 => "a quarter turn",
        _ => "all eight symmetries",
    };
    let mut classes: Vec<_> =
        known.orbits_by_size().into_iter().map(|(size, orbits)| (size, orbits, None)).collect();
    if known.orbits() <= FILTERED {
        for item in board.representatives(OrbitId::FIRST) {
            let (id, canonical) = item?;
            let class = classes.iter_mut().find(|(size, ..)| *size == canonical.orbit_size());
            if let Some((_, _, first @ None)) = class {
                *first = Some((id, canonical.queens().collect::<Vec<u8>>()));
            }
            if classes.iter().all(|(.., first)| first.is_some()) {
                break;
            }
        }
    }
    let content = html! {
        p.hint { "The symmetries of the board that do not change a solution, and how many solutions have them." }
        ul.boards {
            @for (size, orbits, first) in classes {
                li {
                    a href=[first.as_ref().map(|(id, _)| format!("{base}/{}/orbit/{id}", board.n()))] {
                        @if let Some((_, queens)) = &first { (board::little(queens)) }
                        b { (name(size)) }
                        span { (counted(orbits, "orbit")) ", " (counted(orbits * size as u64, "solution")) }
                    }
                }
            }
        }
    };
    Ok(card("Symmetry", content))
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
