//! The solutions that match conditions, and their number: `/8/find/3=5,7!=4`, and `/8` for no conditions.

mod matches;
mod page;

use crate::failure::Failure;
use crate::page::board::SIDE;
use crate::page::{Frame, counted};
use crate::request::{Format, Url};
use crate::response::{Keep, Response, json};
use crate::task::{Cost, Host, Step, TaggedBoard, Task, Watching};
use matches::{Count, FIRST, Found, Matches, known};
use nqdb::picture::{ConditionsPicture, Coordinates};
use nqdb::{
    Board, BoardSize, Condition, Conditions, Error,
    search::{Heatmap, SearchError},
};
use page::{Panels, place};
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

const FORMS: &[&str] = &["json", "ndjson", "svg", "png"];

/// How long a page waits for its count; its script requests the count again.
const PAGE: Duration = Duration::from_millis(400);

/// How long a picture waits for its heat map.
const PICTURE: Duration = Duration::from_secs(2);

pub(crate) fn find(url: Url) -> Result<Step, Failure> {
    let n = url.n()?;
    let question = Question::parse(n, url.word(1))?;
    if let Some(elsewhere) = url.elsewhere(&question.path(url.format), None) {
        return Ok(Step::Ready(Response::moved(&url, &elsewhere)));
    }
    match url.format {
        Format::Html => Ok(Step::Work(page_of(url, question))),
        Format::Json => Ok(Step::Work(count(url, question))),
        Format::Ndjson => Ok(lines(url, question)),
        Format::Svg | Format::Png => Ok(Step::Work(picture(url, question)?)),
        Format::Csv | Format::Text => Err(Failure::no_such_page()),
    }
}

/// A parsed query.
struct Question {
    n: BoardSize,
    conditions: Conditions,
    texts: Vec<String>,
    /// The number of matches, if it needs no search.
    known: Option<u64>,
}

impl Question {
    fn parse(n: BoardSize, word: &str) -> Result<Self, Failure> {
        // `/8` and `/8/find` have no conditions.
        let is_empty = word.is_empty() || word == "find";
        let mut conditions = if is_empty { Vec::new() } else { Condition::parse_all([word])? };
        conditions.sort_by_key(place);
        conditions.dedup();
        let texts: Vec<String> = conditions.iter().map(Condition::to_string).collect();
        let conditions = Conditions::new(n, conditions)?;
        Ok(Question { n, known: known(&conditions), conditions, texts })
    }

    /// The path of the URL, without a suffix. `/8.json` is about the board, not about all its solutions.
    fn path(&self, format: Format) -> String {
        let n = self.n;
        match (&self.texts[..], format) {
            ([], Format::Html) => format!("/{n}"),
            ([], _) => format!("/{n}/find"),
            (texts, _) => format!("/{n}/find/{}", texts.join(",")),
        }
    }

    /// The text of a preview.
    fn caption(&self, heatmap: Option<&Heatmap>) -> Vec<String> {
        let heading = match heatmap {
            Some(heatmap) => counted(heatmap.solutions(), "solution"),
            None => "Place queens".to_owned(),
        };
        let texts = self.texts.join(" ");
        let shown = if texts.len() > 40 { "conditions" } else { &texts };
        let texts = (!texts.is_empty()).then(|| format!("with {shown}"));
        let lines = [Some(heading), texts, Some(format!("{} queens", self.n))];
        lines.into_iter().flatten().collect()
    }

    /// The cost of the number of matches.
    fn cost(&self) -> Cost {
        match self.known {
            Some(_) => Cost::LookUp(self.n),
            None => Cost::Count(self.n),
        }
    }

    /// Counts, without the squares if the number is known, and without progress.
    fn answer(&self, board: Board, host: &Host<'_>) -> Result<Found, Failure> {
        self.matches(board, &host.watch, true).answer(&mut |_| {})
    }

    fn matches<'q>(&'q self, board: Board, watch: &'q Watching, is_brief: bool) -> Matches<'q> {
        let Question { conditions, texts, known, .. } = self;
        let (began, known) = (Instant::now(), *known);
        Matches { board, conditions, texts, watch, began, known, is_brief }
    }

    /// A result as a line of JSON, with the parts of the page about it if its script asks for them.
    fn line(&self, base: &str, found: &Found, has_panels: bool) -> Result<Vec<u8>, Failure> {
        let panels = has_panels.then(|| Panels::of(base, self.n, &self.texts, found));
        json(&Line { found, panels })
    }
}

/// A line of `.ndjson`; with `?panels`, also the parts of the page.
#[derive(Serialize)]
struct Line<'f> {
    #[serde(flatten)]
    found: &'f Found,
    #[serde(skip_serializing_if = "Option::is_none")]
    panels: Option<Panels>,
}

/// The page, without the count if that takes too long.
fn page_of(url: Url, question: Question) -> Task {
    let question = Arc::new(question);
    let in_haste = Arc::clone(&question);
    let task = Task::new(url, question.cost(), move |url, host| {
        let board = host.board(question.n)?.board;
        let found = question.answer(board, host)?;
        Ok(placed(url, &question, Some(&found)))
    });
    task.within(PAGE).in_haste(move |url| placed(url, &in_haste, None))
}

fn placed(url: &Url, question: &Question, found: Option<&Found>) -> Response {
    let Question { n, texts, .. } = question;
    let title = match &texts[..] {
        [] => format!("Place {}", counted(n.get() as u64, "queen")),
        texts => format!("{n} queens, {}", texts.join(" ")),
    };
    let data = question.path(Format::Json);
    let description = match found.map(|found| &found.count) {
        Some(Count::Exact { solutions, .. }) if texts.is_empty() => {
            format!("The {n}-queens problem has {}.", counted(*solutions, "solution"))
        }
        Some(Count::Exact { solutions, .. }) => {
            let solutions = counted(*solutions, "solution");
            format!("{solutions} of the {n}-queens problem with {}.", texts.join(" "))
        }
        _ => format!("Place queens on {n} × {n}, and see how many solutions are left."),
    };
    let frame = Frame { data, description, ..url.frame(Some(*n), title, FORMS) };
    Response::page(&frame, Keep::No, page::page(&frame, *n, texts, found))
}

fn count(url: Url, question: Question) -> Task {
    let (n, address) = (question.n, question.path(Format::Json));
    let task = Task::new(url, question.cost(), move |url, host| {
        let TaggedBoard { board, etag } = host.board(n)?;
        let found = question.answer(board, host)?;
        let body = json(&found)?;
        if is_fact(&found) {
            return Ok(Response::fact(url, &etag, &[], body));
        }
        Ok(Response::new(Format::Json.mime(), Keep::No, body))
    });
    task.kept_at(n, address)
}

/// Whether a result is complete and exact, so that it can be cached.
fn is_fact(found: &Found) -> bool {
    let Count::Exact { solutions, .. } = found.count else { return false };
    found.estimates.is_none() && found.first.len() as u64 == solutions.min(FIRST as u64)
}

/// The board with the conditions, and the heat map if it is counted in time.
fn picture(url: Url, question: Question) -> Result<Task, Failure> {
    let (n, address) = (question.n, url.address());
    let is_preview = url.has("preview")?;
    let coordinates = url.coordinates()?;
    let task = Task::new(url, Cost::Count(n), move |url, host| {
        let conditions = &question.conditions;
        let TaggedBoard { board, etag } = host.board(n)?;
        let heatmap = match board.heatmap(conditions) {
            Ok(heatmap) => Some(heatmap),
            Err(Error::Search(
                SearchError::Stopped { .. } | SearchError::HeatmapTooLarge { .. },
            )) => None,
            Err(error) => return Err(error.into()),
        };
        let mut picture = ConditionsPicture::new(conditions);
        if let Some(heatmap) = &heatmap {
            picture = picture.with_heat(heatmap)?;
        }
        // Without labels the numbers of a heat map would have no meaning.
        if coordinates != Coordinates::None {
            picture = picture.with_coordinates(coordinates);
        }
        let body = match url.format {
            Format::Svg => format!("{picture}\n").into_bytes(),
            _ if is_preview => picture.preview_png(&question.caption(heatmap.as_ref()))?,
            _ => picture.png(SIDE)?,
        };
        Ok(match heatmap {
            Some(_) => Response::fact(url, &etag, &[], body),
            None => Response::new(url.format.mime(), Keep::No, body),
        })
    });
    Ok(task.kept_at(n, address).within(PICTURE))
}

/// The result with progress, as NDJSON.
fn lines(url: Url, question: Question) -> Step {
    // Tells a proxy not to buffer the lines.
    let head =
        Response::new(Format::Ndjson.mime(), Keep::No, &b""[..]).with("x-accel-buffering", "no");
    let task = Task::new(url, Cost::Count(question.n), move |url, host| {
        let has_panels = url.has("panels")?;
        let board = host.board(question.n)?.board;
        let line = |found: &Found| question.line(&url.request.base, found, has_panels);
        let Host { watch, tell, .. } = host;
        let mut tell = |found: &Found| line(found).into_iter().for_each(&mut *tell);
        let found = question.matches(board, watch, false).answer(&mut tell)?;
        Ok(Response::new(Format::Ndjson.mime(), Keep::No, line(&found)?))
    });
    Step::Stream(head, task)
}
