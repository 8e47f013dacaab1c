//! Errors of the command line: their messages, and the exit codes that the README lists.

use nqdb::solve::SolveError;
use nqdb::sql::SessionError;
use nqdb::{Error, FileError, Invalid, SearchError, StoreError};
use std::fmt;
use std::io::ErrorKind;
use std::process::ExitCode;

/// The result of a command, or of a part of it.
pub(super) type Result<T = (), E = CliError> = std::result::Result<T, E>;

/// Why a command failed.
pub(super) enum CliError {
    /// An error of the library. `place` names the input that it is about, where that is not an argument.
    Library { error: Error, place: Option<String> },
    /// Standard output can't be written.
    Output(std::io::Error),
    /// The arguments or the input make no sense.
    Usage(String),
    /// Anything else.
    Other(String),
}

const FAILED: u8 = 1;
const USAGE: u8 = 2;
const LOCKED: u8 = 3;

impl CliError {
    /// Adds the place in the input that the error is about.
    pub(super) fn at(self, place: &str) -> Self {
        match self {
            CliError::Library { error, place: None } => {
                CliError::Library { error, place: Some(place.to_owned()) }
            }
            CliError::Usage(message) => CliError::Usage(format!("{place}: {message}")),
            CliError::Other(message) => CliError::Other(format!("{place}: {message}")),
            other => other,
        }
    }

    /// Whether the reader of standard output has gone.
    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, CliError::Output(error) if error.kind() == ErrorKind::BrokenPipe)
    }

    pub(super) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            CliError::Library { error, .. } => library_code(error),
            CliError::Usage(_) => USAGE,
            CliError::Output(_) | CliError::Other(_) => FAILED,
        })
    }
}

fn library_code(error: &Error) -> u8 {
    match error {
        // Attacking queens are a well-formed question without an answer.
        Error::Invalid(Invalid::Attack { .. }) => FAILED,
        Error::Invalid(_)
        | Error::Search(
            SearchError::HeatmapTooLarge { .. } | SearchError::OrbitGraphTooLarge { .. },
        ) => USAGE,
        Error::Store { kind: StoreError::Locked { .. } | StoreError::Busy { .. }, .. } => LOCKED,
        _ => FAILED,
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Library { error, place: Some(place) } => write!(f, "{place}: {error}"),
            CliError::Library { error, place: None } => write!(f, "{error}"),
            CliError::Output(error) => write!(f, "standard output can't be written: {error}"),
            CliError::Usage(message) | CliError::Other(message) => f.write_str(message),
        }
    }
}

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        CliError::Library { error, place: None }
    }
}

impl From<Invalid> for CliError {
    fn from(error: Invalid) -> Self {
        Error::from(error).into()
    }
}

impl From<SearchError> for CliError {
    fn from(error: SearchError) -> Self {
        Error::from(error).into()
    }
}

impl From<FileError> for CliError {
    fn from(error: FileError) -> Self {
        Error::from(error).into()
    }
}

impl From<SolveError> for CliError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::BoardSize { .. } => CliError::Usage(error.to_string()),
            _ => CliError::Other(error.to_string()),
        }
    }
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        CliError::Output(error)
    }
}

impl From<SessionError> for CliError {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Output(error) => CliError::Output(error),
            other => CliError::Other(other.to_string()),
        }
    }
}
