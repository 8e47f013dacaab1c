//! Successive solutions: `/8/list?from=50&limit=10`, and as pictures, `/8/list?view=grid`.

use crate::failure::Failure;
use crate::page::{Frame, View, board, grouped, joined, table};
use crate::request::{Format, Url, has_page, query_of};
use crate::response::json;
use crate::solution::Neighbour;
use crate::task::{Step, Task};
use maud::{Markup, html};
use nqdb::answers::RankedSolutionJson;
use nqdb::{Board, Rank};
use serde::Serialize;

const FORMS: &[&str] = &["json", "csv"];

/// The usual number of items in a list.
pub(crate) const USUAL: u64 = 100;

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
    #[serde(skip)]
    others: Others,
}

/// Where the parts of a list before and after this one begin, as far as their items have pages.
pub(crate) struct Others {
    before: Option<u64>,
    after: Option<u64>,
    /// Whether there are further items, without pages.
    is_cut: bool,
}

pub(crate) fn list(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    let from = url.number_on(n, "from", Rank::FIRST)?;
    let limit = limit(&url)?;
    let view = url.text("view")?.filter(|view| view != "table");
    if let Some(other) = view.as_deref().filter(|view| *view != "grid") {
        return Err(Failure::invalid(format!("view must be table or grid, got {other:?}")));
    }
    let is_grid = view.is_some() && url.format == Format::Html;
    let query = query(from.get(), limit, is_grid);
    let task = Task::fact(url, n, FORMS, move |url, board| body(url, board, from, limit, is_grid));
    Ok(task.at(&format!("/{n}/list"), Some(query)))
}

/// The number of items that a URL asks for.
pub(crate) fn limit(url: &Url) -> Result<u64, Failure> {
    let limit = url.number("limit", USUAL)?;
    let invalid = || Failure::invalid(format!("limit must be from 1 to 1000, got {limit}"));
    if (1..=1000).contains(&limit) { Ok(limit) } else { Err(invalid()) }
}

/// The number of items from here on, at most `limit`: a list ends where pages end. The first item counts without one,
/// and fails when it is looked up.
pub(crate) fn length(board: &Board, from: u64, limit: u64, last: Option<u64>) -> usize {
    let others = (from..=u64::MAX).take(limit as usize).skip(1);
    1 + others.take_while(|&number| has_page(board, number, last)).count()
}

impl Others {
    /// `next` is the number of the next item, if there is one; `last` as for [`has_page`].
    pub(crate) fn new(
        board: &Board,
        from: u64,
        limit: u64,
        next: Option<u64>,
        last: Option<u64>,
    ) -> Self {
        let has_page = |number: &u64| has_page(board, *number, last);
        let before = (from > 1).then(|| from.saturating_sub(limit).max(1)).filter(has_page);
        let after = next.filter(has_page);
        Others { before, after, is_cut: after != next }
    }

    /// Links to these parts.
    pub(crate) fn pager(&self, address: impl Fn(u64) -> String) -> Markup {
        html! {
            @if self.before.is_some() || self.after.is_some() {
                p.tools {
                    @if let Some(before) = self.before { a.button href=(address(before)) rel="prev" { "Previous" } }
                    @if let Some(after) = self.after { a.button href=(address(after)) rel="next" { "Next" } }
                }
            }
        }
    }

    /// What the end of the list means, if it is not the last item.
    pub(crate) fn end(&self) -> Markup {
        html! { @if self.is_cut { p.hint { "There are more, but finding them takes longer than a request may." } } }
    }
}

/// The parameters of a list in its URL.
fn query(from: u64, limit: u64, is_grid: bool) -> String {
    let numbers = query_of(&[("from", Some(from), Some(1)), ("limit", Some(limit), Some(USUAL))]);
    match (is_grid, &*numbers) {
        (false, _) => numbers,
        (true, "") => "?view=grid".to_owned(),
        (true, _) => numbers + "&view=grid",
    }
}

fn body(
    url: &Url,
    board: &Board,
    from: Rank,
    limit: u64,
    is_grid: bool,
) -> Result<Vec<u8>, Failure> {
    board.check_rank(from)?;
    let list = SolutionList::of(board, from, limit)?;
    match url.format {
        Format::Html => {
            let n = board.n();
            let title = format!("{n} queens, solutions from {}", grouped(from));
            let description = format!(
                "Solutions of the {n}-queens problem in lexicographic order, from {}.",
                grouped(from)
            );
            let query = query(from.get(), limit, false);
            let frame = Frame { query, description, ..url.frame(Some(n), title, FORMS) };
            Ok(page(&frame, &list, is_grid).into_string().into())
        }
        Format::Json => json(&list),
        Format::Csv => {
            let lines = list.list.iter().map(|item| {
                RankedSolutionJson::csv(Some(item.rank), joined(&item.queens, " ")) + "\n"
            });
            Ok(format!("{}\n{}", RankedSolutionJson::COLUMNS, lines.collect::<String>()).into())
        }
        _ => Err(Failure::no_such_page()),
    }
}

impl SolutionList {
    fn of(board: &Board, from: Rank, limit: u64) -> nqdb::Result<Self> {
        let solutions = board.solution_count().ok();
        let found = board.solutions(from).take(length(board, from.get(), limit, solutions));
        let list = found.map(|item| item.map(|(rank, solution)| Neighbour::new(rank, &solution)));
        let list = list.collect::<nqdb::Result<Vec<_>>>()?;
        let after = list.last().and_then(|last| Rank::new(last.rank + 1).ok());
        let next = after.filter(|&rank| board.check_rank(rank).is_ok()).map(Rank::get);
        let (n, from) = (board.n().get(), from.get());
        let others = Others::new(board, from, limit, next, solutions);
        Ok(SolutionList { n, solutions, from, limit, list, next, others })
    }
}

fn page(frame: &Frame, list: &SolutionList, is_grid: bool) -> Markup {
    let SolutionList { n, from, limit, .. } = *list;
    let base = &frame.base;
    let address = |from, is_grid| format!("{base}/{n}/list{}", query(from, limit, is_grid));
    let pager = list.others.pager(|from| address(from, is_grid));
    let current = |is_this: bool| is_this.then_some("page");
    let body = html! {
        main #main .one {
            h1 {
                "Solutions for N = " (n) ", from " (grouped(from))
                @if let Some(all) = list.solutions { " of " (grouped(all)) }
            }
            nav.tools aria-label="View" {
                a.button href=(address(from, false)) aria-current=[current(!is_grid)] { "Table" }
                a.button href=(address(from, true)) aria-current=[current(is_grid)] { "Pictures" }
            }
            (pager)
            @if is_grid { (grid(base, list)) } @else { (rows(base, list)) }
            (list.others.end()) (pager)
            p.tools {
                @for suffix in frame.alternates { a.button href={ (base) "/" (n) "/list." (suffix) (frame.query) } { (suffix.to_uppercase()) } }
                a.button href={ (base) "/" (n) "/orbits" } { "List of orbits" }
            }
        }
    };
    frame.around(View::Solutions, body)
}

fn grid(base: &str, list: &SolutionList) -> Markup {
    html! {
        ul.boards.orbits {
            @for item in &list.list {
                li {
                    a href={ (base) "/" (list.n) "/" (item.rank) } {
                        (board::little(&item.queens))
                        b { (grouped(item.rank)) }
                    }
                }
            }
        }
    }
}

fn rows(base: &str, list: &SolutionList) -> Markup {
    let rows = html! {
        @for item in &list.list {
            tr {
                th scope="row" { a href={ (base) "/" (list.n) "/" (item.rank) } { (grouped(item.rank)) } }
                td { code { (joined(&item.queens, " ")) } }
            }
        }
    };
    html! { div.list { (table("Solutions", &["rank", "queens"], rows)) } }
}
