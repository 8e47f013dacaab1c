//! A solution and an orbit: the board, the ways on from it, and what is known about it.

use super::board;
use super::frame::{Frame, View, data};
use super::icon::icon;
use super::words::{breaking, counted, duration, grouped};
use crate::answers::{MemberJson, one_line};
use crate::serve::model::{Neighbour, OrbitFacts, SolutionFacts};
use maud::{Markup, html};
use nqdb::{Tier, Trace};
use serde_json::json;

/// The symmetries as buttons: the image, what it does, its key.
const TURNS: [(&str, &str, &str); 7] = [
    ("po6", "Rotate counterclockwise", "["),
    ("po8", "Rotate clockwise", "]"),
    ("po7", "Half turn", "u"),
    ("po5", "Mirror left and right", "h"),
    ("po4", "Mirror top and bottom", "v"),
    ("po2", "Mirror in the main diagonal", "t"),
    ("po3", "Mirror in the other diagonal", "y"),
];

pub(crate) fn solution(frame: &Frame, facts: &SolutionFacts) -> Markup {
    let shown = &facts.solution;
    let (n, rank) = (shown.n, shown.rank.unwrap_or(0));
    let body = html! {
        main #main .two {
            section.stage {
                (title(n, rank, facts.solutions))
                (turns(n, &facts.images))
                div #board { (board::board(n, &shown.queens, &board::name(&shown.queens))) }
                (ruler(n, facts))
                div #strip .scripted {}
            }
            div #facts .side { (this_board(facts)) (images(facts)) (neighbours(facts)) (along(frame, n, rank, facts)) }
        }
        (data(&json!({ "n": n, "rank": rank, "solutions": facts.solutions, "queens": shown.queens })))
    };
    frame.around(View::Solutions, body)
}

/// "Solution 57 of 92", with the rank as a field.
fn title(n: usize, rank: u64, solutions: Option<u64>) -> Markup {
    let of = solutions.map(|all| format!("of {}", grouped(all)));
    html! {
        form.title action="/go" {
            input type="hidden" name="n" value=(n);
            h1 { "Solution" span.unseen { " " (grouped(rank)) " " (of.as_deref().unwrap_or("")) } }
            input #rank name="q" value=(grouped(rank)) size=(grouped(rank).len()) inputmode="numeric" autocomplete="off" aria-label="Rank";
            @if let Some(of) = &of { span aria-hidden="true" { (of) } }
        }
    }
}

/// The symmetries: links to the images.
fn turns(n: usize, images: &[MemberJson]) -> Markup {
    html! {
        div.tools role="group" aria-label="Symmetries" {
            @for (symmetry, name, key) in TURNS {
                @let image = images.iter().find(|image| image.image == symmetry);
                @if let Some(rank) = image.and_then(|image| image.rank) {
                    a.button href={ "/" (n) "/" (rank) } data-way=(symmetry) title={ (name) " (" (key) ")" } aria-label=(name) {
                        (icon(symmetry))
                    }
                }
            }
        }
    }
}

/// First, previous, slider, next, last, any.
fn ruler(n: usize, facts: &SolutionFacts) -> Markup {
    let rank = |neighbour: &Option<Neighbour>| neighbour.as_ref().map(|neighbour| neighbour.rank);
    let (previous, next) = (rank(&facts.previous), rank(&facts.next));
    let last = facts.solutions.filter(|_| next.is_some());
    html! {
        div.ruler role="group" aria-label="Other solutions" {
            (way(n, "first", "First", "Home", previous.map(|_| 1)))
            (way(n, "previous", "Previous", "←", previous))
            input #slider .scripted type="range" aria-label="Rank" min="1";
            (way(n, "next", "Next", "→", next))
            (way(n, "last", "Last", "End", last))
            @if facts.solutions.is_some() {
                a.button href={ "/" (n) "/random" } rel="nofollow" data-way="any" title="Any solution (r)" aria-label="Any solution" {
                    (icon("any"))
                }
            }
        }
    }
}

/// A link to another rank; where there is none, its place.
fn way(n: usize, way: &str, name: &str, key: &str, rank: Option<u64>) -> Markup {
    let href = rank.map(|rank| format!("/{n}/{rank}"));
    let disabled = if rank.is_none() { Some("true") } else { None };
    html! {
        a.button href=[href] data-way=(way) role="link" aria-disabled=[disabled] title={ (name) " (" (key) ")" } aria-label=(name) {
            (icon(way))
        }
    }
}

fn card(title: &str, content: Markup) -> Markup {
    html! { section.card { h2 { (title) } (content) } }
}

fn this_board(facts: &SolutionFacts) -> Markup {
    let (solution, orbit) = (&facts.solution, &facts.orbit);
    let queens = one_line(&solution.queens);
    card(
        "This board",
        html! {
            (copied(&queens, "notation"))
            dl {
                dt { "Orbit" }
                dd {
                    @if let Some(id) = orbit.orbit_id {
                        a href={ "/" (solution.n) "/orbit/" (id) } data-key="orbit" { (breaking(id)) }
                    }
                    @if let Some(orbits) = facts.orbits { " of " (breaking(orbits)) }
                    ", " (counted(orbit.size as u64, "board"))
                }
                @if orbit.stabilizer.len() > 1 {
                    dt { "Stabilizer" }
                    dd { (orbit.stabilizer.join(", ")) }
                }
                dt { "Fundamental solution" }
                dd {
                    code { (one_line(&orbit.canonical)) }
                    @if orbit.canonical == solution.queens { ", this one" }
                }
                dt { "Permutation index" }
                dd { (breaking(&solution.permutation_index)) " of " (solution.n) "!" }
                dt { "Found" }
                dd { (found(solution.tier, facts.trace.as_ref(), facts.micros)) }
            }
            (signature(&facts.signature))
        },
    )
}

fn found(tier: Tier, trace: Option<&Trace>, micros: u64) -> String {
    let how = match (tier, trace) {
        (Tier::Stored, _) => "read from the tables".to_owned(),
        (Tier::Indexed, Some(trace)) => {
            format!("by the index, then a search of {}", counted(trace.solutions, "solution"))
        }
        (Tier::Indexed, None) => "by the index".to_owned(),
        _ => "by a search".to_owned(),
    };
    format!("{how}, in {}", duration(micros))
}

fn signature(signature: &str) -> Markup {
    html! {
        details { summary data-key="signature" { "Signature of the orbit" } p.signature { (signature) } }
    }
}

/// A text in one line, with a button that copies it.
fn copied(text: &str, what: &str) -> Markup {
    html! {
        p.line {
            code { (text) }
            button.scripted type="button" data-copy=(text) data-key={ "copy " (what) } aria-label={ "Copy the " (what) } { "Copy" }
        }
    }
}

/// The boards of the orbit, one link each.
fn images(facts: &SolutionFacts) -> Markup {
    let (n, rank) = (facts.solution.n, facts.solution.rank);
    let mut shown: Vec<&MemberJson> = Vec::new();
    for image in &facts.images {
        if shown.iter().all(|other| other.queens != image.queens) {
            shown.push(image);
        }
    }
    let title = match shown.len() {
        1 => "The one board of its orbit".to_owned(),
        count => format!("The {count} boards of its orbit"),
    };
    card(&title, html! { ul.boards { @for image in shown { (member(n, image, rank)) } } })
}

/// A board of an orbit: its picture, the symmetry that makes it, its rank.
fn member(n: usize, image: &MemberJson, here: Option<u64>) -> Markup {
    let current = if image.rank == here && here.is_some() { Some("true") } else { None };
    html! {
        li {
            a href=[image.rank.map(|rank| format!("/{n}/{rank}"))] data-key=(image.image) aria-current=[current] {
                (board::little(&image.queens))
                span { (image.name) }
                @if let Some(rank) = image.rank { b { (breaking(rank)) } }
            }
        }
    }
}

/// The solutions before and after, with the queens that change.
fn neighbours(facts: &SolutionFacts) -> Markup {
    let here = &facts.solution;
    let line = |neighbour: &Neighbour, key: &str| {
        html! {
            li {
                a href={ "/" (here.n) "/" (neighbour.rank) } data-key=(key) { (grouped(neighbour.rank)) }
                " "
                code {
                    @for (row, own) in neighbour.queens.iter().zip(&here.queens) {
                        @if row == own { (row) " " } @else { mark { (row) } " " }
                    }
                }
            }
        }
    };
    card(
        "Neighbours",
        html! {
            ul.lines {
                @if let Some(previous) = &facts.previous { (line(previous, "before")) }
                li { b { (here.rank.map(grouped).unwrap_or_default()) } " " code { (one_line(&here.queens)) } }
                @if let Some(next) = &facts.next { (line(next, "after")) }
            }
        },
    )
}

/// Downloads, and the command that gives the same.
fn along(frame: &Frame, n: usize, rank: u64, facts: &SolutionFacts) -> Markup {
    card(
        "Take it along",
        html! {
            p.tools {
                @for suffix in frame.alternates {
                    a.button href={ (frame.path) "." (suffix) } data-key=(suffix) download=[download(suffix, &format!("queens-{n}-{rank}"))] {
                        (suffix.to_uppercase())
                    }
                }
                @if let Some(id) = facts.orbit.orbit_id {
                    a.button href={ "/" (n) "/orbit/" (id) ".svg" } data-key="orbit svg" download={ "queens-" (n) "-orbit-" (id) ".svg" } {
                        "Orbit as SVG"
                    }
                }
            }
            (copied(&format!("nqdb unrank {n} {rank}"), "command"))
        },
    )
}

/// The name of the file of a download; data is shown in the browser.
fn download(suffix: &str, name: &str) -> Option<String> {
    matches!(suffix, "svg" | "png").then(|| format!("{name}.{suffix}"))
}

pub(crate) fn orbit(frame: &Frame, facts: &OrbitFacts) -> Markup {
    let orbit = &facts.orbit;
    let (n, id) = (orbit.n, orbit.orbit_id.unwrap_or(0));
    let of = facts.orbits.map(|all| format!("of {}", grouped(all)));
    let after = facts.orbits.is_none_or(|all| id < all);
    let body = html! {
        main #main .one {
            h1 { "Orbit " (grouped(id)) " " (of.as_deref().unwrap_or("")) " for N = " (n) }
            p.lead {
                (counted(orbit.size as u64, "board"))
                @if orbit.size > 1 { ", which the symmetries of the square map to each other" }
                @else { ", which every symmetry of the square leaves unchanged" }
                ". The first is the fundamental solution: the least in lexicographic order."
            }
            p.tools {
                @if id > 1 { a.button href={ "/" (n) "/orbit/" (id - 1) } rel="prev" { "Previous orbit" } }
                @if after { a.button href={ "/" (n) "/orbit/" (id + 1) } rel="next" { "Next orbit" } }
            }
            ul.boards.large { @for image in &orbit.members { (member(n, image, None)) } }
            section.card {
                h2 { "This orbit" }
                dl {
                    dt { "Fundamental solution" }
                    dd { code { (one_line(&orbit.canonical)) } }
                    dt { "Stabilizer" }
                    dd {
                        (orbit.stabilizer.join(", "))
                        @if orbit.stabilizer.len() == 1 { ", the identity alone: no symmetry leaves the board unchanged" }
                    }
                    dt { "Signature" }
                    dd.signature { (facts.signature) }
                }
                p.tools {
                    @for suffix in frame.alternates {
                        a.button href={ (frame.path) "." (suffix) } download=[download(suffix, &format!("queens-{n}-orbit-{id}"))] {
                            (suffix.to_uppercase())
                        }
                    }
                }
                (copied(&format!("nqdb orbit {}", one_line(&orbit.canonical)), "command"))
            }
        }
    };
    frame.around(View::Solutions, body)
}
