//! The number of selected solutions, in total and on each square: `/8/count/3=5,7!=4`, and `/8` for all solutions.

mod counting;
mod page;

use crate::failure::Failure;
use crate::page::board::SIDE;
use crate::page::{Frame, counted, queens_of};
use crate::request::{Format, Url};
use crate::response::{Keep, Response, json};
use crate::selection::Selected;
use crate::task::{Cost, Host, Step, TaggedBoard, Task, Watching};
use counting::{Count, Counted, Counting, FIRST, known};
use nqdb::picture::{ConditionsPicture, Coordinates};
use nqdb::{
    Board, BoardSize, Error,
    search::{Heatmap, SearchError},
};
pub(crate) use page::Living;
use page::Panels;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

const FORMS: &[&str] = &["json", "ndjson", "svg", "png"];

/// How long a page waits for its count; its script requests the count again.
const PAGE: Duration = Duration::from_millis(400);

/// How long a picture waits for its heat map.
const PICTURE: Duration = Duration::from_secs(2);

pub(crate) fn count(url: Url) -> Result<Step, Failure> {
    let query = Query::new(Selected::parse(&url)?);
    if url.format == Format::Html {
        query.check_page()?;
    }
    if let Some(elsewhere) = url.elsewhere(&query.path(url.format), None) {
        return Ok(Step::Ready(Response::moved(&url, &elsewhere)));
    }
    match url.format {
        Format::Html => Ok(Step::Work(page_of(url, query))),
        Format::Json => Ok(Step::Work(result(url, query))),
        Format::Ndjson => Ok(lines(url, query)),
        Format::Svg | Format::Png => Ok(Step::Work(picture(url, query)?)),
        Format::Csv | Format::Text => Err(Failure::no_such_page()),
    }
}

/// A board to fill, with all solutions.
pub(crate) fn living(base: &str, n: BoardSize, host: &Host<'_>) -> Result<Living, Failure> {
    let query = Query::new(Selected::of(n, "")?);
    let result = query.result(host.board(n)?.board, host)?;
    Ok(page::living(base, &query.selected, &result))
}

struct Query {
    selected: Selected,
    /// The number of solutions, if it needs no search.
    known: Option<u64>,
}

impl Query {
    fn new(selected: Selected) -> Self {
        Query { known: known(&selected.selection), selected }
    }

    /// Fails for properties, which the page does not show.
    fn check_page(&self) -> Result<(), Failure> {
        let Some(property) = self.selected.properties.first() else { return Ok(()) };
        let [list, count] = ["list", "count"].map(|noun| self.selected.path(noun));
        let message = "the page for placing queens takes conditions only";
        Err(Failure::invalid(format!(
            "{message}, got `{property}`; `{list}` lists the selected solutions, and `{count}.json` counts them"
        )))
    }

    /// The path of the URL, without a suffix. `/8.json` is about the board, not about all its solutions.
    fn path(&self, format: Format) -> String {
        match format {
            Format::Html => self.selected.page(),
            _ => self.selected.path("count"),
        }
    }

    /// The text of a preview.
    fn caption(&self, heatmap: Option<&Heatmap>) -> Vec<String> {
        let heading = match heatmap {
            Some(heatmap) => counted(heatmap.solutions(), "solution"),
            None => "Place queens".to_owned(),
        };
        let text = self.selected.text(" ");
        let shown = if text.len() > 40 { "conditions" } else { &text };
        let with = (!text.is_empty()).then(|| format!("with {shown}"));
        let lines = [Some(heading), with, Some(format!("{} queens", self.selected.n))];
        lines.into_iter().flatten().collect()
    }

    /// The cost of the number of solutions.
    fn cost(&self) -> Cost {
        let n = self.selected.selection.n();
        if self.known.is_some() { Cost::LookUp(n) } else { Cost::Count(n) }
    }

    /// Counts, without the squares if the number is known, and without progress.
    fn result<'q>(&'q self, board: Board, host: &'q Host<'_>) -> Result<Counted<'q>, Failure> {
        self.counting(board, &host.watch, true).result(&mut |_| {})
    }

    fn counting<'q>(&'q self, board: Board, watch: &'q Watching, is_brief: bool) -> Counting<'q> {
        let Query { selected, known } = self;
        let (began, known) = (Instant::now(), *known);
        Counting { board, selected, watch, began, known, is_brief }
    }

    /// A result as a line of JSON, with the parts of the page about it if its script asks for them.
    fn line(&self, base: &str, result: &Counted<'_>, has_panels: bool) -> Result<Vec<u8>, Failure> {
        let panels = has_panels.then(|| Panels::of(base, &self.selected, result));
        json(&Line { result, panels })
    }
}

/// A line of `.ndjson`; with `?panels`, also the parts of the page.
#[derive(Serialize)]
struct Line<'r> {
    #[serde(flatten)]
    result: &'r Counted<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    panels: Option<Panels>,
}

/// The page, without the count if that takes too long.
fn page_of(url: Url, query: Query) -> Task {
    let query = Arc::new(query);
    let in_haste = Arc::clone(&query);
    let task = Task::new(url, query.cost(), move |url, host| {
        let board = host.board(query.selected.selection.n())?.board;
        let result = query.result(board, host)?;
        Ok(placed(url, &query, Some(&result)))
    });
    task.within(PAGE).in_haste(move |url| placed(url, &in_haste, None))
}

fn placed(url: &Url, query: &Query, result: Option<&Counted<'_>>) -> Response {
    let Selected { n, selection, .. } = &query.selected;
    let text = query.selected.text(" ");
    let title = match &*text {
        "" => format!("Place {}", queens_of(selection.n())),
        text => format!("{}, {text}", queens_of(selection.n())),
    };
    let data = query.path(Format::Json);
    let description = match result.map(|result| &result.count) {
        Some(Count::Exact { solutions, .. }) if text.is_empty() => {
            format!("The {n}-queens problem has {}.", counted(*solutions, "solution"))
        }
        Some(Count::Exact { solutions, .. }) => {
            let solutions = counted(*solutions, "solution");
            format!("{solutions} of the {n}-queens problem with {text}.")
        }
        _ => format!("Place queens on {n} × {n}, and see how many solutions are left."),
    };
    let frame = Frame { data, description, ..url.frame(Some(selection.n()), title, FORMS) };
    Response::page(Keep::No, page::page(&frame, &query.selected, result))
}

fn result(url: Url, query: Query) -> Task {
    let n = query.selected.selection.n();
    Task::new(url, query.cost(), move |url, host| {
        let TaggedBoard { board, etag } = host.board(n)?;
        let result = query.result(board, host)?;
        let body = json(&result)?;
        if is_fact(&result) {
            return Ok(Response::fact(url, &etag, body));
        }
        Ok(Response::new(Format::Json.mime(), Keep::No, body))
    })
}

/// Whether a result is complete and exact, so that it can be cached.
fn is_fact(result: &Counted<'_>) -> bool {
    let Count::Exact { solutions, .. } = result.count else { return false };
    result.estimates.is_none() && result.first.len() as u64 == solutions.min(FIRST as u64)
}

/// The squares of the conditions, with the heat map if it is counted in time.
fn picture(url: Url, query: Query) -> Result<Task, Failure> {
    let n = query.selected.selection.n();
    let is_preview = url.has("preview")?;
    let coordinates = url.coordinates()?;
    let task = Task::new(url, Cost::Count(n), move |url, host| {
        let selection = &query.selected.selection;
        let TaggedBoard { board, etag } = host.board(n)?;
        let heatmap = match board.heatmap(selection) {
            Ok(heatmap) => Some(heatmap),
            Err(Error::Search(
                SearchError::Stopped { .. } | SearchError::HeatmapTooLarge { .. },
            )) => None,
            Err(error) => return Err(error.into()),
        };
        let mut picture = ConditionsPicture::new(&selection.conditions);
        if let Some(heatmap) = &heatmap {
            picture = picture.with_heat(heatmap)?;
        }
        // Without labels the numbers of a heat map would have no meaning.
        if coordinates != Coordinates::None {
            picture = picture.with_coordinates(coordinates);
        }
        let body = match url.format {
            Format::Svg => format!("{picture}\n").into_bytes(),
            _ if is_preview => picture.preview_png(&query.caption(heatmap.as_ref()))?,
            _ => picture.png(SIDE)?,
        };
        Ok(match heatmap {
            Some(_) => Response::fact(url, &etag, body),
            None => Response::new(url.format.mime(), Keep::No, body),
        })
    });
    Ok(task.within(PICTURE))
}

/// The result with progress, as NDJSON.
fn lines(url: Url, query: Query) -> Step {
    // Tells a proxy not to buffer the lines.
    let head =
        Response::new(Format::Ndjson.mime(), Keep::No, &b""[..]).with("x-accel-buffering", "no");
    let n = query.selected.selection.n();
    let task = Task::new(url, Cost::Count(n), move |url, host| {
        let has_panels = url.has("panels")?;
        let board = host.board(n)?.board;
        let line = |result: &Counted<'_>| query.line(&url.request.base, result, has_panels);
        let Host { watch, tell, .. } = host;
        let mut tell = |result: &Counted<'_>| line(result).into_iter().for_each(&mut *tell);
        let result = query.counting(board, watch, false).result(&mut tell)?;
        Ok(Response::new(Format::Ndjson.mime(), Keep::No, line(&result)?))
    });
    Step::Stream(head, task)
}
