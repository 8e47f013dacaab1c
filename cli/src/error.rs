//! Errors of the command line: their messages and exit codes.

use crate::remedies::{MORE_TIME, part_fault, reading_remedy, remedy};
use crate::session::SessionError;
use nqdb::{BoardError, Error, FileError, Invalid, LockError, SearchError, StoreError};
use nqdb_completion::CompletionError;
use nqdb_papers::{OperationError, OrbitGraphError, SolveError};
use std::fmt;
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;

/// The result of a command, or of a part of it.
pub(super) type Result<T = (), E = CliError> = std::result::Result<T, E>;

/// Why a command failed.
pub(super) enum CliError {
    /// An error of the library. `place` names the input that it is about, unless that is an argument.
    Library { error: Box<Error>, place: Option<String> },
    /// Standard output or the file of `--output` can't be written.
    Output(std::io::Error),
    /// The arguments or the input are invalid.
    Usage(String),
    /// Anything else.
    Other(String),
}

pub(super) const FAILED: u8 = 1;
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

    /// The error of an SQL function; its message names the function.
    pub(super) fn of_function(message: String, error: &Error) -> Self {
        let remedy = remedy(error).map(|remedy| format!("; {remedy}")).unwrap_or_default();
        CliError::Other(message + &remedy)
    }

    /// Whether the reader of standard output has closed the pipe.
    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, CliError::Output(error) if error.kind() == ErrorKind::BrokenPipe)
    }

    /// Whether a file lacks a requested board.
    pub(super) fn is_missing_board(&self) -> bool {
        let CliError::Library { error, .. } = self else { return false };
        matches!(
            **error,
            Error::Store { kind: StoreError::Board(BoardError::NotInFile { .. }), .. }
        )
    }

    /// Whether it is about text that is not a number.
    pub(super) fn is_unreadable(&self) -> bool {
        let CliError::Library { error, .. } = self else { return false };
        matches!(**error, Error::Invalid(Invalid::Unreadable { .. } | Invalid::Groups { .. }))
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
        // Attacking queens are valid input that is not a solution, and a number is one that the board does not have.
        Error::Invalid(
            Invalid::Attack { .. }
            | Invalid::Rank { .. }
            | Invalid::OrbitId { .. }
            | Invalid::NoMemory { .. },
        ) => FAILED,
        Error::Invalid(_)
        | Error::Search(SearchError::HeatmapTooLarge { .. })
        | Error::Completion(
            CompletionError::BoardSize { .. }
            | CompletionError::Csplib { .. }
            | CompletionError::PuzzleSize { .. }
            | CompletionError::NoCompletions { .. }
            | CompletionError::TooManyGivens { .. },
        ) => USAGE,
        Error::Store { kind, .. } if is_locked(kind) => LOCKED,
        _ => FAILED,
    }
}

/// Whether another process has locked a file.
fn is_locked(error: &StoreError) -> bool {
    match error {
        StoreError::Lock(LockError::Held { .. } | LockError::Busy { .. }) => true,
        StoreError::Unmergeable { faults } => faults.iter().any(|fault| is_locked(&fault.kind)),
        _ => false,
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Library { error, place } => {
                let place = place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
                let of_reading = || match &**error {
                    Error::Invalid(invalid) => reading_remedy(invalid).map(str::to_owned),
                    _ => None,
                };
                if let Error::Store { path, kind: StoreError::Unmergeable { faults } } = &**error {
                    return write_faults(f, path, faults);
                }
                let remedy = remedy(error).or_else(of_reading);
                let remedy = remedy.map(|remedy| format!("; {remedy}")).unwrap_or_default();
                write!(f, "{place}{error}{remedy}")
            }
            CliError::Output(error) => match error.get_ref() {
                // The file of --output.
                Some(named) => write!(f, "{named}"),
                None => write!(f, "standard output can't be written: {error}"),
            },
            CliError::Usage(message) | CliError::Other(message) => f.write_str(message),
        }
    }
}

/// The reasons why parts can't be merged, one per line.
fn write_faults(f: &mut fmt::Formatter<'_>, out: &Path, faults: &[FileError]) -> fmt::Result {
    write!(f, "{}: the parts can't be merged:", out.display())?;
    faults.iter().try_for_each(|fault| {
        write!(f, "\n  {}: {}", fault.path.display(), part_fault(&fault.kind))
    })
}

impl From<String> for CliError {
    fn from(message: String) -> Self {
        CliError::Usage(message)
    }
}

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        CliError::Library { error: Box::new(error), place: None }
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

impl From<CompletionError> for CliError {
    fn from(error: CompletionError) -> Self {
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

impl From<OperationError> for CliError {
    fn from(error: OperationError) -> Self {
        CliError::Usage(error.to_string())
    }
}

impl From<OrbitGraphError> for CliError {
    fn from(error: OrbitGraphError) -> Self {
        match error {
            OrbitGraphError::Search(error) => error.into(),
            other => CliError::Usage(other.to_string()),
        }
    }
}

impl From<nqdb_dataset::Error> for CliError {
    fn from(error: nqdb_dataset::Error) -> Self {
        match error {
            nqdb_dataset::Error::Nqdb(error) => error.into(),
            nqdb_dataset::Error::Spec(message) => CliError::Usage(message),
            other => CliError::Other(other.to_string()),
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
            SessionError::File(error) => error.into(),
            SessionError::Stopped(_) => CliError::Other(format!("{error}; {MORE_TIME}")),
            other => CliError::Other(other.to_string()),
        }
    }
}
