//! Python arguments: numbers with a domain, queens in any notation, conditions.
//!
//! Wrong values raise exceptions of nqdb, wrong types `TypeError`.

use crate::errors::Failure;
use crate::json::{is_sequence, json, plain};
use nqdb::internal::cores;
use nqdb::notation::Reading;
use nqdb::{
    BoardSize, CompletionError, Conditions, Error, Invalid, OrbitId, Permutation, Rank, Solution,
};
use nqdb_completion::PartialBoard;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyMapping, PyString, PyTuple};
use std::borrow::Cow;
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

/// Whether a value is a sequence of one dimension. Iteration over a table yields the names of its columns.
fn is_flat(value: &Bound<'_, PyAny>) -> bool {
    let is_text = value.is_instance_of::<PyString>();
    if is_text || value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        return !is_text;
    }
    let dimensions = value.getattr(intern!(value.py(), "ndim")).and_then(|ndim| ndim.extract());
    dimensions.map_or_else(|_| is_sequence(value), |dimensions: usize| dimensions == 1)
}

/// At most `largest` rows in a flat sequence of whole numbers; 1-based there, 0-based in the result. `None` for any other
/// value.
fn rows<T: TryFrom<u64>>(
    value: &Bound<'_, PyAny>,
    largest: usize,
) -> Result<Option<Vec<T>>, Failure> {
    if !is_flat(value) {
        return Ok(None);
    }
    let length = value.len()?;
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
    let rows: Result<_, Failure> = if let Ok(list) = value.cast::<PyList>() {
        list.iter().enumerate().map(|(place, item)| row(place, &item)).collect()
    } else if let Ok(tuple) = value.cast::<PyTuple>() {
        tuple.iter().enumerate().map(|(place, item)| row(place, &item)).collect()
    } else {
        // A sequence may yield more items than its length.
        let items = value.try_iter()?.take(length).enumerate();
        items.map(|(place, item)| row(place, &item?)).collect()
    };
    match rows {
        Err(Failure::Raised(error)) if error.is_instance_of::<PyTypeError>(value.py()) => Ok(None),
        rows => rows.map(Some),
    }
}

/// The text of queens: text itself, or the JSON of another value.
fn text<'t>(value: &'t Bound<'_, PyAny>) -> Result<Cow<'t, str>, Failure> {
    let expected = "queens as a list such as [2, 4, 1, 3], an array, a table or text";
    match value.cast::<PyString>() {
        Ok(text) => Ok(text.to_cow()?),
        Err(_) => Ok(json(value, expected)?.into()),
    }
}

/// A permutation, from rows or from text or JSON in any notation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Queens(pub(crate) Permutation);

impl Queens {
    /// Text and JSON by this reading. Without options, a flat sequence of whole numbers needs no text.
    pub(crate) fn read(value: &Bound<'_, PyAny>, reading: Reading) -> Result<Self, Failure> {
        let is_default = reading == Reading::default();
        match if is_default { rows::<u8>(value, BoardSize::MAX.into())? } else { None } {
            Some(rows) => Ok(Queens(Permutation::new(&rows)?)),
            None => Ok(Queens(reading.board(&text(value)?)?)),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Queens {
    type Error = Failure;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
        Queens::read(&value, Reading::default())
    }
}

/// A solution, from rows or from text or JSON in any notation.
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

/// 0-based rows of a board of up to 10,000,000 columns, from rows or from text or JSON in any notation.
#[derive(Debug)]
pub(crate) struct Rows(pub(crate) Vec<u32>);

impl<'py> FromPyObject<'_, 'py> for Rows {
    type Error = Failure;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
        if let Some(rows) = rows(&value, LARGEST)? {
            return Ok(Rows(rows));
        }
        let boards = Reading::default().rows(&text(&value)?, LARGEST)?;
        match <[Vec<u32>; 1]>::try_from(boards) {
            Ok([board]) => Ok(Rows(board)),
            Err(boards) => Err(Invalid::SeveralBoards { got: boards.len() }.into()),
        }
    }
}

/// The text of conditions.
#[derive(Debug, Default)]
pub(crate) struct ConditionsArg(String);

impl ConditionsArg {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.trim().is_empty()
    }

    fn text(&self) -> Option<&String> {
        Some(&self.0).filter(|_| !self.is_empty())
    }

    /// The board of size `n` with these conditions.
    pub(crate) fn on(&self, n: Count) -> Result<PartialBoard, CompletionError> {
        PartialBoard::parse(n.0, self.text())
    }

    /// The conditions on a board.
    pub(crate) fn conditions(&self, n: BoardSize) -> Result<Conditions, Error> {
        Ok(Conditions::parse(n, self.text())?)
    }
}

impl<'py> FromPyObject<'_, 'py> for ConditionsArg {
    type Error = Failure;

    /// Text, or the words of it; the rows of given queens by their columns; the field `givens` of a task, which is a list
    /// of whole numbers; or JSON.
    fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self, Failure> {
        let value = plain(&value)?;
        if let Ok(text) = value.extract() {
            return Ok(ConditionsArg(text));
        }
        if let Ok(words) = value.extract::<Vec<String>>() {
            return Ok(ConditionsArg(words.join(" ")));
        }
        let given = |item: Bound<'py, PyAny>| -> PyResult<String> {
            let (column, row): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            let [column, row] = [whole(&column)?, whole(&row)?]
                .map(|number| number.map_or_else(|got| got, |number| number.to_string()));
            Ok(format!("{column}={row}"))
        };
        if let Ok(mapping) = value.cast::<PyMapping>()
            && let Ok(words) = mapping.items()?.iter().map(given).collect::<PyResult<Vec<_>>>()
        {
            return Ok(ConditionsArg(words.join(" ")));
        }
        let expected = "conditions as text such as \"3=5 7!=2\", as a list of such texts, or as the rows of given queens by \
                        their columns such as {3: 5}";
        let json = json(&value, expected)?;
        let is_givens = value.extract::<Vec<u64>>().is_ok();
        Ok(ConditionsArg(if is_givens { format!("{{\"givens\":{json}}}") } else { json }))
    }
}
