//! Errors of the command line: their messages and exit codes.

use crate::remedies::{part_fault, reading_remedy, remedy};
use nqdb::{
    Error, ErrorKind, Invalid,
    search::SearchError,
    store::{BoardError, BuildError::NotIndexable, FileError, StoreError},
};
use nqdb_completion::CompletionError;
use nqdb_papers::{OperationError, OrbitGraphError, SolveError};
use std::fmt;
use std::path::Path;
use std::process::ExitCode;

/// The result of a command, or of a part of it.
pub(super) type Result<T = (), E = CliError> = std::result::Result<T, E>;

/// Why a command failed.
#[derive(Debug)]
pub(super) enum CliError {
    /// An error of the library. `place` names the input that it is about, unless that is an argument.
    Library { error: Box<Error>, place: Option<String> },
    /// Standard output or the file of `--output` can't be written.
    Output(std::io::Error),
    /// The arguments or the input are invalid.
    Usage(String),
    /// Ctrl-C ended the work early: what became of it.
    Interrupted(&'static str),
    /// Anything else.
    Other(String),
}

pub(super) const FAILED: u8 = 1;
const USAGE: u8 = 2;
const LOCKED: u8 = 3;
/// Ended by Ctrl-C, as shells report it.
pub(super) const INTERRUPTED: u8 = 130;

/// What to write instead of words if one is the name of a file.
pub(super) fn file_remedy(words: &[String]) -> Option<String> {
    let file = words.iter().find(|word| Path::new(word).is_file())?;
    Some(format!("to read the file {file}, write `- < {file}`"))
}

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

    /// Adds what to write instead of the words that can't be read, if one is the name of a file.
    pub(super) fn of_words(self, words: &[String]) -> Self {
        match file_remedy(words) {
            Some(remedy) if self.exit_code() == ExitCode::from(USAGE) => {
                usage!("{self}; {remedy}")
            }
            _ => self,
        }
    }

    /// [`CliError::at`] a line of standard input, from 1, if it is from there.
    pub(super) fn at_line(self, line: Option<u64>) -> Self {
        match line {
            Some(line) => self.at(&format!("line {line} of standard input")),
            None => self,
        }
    }

    /// Whether the reader of standard output has closed the pipe.
    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, CliError::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe)
    }

    /// Whether a file lacks a requested board.
    pub(super) fn is_missing_board(&self) -> bool {
        let Some(Error::Store { kind, .. }) = self.library() else { return false };
        matches!(kind, StoreError::Board(BoardError::NotInFile { .. }))
    }

    /// Whether it is about text that is not a number.
    pub(super) fn is_unreadable(&self) -> bool {
        let Some(Error::Invalid(error)) = self.library() else { return false };
        matches!(error, Invalid::Unreadable { .. } | Invalid::Groups { .. })
    }

    fn library(&self) -> Option<&Error> {
        if let CliError::Library { error, .. } = self { Some(error) } else { None }
    }

    pub(super) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            // An index that is a number is out of range, as a rank is.
            CliError::Library { error, .. } => match error.kind() {
                _ if matches!(&**error, Error::Invalid(Invalid::PermutationIndex { got, .. })
                    if !got.starts_with('"')) =>
                {
                    FAILED
                }
                ErrorKind::Invalid => USAGE,
                ErrorKind::Locked => LOCKED,
                _ => FAILED,
            },
            CliError::Usage(_) => USAGE,
            CliError::Interrupted(_) => INTERRUPTED,
            CliError::Output(_) | CliError::Other(_) => FAILED,
        })
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Library { error, place } => {
                if let Some(place) = place {
                    write!(f, "{place}: ")?;
                }
                let remedy = match &**error {
                    Error::Store { path, kind: StoreError::Unmergeable { faults } } => {
                        write!(f, "{}: the parts can't be merged:", path.display())?;
                        return faults.iter().try_for_each(|FileError { path, kind, .. }| {
                            write!(f, "\n  {}: {}", path.display(), part_fault(kind))
                        });
                    }
                    Error::Invalid(invalid) => reading_remedy(invalid),
                    error => remedy(error),
                };
                match &**error {
                    // The board is at fault, not the file.
                    Error::Store {
                        kind: StoreError::Build(kind @ NotIndexable { .. }), ..
                    } => {
                        kind.fmt(f)?;
                    }
                    error => error.fmt(f)?,
                }
                remedy.map_or(Ok(()), |remedy| write!(f, "; {remedy}"))
            }
            CliError::Output(error) => match error.get_ref() {
                // The file of --output.
                Some(named) => write!(f, "{named}"),
                None => write!(f, "standard output can't be written: {error}"),
            },
            CliError::Interrupted(rest) => write!(f, "stopped by Ctrl-C; {rest}"),
            CliError::Usage(message) | CliError::Other(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for CliError {}

/// A [`CliError::Usage`] with a formatted message.
macro_rules! usage {
    ($($message:tt)*) => { $crate::error::CliError::Usage(format!($($message)*)) };
}

/// A [`CliError::Other`] with a formatted message.
macro_rules! failure {
    ($($message:tt)*) => { $crate::error::CliError::Other(format!($($message)*)) };
}

pub(super) use {failure, usage};

/// Conversions: `error: Type => value`.
macro_rules! from {
    ($($error:ident: $type:ty => $value:expr;)*) => {$(
        impl From<$type> for CliError {
            fn from($error: $type) -> Self {
                $value
            }
        }
    )*};
}

from! {
    error: Error => CliError::Library { error: Box::new(error), place: None };
    error: Invalid => Error::from(error).into();
    error: SearchError => Error::from(error).into();
    error: CompletionError => Error::from(error).into();
    error: FileError => Error::from(error).into();
    error: std::io::Error => CliError::Output(error);
    message: String => CliError::Usage(message);
    error: clap::Error => CliError::Usage(error.to_string());
    error: OperationError => CliError::Usage(error.to_string());
    error: OrbitGraphError => match error {
        OrbitGraphError::Search(error) => error.into(),
        other => CliError::Usage(other.to_string()),
    };
    error: SolveError => match error {
        SolveError::BoardSize { .. } => CliError::Usage(error.to_string()),
        _ => CliError::Other(error.to_string()),
    };
    error: nqdb_dataset::Error => match error {
        nqdb_dataset::Error::Nqdb(error) => error.into(),
        nqdb_dataset::Error::Spec(message) => CliError::Usage(message),
        other => CliError::Other(other.to_string()),
    };
}
