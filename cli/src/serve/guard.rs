//! The checks of every request (host, origin, method, no body), and the headers of every response.

use super::site::Site;
use hyper::body::Body;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Request, Uri};
use nqdb_explorer::{Failure, HEADERS};

/// Adds the headers that every response has.
pub(crate) fn add_headers(site: &Site, headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    let policy = match &site.settings.cors {
        Some(origin) => {
            if let Ok(origin) = HeaderValue::from_str(origin) {
                headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            }
            "cross-origin"
        }
        None => "same-origin",
    };
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static(policy),
    );
}

/// Checks a request.
pub(crate) fn check(site: &Site, request: &Request<impl Body>) -> Result<(), Failure> {
    let (headers, uri) = (request.headers(), request.uri());
    let host = host(headers, uri).ok_or_else(|| Failure::invalid("expected one Host header"))?;
    if !is_allowed(site, host) {
        let message = format!(
            "{host:?} is not a host name of this server; `nqdb serve --allow-host` adds names"
        );
        return Err(Failure::new(421, "wrong_host", message));
    }
    if site.settings.cors.is_none() && is_foreign(headers) {
        let message =
            "pages of other origins may not read this server; `nqdb serve --cors` allows them";
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
fn host<'r>(headers: &'r HeaderMap, uri: &'r Uri) -> Option<&'r str> {
    if let Some(host) = uri.host() {
        return Some(host);
    }
    let mut all = headers.get_all(header::HOST).iter();
    let host = all.next()?.to_str().ok()?;
    if all.next().is_some() {
        return None;
    }
    let end = match host.strip_prefix('[') {
        Some(rest) => rest.find(']')? + 2,
        None => host.find(':').unwrap_or(host.len()),
    };
    let (name, port) = host.split_at(end);
    // Anything else, such as `localhost:@evil.example`, would get into the links of pages.
    let is_port = port.is_empty()
        || port
            .strip_prefix(':')
            .is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
    is_port.then_some(name)
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
