//! An orbit by its id: `/8/orbit/5`.

use crate::failure::Failure;
use crate::page::board::{member, png, sheet};
use crate::page::{Frame, View, copied, counted, download, grouped, joined, queens_of, rule, term};
use crate::request::{Format, Url, has_page};
use crate::response::json;
use crate::task::{Step, Task};
use maud::{Markup, html};
use nqdb::answers::{MemberJson, OrbitJson};
use nqdb::{Board, Orbit, OrbitId, Tier, picture::Origin, signature::Signature};
use serde::Serialize;

/// The formats of an orbit, other than its page.
const FORMS: &[&str] = &["json", "csv", "txt", "svg", "png"];

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
    /// The orbit after this one, if it has a page.
    #[serde(skip)]
    after: Option<OrbitId>,
}

/// `/8/orbit/5`, in all formats.
pub(crate) fn orbit(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    let id: OrbitId = url.ordinal(n)?;
    let task = Task::fact(url, n, move |url, board| body(url, board, id));
    Ok(task.at(&format!("/{n}/orbit/{id}"), None))
}

fn body(url: &Url, board: &Board, id: OrbitId) -> Result<Vec<u8>, Failure> {
    let (n, orbit) = (board.n(), board.orbit(id)?);
    if url.format == Format::Png {
        return png(url, orbit.canonical(), || {
            let members = counted(orbit.members().len() as u64, "solution");
            let all = board.orbit_count().ok().map(|all| format!("of {}", grouped(all)));
            let first = format!("Orbit {}", grouped(id));
            let lines = [Some(first), all, Some(members), Some(queens_of(n))];
            Ok(lines.into_iter().flatten().collect())
        });
    }
    let facts = OrbitFacts::of(board, id, &orbit)?;
    let members = facts.orbit.members.iter();
    match url.format {
        Format::Html => {
            let OrbitJson { size, queens, .. } = &facts.orbit;
            let members = counted(*size as u64, "solution");
            let description = format!(
                "Orbit {} of the {n}-queens problem, {members}: {} and its images.",
                grouped(id),
                joined(queens, " ")
            );
            let frame = url.frame(Some(n), format!("{}, orbit {id}", queens_of(n)), FORMS);
            let frame = Frame { description, ..frame };
            Ok(page(&frame, &facts).into_string().into())
        }
        Format::Json => json(&facts),
        Format::Csv => {
            let lines = members.map(|MemberJson { rank, queens, symmetry, .. }| {
                let rank = rank.map(|rank| rank.to_string()).unwrap_or_default();
                format!("{rank},{id},{},{symmetry}\n", joined(queens, " "))
            });
            Ok(format!("rank,orbit_id,queens,symmetry\n{}", lines.collect::<String>()).into())
        }
        Format::Text => {
            let lines = members.map(|member| joined(&member.queens, " ") + "\n");
            Ok(lines.collect::<String>().into())
        }
        Format::Svg => {
            let pairs = orbit.members().iter().zip(members);
            let coordinates = url.coordinates()?;
            let origin = coordinates.origin();
            let captioned =
                pairs.map(|((_, solution), member)| (member.caption(origin), *solution));
            sheet(coordinates, captioned)
        }
        Format::Png | Format::Ndjson => Err(Failure::no_such_page()),
    }
}

impl OrbitFacts {
    fn of(board: &Board, id: OrbitId, orbit: &Orbit) -> nqdb::Result<Self> {
        let ranks = if board.reaches_all() {
            board.member_ranks(orbit)?.into_iter().map(Some).collect()
        } else {
            vec![None; orbit.members().len()]
        };
        Ok(OrbitFacts {
            orbits: board.orbit_count().ok(),
            after: id.checked_add(1).filter(|after| {
                board.check_orbit_id(*after).is_ok() && has_page(board, after.get(), None)
            }),
            signature: Signature::of(orbit.canonical()).to_string(),
            orbit: OrbitJson::new(orbit, Some(id), ranks),
            tier: board.tier(),
        })
    }
}

fn page(frame: &Frame, facts: &OrbitFacts) -> Markup {
    let orbit = &facts.orbit;
    let (base, n, id) = (&*frame.base, orbit.n, orbit.orbit_id.unwrap_or(0));
    let of = facts.orbits.map(|all| format!("of {}", grouped(all)));
    let body = html! {
        main #main .one {
            h1 { "Orbit " (grouped(id)) " " (of.as_deref().unwrap_or("")) " for N = " (n) }
            p.lead {
                (counted(orbit.size as u64, "solution"))
                @if orbit.size > 1 { ", which the symmetries of the square map to each other" }
                @else { ", which no symmetry of the square changes" }
                ". The first is the fundamental solution, the lexicographically smallest."
            }
            (rule("Orbits are numbered by their first solutions."))
            p.tools {
                @if id > 1 { a.button href={ (base) "/" (n) "/orbit/" (id - 1) } rel="prev" { "Previous orbit" } }
                @if let Some(after) = facts.after { a.button href={ (base) "/" (n) "/orbit/" (after) } rel="next" { "Next orbit" } }
                a.button href={ (base) "/" (n) "/orbits" } { "All orbits" }
                button.scripted type="button" data-share { "Share" }
            }
            ul.boards.large.orbit { @for image in &orbit.members { (member(base, n, image, &[])) } }
            section.card {
                h2 { "This orbit" }
                dl {
                    dt { (term("fundamental")) }
                    dd { code { (joined(&orbit.queens, " ")) } }
                    dt { (term("stabilizer")) }
                    dd {
                        (orbit.stabilizer.description(Origin::TopLeft))
                        @if orbit.stabilizer.order() == 1 { " only: every other symmetry changes the solution" }
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
                (copied(&format!("nqdb orbit {}", joined(&orbit.queens, " ")), "command"))
            }
        }
    };
    frame.around(View::Solutions, body)
}
