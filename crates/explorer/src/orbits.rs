//! The orbits of a board by their canonical representatives: `/8/orbits`, `/10/orbits?size=4`.

use crate::failure::Failure;
use crate::list::{Others, USUAL, length, limit};
use crate::page::{Frame, View, board, counted, grouped, joined, preview_of, queens_of, rule};
use crate::request::{Format, Url, query_of};
use crate::response::json;
use crate::task::{Step, Task};
use maud::{Markup, html};
use nqdb::{Board, Canonical, OrbitId, Subgroup, Symmetry};
use serde::Serialize;

const FORMS: &[&str] = &["json", "csv"];

/// The most orbits of a board that are searched for those of a size.
pub(crate) const FILTERED: u64 = 50_000;

/// The sizes of orbits, each with the symmetry that generates the stabilizer.
const SIZES: [(u64, Symmetry); 3] =
    [(8, Symmetry::Identity), (4, Symmetry::Rotate180), (2, Symmetry::Rotate90)];

#[derive(Clone, Copy, Serialize)]
struct OrbitRange {
    start: u64,
    limit: u64,
    /// Only orbits with this number of solutions.
    size: Option<u64>,
}

/// `/8/orbits.json`.
#[derive(Serialize)]
struct OrbitList {
    n: usize,
    /// F(N), if it is known.
    orbits: Option<u64>,
    #[serde(flatten)]
    range: OrbitRange,
    list: Vec<ListedOrbit>,
    #[serde(flatten)]
    others: Others,
}

#[derive(Serialize)]
struct ListedOrbit {
    orbit_id: u64,
    queens: Vec<u8>,
    size: usize,
    stabilizer: Subgroup,
}

pub(crate) fn orbits(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    let start = url.number_on(n, "start", OrbitId::FIRST)?;
    let range = OrbitRange {
        start: start.get(),
        limit: limit(&url)?,
        size: if url.has("size")? { Some(url.number("size", 8)?) } else { None },
    };
    if range.size.is_some_and(|size| ![1, 2, 4, 8].contains(&size)) {
        return Err(Failure::invalid(
            "size must be 1, 2, 4 or 8, the number of solutions of an orbit",
        ));
    }
    let task = Task::fact(url, n, move |url, board| {
        board.check_orbit_id(start)?;
        body(url, &OrbitList::of(board, range)?)
    });
    Ok(task.at(&format!("/{n}/orbits"), Some(range.query())))
}

impl OrbitRange {
    /// The parameters in a URL.
    fn query(self) -> String {
        let (start, limit) = (Some(self.start), Some(self.limit));
        query_of(&[
            ("start", start, Some(1)),
            ("limit", limit, Some(USUAL)),
            ("size", self.size, None),
        ])
    }
}

impl OrbitList {
    fn of(board: &Board, range: OrbitRange) -> Result<Self, Failure> {
        let orbits = board.orbit_count().ok();
        if range.size.is_some() && orbits.is_none_or(|orbits| orbits > FILTERED) {
            let most = grouped(FILTERED);
            return Err(Failure::invalid(format!(
                "boards with over {most} orbits can't be filtered by size"
            )));
        }
        let is_wanted = |canonical: &Canonical| {
            range.size.is_none_or(|size| canonical.orbit_size() as u64 == size)
        };
        let mut list = Vec::new();
        let mut next = None;
        let length = length(board, range.start, range.limit, None);
        for item in board.representatives(OrbitId::new(range.start)?) {
            let (id, canonical) = item?;
            if !is_wanted(&canonical) {
                continue;
            }
            if list.len() == length {
                next = Some(id.get());
                break;
            }
            list.push(ListedOrbit {
                orbit_id: id.get(),
                queens: canonical.queens().collect(),
                size: canonical.orbit_size(),
                stabilizer: canonical.stabilizer(),
            });
            // Finding the next one can take a long search.
            if list.len() == length && range.size.is_none() {
                next = Some(id.get() + 1).filter(|next| orbits.is_none_or(|all| *next <= all));
                break;
            }
        }
        // Parts of a filtered list have no numbers to go back by.
        let start = if range.size.is_some() { 1 } else { range.start };
        let others = Others::new(board, start, range.limit, next, None);
        Ok(OrbitList { n: board.n().get(), orbits, range, list, others })
    }
}

fn body(url: &Url, list: &OrbitList) -> Result<Vec<u8>, Failure> {
    match url.format {
        Format::Html => {
            let n = url.n()?;
            let from = match list.range.start {
                1 => String::new(),
                start => format!(", from orbit {}", grouped(start)),
            };
            let title = format!("{}, {}{from}", queens_of(n), heading(list).to_lowercase());
            let image = list
                .list
                .first()
                .map(|first| preview_of(&format!("/{n}/orbit/{}", first.orbit_id), ""));
            let description = format!(
                "{} of the {n}-queens problem{from}: their canonical representatives.",
                heading(list)
            );
            let query = url.request.parameters();
            let frame = Frame { query, image, description, ..url.frame(Some(n), title, FORMS) };
            Ok(page(&frame, list).into_string().into())
        }
        Format::Json => json(list),
        Format::Csv => {
            let line = |orbit: &ListedOrbit| {
                let ListedOrbit { orbit_id, queens, size, stabilizer } = orbit;
                format!("{orbit_id},{},{size},{}\n", joined(queens, " "), stabilizer)
            };
            let lines: String = list.list.iter().map(line).collect();
            Ok(format!("orbit_id,queens,size,stabilizer\n{lines}").into())
        }
        _ => Err(Failure::no_such_page()),
    }
}

/// Such as "12 orbits" or "Orbits of 4 solutions".
fn heading(list: &OrbitList) -> String {
    match (list.range.size, list.orbits) {
        (Some(size), _) => format!("Orbits of {}", counted(size, "solution")),
        (None, Some(all)) => counted(all, "orbit"),
        (None, None) => "Orbits".to_owned(),
    }
}

fn page(frame: &Frame, list: &OrbitList) -> Markup {
    let (base, n) = (&*frame.base, list.n);
    let OrbitRange { start, size: shown, .. } = list.range;
    let address = |range: OrbitRange| format!("{base}/{n}/orbits{}", range.query());
    let is_filtered = list.orbits.is_some_and(|orbits| orbits <= FILTERED);
    let body = html! {
        main #main .one {
            h1 {
                (heading(list)) " for N = " (n)
                @if start > 1 { ", from orbit " (grouped(start)) }
            }
            p.lead {
                "The canonical representative of each orbit. "
                @if shown.is_none() { "Orbits without a number have 8 solutions." }
                @if !is_filtered { " Boards with over " (grouped(FILTERED)) " orbits are not filtered by stabilizer." }
            }
            (rule("Orbits are numbered in dictionary order of these rows, column by column."))
            form.tools action={ (base) "/go" } {
                input type="hidden" name="n" value=(n);
                label { "Go to orbit " input name="orbit" inputmode="numeric" size="12" autocomplete="off"; }
                button { "Go" }
            }
            @if is_filtered {
                nav.tools aria-label="Stabilizer" {
                    span { "Stabilizer" }
                    a.button href={ (base) "/" (n) "/orbits" } aria-current=[shown.is_none().then_some("page")] { "any" }
                    @for (size, name) in SIZES {
                        a.button href=(address(OrbitRange { start: 1, limit: USUAL, size: Some(size) })) aria-current=[(shown == Some(size)).then_some("page")] { (name) }
                    }
                }
            }
            (list.others.pager(|start| address(OrbitRange { start, ..list.range })))
            @if list.list.is_empty() { p { "N = " (n) " has none of them." } }
            ul.boards.orbits {
                @for orbit in &list.list {
                    li {
                        a href={ (base) "/" (n) "/orbit/" (orbit.orbit_id) } {
                            (board::little(&orbit.queens))
                            b { (grouped(orbit.orbit_id)) }
                            @if orbit.size < 8 { span { (counted(orbit.size as u64, "solution")) } }
                        }
                    }
                }
            }
            (list.others.end())
            p.tools {
                @for suffix in frame.alternates { a.button href={ (base) (frame.path) "." (suffix) (frame.query) } { (suffix.to_uppercase()) } }
                a.button href={ (base) "/" (n) "/list" } { "List of solutions" }
            }
        }
    };
    frame.around(View::Solutions, body)
}
