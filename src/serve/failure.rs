//! Why a request has no answer: a status, a code for programs and a message for people. It never has a path.

use nqdb::completion::CompletionError;
use nqdb::{Board, Error, Invalid, LAST_ON_ONE_MACHINE, SearchError, StoreError, Tier};
use serde::Serialize;
use std::io::Write;

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Failure {
    pub(crate) status: u16,
    /// One word for programs, which stays the same from version to version.
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        Failure { status, code, message: message.into() }
    }

    /// The question can't be read.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Failure::new(400, "invalid", message)
    }

    pub(crate) fn no_such_page() -> Self {
        Failure::new(404, "no_such_page", "there is no such page; /about lists the addresses")
    }

    pub(crate) fn busy() -> Self {
        Failure::new(503, "busy", "too many searches wait here; try again in a few seconds")
    }

    pub(crate) fn too_long(message: impl Into<String>) -> Self {
        Failure::new(503, "too_long", message)
    }

    /// Adds the advice to build the tables of a board that has none, where its search takes too long.
    pub(crate) fn advised(mut self, board: &Board) -> Self {
        let n = board.n();
        let lacks_tables = board.tier() == Tier::Searched && n.get() <= LAST_ON_ONE_MACHINE.into();
        if lacks_tables && self.code == "too_long" {
            self.message += &format!("; `nqdb build {n}` makes tables, which answer at once");
        }
        self
    }

    pub(crate) fn internal() -> Self {
        Failure::new(500, "internal", "the answer was lost: a fault of nqdb")
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
            Error::Completion(CompletionError::Stopped { .. })
            | Error::Store { kind: StoreError::Interrupted, .. } => {
                Failure::too_long("the answer takes too long here")
            }
            Error::Completion(_) => Failure::new(404, "no_solutions", message),
            Error::Store { .. } => {
                // It names the file, which only the owner of the server sees.
                // Nobody may read it, which is no fault of the request.
                let _ = writeln!(std::io::stderr(), "nqdb: {message}");
                Failure::new(500, "database", "the database file can't be read")
            }
            _ => Failure::new(500, "internal", message),
        }
    }
}
