//! The solutions that match conditions, and their number: `/8/find/3=5,7!=4`, and `/8` for no conditions.

mod matches;
mod page;

use crate::failure::Failure;
use crate::page::board::SIDE;
use crate::page::{Frame, counted};
use crate::request::{Format, Url};
use crate::response::{Keep, Response, json};
use crate::task::{Cost, Host, Step, TaggedBoard, Task};
use matches::{Count, FIRST, Found, Matches, known};
use nqdb::picture::{ConditionsPicture, Coordinates};
use nqdb::{Board, BoardSize, Condition, Conditions, Error, Heatmap, SearchError, known_counts};
use page::place;
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
    if let Some(elsewhere) = url.elsewhere(&question.path(url.format)) {
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

    /// The cache key.
    fn address(&self) -> String {
        self.path(Format::Json)
    }

    /// The cost of the number of matches.
    fn cost(&self) -> Cost {
        match self.known {
            Some(_) => Cost::LookUp(self.n),
            None => Cost::Count(self.n),
        }
    }

    /// Counts, and reports the progress; briefly, without the squares if the number is known.
    fn answer(&self, board: Board, host: &mut Host<'_>, is_brief: bool) -> Result<Found, Failure> {
        let began = Instant::now();
        let mut tell = |found: &Found| {
            if let Ok(line) = json(found) {
                (host.tell)(line);
            }
        };
        let Question { conditions, texts, known, .. } = self;
        let (watch, known) = (&host.watch, *known);
        Matches { board, conditions, texts, watch, began, known, is_brief }.answer(&mut tell)
    }
}

/// The page, without the count if that takes too long.
fn page_of(url: Url, question: Question) -> Task {
    let question = Arc::new(question);
    let in_haste = Arc::clone(&question);
    let task = Task::new(url, question.cost(), move |url, host| {
        let board = host.board(question.n)?.board;
        let found = question.answer(board, host, true)?;
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
    let of = known_counts(*n).map(|known| known.solutions);
    Response::page(&frame, Keep::No, page::page(&frame, n.get(), of, texts, found))
}

fn count(url: Url, question: Question) -> Task {
    let (n, address) = (question.n, question.address());
    let task = Task::new(url, question.cost(), move |url, host| {
        let TaggedBoard { board, etag } = host.board(n)?;
        let found = question.answer(board, host, true)?;
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
    let is_preview = url.query().text("preview")?.is_some();
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
        let picture = match &heatmap {
            Some(heatmap) => ConditionsPicture::new(conditions).with_heat(heatmap)?,
            None => ConditionsPicture::new(conditions),
        };
        // Without labels the numbers of a heat map would have no meaning.
        let picture = match coordinates {
            Coordinates::None => picture,
            coordinates => picture.with_coordinates(coordinates),
        };
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
    let task = Task::new(url, Cost::Count(question.n), move |_, host| {
        let board = host.board(question.n)?.board;
        let found = question.answer(board, host, false)?;
        Ok(Response::new(Format::Ndjson.mime(), Keep::No, json(&found)?))
    });
    Step::Stream(head, task)
}
