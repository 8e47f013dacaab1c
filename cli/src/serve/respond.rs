//! Responses: caching, links, failures.

use super::cache::Answer;
use super::failure::Failure;
use super::format::Format;
use super::page::{self, Frame};
use crate::answers::to_json;
use axum::body::{Body, Bytes};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use maud::Markup;
use serde::Serialize;

/// The address of a request, as its failure needs it.
pub(crate) struct Page {
    pub(crate) origin: String,
    path: String,
    format: Format,
}

impl Page {
    pub(crate) fn of(uri: &Uri, headers: &HeaderMap) -> Self {
        Page::at(uri, origin(uri, headers))
    }

    /// The address at this scheme and host.
    pub(crate) fn at(uri: &Uri, origin: String) -> Self {
        let (path, format) = Format::split(uri.path());
        Page { origin, path: path.to_owned(), format }
    }
}

/// The scheme and the host of a request; the scheme as a proxy says.
fn origin(uri: &Uri, headers: &HeaderMap) -> String {
    let is_secure = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = uri.authority().map(Authority::as_str).or(host).unwrap_or("localhost");
    format!("{}://{host}", if is_secure { "https" } else { "http" })
}

/// The value of `Link` that names the other forms of a page; `query` is empty or begins with `?`.
pub(crate) fn links(path: &str, query: &str, forms: &[&str]) -> Option<HeaderValue> {
    let link = |form: &&str| {
        let mime = Format::mime_of(form);
        format!("<{path}.{form}{query}>; rel=\"alternate\"; type=\"{mime}\"")
    };
    let links: Vec<String> = forms.iter().map(link).collect();
    HeaderValue::from_str(&links.join(", ")).ok().filter(|links| !links.is_empty())
}

/// How long an answer may be kept.
#[derive(Clone, Copy)]
pub(crate) enum Keep {
    /// A day: a fact does not change, but its page may.
    Fact,
    /// Without a limit: the address changes with the content.
    Immutable,
    /// Not at all.
    No,
}

/// A page that is no fact, with the links to its other forms.
pub(crate) fn page(frame: &Frame, keep: Keep, html: Markup) -> Response {
    let mut response = body(Format::Html.mime(), keep, html.into_string());
    if let Some(links) = links(&frame.data, &frame.query, frame.alternates) {
        response.headers_mut().insert(header::LINK, links);
    }
    response
}

/// A response with a body.
pub(crate) fn body(mime: &'static str, keep: Keep, body: impl Into<Bytes>) -> Response {
    let mut response = Response::new(Body::from(body.into()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static(match keep {
            Keep::Fact => "public, max-age=86400",
            Keep::Immutable => "public, max-age=31536000, immutable",
            Keep::No => "no-store",
        }),
    );
    response
}

/// The response of a fact, or that the client has it.
pub(crate) fn fact(answer: &Answer, if_none_match: Option<&HeaderValue>) -> Response {
    let is_known = if_none_match.and_then(|known| known.to_str().ok()).is_some_and(|known| {
        known == "*" || known.split(',').any(|tag| weak(tag.trim()) == weak(&answer.etag))
    });
    let mut response = body(answer.mime, Keep::Fact, answer.body.clone());
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(header::CONTENT_TYPE);
    }
    if let Ok(etag) = HeaderValue::from_str(&answer.etag) {
        response.headers_mut().insert(header::ETAG, etag);
    }
    if let Some(links) = &answer.links {
        response.headers_mut().insert(header::LINK, links.clone());
    }
    response
}

/// A tag without the mark of its weakness.
fn weak(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// A value as a line of JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<Bytes, Failure> {
    let mut text = to_json(value).map_err(|_| Failure::internal())?;
    text.push('\n');
    Ok(text.into())
}

/// A redirection, which is kept like what it leads to.
pub(crate) fn redirect(status: StatusCode, to: &str, keep: Keep) -> Response {
    let mut response = body("text/plain; charset=utf-8", keep, format!("{to}\n"));
    *response.status_mut() = status;
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

/// A failure, as JSON or as a page.
pub(crate) fn failure(failure: &Failure, page: &Page) -> Response {
    let mut response = match page.format {
        Format::Html => {
            let frame = Frame {
                title: format!("{}", failure.status),
                origin: page.origin.clone(),
                path: page.path.clone(),
                data: page.path.clone(),
                query: String::new(),
                alternates: &[],
                n: None,
            };
            let html = page::failure(&frame, failure.status, &failure.message);
            body(Format::Html.mime(), Keep::No, html.into_string())
        }
        _ => {
            let json = json(failure).unwrap_or_default();
            body(Format::Json.mime(), Keep::No, json)
        }
    };
    *response.status_mut() =
        StatusCode::from_u16(failure.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    match failure.status {
        503 => _ = headers.insert(header::RETRY_AFTER, HeaderValue::from_static("2")),
        405 => _ = headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD")),
        _ => {}
    }
    response
}

/// Numbers with something between them.
pub(crate) fn joined<T: ToString>(numbers: impl IntoIterator<Item = T>, between: &str) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(between)
}
