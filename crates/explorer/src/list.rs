//! Successive solutions, all or a selection: `/8/list?start=50&limit=10`, `/8/list/3=5`.

use crate::failure::Failure;
use crate::page::board::url_of;
use crate::page::{Frame, NUMBERED, View, board, grouped, joined, queens_of, rule};
use crate::request::{Format, Url, has_page, query_of};
use crate::response::json;
use crate::selection::Selected;
use crate::task::{Cost, Step, Task};
use maud::{Markup, html};
use nqdb::answers::RankedSolutionJson;
use nqdb::{Board, Error, Rank, Selection, Solution, counts::known_counts};
use serde::Serialize;

const FORMS: &[&str] = &["json", "csv"];

/// The largest board whose lists are compared: all its solutions fit in a URL.
pub(crate) const LAST_COMPARED: usize = 10;

/// The usual number of items in a list.
pub(crate) const USUAL: u64 = 100;

/// `/8/list.json`, `/8/list/3=5.json`.
#[derive(Serialize)]
struct SolutionList<'l> {
    #[serde(flatten)]
    selected: &'l Selected,
    start: u64,
    limit: u64,
    list: Vec<Listed>,
    #[serde(flatten)]
    others: Others,
}

#[derive(Serialize, Clone)]
pub(crate) struct Listed {
    /// `None` if it is out of reach.
    pub(crate) rank: Option<u64>,
    pub(crate) queens: Vec<u8>,
}

/// Where the parts of a list before and after this one begin, as far as their items have pages.
#[derive(Serialize)]
pub(crate) struct Others {
    #[serde(skip)]
    before: Option<u64>,
    /// Whether there are further items, with or without pages.
    more: bool,
    next: Option<u64>,
}

pub(crate) fn list(url: Url) -> Result<Step, Failure> {
    let selected = Selected::parse(&url)?;
    let n = selected.selection.n();
    let start = url.number_on(n, "start", Rank::FIRST)?;
    let limit = limit(&url)?;
    let (path, query) = (selected.path("list"), query(start.get(), limit));
    let cost = if selected.selection.is_all() { Cost::LookUp(n) } else { Cost::Count(n) };
    let task = Task::fact(url, n, move |url, board| {
        body(url, &SolutionList::of(board, &selected, start, limit)?)
    });
    Ok(task.costing(cost).at(&path, Some(query)))
}

/// The selected solutions from a rank on, with their ranks if these are within reach.
pub(crate) fn listed(
    board: &Board,
    selection: &Selection,
    start: Rank,
) -> nqdb::Result<impl Iterator<Item = nqdb::Result<Listed>> + use<>> {
    let found = if board.reaches_all() {
        board.select_ranked(selection, start)?
    } else {
        board.select(selection, start)?
    };
    Ok(found.map(|item| item.map(|(rank, found)| Listed::new(rank, &found))))
}

impl Listed {
    pub(crate) fn new(rank: Option<Rank>, solution: &Solution) -> Self {
        Listed { rank: rank.map(Rank::get), queens: solution.queens().collect() }
    }

    /// The solution with this rank; `None` if there is none, and if it is out of reach.
    pub(crate) fn near(board: &Board, rank: Option<Rank>) -> nqdb::Result<Option<Self>> {
        let Some(rank) = rank else { return Ok(None) };
        match board.unrank(rank) {
            Ok(solution) => Ok(Some(Listed::new(Some(rank), &solution))),
            Err(Error::RankBeyondLast { .. } | Error::OutOfReach { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn url(&self, base: &str, n: usize) -> String {
        url_of(base, n, self.rank, &self.queens)
    }

    /// Its rank; empty if that is out of reach.
    pub(crate) fn number(&self) -> String {
        self.rank.map(grouped).unwrap_or_default()
    }

    /// Its picture, a link to its page, with its name and its rank.
    pub(crate) fn picture(&self, base: &str, n: usize, name: Option<&str>) -> Markup {
        let label = self.rank.is_none().then(|| joined(&self.queens, " "));
        html! {
            li {
                a href=(self.url(base, n)) aria-label=[label] {
                    (board::little(&self.queens))
                    @if let Some(name) = name { span { (name) } }
                    b { (self.number()) }
                }
            }
        }
    }
}

/// The number of items that a URL asks for.
pub(crate) fn limit(url: &Url) -> Result<u64, Failure> {
    let limit = url.number("limit", USUAL)?;
    let invalid = || Failure::invalid(format!("limit must be from 1 to 1000, got {limit}"));
    if (1..=1000).contains(&limit) { Ok(limit) } else { Err(invalid()) }
}

/// The number of items from here on, at most `limit`: a list ends where pages end. The first item counts without one,
/// and fails when it is looked up.
pub(crate) fn length(board: &Board, start: u64, limit: u64, last: Option<u64>) -> usize {
    let others = (start..=u64::MAX).take(limit as usize).skip(1);
    1 + others.take_while(|&number| has_page(board, number, last)).count()
}

impl Others {
    /// `next` is the number of the next item, if there is one; `last` as for [`has_page`].
    pub(crate) fn new(
        board: &Board,
        start: u64,
        limit: u64,
        next: Option<u64>,
        last: Option<u64>,
    ) -> Self {
        let has_page = |number: &u64| has_page(board, *number, last);
        let before = (start > 1).then(|| start.saturating_sub(limit).max(1)).filter(has_page);
        Others { before, more: next.is_some(), next: next.filter(has_page) }
    }

    /// Links to these parts.
    pub(crate) fn pager(&self, address: impl Fn(u64) -> String) -> Markup {
        html! {
            @if self.before.is_some() || self.next.is_some() {
                p.tools {
                    @if let Some(before) = self.before { a.button href=(address(before)) rel="prev" { "Previous" } }
                    @if let Some(next) = self.next { a.button href=(address(next)) rel="next" { "Next" } }
                }
            }
        }
    }

    /// What the end of the list means, if it is not the last item.
    pub(crate) fn end(&self) -> Markup {
        html! { @if self.more && self.next.is_none() { p.hint { "There are more, but finding them takes longer than a request may." } } }
    }
}

/// The parameters of a list in its URL.
fn query(start: u64, limit: u64) -> String {
    query_of(&[("start", Some(start), Some(1)), ("limit", Some(limit), Some(USUAL))])
}

fn body(url: &Url, list: &SolutionList<'_>) -> Result<Vec<u8>, Failure> {
    match url.format {
        Format::Html => {
            let (n, start) = (list.selected.selection.n(), grouped(list.start));
            let with = list.with();
            let title = format!("{}, solutions{with} from {start}", queens_of(n));
            let description = format!(
                "Solutions of the {n}-queens problem{with} in lexicographic order, from {start}."
            );
            let query = query(list.start, list.limit);
            let frame = Frame { query, description, ..url.frame(Some(n), title, FORMS) };
            Ok(page(&frame, list).into_string().into())
        }
        Format::Json => json(list),
        Format::Csv => {
            let lines = list
                .list
                .iter()
                .map(|item| RankedSolutionJson::csv(item.rank, joined(&item.queens, " ")) + "\n");
            Ok(format!("{}\n{}", RankedSolutionJson::COLUMNS, lines.collect::<String>()).into())
        }
        _ => Err(Failure::no_such_page()),
    }
}

impl<'l> SolutionList<'l> {
    fn of(board: &Board, selected: &'l Selected, start: Rank, limit: u64) -> nqdb::Result<Self> {
        board.check_rank(start)?;
        let (list, others) = if selected.selection.is_all() {
            let last = board.solution_count().ok();
            let found = board.solutions(start).take(length(board, start.get(), limit, last));
            let list = found.map(|item| item.map(|(rank, found)| Listed::new(Some(rank), &found)));
            let list = list.collect::<nqdb::Result<Vec<_>>>()?;
            let next = start.get() + list.len() as u64;
            let next = last.is_none_or(|last| next <= last).then_some(next);
            (list, Others::new(board, start.get(), limit, next, last))
        } else {
            let mut found = listed(board, &selected.selection, start)?;
            let list = found.by_ref().take(limit as usize).collect::<nqdb::Result<Vec<_>>>()?;
            let next = found.next().transpose()?;
            // The parts of a selection have no numbers to go back by.
            let (more, next) = (next.is_some(), next.and_then(|next| next.rank));
            (list, Others { before: None, more, next })
        };
        Ok(SolutionList { selected, start: start.get(), limit, list, others })
    }

    /// The selection in words, after a noun.
    fn with(&self) -> String {
        match &*self.selected.text(", ") {
            "" => String::new(),
            text => format!(" with {text}"),
        }
    }
}

fn page(frame: &Frame, list: &SolutionList<'_>) -> Markup {
    let SolutionList { selected, start, limit, .. } = *list;
    let (base, n) = (&*frame.base, selected.n);
    let path = format!("{base}{}", selected.path("list"));
    let pager = list.others.pager(|start| format!("{path}{}", query(start, limit)));
    let all = known_counts(selected.selection.n()).filter(|_| selected.selection.is_all());
    let body = html! {
        main #main .one {
            h1 {
                "Solutions for N = " (n) (list.with()) ", from " (grouped(start))
                @if let Some(all) = all { " of " (grouped(all.solutions)) }
            }
            (rule(NUMBERED))
            (pager)
            @if list.list.is_empty() { p { "There are none." } }
            ul.boards.orbits { @for item in &list.list { (item.picture(base, n, None)) } }
            (list.others.end()) (pager)
            p.tools {
                @for suffix in frame.alternates { a.button href={ (path) "." (suffix) (frame.query) } { (suffix.to_uppercase()) } }
                @if selected.properties.is_empty() { a.button href={ (base) (selected.page()) } { "Place queens" } }
                a.button href={ (base) "/" (n) "/orbits" } { "List of orbits" }
                @if n <= LAST_COMPARED { a.button href={ (base) "/" (n) "/compare" } { "Compare a list" } }
            }
        }
    };
    frame.around(View::Solutions, body)
}
