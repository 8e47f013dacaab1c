//! Exceptions: the class in `nqdb/_errors.py` for each error of the library.

use nqdb::{Error, ErrorKind, Invalid, search::SearchError, store::FileError};
use nqdb_completion::CompletionError;
use nqdb_papers::SolveError;
use pyo3::prelude::*;
use std::fmt;

/// The result of a call.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a call fails: a Python exception, or an error of the library.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An exception raised by Python.
    Raised(PyErr),
    /// An error of the library: its class and message.
    Made(Class, String),
}

/// The classes of `nqdb/_errors.py`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Error,
    Invalid,
    /// A TypeError.
    Type,
    /// An InvalidError for text that is too long, or may be several boards.
    Unclear,
    Rank,
    Unknown,
    Database,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::Type => "TypeError",
            Class::Error => "Error",
            Class::Invalid | Class::Unclear => "InvalidError",
            Class::Rank => "RankError",
            Class::Unknown => "UnknownError",
            Class::Database => "DatabaseError",
        }
    }

    fn of(error: &Error) -> Self {
        use Invalid::{Ambiguous, NoMemory, PairOrder, TooLong};
        if let Error::Invalid(
            Ambiguous { .. } | NoMemory { .. } | PairOrder { .. } | TooLong { .. },
        ) = error
        {
            return Class::Unclear;
        }
        match error.kind() {
            ErrorKind::Invalid | ErrorKind::Unsuitable => Class::Invalid,
            ErrorKind::OutOfRange => Class::Rank,
            ErrorKind::Unknown => Class::Unknown,
            ErrorKind::File | ErrorKind::Locked => Class::Database,
            ErrorKind::Stopped if matches!(error, Error::Store { .. }) => Class::Database,
            _ => Class::Error,
        }
    }
}

impl Failure {
    /// Prefixes the message with a place, such as `ranks[3]`.
    pub(crate) fn at(self, place: impl fmt::Display) -> Self {
        match self {
            Failure::Made(class, message) => Failure::Made(class, format!("{place}: {message}")),
            raised => raised,
        }
    }

    pub(crate) fn in_start(error: Error) -> Self {
        Failure::from(error).at("start")
    }

    /// The error for a value of another type than `expected`.
    pub(crate) fn other_type(value: &Bound<'_, PyAny>, expected: &str) -> Self {
        let found = value.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
        Failure::Made(Class::Type, format!("expected {expected}, got {found}"))
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Failure::Made(Class::Invalid, message.into())
    }
}

impl From<PyErr> for Failure {
    fn from(raised: PyErr) -> Self {
        Failure::Raised(raised)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let remedy = match &error {
            Error::Invalid(Invalid::RowZero { .. } | Invalid::SquareZero { .. }) => {
                "; nqdb.queens(…, zero_based=True) reads rows that count from 0"
            }
            Error::Invalid(Invalid::PairOrder { .. }) => {
                "; nqdb.queens(…, notation=\"column-row\") or \"row-column\" names it"
            }
            _ => "",
        };
        Failure::Made(Class::of(&error), format!("{error}{remedy}"))
    }
}

macro_rules! from {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Error::from(error).into()
            }
        }
    )*};
}

from!(Invalid, SearchError, CompletionError, FileError);

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        let class = match &error {
            SolveError::BoardSize { .. } | SolveError::NoSolutions { .. } => Class::Invalid,
            _ => Class::Error,
        };
        Failure::Made(class, error.to_string())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Raised(raised) => raised,
            Failure::Made(class, message) => Python::attach(|py| {
                let module = if class == Class::Type { "builtins" } else { "nqdb._errors" };
                let errors = py.import(module);
                match errors.and_then(|errors| Ok(errors.getattr(class.name())?.cast_into()?)) {
                    Ok(exception) => PyErr::from_type(exception, message),
                    Err(raised) => raised,
                }
            }),
        }
    }
}
