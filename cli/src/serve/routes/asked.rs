//! A request as the handlers see it: the words of its path, the format, the query.

use crate::serve::cache::Answer;
use crate::serve::failure::Failure;
use crate::serve::format::Format;
use crate::serve::page::Frame;
use crate::serve::respond::{self, Keep, Page};
use crate::serve::site::{Served, Site};
use axum::body::Bytes;
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use nqdb::{Board, BoardSize};
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::sync::Arc;

/// A request for an address.
pub(super) struct Asked {
    pub(super) site: Arc<Site>,
    pub(super) format: Format,
    uri: Uri,
    /// The scheme and the host, which pages name.
    origin: String,
    /// The variable words of the path, decoded; the last one without its suffix.
    words: Vec<String>,
    if_none_match: Option<HeaderValue>,
}

impl FromRequestParts<Arc<Site>> for Asked {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Response> {
        let words = Path::<Vec<String>>::from_request_parts(parts, site).await;
        let Ok(Path(mut words)) = words else {
            let failure = Failure::invalid("the address is not text in UTF-8");
            return Err(respond::failure(&failure, &Page::of(&parts.uri, &parts.headers)));
        };
        let (_, mut format) = Format::split(parts.uri.path());
        if let Some(last) = words.last_mut() {
            let split = Format::split(last);
            format = split.1;
            *last = split.0.to_owned();
        }
        let if_none_match = parts.headers.get(header::IF_NONE_MATCH).cloned();
        let (site, uri) = (Arc::clone(site), parts.uri.clone());
        let Page { origin, .. } = Page::of(&uri, &parts.headers);
        Ok(Asked { site, format, uri, origin, words, if_none_match })
    }
}

impl Asked {
    /// A variable word of the path; empty where there is none.
    pub(super) fn word(&self, place: usize) -> &str {
        self.words.get(place).map_or("", String::as_str)
    }

    /// The last word of the path with its suffix.
    pub(super) fn file_name(&self) -> &str {
        self.uri.path().rsplit('/').next().unwrap_or("")
    }

    /// The address with its parameters; of a page, which names it, with the host.
    pub(super) fn address(&self) -> String {
        let address = self.uri.path_and_query().map_or("/", |whole| whole.as_str());
        match self.format {
            Format::Html => format!("{}{address}", self.origin),
            _ => address.to_owned(),
        }
    }

    /// The page of a failure.
    pub(super) fn page(&self) -> Page {
        Page::at(&self.uri, self.origin.clone())
    }

    /// The board size, the first word.
    pub(super) fn n(&self) -> Result<BoardSize, Failure> {
        number(self.word(0)).and_then(|n| BoardSize::new(n).ok()).ok_or_else(|| {
            let expected = format!("expected a board size from 1 to {}", BoardSize::MAX);
            Failure::new(404, "no_such_board", format!("{expected}, got {:?}", self.word(0)))
        })
    }

    /// The parameters.
    pub(super) fn query<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        let query = Query::try_from_uri(&self.uri);
        query.map(|Query(query)| query).map_err(|error| {
            // The first line of it says all.
            let text = std::error::Error::source(&error)
                .map_or_else(|| error.to_string(), |e| e.to_string());
            Failure::invalid(format!("the parameters can't be read: {text}"))
        })
    }

    /// The frame of a page at this address.
    pub(super) fn frame(
        &self,
        n: Option<BoardSize>,
        title: impl Display,
        alternates: &'static [&'static str],
    ) -> Frame {
        let (path, _) = Format::split(self.uri.path());
        Frame {
            title: title.to_string(),
            origin: self.origin.clone(),
            path: path.to_owned(),
            data: path.to_owned(),
            query: String::new(),
            alternates,
            n: n.map(BoardSize::get),
        }
    }

    /// A redirection to the only address of this answer, if this is another one.
    pub(super) fn elsewhere(&self, canonical: &str) -> Option<Response> {
        let (path, _) = Format::split(self.uri.path());
        let suffix = &self.uri.path()[path.len()..];
        if path == canonical {
            return None;
        }
        let to = format!("{canonical}{suffix}{}", self.parameters());
        Some(respond::redirect(StatusCode::PERMANENT_REDIRECT, &to, Keep::Fact))
    }

    /// A redirection to the address whose board size has no leading zeros, if this one has.
    pub(super) fn without_zeros(&self) -> Option<Response> {
        let path = self.uri.path().strip_prefix("/0")?.trim_start_matches('0');
        let to = format!("/{path}{}", self.parameters());
        let redirect = || respond::redirect(StatusCode::PERMANENT_REDIRECT, &to, Keep::Fact);
        path.starts_with(|first: char| first.is_ascii_digit()).then(redirect)
    }

    /// The parameters as they are written, with `?`; empty where there are none.
    pub(super) fn parameters(&self) -> String {
        self.uri.query().map(|query| format!("?{query}")).unwrap_or_default()
    }

    /// Answers by a look-up on a board; `work` makes the body. The answer is a fact: it is kept, here and by the
    /// client. `forms` are the suffixes of its page.
    pub(super) async fn fact(
        self,
        n: BoardSize,
        forms: &'static [&'static str],
        work: impl FnOnce(&Self, &Board) -> Result<Bytes, Failure> + Send + 'static,
    ) -> Result<Response, Failure> {
        let address = self.address();
        if let Some(response) = self.known(n, &address).await? {
            return Ok(response);
        }
        let site = Arc::clone(&self.site);
        site.look_up(n, move |Served { board, etag }| {
            let body = work(&self, &board)?;
            Ok(self.keep(etag, address, forms, body))
        })
        .await
    }

    /// The answer of an address that is kept, if it still holds.
    pub(super) async fn known(
        &self,
        n: BoardSize,
        address: &str,
    ) -> Result<Option<Response>, Failure> {
        let served = self.site.served(n).await?;
        let answer = self.site.answers.get(address, &served.etag);
        Ok(answer.map(|answer| respond::fact(&answer, self.if_none_match.as_ref())))
    }

    /// Keeps the answer of an address, in the format that is asked for, and makes the response of it. The tag is that
    /// of the board that has answered.
    pub(super) fn keep(
        &self,
        etag: Arc<str>,
        address: String,
        forms: &[&str],
        body: Bytes,
    ) -> Response {
        let links = match self.format {
            Format::Html => respond::links(self.uri.path(), &self.parameters(), forms),
            _ => None,
        };
        let answer = Arc::new(Answer { mime: self.format.mime(), body, etag, links });
        self.site.answers.insert(address, Arc::clone(&answer));
        respond::fact(&answer, self.if_none_match.as_ref())
    }
}

/// A number without a sign.
pub(super) fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
