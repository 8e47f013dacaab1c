//! Responses: their MIME types and caching.

use crate::failure::Failure;
use crate::page;
use crate::request::{Format, Request, Url};
use maud::Markup;
use percent_encoding::percent_decode_str;
use serde::Serialize;
use std::borrow::Cow;

/// The headers that a host adds to every response. The content security policy allows scripts, styles and data from the
/// host only, and no inline ones.
pub const HEADERS: [(&str, &str); 4] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// The body of a response.
pub type Body = Cow<'static, [u8]>;

/// The response to a request.
#[derive(Debug, Clone)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The headers, with names in lower case.
    pub headers: Vec<(&'static str, Cow<'static, str>)>,
    /// The body.
    pub body: Body,
}

/// How long a response may be cached.
#[derive(Clone, Copy)]
pub(crate) enum Keep {
    /// A day: a fact never changes, but its page may.
    Fact,
    /// A minute.
    Minute,
    /// Without limit: the URL changes with the content.
    Immutable,
    /// Not at all.
    No,
}

impl Response {
    pub(crate) fn new(mime: &'static str, keep: Keep, body: impl Into<Body>) -> Self {
        let cache_control = match keep {
            Keep::Fact => "public, max-age=86400",
            Keep::Minute => "public, max-age=60",
            Keep::Immutable => "public, max-age=31536000, immutable",
            Keep::No => "no-store",
        };
        let headers = vec![("content-type", mime.into()), ("cache-control", cache_control.into())];
        Response { status: 200, headers, body: body.into() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Cow<'static, str>>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// A page that is not a fact.
    pub(crate) fn page(keep: Keep, html: Markup) -> Self {
        Response::new(Format::Html.mime(), keep, html.into_string().into_bytes())
    }

    /// A fact about a board, in the requested format. It is valid while the board has this tag.
    pub(crate) fn fact(url: &Url, tag: &str, body: Vec<u8>) -> Self {
        Response::new(url.format.mime(), Keep::Fact, body).with("etag", tag.to_owned())
    }

    /// A redirect to another URL of the explorer.
    pub(crate) fn redirect(url: &Url, status: u16, to: &str, keep: Keep) -> Self {
        let to = format!("{}{to}", url.request.base);
        let body = format!("{to}\n").into_bytes();
        let response = Response::new(Format::Text.mime(), keep, body).with("location", to);
        Response { status, ..response }
    }

    /// A redirect to another item in the requested format; `to` has no suffix.
    pub(crate) fn redirect_to_item(url: &Url, to: &str, keep: Keep) -> Self {
        let parameters = url.request.parameters();
        Response::redirect(url, 302, &format!("{to}{}{parameters}", url.suffix), keep)
    }

    /// A permanent redirect to the canonical URL.
    pub(crate) fn moved(url: &Url, to: &str) -> Self {
        Response::redirect(url, 308, to, Keep::Fact)
    }

    /// A failure, as JSON or as a page; that of the health check as text.
    pub(crate) fn failure(request: &Request, failure: &Failure) -> Self {
        let path = percent_decode_str(&request.path).decode_utf8_lossy();
        let (_, format) = Format::split(&path);
        let response = match format {
            Format::Html if request.path_below_base() == Some("/healthz") => {
                let text = format!("{}\n", failure.message).into_bytes();
                Response::new(Format::Text.mime(), Keep::No, text)
            }
            Format::Html => Response::page(Keep::No, page::failure(request, failure)),
            _ => Response::new(Format::Json.mime(), Keep::No, json(failure).unwrap_or_default()),
        };
        let response = match failure.code {
            "busy" => response.with("retry-after", "2"),
            "method" => response.with("allow", "GET, HEAD"),
            _ => response,
        };
        Response { status: failure.status, ..response }
    }

    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| *found == name).map(|(_, value)| &**value)
    }

    /// The `ETag` of a fact; `None` for other responses.
    pub fn etag(&self) -> Option<&str> {
        self.header("etag")
    }

    /// The 304 response, if the client has this response already according to its `If-None-Match`.
    pub fn not_modified(&self, if_none_match: &str) -> Option<Response> {
        let etag = weak(self.etag()?);
        let is_known =
            if_none_match == "*" || if_none_match.split(',').any(|tag| weak(tag.trim()) == etag);
        let headers = self.headers.iter().filter(|(name, _)| *name != "content-type").cloned();
        is_known.then(|| Response {
            status: 304,
            headers: headers.collect(),
            body: Body::default(),
        })
    }
}

/// A tag without the prefix for weak tags.
fn weak(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// A value as a line of JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let mut text = serde_json::to_string(value).map_err(|_| Failure::internal())?;
    text.push('\n');
    Ok(text.into_bytes())
}
