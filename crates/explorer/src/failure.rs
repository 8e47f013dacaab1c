//! Failed requests: a status, a code for programs and a message for people. The message never contains a file path.

use nqdb::{Error, ErrorKind, Invalid, search::SearchError};
use serde::Serialize;

/// Why a request failed.
#[derive(Debug, Clone, Serialize)]
pub struct Failure {
    /// The HTTP status.
    pub status: u16,
    /// One word for programs, stable across versions.
    pub code: &'static str,
    /// What is wrong, for people.
    pub message: String,
    /// Details for the log of the host only: they can name files.
    #[serde(skip)]
    cause: Option<String>,
}

impl Failure {
    /// A failure with a status, a code and a message.
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Failure { status, code, message: message.into(), cause: None }
    }

    /// The request is invalid (status 400).
    pub fn invalid(message: impl Into<String>) -> Self {
        Failure::new(400, "invalid", message)
    }

    /// The URL does not exist (status 404).
    pub(crate) fn no_such_page() -> Self {
        Failure::new(404, "no_such_page", "there is no such page; /about lists the URLs")
    }

    /// The host has no free thread for the task (status 503).
    pub fn busy() -> Self {
        Failure::new(503, "busy", "too many searches are queued; try again in a few seconds")
    }

    /// The answer would take longer than a request may (status 503).
    pub(crate) fn too_long(message: impl Into<String>) -> Self {
        Failure::new(503, "too_long", message)
    }

    /// The task panicked (status 500).
    pub fn internal() -> Self {
        Failure::new(500, "internal", "internal error: this is a bug in nqdb")
    }

    /// Details for the log of the host only, such as the path of a damaged file.
    pub fn cause(&self) -> Option<&str> {
        self.cause.as_deref()
    }

    /// The failure without the details, for clients.
    pub fn without_cause(self) -> Self {
        Failure { cause: None, ..self }
    }
}

impl From<Invalid> for Failure {
    fn from(error: Invalid) -> Self {
        Error::from(error).into()
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match (error.kind(), error) {
            (_, Error::RankBeyondLast { .. } | Error::Invalid(Invalid::Rank { .. })) => {
                Failure::new(404, "rank_beyond_last", message)
            }
            (_, Error::OrbitBeyondLast { .. } | Error::Invalid(Invalid::OrbitId { .. })) => {
                Failure::new(404, "orbit_beyond_last", message)
            }
            (_, Error::OutOfReach { .. }) => Failure::too_long(format!(
                "{message}; random solutions and those with given queens need none"
            )),
            (_, Error::Search(SearchError::Stopped { .. })) => {
                Failure::too_long("the search takes longer than this server allows")
            }
            (ErrorKind::Stopped, _) => {
                Failure::too_long("the request takes longer than this server allows")
            }
            (_, Error::NoSolutions { .. } | Error::Completion(_)) => {
                Failure::new(404, "no_solutions", message)
            }
            (ErrorKind::Invalid | ErrorKind::Unsuitable, _) => Failure::invalid(message),
            (ErrorKind::Unknown, _) => Failure::new(404, "unknown", message),
            (ErrorKind::File | ErrorKind::Locked, _) => Failure {
                cause: Some(message),
                ..Failure::new(500, "database", "the database file can't be read")
            },
            _ => Failure::new(500, "internal", message),
        }
    }
}
