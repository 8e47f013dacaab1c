//! The solutions that match a pattern: `/8/find/3=5,7!=4`, and `/8`, where nothing is given.

use super::asked::Asked;
use super::solution::SIDE;
use crate::serve::failure::Failure;
use crate::serve::format::Format;
use crate::serve::matches::{FIRST, Matches};
use crate::serve::model::{Count, Found};
use crate::serve::page;
use crate::serve::pool::{Leave, RequestWatch};
use crate::serve::respond::{self, Keep};
use crate::serve::site::Served;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::HeaderValue;
use axum::http::header::HeaderName;
use axum::response::Response;
use hyper::body::Frame as BodyFrame;
use nqdb::picture::PatternPicture;
use nqdb::{Board, BoardSize, Condition, Error, Pattern, SearchError, known_counts};
use serde::Deserialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

const FORMS: &[&str] = &["json", "ndjson", "svg", "png"];

/// How long a page waits for its count; its script asks again.
const PAGE: Duration = Duration::from_millis(400);

/// How long a picture waits for its heat.
const PICTURE: Duration = Duration::from_secs(2);

/// Lines of progress that wait for a client; others are dropped.
const LINES: usize = 4;

#[derive(Deserialize)]
struct PictureQuery {
    /// PNG in the form of a preview.
    preview: Option<String>,
}

pub(super) async fn find(asked: Asked) -> Result<Response, Failure> {
    let n = asked.n()?;
    let question = Arc::new(Question::parse(n, asked.word(1))?);
    match asked.format {
        Format::Html => page(asked, question).await,
        Format::Json => json(asked, question).await,
        Format::Ndjson => lines(asked, question),
        Format::Svg | Format::Png => picture(asked, question).await,
        Format::Csv | Format::Text => Err(Failure::no_such_page()),
    }
}

/// What is asked.
struct Question {
    n: BoardSize,
    pattern: Pattern,
    squares: Vec<String>,
}

impl Question {
    fn parse(n: BoardSize, word: &str) -> Result<Self, Failure> {
        // Where nothing is given, the last word is this one, or the board size.
        let is_empty = word.is_empty() || word == "find" || word == ",";
        let conditions = if is_empty { Vec::new() } else { Condition::parse_all([word])? };
        let squares: Vec<String> = conditions.iter().map(Condition::to_string).collect();
        let pattern =
            conditions.into_iter().try_fold(Pattern::any(n), |pattern, one| pattern.with(one))?;
        Ok(Question { n, pattern, squares })
    }

    /// The key of the answer.
    fn address(&self) -> String {
        format!("/{}/find/{}", self.n, self.squares.join(","))
    }

    /// Counts on this thread.
    fn answer(
        &self,
        board: Board,
        watch: &RequestWatch,
        tell: &mut dyn FnMut(&Found),
    ) -> Result<Found, Failure> {
        let began = Instant::now();
        let board = board.watched_by(watch.clone());
        let (pattern, squares) = (&self.pattern, &self.squares[..]);
        Matches { board, pattern, squares, watch, began }.answer(tell)
    }
}

async fn page(asked: Asked, question: Arc<Question>) -> Result<Response, Failure> {
    let (site, asking) = (Arc::clone(&asked.site), Arc::clone(&question));
    let work =
        move |watch: RequestWatch| asking.answer(site.board(asking.n)?.board, &watch, &mut |_| {});
    let limit = PAGE.min(asked.site.settings.time_limit);
    let found = match asked.site.counters(question.n).run(limit, work).await {
        Ok(found) => Some(found),
        Err(failure) if failure.status == 503 => None,
        Err(failure) => return Err(failure),
    };
    let Question { n, squares, .. } = &*question;
    let title = match &squares[..] {
        [] => format!("Place {n} queens"),
        squares => format!("{n} queens, {}", squares.join(" ")),
    };
    let mut frame = asked.frame(Some(*n), title, FORMS);
    if squares.is_empty() {
        // `/8.json` is about the board, not about all its solutions.
        frame.data = format!("/{n}/find");
    }
    let of = known_counts(*n).map(|known| known.solutions);
    let html = page::place(&frame, n.get(), of, squares, found.as_ref());
    Ok(respond::page(&frame, Keep::No, html))
}

async fn json(asked: Asked, question: Arc<Question>) -> Result<Response, Failure> {
    let (site, n, address) = (Arc::clone(&asked.site), question.n, question.address());
    if let Some(response) = asked.known(n, &address).await? {
        return Ok(response);
    }
    let work = move |watch: RequestWatch| {
        let Served { board, etag } = asked.site.board(question.n)?;
        let found = question.answer(board, &watch, &mut |_| {})?;
        let body = respond::json(&found)?;
        Ok(match is_fact(&found) {
            true => asked.keep(etag, address, &[], body),
            false => respond::body(Format::Json.mime(), Keep::No, body),
        })
    };
    site.counters(n).run(site.settings.time_limit, work).await
}

/// Whether an answer would be the same at another time, with nothing left out or estimated.
fn is_fact(found: &Found) -> bool {
    let Count::Exact { solutions, .. } = found.count else { return false };
    found.estimates.is_none() && found.first.len() as u64 == solutions.min(FIRST as u64)
}

/// The board with what is given, and with the heat where the matches are counted in time.
async fn picture(asked: Asked, question: Arc<Question>) -> Result<Response, Failure> {
    let (site, n, address) = (Arc::clone(&asked.site), question.n, asked.address());
    if let Some(response) = asked.known(n, &address).await? {
        return Ok(response);
    }
    let PictureQuery { preview } = asked.query()?;
    let work = move |watch: RequestWatch| {
        let pattern = &question.pattern;
        let Served { board, etag } = asked.site.board(question.n)?.watched_by(watch);
        let heatmap = match board.heatmap(pattern) {
            Ok(heatmap) => Some(heatmap),
            Err(Error::Search(
                SearchError::Stopped { .. } | SearchError::HeatmapTooLarge { .. },
            )) => None,
            Err(error) => return Err(error.into()),
        };
        let picture = match &heatmap {
            Some(heatmap) => PatternPicture::new(pattern).with_heat(heatmap)?,
            None => PatternPicture::new(pattern),
        };
        let body: Bytes = match (asked.format, preview) {
            (Format::Svg, _) => format!("{picture}\n").into(),
            (_, Some(_)) => picture.preview_png()?.into(),
            (_, None) => picture.png(SIDE)?.into(),
        };
        Ok(match heatmap {
            Some(_) => asked.keep(etag, address, &[], body),
            None => respond::body(asked.format.mime(), Keep::No, body),
        })
    };
    site.counters(n).run(PICTURE.min(site.settings.time_limit), work).await
}

/// The answer with progress, a line at a time.
fn lines(asked: Asked, question: Arc<Question>) -> Result<Response, Failure> {
    let (send, receive) = mpsc::channel(LINES);
    let (site, n) = (Arc::clone(&asked.site), question.n);
    let (watch, leave) = RequestWatch::new(site.settings.time_limit);
    let job = move || {
        let mut tell = |found: &Found| {
            // The last place is for the answer.
            if send.capacity() > 1
                && let Ok(line) = respond::json(found)
            {
                let _ = send.try_send(line);
            }
        };
        let served = asked.site.board(question.n);
        let answer = served.and_then(|served| question.answer(served.board, &watch, &mut tell));
        let line = match answer {
            Ok(found) => respond::json(&found),
            Err(failure) => respond::json(&failure),
        };
        // The client may have gone.
        let _ = line.map(|line| send.try_send(line));
    };
    site.counters(n).start(job)?;
    let mut response = respond::body(Format::Ndjson.mime(), Keep::No, Bytes::new());
    *response.body_mut() = Body::new(Lines { receive, _leave: leave });
    // A proxy must not collect the lines.
    let header = HeaderName::from_static("x-accel-buffering");
    response.headers_mut().insert(header, HeaderValue::from_static("no"));
    Ok(response)
}

/// Lines as they come. When the client goes, this is dropped, which ends the search.
struct Lines {
    receive: mpsc::Receiver<Bytes>,
    _leave: Leave,
}

impl HttpBody for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<BodyFrame<Bytes>, Infallible>>> {
        self.receive.poll_recv(context).map(|line| line.map(|line| Ok(BodyFrame::data(line))))
    }
}
