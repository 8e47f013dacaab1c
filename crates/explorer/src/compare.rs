//! `/8/compare`: a list is pasted, and compared with all solutions.

use crate::failure::Failure;
use crate::list::{LAST_COMPARED, Listed};
use crate::page::{Frame, NUMBERED, View, grouped, queens_of, rule, table};
use crate::request::{Format, Url};
use crate::response::{Keep, Response};
use crate::task::{Cost, Step, Task};
use maud::{Markup, html};
use nqdb::internal::{Compared, Comparison, Expected};
use nqdb::notation::{Reading, Records};
use nqdb::{Board, Invalid, Rank, Selection};

const EXAMPLE: &str = "Anna: 2 4 1 3\nBen: b1 d2 a3 c4";

/// A list, compared with all solutions.
struct Results {
    comparison: Comparison,
    boards: Vec<Compared>,
    missing: Vec<Listed>,
}

pub(crate) fn compare(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    if url.format != Format::Html {
        return Err(Failure::no_such_page());
    }
    if n.get() > LAST_COMPARED {
        let message = format!(
            "lists are compared here up to N = {LAST_COMPARED}; `nqdb compare {n}` compares longer ones"
        );
        return Err(Failure::invalid(message));
    }
    let text = url.text("list")?.unwrap_or_default();
    let task = Task::new(url, Cost::LookUp(n), move |url, host| {
        let board = host.board(n)?.board;
        let results = if text.is_empty() { None } else { Some(Results::of(board, &text)?) };
        let frame = url.frame(Some(n), format!("{}, compare a list", queens_of(n)), &[]);
        Ok(Response::page(Keep::No, page(&frame, n.get(), &text, results.as_ref())))
    });
    Ok(task.at(&format!("/{n}/compare"), None))
}

impl Results {
    fn of(board: Board, text: &str) -> Result<Self, Failure> {
        let (mut lookups, selection) = (board.lookups(), Selection::all(board.n()));
        let describe = Invalid::to_string;
        let expected = Expected { board, selection, by_orbit: false, with_ids: true, describe };
        let mut comparison = Comparison::new(expected.clone(), 0)?;
        let (reading, mut boards) = (Reading::default(), Vec::new());
        let mut records = Records::new(text.as_bytes(), reading, text.len());
        // Text in memory is always readable.
        while let Ok(Some(record)) = records.next_record() {
            for board in expected.find(&record, reading, &mut lookups)? {
                let board = comparison.add(board)?;
                boards.push(comparison.explain(board)?);
            }
        }
        let missing = Comparison::missing(&comparison)?.map(|found| {
            let (rank, solution) = found?;
            Ok(Listed::new(Some(Rank::new(rank)?), &solution))
        });
        let missing = missing.collect::<nqdb::Result<_>>()?;
        Ok(Results { boards, missing, comparison })
    }
}

fn page(frame: &Frame, n: usize, text: &str, results: Option<&Results>) -> Markup {
    let base = &*frame.base;
    let body = html! {
        main #main .one {
            h1 { "Compare a list, N = " (n) }
            p.lead { "Which solutions does a list have, and which are missing, repeated or wrong?" }
            (rule(NUMBERED))
            form action={ (base) "/" (n) "/compare" } {
                textarea name="list" rows="8" spellcheck="false" required placeholder=(EXAMPLE)
                    aria-label="Boards, one per line, in any notation" { "\n" (text) }
                p.tools {
                    label.scripted { "File " input #file type="file" accept=".txt,.csv,.json,text/*"; }
                    button { "Compare" }
                }
            }
            p.hint { "One board per line, in any notation, with a name and a colon before it if you like. The list becomes a part of the URL." }
            @if let Some(Results { comparison, boards, missing }) = results {
                h2 { (comparison) }
                @let rows = html! { @for board in boards { (row(base, n, board)) } };
                div.list { (table("Boards", &["line", "name", "rank", "orbit", "verdict"], rows)) }
                @if !missing.is_empty() {
                    h2 { "Missing" }
                    ul.boards.orbits { @for solution in missing { (solution.picture(base, n, None)) } }
                }
            }
        }
    };
    frame.around(View::Other, body)
}

fn row(base: &str, n: usize, board: &Compared) -> Markup {
    html! {
        tr {
            th scope="row" { (board.line) }
            td { (board.label.as_deref().unwrap_or_default()) }
            td { @if let Some(rank) = board.rank { a href={ (base) "/" (n) "/" (rank) } { (grouped(rank)) } } }
            td { @if let Some(id) = board.orbit_id { a href={ (base) "/" (n) "/orbit/" (id) } { (grouped(id)) } } }
            td { (board.reason.as_deref().unwrap_or(board.verdict)) }
        }
    }
}
