//! What a host says of a request.

/// A request, which is always GET.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The path below which the explorer is, without a slash at its end: empty where it has the whole host.
    pub base: String,
    /// The scheme and the host by which the client asks, such as `http://localhost:8321`. Pages name it.
    pub origin: String,
    /// The path as the URL has it, with the base and percent signs.
    pub path: String,
    /// What follows the question mark, if there is one.
    pub query: Option<String>,
}

impl Request {
    /// A request for a path, perhaps with a query, of an explorer that has the whole host.
    pub fn new(path: &str) -> Self {
        let (path, query) = match path.split_once('?') {
            Some((path, query)) => (path, Some(query.to_owned())),
            None => (path, None),
        };
        Request { path: path.to_owned(), query, ..Request::default() }
    }

    /// The path below the base; `None` where it is elsewhere.
    pub(crate) fn path_below_base(&self) -> Option<&str> {
        self.path.strip_prefix(&self.base).filter(|path| path.starts_with('/'))
    }

    /// The query as it is written, with `?`; empty where there is none.
    pub(crate) fn parameters(&self) -> String {
        self.query.as_ref().map(|query| format!("?{query}")).unwrap_or_default()
    }
}
