//! Requests, as the host receives them.

/// A GET request.
#[derive(Debug, Clone, Default)]
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

    /// The path below the base; `None` if it is not below it.
    pub(crate) fn path_below_base(&self) -> Option<&str> {
        self.path.strip_prefix(&self.base).filter(|path| path.starts_with('/'))
    }

    /// The query as written, with `?`; empty if there is none.
    pub(crate) fn parameters(&self) -> String {
        self.query.as_ref().map(|query| format!("?{query}")).unwrap_or_default()
    }
}
