//! Python arguments: numbers with a domain, queens in any notation, conditions.
//!
//! Wrong values raise exceptions of nqdb, wrong types `TypeError`.

use crate::errors::{Class, Failure, Result};
use crate::json::{is_sequence, json, plain};
use nqdb::internal::cores;
use nqdb::notation::Reading;
use nqdb::{
    BoardSize, CompletionError, Conditions, Error, Invalid, OrbitId, Permutation, Properties, Rank,
    Selection, Solution, Subgroup, random::random_seed,
};
use nqdb_completion::PartialBoard;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyMapping, PyString, PyTuple};
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// A whole number; as text if it is negative or too large. `expected` is for the error about a value of another type.
fn whole(value: &Bound<'_, PyAny>, expected: &str) -> Result<Result<u64, String>> {
    match value.extract::<u64>() {
        Ok(number) => Ok(Ok(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            let text = value.str().map(|text| text.to_string());
            Ok(Err(text.map_or("a larger one".into(), |text| text.chars().take(40).collect())))
        }
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
            Err(Failure::other_type(value, expected))
        }
        Err(error) => Err(error.into()),
    }
}

const AN_INTEGER: &str = "an integer";

fn size(value: &Bound<'_, PyAny>) -> Result<BoardSize> {
    match whole(value, AN_INTEGER).map_err(|error| error.at("n"))? {
        Ok(number) => Ok(BoardSize::new(number)?),
        Err(got) => Err(Invalid::BoardSize { got }.into()),
    }
}

macro_rules! ordinals {
    ($($(#[$doc:meta])* $name:ident($number:ident) = $expected:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub(crate) struct $name(Result<$number, Invalid>);

        impl $name {
            /// The number, if this board may have it.
            pub(crate) fn on(self, n: BoardSize) -> Result<$number, Error> {
                self.0.map_err(|error| error.on_board(n))
            }
        }

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = Failure;

            #[inline]
            fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
                let number = whole(&value, $expected)?.map_err(|got| Invalid::$number { got });
                Ok($name(number.and_then($number::new)))
            }
        }
    )*};
}

ordinals! {
    /// A rank, which may be outside the board.
    RankNumber(Rank) = "a rank, which is an integer";
    /// An orbit id, which may be outside the board.
    OrbitNumber(OrbitId) = "an orbit id, which is an integer";
}

macro_rules! arguments {
    ($($(#[$doc:meta])* $name:ident($type:ty) = $read:ident$(, $argument:literal)?;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub(crate) struct $name(pub(crate) $type);

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = Failure;

            fn extract(value: Borrowed<'_, 'py, PyAny>) -> Result<Self> {
                $read(&value).map($name)$(.map_err(|error| error.at($argument)))?
            }
        }
    )*};
}

// Errors name the arguments in quotes; those of the others show what they are about.
arguments! {
    /// A board size.
    Size(BoardSize) = size;
    /// A permutation, from rows or from text or JSON in any notation.
    Queens(Permutation) = queens;
    /// A solution, in the same forms.
    Solved(Solution) = solved;
    /// 0-based rows of a board of up to 10,000,000 columns, in the same forms.
    Rows(Vec<u32>) = all_rows;
    /// The text of conditions.
    ConditionsArg(String) = conditions;
    /// The properties in keyword arguments.
    PropertiesArg(Properties) = properties;
    N(usize) = large_size, "n";
    Limit(u64) = number, "limit";
    Seed(u64) = number, "seed";
    Runs(u64) = number, "runs";
    Answers(u64) = number, "answers";
    Attempts(u64) = number, "attempts";
    BatchSize(u64) = positive, "batch_size";
    PictureColumns(u64) = positive, "columns";
    Givens(RangeInclusive<u64>) = number_range, "givens";
    Completions(RangeInclusive<u64>) = number_range, "completions";
    Jobs(NonZeroUsize) = threads, "jobs";
    File(PathBuf) = file, "path";
}

impl Seed {
    pub(crate) fn or_random(given: Option<Seed>) -> u64 {
        given.map_or_else(random_seed, |seed| seed.0)
    }
}

impl Jobs {
    /// The given number of threads, or one per core.
    pub(crate) fn or_all(given: Option<Jobs>) -> NonZeroUsize {
        given.map_or_else(cores, |jobs| jobs.0)
    }
}

/// Any whole number.
fn number(value: &Bound<'_, PyAny>) -> Result<u64> {
    whole(value, AN_INTEGER)?.map_err(|got| {
        let limit = if got.starts_with('-') { "of at least 0" } else { "below 2^64" };
        Failure::invalid(format!("expected a whole number {limit}, got {got}"))
    })
}

/// Any board size. The functions check its range.
fn large_size(value: &Bound<'_, PyAny>) -> Result<usize> {
    number(value).map(|n| n as usize)
}

/// A whole number from 1.
fn positive(value: &Bound<'_, PyAny>) -> Result<u64> {
    match number(value)? {
        0 => Err(Failure::invalid("expected at least 1, got 0")),
        number => Ok(number),
    }
}

/// One number, or a tuple of the smallest and the greatest.
fn number_range(value: &Bound<'_, PyAny>) -> Result<RangeInclusive<u64>> {
    if !value.is_instance_of::<PyTuple>() && !value.is_instance_of::<PyList>() {
        let only = number(value)?;
        return Ok(only..=only);
    }
    let ends: Vec<u64> = value.try_iter()?.map(|end| number(&end?)).collect::<Result<_, _>>()?;
    match ends[..] {
        [least, most] => Ok(least..=most),
        _ => Err(Failure::invalid(format!(
            "expected a number, or a range such as (2, 5), got {} numbers",
            ends.len()
        ))),
    }
}

/// The maximum number of threads.
const MOST_JOBS: u64 = 1024;

fn threads(value: &Bound<'_, PyAny>) -> Result<NonZeroUsize> {
    let given = whole(value, AN_INTEGER)?;
    let jobs = given.as_ref().ok().filter(|&&jobs| jobs <= MOST_JOBS);
    jobs.and_then(|&jobs| NonZeroUsize::new(jobs as usize)).ok_or_else(|| {
        let got = given.map_or_else(|got| got, |jobs| jobs.to_string());
        Failure::invalid(format!("expected 1 to {MOST_JOBS} threads, got {got}"))
    })
}

/// The path of a database file.
fn file(value: &Bound<'_, PyAny>) -> Result<PathBuf> {
    let path: PathBuf = value.extract()?;
    match path.to_str() {
        Some(name) if name.is_empty() || name == ":memory:" || name.starts_with("file:") => {
            Err(Failure::invalid(format!("expected the path of a file, got {name:?}")))
        }
        _ => Ok(path),
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
fn rows<T: TryFrom<u64>>(value: &Bound<'_, PyAny>, largest: usize) -> Result<Option<Vec<T>>> {
    if !is_flat(value) {
        return Ok(None);
    }
    let length = value.len()?;
    if length > largest {
        return Err(Invalid::TooManyQueens { largest, got: length }.into());
    }
    let row = |place: usize, row: &Bound<'_, PyAny>| match whole(row, AN_INTEGER) {
        Ok(Ok(0)) => Err(Invalid::RowZero { n: length, column: place + 1 }.into()),
        Ok(Ok(row)) => T::try_from(row - 1).map_err(|_| {
            Invalid::RowOutside { n: length, first: 1, column: place + 1, row }.into()
        }),
        Ok(Err(got)) => Err(Failure::invalid(format!(
            "not a permutation of 1 … {length}: column {} has row {got}",
            place + 1
        ))),
        Err(error) => Err(error),
    };
    let rows: Result<_> = if let Ok(list) = value.cast::<PyList>() {
        list.iter().enumerate().map(|(place, item)| row(place, &item)).collect()
    } else if let Ok(tuple) = value.cast::<PyTuple>() {
        tuple.iter().enumerate().map(|(place, item)| row(place, &item)).collect()
    } else {
        // A sequence may yield more items than its length.
        let items = value.try_iter()?.take(length).enumerate();
        items.map(|(place, item)| row(place, &item?)).collect()
    };
    match rows {
        Err(Failure::Made(Class::Type, _)) => Ok(None),
        rows => rows.map(Some),
    }
}

/// The text of queens: text itself, or the JSON of another value.
pub(crate) fn text<'t>(value: &'t Bound<'_, PyAny>) -> Result<Cow<'t, str>> {
    let expected = "queens as a list such as [2, 4, 1, 3], an array, a table or text";
    match value.cast::<PyString>() {
        Ok(text) => Ok(text.to_cow()?),
        Err(_) => Ok(json(value, expected)?.into()),
    }
}

impl Queens {
    /// Text and JSON by this reading. Without options, a flat sequence of whole numbers needs no text.
    pub(crate) fn read(value: &Bound<'_, PyAny>, reading: Reading) -> Result<Self> {
        let is_default = reading == Reading::default();
        match if is_default { rows::<u8>(value, BoardSize::MAX)? } else { None } {
            Some(rows) => Ok(Queens(Permutation::new(&rows)?)),
            None => Ok(Queens(reading.board(&text(value)?)?)),
        }
    }
}

fn queens(value: &Bound<'_, PyAny>) -> Result<Permutation> {
    Ok(Queens::read(value, Reading::default())?.0)
}

fn solved(value: &Bound<'_, PyAny>) -> Result<Solution> {
    Ok(Solution::new(queens(value)?)?)
}

/// The largest board that is read: the largest that the methods of `solve` support.
const LARGEST: usize = 10_000_000;

fn all_rows(value: &Bound<'_, PyAny>) -> Result<Vec<u32>> {
    if let Some(rows) = rows(value, LARGEST)? {
        return Ok(rows);
    }
    let boards = Reading::default().rows(&text(value)?, LARGEST)?;
    match <[Vec<u32>; 1]>::try_from(boards) {
        Ok([board]) => Ok(board),
        Err(boards) => Err(Invalid::SeveralBoards { got: boards.len() }.into()),
    }
}

impl ConditionsArg {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.trim().is_empty()
    }

    fn text(&self) -> Option<&String> {
        Some(&self.0).filter(|_| !self.is_empty())
    }

    /// The board of size `n` with these conditions.
    pub(crate) fn on(&self, n: N) -> Result<PartialBoard, CompletionError> {
        PartialBoard::parse(n.0, self.text())
    }

    /// The solutions of a board that meet the conditions and have properties.
    pub(crate) fn selection(
        &self,
        n: BoardSize,
        properties: PropertiesArg,
    ) -> Result<Selection, Error> {
        let properties = Some(properties.0.to_string()).filter(|words| !words.is_empty());
        Ok(Selection::parse(n, self.text().into_iter().chain(&properties))?)
    }

    pub(crate) fn conditions(&self, n: BoardSize) -> Result<Conditions, Error> {
        Ok(Conditions::parse(n, self.text())?)
    }
}

/// Text, or the words of it; the rows of given queens by their columns; the field `givens` of a task, which is a list of
/// whole numbers; or JSON.
fn conditions(value: &Bound<'_, PyAny>) -> Result<String> {
    let value = plain(value)?;
    if let Ok(text) = value.extract() {
        return Ok(text);
    }
    if let Ok(words) = value.extract::<Vec<String>>() {
        return Ok(words.join(" "));
    }
    let given = |item: Bound<'_, PyAny>| -> PyResult<String> {
        let (column, row): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let number = |value| -> PyResult<String> {
            Ok(whole(value, AN_INTEGER)?.map_or_else(|got| got, |number| number.to_string()))
        };
        Ok(format!("{}={}", number(&column)?, number(&row)?))
    };
    if let Ok(mapping) = value.cast::<PyMapping>()
        && let Ok(words) = mapping.items()?.iter().map(given).collect::<PyResult<Vec<_>>>()
    {
        return Ok(words.join(" "));
    }
    let expected = "conditions as text such as \"3=5 7!=2\", as a list of such texts, or as the rows of given queens by \
                    their columns such as {3: 5}";
    if value.is_instance_of::<PyInt>() {
        let message = format!("expected {expected}, got int; did you mean limit={value}?");
        return Err(PyTypeError::new_err(message).into());
    }
    let json = json(&value, expected)?;
    let is_givens = value.extract::<Vec<u64>>().is_ok();
    Ok(if is_givens { format!("{{\"givens\":{json}}}") } else { json })
}

fn properties(given: &Bound<'_, PyAny>) -> Result<Properties> {
    let mut properties = Properties::default();
    for (name, value) in given.cast::<PyDict>().map_err(PyErr::from)? {
        set_property(&mut properties, &name.extract::<String>()?, &value)?;
    }
    Ok(properties)
}

fn set_property(properties: &mut Properties, name: &str, value: &Bound<'_, PyAny>) -> Result<()> {
    let other = |expected: &str| Failure::other_type(value, expected).at(name);
    let flag = || value.extract::<bool>().map_err(|_| other("True or False"));
    let symmetries = || {
        let names = value.extract::<Vec<String>>().map(|names| Some(names.join(" ")));
        let names = names.or_else(|_| value.extract::<Option<String>>());
        let names = names.map_err(|_| other("the names of symmetries"))?;
        let group = names.map(|names| names.parse::<Subgroup>()).transpose();
        group.map_err(|error| Failure::from(error).at(name))
    };
    match name {
        "toroidal" => properties.toroidal = flag()?,
        "superqueen" => properties.superqueen = flag()?,
        "no_three_in_line" => properties.no_three_in_line = flag()?,
        "fixed_by" => properties.fixed_by = symmetries()?.unwrap_or_default(),
        "stabilizer" => properties.stabilizer = symmetries()?,
        _ => {
            let known = "fixed_by, stabilizer, toroidal, superqueen and no_three_in_line";
            let message = format!("unexpected keyword argument {name:?}; properties are {known}");
            return Err(PyTypeError::new_err(message).into());
        }
    }
    Ok(())
}
