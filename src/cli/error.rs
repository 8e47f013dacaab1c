use crate::cli::output::writer::say;
use nqdb::sql::SessionError;
use nqdb::{Error, FileError, Invalid, SearchError, StoreError};
use std::io::ErrorKind;
use std::process::ExitCode;

/// Why a command failed.
pub(super) enum Failure {
    /// The library's reason, and where the question came from if that is not the command line.
    Nqdb(Error, Option<String>),
    /// An answer can't be written.
    Output(std::io::Error),
    /// The command line makes no sense.
    Usage(String),
    /// Anything else, in words.
    Other(String),
}

/// Exit codes, as the README has them.
const FAILED: u8 = 1;
const USAGE: u8 = 2;
const LOCKED: u8 = 3;

impl Failure {
    /// The same, with the place that the question came from.
    pub(super) fn at(self, place: &str) -> Self {
        match self {
            Failure::Nqdb(error, None) => Failure::Nqdb(error, Some(place.to_owned())),
            Failure::Usage(message) => Failure::Usage(format!("{place}: {message}")),
            Failure::Other(message) => Failure::Other(format!("{place}: {message}")),
            other => other,
        }
    }

    /// Says on standard error what is wrong; the exit code tells the kind.
    pub(super) fn report(self) -> ExitCode {
        let (message, code) = match self {
            // Whoever reads the answers has read enough.
            Failure::Output(error) if error.kind() == ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Failure::Output(error) => (format!("the answer can't be written: {error}"), FAILED),
            Failure::Usage(message) => (message, USAGE),
            Failure::Other(message) => (message, FAILED),
            Failure::Nqdb(error, place) => {
                let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
                (format!("{place}{error}"), exit_code(&error))
            }
        };
        say(message);
        ExitCode::from(code)
    }
}

fn exit_code(error: &Error) -> u8 {
    match error {
        // Two attacking queens are a well-formed question with no answer.
        Error::Invalid(Invalid::Attack { .. }) => FAILED,
        Error::Invalid(_)
        | Error::Search(
            SearchError::HeatmapTooLarge { .. } | SearchError::OrbitGraphTooLarge { .. },
        ) => USAGE,
        Error::Store { kind: StoreError::Locked { .. } | StoreError::Busy { .. }, .. } => LOCKED,
        _ => FAILED,
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Nqdb(error, None)
    }
}

impl From<Invalid> for Failure {
    fn from(error: Invalid) -> Self {
        Failure::Nqdb(error.into(), None)
    }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        Failure::Nqdb(error.into(), None)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Failure::Nqdb(error.into(), None)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Failure::Output(error)
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Output(error) => Failure::Output(error),
            other => Failure::Other(other.to_string()),
        }
    }
}
