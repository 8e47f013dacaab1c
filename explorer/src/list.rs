//! Successive solutions: `/8/list?from=50&limit=10`.

use crate::answers::{RankedSolutionJson, one_line};
use crate::asked::Asked;
use crate::failure::Failure;
use crate::format::Format;
use crate::page::{Frame, View, grouped};
use crate::response::json;
use crate::solution::Neighbour;
use crate::task::{Step, Task};
use maud::{Markup, html};
use nqdb::{Board, Rank};
use serde::Serialize;

const FORMS: &[&str] = &["json", "csv"];

/// The most solutions in a list.
const LONGEST: u64 = 1000;

/// `/8/list.json`.
#[derive(Serialize)]
struct SolutionList {
    n: usize,
    /// Q(N), if it is known.
    solutions: Option<u64>,
    from: u64,
    limit: u64,
    list: Vec<Neighbour>,
    /// The rank after the last one, if there is one.
    next: Option<u64>,
}

pub(crate) fn list(asked: Asked) -> Result<Step, Failure> {
    let n = asked.n()?;
    let from = asked.query().number("from", 1)?;
    let limit = asked.query().number("limit", 100)?;
    let from = Rank::new(from)?;
    if !(1..=LONGEST).contains(&limit) {
        return Err(Failure::invalid(format!("limit must be from 1 to {LONGEST}, got {limit}")));
    }
    let task = Task::fact(asked, n, FORMS, move |asked, board| body(asked, board, from, limit));
    Ok(Step::Work(task))
}

fn body(asked: &Asked, board: &Board, from: Rank, limit: u64) -> Result<Vec<u8>, Failure> {
    let list = SolutionList::of(board, from, limit)?;
    match asked.format {
        Format::Html => {
            let n = board.n();
            let title = format!("{n} queens, solutions from {from}");
            let query = asked.request.parameters();
            let frame = Frame { query, ..asked.frame(Some(n), title, FORMS) };
            Ok(page(&frame, &list).into_string().into())
        }
        Format::Json => json(&list),
        Format::Csv => {
            let lines = list.list.iter().map(|item| {
                RankedSolutionJson::csv(Some(item.rank), None, one_line(&item.queens)) + "\n"
            });
            Ok(format!("{}\n{}", RankedSolutionJson::COLUMNS, lines.collect::<String>()).into())
        }
        _ => Err(Failure::no_such_page()),
    }
}

impl SolutionList {
    fn of(board: &Board, from: Rank, limit: u64) -> nqdb::Result<Self> {
        board.check_rank(from)?;
        let found = board.solutions(from).take(limit as usize);
        let list = found.map(|item| item.map(|(rank, solution)| Neighbour::new(rank, &solution)));
        let list = list.collect::<nqdb::Result<Vec<_>>>()?;
        let after = list.last().and_then(|last| Rank::new(last.rank + 1).ok());
        let next = after.filter(|&rank| board.check_rank(rank).is_ok()).map(Rank::get);
        let (n, solutions) = (board.n().get(), board.solution_count().ok());
        Ok(SolutionList { n, solutions, from: from.get(), limit, list, next })
    }
}

fn page(frame: &Frame, list: &SolutionList) -> Markup {
    let SolutionList { n, from, limit, .. } = *list;
    let base = &frame.base;
    let address = |from: u64| format!("{base}/{n}/list?from={from}&limit={limit}");
    let data = |suffix: &str| format!("{base}/{n}/list.{suffix}?from={from}&limit={limit}");
    let body = html! {
        main #main .one {
            h1 {
                "Solutions for N = " (n) ", from " (grouped(from))
                @if let Some(all) = list.solutions { " of " (grouped(all)) }
            }
            p.tools {
                @if from > 1 { a.button href=(address(from.saturating_sub(limit).max(1))) rel="prev" { "Previous" } }
                @if let Some(next) = list.next { a.button href=(address(next)) rel="next" { "Next" } }
                @for suffix in frame.alternates { a.button href=(data(suffix)) { (suffix.to_uppercase()) } }
            }
            div.wide tabindex="0" role="region" aria-label="Solutions" {
                table.list {
                    thead { tr { th scope="col" { "rank" } th scope="col" { "queens" } } }
                    tbody {
                        @for item in &list.list {
                            tr {
                                th scope="row" { a href={ (base) "/" (n) "/" (item.rank) } { (grouped(item.rank)) } }
                                td { code { (one_line(&item.queens)) } }
                            }
                        }
                    }
                }
            }
        }
    };
    frame.around(View::Solutions, body)
}
