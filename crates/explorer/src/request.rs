//! Requests, as the host receives them, and their URLs: the segments of the path, the format, the parameters, and how
//! far a request searches.

use crate::failure::Failure;
use nqdb::picture::Coordinates;
use nqdb::{Board, BoardSize, Invalid, counts::known_counts, search::known_first_solution};
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use std::fmt::Display;
use std::str::FromStr;

/// A GET request.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Request {
    /// The path under which the explorer is served, without a trailing slash; empty at the root.
    pub base: String,
    /// The scheme and host that the client used, such as `http://localhost:8321`. Pages contain it in their links.
    pub origin: String,
    /// The path of the URL, with the base, percent-encoded.
    pub path: String,
    /// The text after the question mark, if there is one.
    pub query: Option<String>,
}

impl Request {
    /// A request for a path, with or without a query, of an explorer at the root.
    pub fn new(path: &str) -> Self {
        let (path, query) = match path.split_once('?') {
            Some((path, query)) => (path, Some(query.to_owned())),
            None => (path, None),
        };
        Request { path: path.to_owned(), query, ..Request::default() }
    }

    /// The path below the base; `None` if it is not below it. The base itself is the home page.
    pub(crate) fn path_below_base(&self) -> Option<&str> {
        match self.path.strip_prefix(&self.base)? {
            "" => Some("/"),
            path => Some(path).filter(|path| path.starts_with('/')),
        }
    }

    /// The query as written, with `?`; empty if there is none.
    pub(crate) fn parameters(&self) -> String {
        self.query.as_ref().map(|query| format!("?{query}")).unwrap_or_default()
    }
}

/// The URL of a request whose path is a route of the explorer.
#[derive(Debug)]
pub(crate) struct Url {
    pub(crate) request: Request,
    pub(crate) format: Format,
    /// The path below the base.
    path: String,
    /// The suffix of the path with its dot, such as `.json`; empty for a page.
    pub(crate) suffix: String,
    /// The variable segments of the path, decoded; the last one without its suffix.
    words: Vec<String>,
    parameters: Vec<&'static str>,
}

impl Url {
    /// The URL of a request; `words` are the variable segments of its path, and `parameters` those of its route. Fails
    /// for a parameter that the URL of a file does not take. A page ignores it.
    pub(crate) fn new(
        request: &Request,
        words: &[&str],
        parameters: &'static [&'static str],
    ) -> Result<Self, Failure> {
        let path = request.path_below_base().unwrap_or_default().to_owned();
        let name = decoded(path.rsplit('/').next().unwrap_or_default())?;
        let (stem, format) = Format::split(&name);
        let suffix = name[stem.len()..].to_owned();
        let mut words =
            words.iter().map(|word| decoded(word)).collect::<Result<Vec<String>, _>>()?;
        if let Some(last) = words.last_mut() {
            last.truncate(last.len() - suffix.len());
        }
        let takes = |name: &&str| format.takes(name);
        let parameters: Vec<&str> = parameters.iter().copied().filter(takes).collect();
        let url = Url { request: request.clone(), format, path, suffix, words, parameters };
        let unknown =
            url.query().map(|(name, _)| name).find(|name| !url.parameters.contains(&&**name));
        match unknown.filter(|_| format != Format::Html) {
            Some(name) => Err(url.unknown(&name)),
            None => Ok(url),
        }
    }

    /// The names and values of the query.
    fn query(&self) -> form_urlencoded::Parse<'_> {
        form_urlencoded::parse(self.request.query.as_deref().unwrap_or_default().as_bytes())
    }

    fn unknown(&self, name: &str) -> Failure {
        let taken = match &*self.parameters.join("`, `") {
            "" => "no parameters".to_owned(),
            names => format!("`{names}`"),
        };
        unreadable(format_args!("unknown parameter `{name}`: this URL takes {taken}"))
    }

    /// A variable segment of the path; empty if there is none.
    pub(crate) fn word(&self, place: usize) -> &str {
        self.words.get(place).map_or("", String::as_str)
    }

    /// The board size, the first segment.
    pub(crate) fn n(&self) -> Result<BoardSize, Failure> {
        number(self.word(0)).and_then(|n| BoardSize::new(n).ok()).ok_or_else(|| {
            let expected = format!("expected a board size from 1 to {}", BoardSize::MAX);
            Failure::new(404, "no_such_board", format!("{expected}, got {:?}", self.word(0)))
        })
    }

    /// The second segment as a rank or an orbit id of this board.
    pub(crate) fn ordinal<T: FromStr<Err = Invalid>>(&self, n: BoardSize) -> Result<T, Failure> {
        self.word(1).parse().map_err(|error| match error {
            Invalid::Rank { .. } | Invalid::OrbitId { .. } => error.on_board(n).into(),
            _ => Failure::new(404, "no_such_page", error.to_string()),
        })
    }

    /// A parameter as text; `None` if it is absent, and if the URL does not take it. Each may occur once.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, Failure> {
        let is_taken = self.parameters.contains(&name);
        let mut values = self.query().filter(|(found, _)| is_taken && found == name);
        let value = values.next();
        if values.next().is_some() {
            return Err(unreadable(format_args!("duplicate parameter `{name}`")));
        }
        Ok(value.map(|(_, value)| value.into_owned()))
    }

    pub(crate) fn has(&self, name: &str) -> Result<bool, Failure> {
        Ok(self.text(name)?.is_some())
    }

    /// A parameter as a number.
    pub(crate) fn number(&self, name: &str, default: u64) -> Result<u64, Failure> {
        let Some(text) = self.text(name)? else { return Ok(default) };
        text.parse().map_err(|_| {
            unreadable(format_args!(
                "expected {name} as a number from 0 to {}, got {text:?}",
                u64::MAX
            ))
        })
    }

    /// A parameter as a rank or an orbit id of a board.
    pub(crate) fn number_on<T>(&self, n: BoardSize, name: &str, default: T) -> Result<T, Failure>
    where
        T: FromStr<Err = Invalid>,
    {
        let Some(text) = self.text(name)? else { return Ok(default) };
        text.parse().map_err(|error| match error {
            Invalid::Rank { .. } | Invalid::OrbitId { .. } => error.on_board(n).into(),
            _ => unreadable(format_args!("{name}: {error}")),
        })
    }

    /// How a picture names its squares: `squares=chess` turns it over.
    pub(crate) fn coordinates(&self) -> Result<Coordinates, Failure> {
        match self.text("squares")?.as_deref() {
            None => Ok(Coordinates::None),
            Some("chess") => Ok(Coordinates::Chess),
            Some(other) => {
                Err(unreadable(format_args!("expected squares=chess, got squares={other}")))
            }
        }
    }

    /// The canonical URL, if this is another one; `canonical` is its path without the suffix, and `query` is empty or
    /// begins with `?`, or `None` if the parameters are not part of it.
    pub(crate) fn elsewhere(&self, canonical: &str, query: Option<String>) -> Option<String> {
        let canonical = format!("{canonical}{}", self.suffix);
        let query = query.unwrap_or_else(|| self.request.parameters());
        let is_here = self.path == canonical && self.request.parameters() == query;
        (!is_here).then(|| canonical + &query)
    }
}

/// A part of a URL without percent-encoding.
fn decoded(part: &str) -> Result<String, Failure> {
    let text = percent_decode_str(part).decode_utf8();
    text.map(String::from).map_err(|_| Failure::invalid("the URL is not valid UTF-8"))
}

/// The query of a canonical URL: the parameters, each with its value and its default, that differ from their defaults.
pub(crate) fn query_of(parameters: &[(&str, Option<u64>, Option<u64>)]) -> String {
    let given = parameters.iter().filter(|(_, value, default)| value != default);
    let given = given.filter_map(|(name, value, _)| Some(format!("{name}={}", (*value)?)));
    let text = given.collect::<Vec<_>>().join("&");
    if text.is_empty() { text } else { format!("?{text}") }
}

pub(crate) fn unreadable(problem: impl Display) -> Failure {
    Failure::invalid(format!("the parameters can't be read: {problem}"))
}

/// A number without a sign.
pub(crate) fn number(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// The format of a URL, by the suffix of its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Html,
    Json,
    Ndjson,
    Csv,
    Svg,
    Png,
    Text,
}

const SUFFIXES: [(&str, Format, &str); 6] = [
    ("json", Format::Json, "application/json"),
    ("ndjson", Format::Ndjson, "application/x-ndjson"),
    ("csv", Format::Csv, "text/csv; charset=utf-8"),
    ("svg", Format::Svg, "image/svg+xml"),
    ("png", Format::Png, "image/png"),
    ("txt", Format::Text, "text/plain; charset=utf-8"),
];

impl Format {
    /// Splits a path into the part before the suffix and the format that the suffix names.
    pub(crate) fn split(path: &str) -> (&str, Format) {
        let split = path.rsplit_once('.').and_then(|(rest, suffix)| {
            let (_, format, _) = SUFFIXES.iter().find(|(name, ..)| *name == suffix)?;
            Some((rest, *format))
        });
        split.unwrap_or((path, Format::Html))
    }

    /// Whether URLs of this format take a parameter of their route.
    fn takes(self, parameter: &str) -> bool {
        match parameter {
            "only" => self == Format::Json,
            "panels" => self == Format::Ndjson,
            "preview" => self == Format::Png,
            "squares" => matches!(self, Format::Svg | Format::Png),
            _ => true,
        }
    }

    pub(crate) fn mime(self) -> &'static str {
        let found = SUFFIXES.iter().find(|(_, format, _)| *format == self);
        found.map_or("text/html; charset=utf-8", |(.., mime)| mime)
    }

    pub(crate) fn mime_of(suffix: &str) -> &'static str {
        let found = SUFFIXES.iter().find(|(name, ..)| *name == suffix);
        found.map_or("application/octet-stream", |(.., mime)| mime)
    }
}

/// Whether a request finds the first solution for N = `n`.
pub(crate) fn has_first(n: usize) -> bool {
    BoardSize::new(n).is_ok_and(|n| within_request(n) > 0)
}

/// The number of solutions or orbits that a request finds from either end of a board that does not reach all: those that
/// take about a second; where Q(N) is unknown, the first one if it is proved (docs/first-solutions.md).
pub(crate) fn within_request(n: BoardSize) -> u64 {
    match known_counts(n) {
        Some(_) => 1000,
        None => u64::from(n.get() <= 45 || known_first_solution(n).is_some()),
    }
}

/// Whether the solution or the orbit with this number has a page: on a board that does not reach all, those near the
/// first one, and the solutions near the last one. `last` is the last rank, if it is known; `None` for orbits.
pub(crate) fn has_page(board: &Board, number: u64, last: Option<u64>) -> bool {
    let near = within_request(board.n());
    let is_near_last = || last.is_some_and(|last| number > last.saturating_sub(near));
    board.reaches_all() || number <= near || is_near_last()
}
