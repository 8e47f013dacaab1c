//! The page of a solution.

use super::facts::SolutionFacts;
use crate::list::Listed;
use crate::page::board::{member, url_of};
use crate::page::{
    Frame, NUMBERED, View, board, card, cite, copied, counted, data, download, duration, grouped,
    icon, is_public, joined, projector, rule, sentence, term,
};
use crate::request::has_first;
use maud::{Markup, html};
use nqdb::answers::{MemberJson, RankedSolutionJson};
use nqdb::notation::Notation;
use nqdb::{Permutation, Symmetry, Tier, database::Trace, picture::Origin};
use serde_json::json;

/// The buttons of the symmetries, with their keys.
const TURNS: [(Symmetry, &str); 7] = [
    (Symmetry::Rotate90, "["),
    (Symmetry::Rotate270, "]"),
    (Symmetry::Rotate180, "u"),
    (Symmetry::FlipHorizontal, "h"),
    (Symmetry::FlipVertical, "v"),
    (Symmetry::FlipDiagonal, "t"),
    (Symmetry::FlipAntidiagonal, "y"),
];

pub(super) fn page(frame: &Frame, facts: &SolutionFacts) -> Markup {
    let shown = &facts.solution;
    let (base, n) = (&*frame.base, shown.n);
    let body = html! {
        main #main .two {
            section.stage {
                (title(base, facts))
                (rule(if shown.rank.is_some() { NUMBERED } else { "" }))
                div #board { (board::board(n, &shown.queens, &board::name(&shown.queens))) }
                (ruler(base, n, facts))
                @match &facts.limits {
                    Some(limits) => p.hint { (sentence(&limits.message)) "." },
                    None => div #strip .scripted {},
                }
            }
            div.side {
                (turns(base, n, &facts.images))
                div #facts {
                    (this_solution(base, facts)) (images(base, facts)) (neighbours(base, facts))
                    (downloads(frame, facts))
                }
            }
        }
        @if facts.limits.is_none() {
            (data(&json!({ "n": n, "rank": shown.rank, "solutions": facts.solutions, "queens": shown.queens })))
        }
    };
    frame.around(View::Solutions, body)
}

/// "Solution 57 of 92", with the rank as a field.
fn title(base: &str, facts: &SolutionFacts) -> Markup {
    let RankedSolutionJson { n, rank, .. } = facts.solution;
    let of = facts.solutions.map(|all| format!("of {}", grouped(all)));
    let Some(rank) = rank.map(grouped) else {
        return html! { h1 { "A solution for N = " (n) } };
    };
    html! {
        form.title.long[facts.solutions.is_some_and(|all| all > 999_999)] action={ (base) "/go" } {
            input type="hidden" name="n" value=(n);
            h1 { "Solution" span.unseen { " " (rank) " " (of.as_deref().unwrap_or("")) } }
            input #rank name="q" value=(rank) size=(rank.len()) inputmode="numeric" autocomplete="off" aria-label="Rank" aria-describedby="wrong-rank";
            @if let Some(of) = &of { span aria-hidden="true" { (of) } }
            p #wrong-rank role="alert" {}
        }
    }
}

/// The links to the images by each symmetry.
fn turns(base: &str, n: usize, images: &[MemberJson]) -> Markup {
    html! {
        section.card.turns.unprinted {
            h2 { "Rotate and flip" }
            @for (symmetry, key) in TURNS {
                @let name = symmetry.description(Origin::TopLeft);
                @let short = ["rotate 90° ", "rotate ", "flip across the ", "flip "].iter().find_map(|verb| name.strip_prefix(verb));
                @let name = sentence(name);
                @if let Some(image) = images.iter().find(|image| image.symmetry == symmetry) {
                    a.button href=(url_of(base, n, image.rank, &image.queens)) data-way=(symmetry) title={ (name) " (" (key) ")" } aria-label=(name) aria-keyshortcuts=(key) {
                        (icon(symmetry.name())) (short.unwrap_or_default())
                    }
                }
            }
            (projector())
        }
    }
}

/// The links to the first, previous, next, last and a random solution, and the slider.
fn ruler(base: &str, n: usize, facts: &SolutionFacts) -> Markup {
    let rank = |neighbour: &Option<Listed>| neighbour.as_ref().and_then(|found| found.rank);
    let (previous, next, here) = (rank(&facts.previous), rank(&facts.next), facts.solution.rank);
    let first = Some(1).filter(|first| here != Some(*first) && has_first(n));
    let last = facts.solutions.filter(|last| here != Some(*last));
    html! {
        div.ruler role="group" aria-label="Other solutions" {
            (way(base, n, "first", "First", "Home", first))
            (way(base, n, "previous", "Previous", "←", previous))
            @if facts.limits.is_none() {
                input #slider .scripted type="range" aria-label="Rank" min="1";
            }
            (way(base, n, "next", "Next", "→", next))
            (way(base, n, "last", "Last", "End", last))
            a.button href={ (base) "/" (n) "/random" } rel="nofollow" data-way="any" title="Random solution (r)" aria-label="Random solution" {
                (icon("any")) "Random"
            }
        }
    }
}

/// A link to another rank, disabled if there is none.
fn way(base: &str, n: usize, way: &str, name: &str, key: &str, rank: Option<u64>) -> Markup {
    let href = rank.map(|rank| format!("{base}/{n}/{rank}"));
    let disabled = if rank.is_none() { Some("true") } else { None };
    html! {
        a.button href=[href] data-way=(way) role="link" aria-disabled=[disabled] title={ (name) " (" (key) ")" } {
            (icon(way)) (name)
        }
    }
}

fn this_solution(base: &str, facts: &SolutionFacts) -> Markup {
    let (solution, orbit) = (&facts.solution, &facts.orbit);
    let queens = joined(&solution.queens, " ");
    card(
        "This solution",
        html! {
            (copied(&queens, "notation"))
            dl {
                dt { (term("orbit")) }
                dd {
                    @if let Some(id) = orbit.orbit_id {
                        a href={ (base) "/" (solution.n) "/orbit/" (id) } data-key="orbit" { (grouped(id)) }
                        @if let Some(orbits) = facts.orbits {
                            " of " a href={ (base) "/" (solution.n) "/orbits" } data-key="orbits" { (grouped(orbits)) }
                        }
                        ", "
                    }
                    span.whole { (counted(orbit.size as u64, "solution")) }
                }
                @if orbit.stabilizer.order() > 1 {
                    dt { (term("stabilizer")) }
                    dd { (orbit.stabilizer.description(Origin::TopLeft)) }
                }
                dt { (term("fundamental")) }
                dd {
                    code { (joined(&orbit.queens, " ")) }
                    @if orbit.queens == solution.queens { ", this one" }
                }
                dt { (term("index")) }
                dd {
                    @for (place, group) in grouped(&solution.permutation_index).split_inclusive(',').enumerate() {
                        @if place > 0 { wbr; }
                        (group)
                    }
                    " of " (solution.n) "!"
                }
                @if solution.rank.is_some() {
                    dt { "Lookup" }
                    dd { (found(solution.tier, facts.trace.as_ref(), facts.micros)) }
                }
            }
            details { summary data-key="signature" { "Signature of the orbit" } p.signature { (facts.signature) } }
        },
    )
}

fn found(tier: Tier, trace: Option<&Trace>, micros: u64) -> String {
    let how = match (tier, trace) {
        (Tier::Stored, _) => "from the tables".to_owned(),
        (Tier::Indexed, Some(trace)) => {
            format!("by the index and a search of {}", counted(trace.solutions, "solution"))
        }
        (_, Some(trace)) => {
            format!("by a search of {} of a built-in cell", counted(trace.solutions, "solution"))
        }
        (Tier::Indexed, None) => "by the index".to_owned(),
        (_, None) => "by a search".to_owned(),
    };
    format!("{how}, in {}", duration(micros))
}

/// The members of the orbit, one link each.
fn images(base: &str, facts: &SolutionFacts) -> Markup {
    let n = facts.solution.n;
    let mut shown: Vec<&MemberJson> = Vec::new();
    for image in &facts.images {
        if shown.iter().all(|other| other.queens != image.queens) {
            shown.push(image);
        }
    }
    let title = match shown.len() {
        1 => "The only member of its orbit".to_owned(),
        count => format!("The {count} members of its orbit"),
    };
    card(
        &title,
        html! { ul.boards { @for image in shown { (member(base, n, image, &facts.solution.queens)) } } },
    )
}

/// The previous and next solutions, with the queens that differ.
fn neighbours(base: &str, facts: &SolutionFacts) -> Markup {
    let here = &facts.solution;
    if facts.previous.is_none() && facts.next.is_none() {
        return html! {};
    }
    let line = |neighbour: &Listed, key: &str| {
        html! {
            li {
                a href=(neighbour.url(base, here.n)) data-key=(key) { (neighbour.number()) }
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
                li { b { (here.rank.map(grouped).unwrap_or_default()) } " " code { (joined(&here.queens, " ")) } }
                @if let Some(next) = &facts.next { (line(next, "after")) }
            }
            @if let Some(rank) = here.rank {
                p.tools { a.button href={ (base) "/" (here.n) "/list?start=" (rank) } data-key="list" { "List from here" } }
            }
        },
    )
}

/// Downloads, and the equivalent command.
fn downloads(frame: &Frame, facts: &SolutionFacts) -> Markup {
    let (base, RankedSolutionJson { n, rank, queens, .. }) = (&frame.base, &facts.solution);
    let (name, command) = match rank {
        Some(rank) => (format!("queens-{n}-{rank}"), format!("nqdb unrank {n} {rank}")),
        None => (format!("queens-{n}"), format!("nqdb orbit {}", joined(queens, " "))),
    };
    card(
        "Take it along",
        html! {
            p.tools {
                button.scripted type="button" data-share data-key="share" { "Share" }
                @for suffix in frame.alternates {
                    a.button href={ (frame.base) (frame.path) "." (suffix) } data-key=(suffix) download=[download(suffix, &name)] {
                        (suffix.to_uppercase())
                    }
                }
                @if let Some(id) = facts.orbit.orbit_id {
                    a.button href={ (base) "/" (n) "/orbit/" (id) ".svg" } data-key="orbit svg" download={ "queens-" (n) "-orbit-" (id) ".svg" } {
                        "Orbit as SVG"
                    }
                }
            }
            (copied(&command, "command"))
            (copies(frame, facts))
            (citation(frame, facts))
        },
    )
}

/// The solution in the notations of other programs, each with a button that copies it.
fn copies(frame: &Frame, facts: &SolutionFacts) -> Markup {
    let RankedSolutionJson { n, queens, .. } = &facts.solution;
    let board = Permutation::new(&queens.iter().map(|row| row - 1).collect::<Vec<u8>>());
    let written = |notation: Notation, zero_based| {
        board.as_ref().ok().and_then(|board| notation.write(board, zero_based).ok())
    };
    let picture =
        format!("![{}]({}{}{}.png)", board::name(queens), frame.origin, frame.base, frame.path);
    let all = [
        ("list counted from 0", written(Notation::Json, true)),
        ("chess squares", written(Notation::Chess, false)),
        ("FEN", written(Notation::Fen, false)),
        ("matrix", written(Notation::Matrix, false)),
        ("LaTeX table", Some(latex(*n, queens))),
        ("Markdown picture", Some(picture)),
    ];
    html! {
        details.copies {
            summary data-key="copies" { "Copy as" }
            @for (what, text) in all {
                @if let Some(text) = text { h3 { (what) } (copied(&text, what)) }
            }
            @if !is_public(&frame.origin) {
                p.hint { "Other sites can show this picture if the server is started with " code { "--allow-host" } "." }
            }
        }
    }
}

/// A table of LaTeX with a queen in each column.
fn latex(n: usize, queens: &[u8]) -> String {
    let cell =
        |row: usize| move |queen: &u8| if usize::from(*queen) == row { "$\\bullet$" } else { "" };
    let lines = (1..=n).map(|row| {
        format!("{} \\\\ \\hline\n", queens.iter().map(cell(row)).collect::<Vec<_>>().join(" & "))
    });
    let lines: String = lines.collect();
    format!("\\begin{{tabular}}{{|*{{{n}}}{{c|}}}} \\hline\n{lines}\\end{{tabular}}")
}

/// How to cite the solution, and what is known about all of them.
fn citation(frame: &Frame, facts: &SolutionFacts) -> Markup {
    let RankedSolutionJson { n, rank, queens, .. } = &facts.solution;
    let queens = joined(queens, " ");
    let what = format!("N = {n}, {}: {queens}", facts.name().to_lowercase());
    let key = match rank {
        Some(rank) => format!("-{n}-{rank}"),
        None => format!("-{n}-{}", queens.replace(' ', "-")),
    };
    html! {
        details {
            summary data-key="cite" { "Cite" }
            (cite(frame, &key, Some(&what)))
            p.hint {
                "The numbers of solutions are OEIS " a href="https://oeis.org/A000170" rel="noreferrer" { "A000170" }
                ", those of orbits " a href="https://oeis.org/A002562" rel="noreferrer" { "A002562" } "."
            }
        }
    }
}
