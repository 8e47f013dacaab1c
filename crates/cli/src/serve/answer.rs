//! Answers requests: checks their host, origin and method, and that they have no body; the explorer turns a request
//! into a task, a pool of threads runs it, and the response gets its headers.

use super::body::{self, Body};
use super::pool::{Client, Pool};
use super::site::Site;
use hyper::body::{Body as HttpBody, Incoming};
use hyper::header::{self, HOST, HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH};
use hyper::http::uri::Authority;
use hyper::{Method, Request, Response, StatusCode, Uri};
use nqdb::Tier;
use nqdb_explorer::{Boards, Cost, Failure, HEADERS, Response as Answer, Step, Task};
use std::convert::Infallible;
use std::net::IpAddr;
use std::panic::catch_unwind;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The most lines of progress that are buffered for a client; further ones are dropped.
const LINES: usize = 4;

pub(crate) async fn respond(
    site: Arc<Site>,
    peer: IpAddr,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    let mut response = match check(&site, &request) {
        Ok(()) => answer(&site, client(peer, request.headers()), &request).await,
        Err(failure) => whole(nqdb_explorer::failure(&question(&site, &request), &failure)),
    };
    add_headers(&site, response.headers_mut());
    body::compress(request.headers(), &mut response);
    Ok(response)
}

async fn answer(site: &Arc<Site>, client: Client, request: &Request<Incoming>) -> Response<Body> {
    let question = question(site, request);
    // A panic ends the request, not the connection.
    let step = catch_unwind(|| nqdb_explorer::ask(question.clone()))
        .unwrap_or_else(|_| Step::Ready(nqdb_explorer::failure(&question, &Failure::internal())));
    match step {
        Step::Ready(answer) => whole(answer),
        Step::Work(task) => {
            let task = Arc::new(task);
            let made = run(site, client, &task).await;
            let answer = made.unwrap_or_else(|failure| failed(site, &task, &failure));
            let known = request.headers().get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
            match known.and_then(|known| answer.not_modified(known)) {
                Some(not_modified) => whole(not_modified),
                None => whole(answer),
            }
        }
        Step::Stream(head, task) => {
            let task = Arc::new(task);
            match start(site, client, &task) {
                Ok(lines) => with_body(&head, lines),
                Err(failure) => whole(failed(site, &task, &failure)),
            }
        }
    }
}

/// The response of a task, run in a pool.
async fn run(site: &Arc<Site>, client: Client, task: &Arc<Task>) -> Result<Answer, Failure> {
    let (pool, limit) = place(site, task)?;
    let (site, task) = (Arc::clone(site), Arc::clone(task));
    pool.run(client, limit, move |watch| task.run(&*site, Arc::new(watch), &mut |_| {})).await
}

/// The pool and the time limit of a task.
fn place<'s>(site: &'s Site, task: &Task) -> Result<(&'s Pool, Duration), Failure> {
    let limit = site.settings.time_limit;
    let limit = task.patience().map_or(limit, |patience| patience.min(limit));
    let is_quick = match task.cost() {
        Cost::LookUp(n) if n.get() <= Cost::LAST_LOOK_UP => true,
        Cost::LookUp(n) => site.board(n)?.board.tier() != Tier::Searched,
        Cost::Count(n) => n.get() <= Cost::LAST_COUNT,
        Cost::Search => false,
        Cost::Overview => true,
    };
    Ok((if is_quick { &site.lookups } else { &site.searches }, limit))
}

/// The body of a stream: the lines of the task as they arrive.
fn start(site: &Arc<Site>, client: Client, task: &Arc<Task>) -> Result<Body, Failure> {
    let (pool, limit) = place(site, task)?;
    let (send, receive) = mpsc::channel(LINES);
    let (watch, leave) = pool.watch(limit);
    let (site, task) = (Arc::clone(site), Arc::clone(task));
    pool.start(client, move || {
        let mut tell = |line: Vec<u8>| {
            // The last place is for the result. The client may have disconnected.
            if send.capacity() > 1 {
                let _ = send.try_send(line.into());
            }
        };
        let answer = task.run(&*site, Arc::new(watch), &mut tell);
        let _ = send.try_send(answer.body.into_owned().into());
    });
    Ok(Body::lines(receive, leave))
}

/// The response of a task that was not run.
fn failed(site: &Site, task: &Task, failure: &Failure) -> Answer {
    failure.cause().into_iter().for_each(|cause| site.report(cause));
    task.failed(failure)
}

/// The client of a request: the address of the connection, or if that is a reverse proxy on this machine, the last one
/// that it reports.
fn client(peer: IpAddr, headers: &HeaderMap) -> Client {
    let reported = headers.get_all("x-forwarded-for").iter().next_back();
    let last =
        reported.and_then(|list| list.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    last.filter(|_| peer.to_canonical().is_loopback()).unwrap_or(peer).into()
}

/// The request as the explorer takes it.
fn question(site: &Site, request: &Request<Incoming>) -> nqdb_explorer::Request {
    let uri = request.uri();
    nqdb_explorer::Request {
        base: site.settings.base.clone(),
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
    let bytes = std::mem::take(&mut answer.body).into_owned();
    with_body(&answer, Body::bytes(bytes.into()))
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

fn add_headers(site: &Site, headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if let Some(Ok(origin)) = site.settings.cors.as_deref().map(HeaderValue::from_str) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    }
    let is_open = site.settings.cors.as_deref() == Some("*");
    let policy = if is_open { "cross-origin" } else { "same-origin" };
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static(policy),
    );
}

fn check(site: &Site, request: &Request<impl HttpBody>) -> Result<(), Failure> {
    let (headers, uri) = (request.headers(), request.uri());
    let host = host(headers, uri).ok_or_else(|| Failure::invalid("expected one Host header"))?;
    if !is_allowed(site, &host) {
        let message = format!(
            "{host:?} is not a host name of this server; `nqdb serve --allow-host` adds names"
        );
        return Err(Failure::new(421, "wrong_host", message));
    }
    let may_read = match site.settings.cors.as_deref() {
        Some("*") => true,
        Some(origin) => headers.get(header::ORIGIN).is_some_and(|found| found == origin),
        None => false,
    };
    if !may_read && is_foreign(headers) {
        let message = "pages of other origins may not read this server; `nqdb serve --allow-host` or `--cors` allows them";
        return Err(Failure::new(403, "cross_site", message));
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Failure::new(405, "method", "expected GET or HEAD"));
    }
    if !request.body().is_end_stream() {
        return Err(Failure::new(413, "body", "expected a request without a body"));
    }
    Ok(())
}

/// The host that a request names, without its port.
fn host(headers: &HeaderMap, uri: &Uri) -> Option<String> {
    if let Some(host) = uri.host() {
        return Some(host.to_owned());
    }
    let mut all = headers.get_all(header::HOST).iter();
    let host: Authority = all.next()?.to_str().ok()?.parse().ok()?;
    // A user, as in `localhost:@evil.example`, would get into the links of pages.
    let is_one_host = all.next().is_none() && !host.as_str().contains('@');
    is_one_host.then(|| host.host().to_owned())
}

/// Whether a name is one of this server. Under any other name that resolves to this machine, pages of another site
/// could read everything here (DNS rebinding).
fn is_allowed(site: &Site, host: &str) -> bool {
    let own = ["localhost", "127.0.0.1", "[::1]"].into_iter();
    let allowed = site.settings.hosts.iter().map(String::as_str);
    own.chain(allowed).any(|name| name == "*" || name.eq_ignore_ascii_case(host))
}

/// Whether a page of another site sent the request, other than by a link.
fn is_foreign(headers: &HeaderMap) -> bool {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|found| found == value);
    is("sec-fetch-site", "cross-site") && !is("sec-fetch-mode", "navigate")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(path: &str) -> Arc<Task> {
        let (base, origin) = (String::new(), "http://localhost".to_owned());
        let request = nqdb_explorer::Request { base, origin, path: path.to_owned(), query: None };
        match nqdb_explorer::ask(request) {
            Step::Work(task) => Arc::new(task),
            other => panic!("{path}: {other:?}"),
        }
    }

    #[test]
    fn what_can_take_long_is_a_search() {
        let site = Site::without_file();
        for (path, is_lookup) in [
            ("/20/17000000000.json", true),
            ("/20/orbit/1000000", true),
            ("/18/tree/3-5.json", true),
            ("/13/count/3!=5.json", true),
            ("/12/puzzle/7-3", true),
            ("/21/17000000000.json", false),
            ("/19/tree/3-5.json", false),
            ("/21/tree/3-5.json", false),
            ("/14/count/3!=5.json", false),
            ("/24/1.json", false),
            ("/8/puzzles", false),
        ] {
            let (pool, _) = place(&site, &task(path)).unwrap();
            assert_eq!(std::ptr::eq(pool, &site.lookups), is_lookup, "{path}");
        }
    }

    /// A reverse proxy on this machine tells its clients apart; any other client is its address.
    #[test]
    fn only_a_local_proxy_reports_clients() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        for (peer, reported, expected) in [
            ("127.0.0.1", None, "127.0.0.1"),
            ("127.0.0.1", Some("192.0.2.1"), "192.0.2.1"),
            ("::1", Some("192.0.2.7, 2001:db8::1"), "2001:db8::1"),
            ("127.0.0.1", Some("unknown"), "127.0.0.1"),
            ("192.0.2.9", Some("192.0.2.1"), "192.0.2.9"),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(value) = reported {
                headers.insert("x-forwarded-for", HeaderValue::from_static(value));
            }
            let expected = Client::from(address(expected));
            assert_eq!(client(address(peer), &headers), expected, "{peer} {reported:?}");
        }
    }
}
