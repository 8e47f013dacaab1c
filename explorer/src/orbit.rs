//! An orbit by its id: `/8/orbit/5`.

use crate::answers::{MemberJson, OrbitJson, one_line};
use crate::asked::{Asked, number};
use crate::failure::Failure;
use crate::format::Format;
use crate::page::{Frame, View, board, breaking, copied, counted, download, grouped};
use crate::response::{Response, json};
use crate::task::{Step, Task};
use maud::{Markup, html};
use nqdb::picture::{Picture, Sheet};
use nqdb::{Board, OrbitId, Signature, Solution, Tier};
use serde::Serialize;

/// The formats of an orbit, other than its page.
const FORMS: &[&str] = &["json", "csv", "txt", "svg"];

/// `/8/orbit/5.json`.
#[derive(Serialize)]
struct OrbitFacts {
    /// The fields of `nqdb orbit --json`.
    #[serde(flatten)]
    orbit: OrbitJson,
    /// F(N), if it is known.
    orbits: Option<u64>,
    signature: String,
    tier: Tier,
}

/// `/8/orbit/5`, in all formats.
pub(crate) fn orbit(asked: Asked) -> Result<Step, Failure> {
    let n = asked.n()?;
    let id = number(asked.word(1)).and_then(|id| OrbitId::new(id).ok()).ok_or_else(|| {
        Failure::new(404, "no_such_page", format!("expected an orbit id, got {:?}", asked.word(1)))
    })?;
    if let Some(elsewhere) = asked.elsewhere(&format!("/{n}/orbit/{id}")) {
        return Ok(Step::Ready(Response::moved(&asked, &elsewhere)));
    }
    Ok(Step::Work(Task::fact(asked, n, FORMS, move |asked, board| body(asked, board, id))))
}

fn body(asked: &Asked, board: &Board, id: OrbitId) -> Result<Vec<u8>, Failure> {
    let n = board.n();
    let facts = OrbitFacts::of(board, id)?;
    let members = facts.orbit.members.iter();
    match asked.format {
        Format::Html => {
            let frame = asked.frame(Some(n), format!("{n} queens, orbit {id}"), FORMS);
            Ok(page(&frame, &facts).into_string().into())
        }
        Format::Json => json(&facts),
        Format::Csv => {
            let lines =
                members.map(|member| member.csv(Some(id.get()), one_line(&member.queens)) + "\n");
            Ok(format!("{}\n{}", MemberJson::COLUMNS, lines.collect::<String>()).into())
        }
        Format::Text => {
            let lines = members.map(|member| one_line(&member.queens) + "\n");
            Ok(lines.collect::<String>().into())
        }
        Format::Svg => {
            let orbit = board.orbit(id)?;
            let boards = orbit.members().iter().zip(members);
            let boards = boards.map(|((_, solution), member)| (member.caption(), *solution));
            sheet(boards)
        }
        Format::Png | Format::Ndjson => Err(Failure::no_such_page()),
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

impl OrbitFacts {
    fn of(board: &Board, id: OrbitId) -> nqdb::Result<Self> {
        let orbit = board.orbit(id)?;
        let ranks = board.member_ranks(&orbit)?.into_iter().map(Some).collect();
        Ok(OrbitFacts {
            orbits: board.orbit_count().ok(),
            signature: Signature::of(orbit.canonical()).to_string(),
            orbit: OrbitJson::new(&orbit, Some(id), ranks),
            tier: board.tier(),
        })
    }
}

fn page(frame: &Frame, facts: &OrbitFacts) -> Markup {
    let orbit = &facts.orbit;
    let (base, n, id) = (&*frame.base, orbit.n, orbit.orbit_id.unwrap_or(0));
    let of = facts.orbits.map(|all| format!("of {}", grouped(all)));
    let after = facts.orbits.is_none_or(|all| id < all);
    let body = html! {
        main #main .one {
            h1 { "Orbit " (grouped(id)) " " (of.as_deref().unwrap_or("")) " for N = " (n) }
            p.lead {
                (counted(orbit.size as u64, "board"))
                @if orbit.size > 1 { ", which the symmetries of the square map to each other" }
                @else { ", which no symmetry of the square changes" }
                ". The first is the fundamental solution, the lexicographically smallest."
            }
            p.tools {
                @if id > 1 { a.button href={ (base) "/" (n) "/orbit/" (id - 1) } rel="prev" { "Previous orbit" } }
                @if after { a.button href={ (base) "/" (n) "/orbit/" (id + 1) } rel="next" { "Next orbit" } }
            }
            ul.boards.large { @for image in &orbit.members { (member(base, n, image, None)) } }
            section.card {
                h2 { "This orbit" }
                dl {
                    dt { "Fundamental solution" }
                    dd { code { (one_line(&orbit.canonical)) } }
                    dt { "Stabilizer" }
                    dd {
                        (orbit.stabilizer.join(", "))
                        @if orbit.stabilizer.len() == 1 { ", the identity only: every other symmetry changes the board" }
                    }
                    dt { "Signature" }
                    dd.signature { (facts.signature) }
                }
                p.tools {
                    @for suffix in frame.alternates {
                        a.button href={ (base) (frame.path) "." (suffix) } download=[download(suffix, &format!("queens-{n}-orbit-{id}"))] {
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

/// A board of an orbit: its picture, the symmetry that produces it, its rank.
pub(crate) fn member(base: &str, n: usize, image: &MemberJson, here: Option<u64>) -> Markup {
    let current = if image.rank == here && here.is_some() { Some("true") } else { None };
    html! {
        li {
            a href=[image.rank.map(|rank| format!("{base}/{n}/{rank}"))] data-key=(image.image) aria-current=[current] {
                (board::little(&image.queens))
                span { (image.name) }
                @if let Some(rank) = image.rank { b { (breaking(rank)) } }
            }
        }
    }
}
