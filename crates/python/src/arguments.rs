//! Python arguments: numbers with a domain, queens in any notation, conditions.
//!
//! Wrong values raise exceptions of nqdb, wrong types `TypeError`.

use crate::errors::Failure;
use nqdb::internal::cores;
use nqdb::notation::Reading;
use nqdb::{
    BoardSize, CompletionError, Conditions, Error, Invalid, OrbitId, Permutation, Rank, Solution,
};
use nqdb_completion::PartialBoard;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PySet, PyString, PyTuple};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// A whole number; as text if it is negative or too large.
fn whole(value: &Bound<'_, PyAny>) -> PyResult<Result<u64, String>> {
    match value.extract::<u64>() {
        Ok(number) => Ok(Ok(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            let text = value.str().map(|text| text.to_string());
            Ok(Err(text.map_or("a larger one".into(), |text| text.chars().take(40).collect())))
        }
        Err(error) => Err(error),
    }
}

/// A board size.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size(pub(crate) BoardSize);

impl<'py> FromPyObject<'_, 'py> for Size {
    type Error = Failure;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
        match whole(&value)? {
            Ok(number) => Ok(Size(BoardSize::new(number)?)),
            Err(got) => Err(Invalid::BoardSize { got }.into()),
        }
    }
}

macro_rules! ordinals {
    ($($(#[$doc:meta])* $name:ident($number:ident);)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub(crate) struct $name(Result<$number, Invalid>);

        impl $name {
            /// The first one.
            pub(crate) const FIRST: Self = $name(Ok($number::FIRST));

            /// The number, if this board may have it.
            pub(crate) fn on(self, n: BoardSize) -> Result<$number, Error> {
                self.0.map_err(|error| error.on_board(n))
            }
        }

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = Failure;

            #[inline]
            fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
                let number = whole(&value)?.map_err(|got| Invalid::$number { got });
                Ok($name(number.and_then($number::new)))
            }
        }
    )*};
}

ordinals! {
    /// A rank, which may be outside the board.
    RankNumber(Rank);
    /// An orbit id, which may be outside the board.
    OrbitNumber(OrbitId);
}

/// A number of items: any whole number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Count(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Count {
    type Error = Failure;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
        whole(&value)?.map(Count).map_err(|got| {
            let limit = if got.starts_with('-') { "of at least 0" } else { "below 2^64" };
            Failure::invalid(format!("expected a whole number {limit}, got {got}"))
        })
    }
}

/// A range of numbers: one number, or a tuple of the smallest and the greatest.
#[derive(Debug, Clone)]
pub(crate) struct NumberRange(pub(crate) RangeInclusive<u64>);

impl<'py> FromPyObject<'_, 'py> for NumberRange {
    type Error = Failure;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
        if !value.is_instance_of::<PyTuple>() && !value.is_instance_of::<PyList>() {
            let Count(only) = Count::extract(value)?;
            return Ok(NumberRange(only..=only));
        }
        let ends: Vec<Count> = value
            .try_iter()?
            .map(|end| Count::extract(end?.as_borrowed()))
            .collect::<Result<_, _>>()?;
        match ends[..] {
            [Count(least), Count(most)] => Ok(NumberRange(least..=most)),
            _ => Err(Failure::invalid(format!(
                "expected a number, or a range such as (2, 5), got {} numbers",
                ends.len()
            ))),
        }
    }
}

/// A number of threads.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Jobs(pub(crate) NonZeroUsize);

/// The maximum number of threads.
const MOST_JOBS: u64 = 1024;

impl Jobs {
    /// The given number, or one thread per core.
    pub(crate) fn or_all(given: Option<Jobs>) -> NonZeroUsize {
        given.map_or_else(cores, |jobs| jobs.0)
    }
}

impl<'py> FromPyObject<'_, 'py> for Jobs {
    type Error = Failure;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
        let got = match whole(&value)? {
            Ok(jobs @ 1..=MOST_JOBS) => match NonZeroUsize::new(jobs as usize) {
                Some(jobs) => return Ok(Jobs(jobs)),
                None => jobs.to_string(),
            },
            Ok(jobs) => jobs.to_string(),
            Err(got) => got,
        };
        Err(Failure::invalid(format!("expected 1 to {MOST_JOBS} threads, got {got}")))
    }
}

/// The path of a database file.
#[derive(Debug)]
pub(crate) struct File(pub(crate) PathBuf);

impl<'py> FromPyObject<'_, 'py> for File {
    type Error = Failure;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
        let path: PathBuf = value.extract()?;
        match path.to_str() {
            Some(name) if name.is_empty() || name == ":memory:" || name.starts_with("file:") => {
                Err(Failure::invalid(format!("expected the path of a file, got {name:?}")))
            }
            _ => Ok(File(path)),
        }
    }
}

/// At most `largest` rows in a list, a tuple, an array or any other sequence; 1-based there, 0-based in the result.
fn rows<T: TryFrom<u64>>(value: &Bound<'_, PyAny>, largest: usize) -> Result<Vec<T>, Failure> {
    // Dicts and sets have no order, iterators no length.
    let is_other = value.is_instance_of::<PyDict>() || value.is_instance_of::<PySet>();
    let Some(length) = value.len().ok().filter(|_| !is_other) else {
        let found = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected queens as a list such as [2, 4, 1, 3], an array of one dimension or a string, got {found}"
        ))
        .into());
    };
    if length > largest {
        return Err(Invalid::TooManyQueens { largest, got: length }.into());
    }
    let row = |place: usize, row: &Bound<'_, PyAny>| match whole(row) {
        Ok(Ok(0)) => Err(Invalid::RowZero { n: length, column: place + 1 }.into()),
        Ok(Ok(row)) => T::try_from(row - 1).map_err(|_| {
            Invalid::RowOutside { n: length, first: 1, column: place + 1, row }.into()
        }),
        Ok(Err(got)) => Err(Failure::invalid(format!(
            "not a permutation of 1 … {length}: column {} has row {got}",
            place + 1
        ))),
        Err(error) => Err(error.into()),
    };
    if let Ok(list) = value.cast::<PyList>() {
        return list.iter().enumerate().map(|(place, item)| row(place, &item)).collect();
    }
    // A sequence may yield more items than its length.
    let items = value.try_iter()?.take(length).enumerate();
    items.map(|(place, item)| row(place, &item?)).collect()
}

/// A permutation, from a sequence or from text in any notation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Queens(pub(crate) Permutation);

impl<'py> FromPyObject<'_, 'py> for Queens {
    type Error = Failure;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Queens(text.to_cow()?.parse()?));
        }
        Ok(Queens(Permutation::new(&rows::<u8>(&value, BoardSize::MAX.into())?)?))
    }
}

/// A solution, from a sequence or from text in any notation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Solved(pub(crate) Solution);

impl<'py> FromPyObject<'_, 'py> for Solved {
    type Error = Failure;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
        Ok(Solved(Solution::new(Queens::extract(value)?.0)?))
    }
}

/// The largest board that is read: the largest that the methods of `solve` support.
const LARGEST: usize = 10_000_000;

/// 0-based rows of a board of up to 10,000,000 columns, from a sequence or from text in any notation.
#[derive(Debug)]
pub(crate) struct Rows(pub(crate) Vec<u32>);

impl<'py> FromPyObject<'_, 'py> for Rows {
    type Error = Failure;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
        if let Ok(text) = value.cast::<PyString>() {
            let boards = Reading::default().rows(&text.to_cow()?, LARGEST)?;
            return match <[Vec<u32>; 1]>::try_from(boards) {
                Ok([board]) => Ok(Rows(board)),
                Err(boards) => Err(Invalid::SeveralBoards { got: boards.len() }.into()),
            };
        }
        Ok(Rows(rows(&value, LARGEST)?))
    }
}

/// Conditions: text such as `3=5 7!=2` or `c5 !g2`, or the rows of given queens by their columns.
#[derive(Debug, Default)]
pub(crate) struct ConditionsArg(Vec<String>);

impl ConditionsArg {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The board of size `n` with these conditions.
    pub(crate) fn on(&self, n: Count) -> Result<PartialBoard, CompletionError> {
        PartialBoard::parse(n.0, &self.0)
    }

    /// The conditions on a board.
    pub(crate) fn conditions(&self, n: BoardSize) -> Result<Conditions, Error> {
        Ok(Conditions::parse(n, &self.0)?)
    }
}

impl<'py> FromPyObject<'_, 'py> for ConditionsArg {
    type Error = Failure;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
        if let Ok(text) = value.cast::<PyString>() {
            let text = text.to_string();
            let is_empty = text.trim().is_empty();
            return Ok(ConditionsArg(if is_empty { Vec::new() } else { vec![text] }));
        }
        let Ok(mapping) = value.cast::<PyMapping>() else {
            let found = value.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "expected conditions as text such as \"3=5 7!=2\", or as the rows of given queens by \
                 their columns such as {{3: 5}}, got {found}"
            ))
            .into());
        };
        let mut texts = Vec::new();
        for item in mapping.items()?.iter() {
            let (column, row): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            let [column, row] = [whole(&column)?, whole(&row)?];
            let text =
                |number: Result<u64, String>| number.map_or_else(|got| got, |n| n.to_string());
            texts.push(format!("{}={}", text(column), text(row)));
        }
        Ok(ConditionsArg(texts))
    }
}
