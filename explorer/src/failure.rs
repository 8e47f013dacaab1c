//! Why a request has no answer: a status, a code for programs and a message for people. The message never has a path.

use nqdb::{Board, Error, Invalid, SearchError, Tier};
use serde::Serialize;

/// The largest board that `nqdb build` completes on one machine.
pub const LAST_BUILT: u64 = 22;

/// Why a request has no answer.
#[derive(Debug, Clone, Serialize)]
pub struct Failure {
    /// The status of HTTP.
    pub status: u16,
    /// One word for programs, which stays the same from version to version.
    pub code: &'static str,
    /// What is wrong, for people.
    pub message: String,
    /// What only the owner of the host may see: it can name files.
    #[serde(skip)]
    cause: Option<String>,
}

impl Failure {
    /// A failure with a status, a code and a message.
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Failure { status, code, message: message.into(), cause: None }
    }

    /// The question can't be read.
    pub fn invalid(message: impl Into<String>) -> Self {
        Failure::new(400, "invalid", message)
    }

    /// The URL is not one of the explorer.
    pub(crate) fn no_such_page() -> Self {
        Failure::new(404, "no_such_page", "there is no such page; /about lists the addresses")
    }

    /// The host has no thread for the task.
    pub fn busy() -> Self {
        Failure::new(503, "busy", "too many searches wait here; try again in a few seconds")
    }

    fn too_long(message: impl Into<String>) -> Self {
        Failure::new(503, "too_long", message)
    }

    /// Adds the advice to build the tables of a board that has none, where its search takes too long.
    pub(crate) fn advised(mut self, board: &Board) -> Self {
        let n = board.n();
        let lacks_tables = board.tier() == Tier::Searched && n.get() as u64 <= LAST_BUILT;
        if lacks_tables && self.code == "too_long" {
            self.message += &format!("; `nqdb build {n}` makes tables, which answer at once");
        }
        self
    }

    /// The task has panicked.
    pub fn internal() -> Self {
        Failure::new(500, "internal", "the answer was lost: a fault of nqdb")
    }

    /// What only the owner of the host may see, such as the path of a damaged file.
    pub fn cause(&self) -> Option<&str> {
        self.cause.as_deref()
    }

    /// The failure as clients may see it.
    pub fn without_cause(self) -> Self {
        Failure { cause: None, ..self }
    }
}

impl From<Invalid> for Failure {
    fn from(error: Invalid) -> Self {
        Failure::invalid(error.to_string())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Invalid(_) | Error::OtherBoard { .. } | Error::OtherPattern { .. } => {
                Failure::invalid(message)
            }
            Error::NoSolutions { .. } => Failure::new(404, "no_solutions", message),
            Error::RankBeyondLast { .. } => Failure::new(404, "rank_beyond_last", message),
            Error::OrbitBeyondLast { .. } => Failure::new(404, "orbit_beyond_last", message),
            Error::UnknownCount { .. }
            | Error::UnknownOrbitCount { .. }
            | Error::RankOutOfReach { .. } => Failure::new(404, "unknown", message),
            Error::Search(SearchError::Stopped { .. }) => {
                Failure::too_long("the search takes too long here")
            }
            Error::Search(SearchError::HeatmapTooLarge { .. }) => Failure::invalid(message),
            error if error.is_stopped() => Failure::too_long("the answer takes too long here"),
            Error::Completion(_) => Failure::new(404, "no_solutions", message),
            Error::Search(_) | Error::NotInteger { .. } | Error::Sealed | Error::NotSeconds(_) => {
                Failure::new(500, "internal", message)
            }
            // What is left comes from the file.
            _ => Failure {
                cause: Some(message),
                ..Failure::new(500, "database", "the database file can't be read")
            },
        }
    }
}
