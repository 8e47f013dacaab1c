//! Answers requests: the explorer turns a request into a task, and a pool of threads runs it.

use super::body::{self, Body};
use super::guard;
use super::pool::Pool;
use super::site::Site;
use hyper::body::{Bytes, Incoming};
use hyper::header::{HOST, HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH};
use hyper::http::uri::Authority;
use hyper::{Method, Request, Response, StatusCode, Uri};
use nqdb_explorer::{Boards, Cost, Fact, Failure, Response as Answer, Step, Task};
use std::borrow::Cow;
use std::convert::Infallible;
use std::panic::catch_unwind;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The most lines of progress that are buffered for a client; further ones are dropped.
const LINES: usize = 4;

/// The response to a request.
pub(crate) async fn respond(
    site: Arc<Site>,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    let mut response = match guard::check(&site, &request) {
        Ok(()) => answer(&site, &request).await,
        Err(failure) => whole(nqdb_explorer::failure(&question(&request), &failure)),
    };
    guard::add_headers(&site, response.headers_mut());
    body::compress(request.headers(), &mut response);
    if request.method() == Method::HEAD {
        body::without_body(&mut response);
    }
    Ok(response)
}

async fn answer(site: &Arc<Site>, request: &Request<Incoming>) -> Response<Body> {
    let question = question(request);
    // A panic ends the request, not the connection.
    let step = catch_unwind(|| nqdb_explorer::ask(question.clone()))
        .unwrap_or_else(|_| Step::Ready(nqdb_explorer::failure(&question, &Failure::internal())));
    match step {
        Step::Ready(answer) => whole(answer),
        Step::Work(task) => {
            let answer = work(site, task).await;
            let known = request.headers().get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
            match known.and_then(|known| answer.not_modified(known)) {
                Some(not_modified) => whole(not_modified),
                None => shared(answer),
            }
        }
        Step::Stream(head, task) => stream(site, head, task).await,
    }
}

/// The response of a task, from the cache or from a pool.
async fn work(site: &Arc<Site>, task: Task) -> Arc<Answer> {
    let task = Arc::new(task);
    kept_or_made(site, &task)
        .await
        .unwrap_or_else(|failure| Arc::new(failed(site, &task, &failure)))
}

async fn kept_or_made(site: &Arc<Site>, task: &Arc<Task>) -> Result<Arc<Answer>, Failure> {
    if let Some(Fact { n, address }) = task.may_keep() {
        let etag = site.served(*n).await?.etag;
        if let Some(answer) = site.answers.get(address, &etag) {
            return Ok(answer);
        }
    }
    let (pool, limit) = place(site, task).await?;
    let (site, task) = (Arc::clone(site), Arc::clone(task));
    let make = move |watch| {
        let answer = Arc::new(task.run(&*site, Arc::new(watch), &mut |_| {}));
        if let Some(fact) = task.may_keep() {
            site.answers.insert(fact.address.clone(), &answer);
        }
        answer
    };
    pool.run(limit, make).await
}

/// The pool and the time limit of a task. Small boards, which take milliseconds, do not wait for searches.
async fn place<'s>(site: &'s Arc<Site>, task: &Task) -> Result<(&'s Pool, Duration), Failure> {
    let limit = site.settings.time_limit;
    let limit = task.patience().map_or(limit, |patience| patience.min(limit));
    let is_quick = match task.cost() {
        Cost::LookUp(n) => site.served(n).await?.board.reaches_all(),
        Cost::Count(n) => n.get() <= Cost::LAST_QUICK,
        Cost::Search => false,
        Cost::Overview => true,
    };
    Ok((if is_quick { &site.quick } else { &site.slow }, limit))
}

/// The response of a stream: its headers, then the lines of the task as they arrive.
async fn stream(site: &Arc<Site>, head: Answer, task: Task) -> Response<Body> {
    let task = Arc::new(task);
    match start(site, &task).await {
        Ok(lines) => with_body(&head, lines),
        Err(failure) => whole(failed(site, &task, &failure)),
    }
}

async fn start(site: &Arc<Site>, task: &Arc<Task>) -> Result<Body, Failure> {
    let (pool, limit) = place(site, task).await?;
    let (send, receive) = mpsc::channel(LINES);
    let (watch, leave) = pool.watch(limit);
    let (site, task) = (Arc::clone(site), Arc::clone(task));
    pool.start(move || {
        let mut tell = |line: Vec<u8>| {
            // The last place is for the result. The client may have disconnected.
            if send.capacity() > 1 {
                let _ = send.try_send(line.into());
            }
        };
        let answer = task.run(&*site, Arc::new(watch), &mut tell);
        let _ = send.try_send(bytes(answer.body));
    })?;
    Ok(Body::lines(receive, leave))
}

/// The response of a task that was not run.
fn failed(site: &Site, task: &Task, failure: &Failure) -> Answer {
    failure.cause().into_iter().for_each(|cause| site.report(cause));
    task.failed(failure)
}

/// The request as the explorer takes it.
fn question(request: &Request<Incoming>) -> nqdb_explorer::Request {
    let uri = request.uri();
    nqdb_explorer::Request {
        base: String::new(),
        origin: origin(uri, request.headers()),
        path: uri.path().to_owned(),
        query: uri.query().map(str::to_owned),
    }
}

/// The scheme and host of a request; the scheme is that of a reverse proxy, if it reports one.
fn origin(uri: &Uri, headers: &HeaderMap) -> String {
    let is_secure = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = uri.authority().map(Authority::as_str).or(host).unwrap_or("localhost");
    format!("{}://{host}", if is_secure { "https" } else { "http" })
}

/// A response with its complete body.
fn whole(mut answer: Answer) -> Response<Body> {
    let body = std::mem::take(&mut answer.body);
    with_body(&answer, Body::bytes(bytes(body)))
}

/// A response that shares its body with the cache.
fn shared(answer: Arc<Answer>) -> Response<Body> {
    struct Shared(Arc<Answer>);
    impl AsRef<[u8]> for Shared {
        fn as_ref(&self) -> &[u8] {
            &self.0.body
        }
    }
    let body = Body::bytes(Bytes::from_owner(Shared(Arc::clone(&answer))));
    with_body(&answer, body)
}

fn bytes(body: Cow<'static, [u8]>) -> Bytes {
    match body {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

/// A response with the status and headers of an answer.
fn with_body(head: &Answer, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() =
        StatusCode::from_u16(head.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in &head.headers {
        // The query of a redirect may contain a line break, which is not valid in a header: it is left out.
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
    }
    response
}
