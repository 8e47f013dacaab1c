//! A list of boards, compared with the solutions of a board, for `nqdb/_comparison.py`.

use crate::arguments::{ConditionsArg, PropertiesArg, text};
use crate::board::{Board, SolutionIterator};
use crate::errors::{Failure, Result};
use crate::signals::{Shared, check, detached};
use nqdb::internal::{Comparison, Expected};
use nqdb::notation::{Reading, Record, Records};
use nqdb::{Error, Invalid};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// A comparison, behind `nqdb.Comparison`.
#[pyclass(module = "nqdb._nqdb", frozen)]
pub(crate) struct NativeComparison(Arc<Comparison>);

/// Compares boards: text, as `nqdb compare` reads it, or pairs of a label or None and a board.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // Those of nqdb.compare.
pub(crate) fn compare(
    board: &Board,
    boards: &Bound<'_, PyAny>,
    conditions: ConditionsArg,
    orbits: bool,
    properties: PropertiesArg,
    notation: Option<&str>,
    zero_based: bool,
) -> Result<NativeComparison> {
    let py = boards.py();
    let reading = Reading { notation: notation.map(str::parse).transpose()?, zero_based };
    if orbits && !conditions.is_empty() {
        return Err(Failure::invalid(
            "orbits take no conditions, which some solutions of an orbit meet and others do not",
        ));
    }
    let selection = conditions.selection(board.size, properties)?;
    let describe = |invalid: &Invalid| match Error::from(invalid.clone()).into() {
        Failure::Made(_, message) => message,
        Failure::Raised(_) => invalid.to_string(),
    };
    let board = board.inner(py)?.clone();
    let expected = Expected { board, selection, by_orbit: orbits, with_ids: false, describe };
    let mut lookups = expected.board.lookups();
    let mut list = detached(py, || Comparison::new(expected.clone(), usize::MAX))?;
    let mut add = |record: &Record, label: Option<String>| {
        check(py)?;
        for mut found in expected.find(record, reading, &mut lookups)? {
            found.label = label.clone().or(found.label);
            list.add(found)?;
        }
        Ok::<_, Failure>(())
    };
    if let Ok(text) = boards.cast::<PyString>() {
        let text = text.to_cow()?;
        let mut records = Records::new(text.as_bytes(), reading, text.len().max(1));
        while let Some(record) = records.next_record().map_err(PyErr::from)? {
            add(&record, None)?;
        }
    } else {
        for (line, item) in (1..).zip(boards.try_iter()?) {
            let (label, board): (Option<String>, Bound<'_, PyAny>) = item?.extract()?;
            let mut record = Record::from(&*text(&board)?);
            record.line = line;
            add(&record, label)?;
        }
    }
    Ok(NativeComparison(Arc::new(list)))
}

#[pymethods]
impl NativeComparison {
    /// The numbers of expected and of found solutions or orbits.
    fn counts(&self) -> (u64, u64) {
        (self.0.expected(), self.0.found())
    }

    /// The boards of the list that are not as expected, by the name of the difference, as JSON.
    fn boards(&self) -> Vec<(&'static str, Vec<String>)> {
        let json = |board| serde_json::to_string(board).unwrap_or_default();
        let [_, boards @ ..] = self.0.differences();
        boards.map(|(name, _, boards)| (name, boards.iter().map(json).collect())).into()
    }

    fn missing(&self, py: Python<'_>) -> Result<SolutionIterator> {
        let missing = detached(py, || Comparison::missing(Arc::clone(&self.0)))?;
        Ok(SolutionIterator(Shared::new(Box::new(missing.map(|found| Ok(found?.1))))))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}
