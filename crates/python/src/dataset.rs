//! Data sets and scores as lines of JSON, which `nqdb/_dataset.py` reads.

use crate::arguments::{Answers, Completions, Givens, Limit, Seed};
use crate::board::Board;
use crate::errors::{Class, Failure, Result};
use crate::signals::{Signals, detached};
use nqdb::watch::Watch;
use nqdb_dataset::{Convert, Error, Layout, Scorer, Shares, Spec, Split, Tasks, write_directory};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Nqdb(error) => error.into(),
            Error::Spec(message) => Failure::invalid(message),
            other => Failure::Made(Class::Error, other.to_string()),
        }
    }
}

/// The boards and parameters of a data set.
#[pyclass(module = "nqdb", frozen)]
pub(crate) struct Dataset {
    boards: Vec<Py<Board>>,
    spec: Spec,
    layout: Layout,
}

#[pymethods]
impl Dataset {
    #[new]
    #[allow(clippy::too_many_arguments)] // Those of nqdb.dataset.
    fn new(
        boards: Vec<Py<Board>>,
        limit: Limit,
        givens: Option<Givens>,
        completions: Completions,
        answers: Option<Answers>,
        split: &Bound<'_, PyAny>,
        seed: Option<Seed>,
        layout: &str,
    ) -> Result<Self> {
        let parts: Vec<String> =
            split.try_iter()?.map(|part| Ok(part?.str()?.to_string())).collect::<PyResult<_>>()?;
        let shares: Shares = parts.join(",").parse()?;
        let layout: Layout = layout.parse()?;
        let spec = Spec {
            count: limit.0,
            givens: givens.map(|givens| givens.0),
            completions: completions.0,
            answers: answers.map(|answers| answers.0),
            shares,
            seed: Seed::or_random(seed),
        };
        Ok(Dataset { boards, spec, layout })
    }

    /// The lines of each split.
    fn lines(&self, py: Python<'_>) -> Result<BTreeMap<&'static str, Vec<String>>> {
        let boards = self.boards(py)?;
        detached(py, || {
            let lines = |split| {
                let mut text = Vec::new();
                for board in &boards {
                    for task in Tasks::new(board, &self.spec, split, Arc::new(Signals))? {
                        // Writing to memory does not fail.
                        let _ = self.layout.write(&task?, &mut text);
                    }
                }
                let text = String::from_utf8_lossy(&text);
                Ok::<_, Failure>((split.name(), text.lines().map(str::to_owned).collect()))
            };
            Split::ALL.into_iter().map(lines).collect()
        })
    }

    /// Writes the files to a new directory. `convert`, if any, replaces a file of JSON Lines by another, whose path it
    /// returns. Returns the number of tasks of each split.
    fn write(
        &self,
        py: Python<'_>,
        path: PathBuf,
        convert: Option<Py<PyAny>>,
    ) -> Result<BTreeMap<&'static str, u64>> {
        let boards = self.boards(py)?;
        let mut raised = None;
        let written = detached(py, || {
            let mut to_format = |file: &Path| match &convert {
                None => Ok(file.to_owned()),
                Some(convert) => Python::attach(|py| convert.call1(py, (file,))?.extract(py))
                    .map_err(|error: PyErr| {
                        raised = Some(error);
                        io::Error::other("not converted")
                    }),
            };
            let (spec, layout) = (&self.spec, self.layout);
            let to_format: Option<&mut Convert<'_>> =
                if convert.is_some() { Some(&mut to_format) } else { None };
            let watch: Arc<dyn Watch> = Arc::new(Signals);
            Ok::<_, Failure>(write_directory(&path, &boards, spec, layout, to_format, &watch))
        })?;
        match (raised, written) {
            (Some(raised), _) => Err(raised.into()),
            (None, written) => {
                Ok(written?.iter().map(|file| (file.split.name(), file.tasks)).collect())
            }
        }
    }
}

impl Dataset {
    fn boards(&self, py: Python<'_>) -> Result<Vec<nqdb::Board>> {
        self.boards.iter().map(|board| Ok(board.get().inner(py)?.clone())).collect()
    }
}

/// The score of each task and the summary, as JSON, and the reason why the first bad task is bad.
#[pyfunction]
pub(crate) fn score_lines(
    py: Python<'_>,
    tasks: Vec<String>,
    answers: Vec<String>,
    zero_based: bool,
) -> Result<(Vec<String>, String, Option<String>)> {
    detached(py, || {
        let mut scorer = Scorer::new(zero_based, Arc::new(Signals));
        let mut reason = None;
        for (number, task) in (1..).zip(&tasks) {
            match scorer.add_task(number, task.as_bytes()) {
                Err(Error::Line(why)) => _ = reason.get_or_insert(why),
                added => added?,
            }
        }
        for (number, answer) in (1..).zip(&answers) {
            match scorer.add_answers(number, answer.as_bytes()) {
                Err(Error::Line(_)) => {}
                added => added?,
            }
        }
        // Bad lines are in the summary.
        let _ = scorer.end_answers();
        let mut lines = Vec::new();
        let summary = scorer.summary(|score| lines.push(score.to_string()));
        Ok::<_, Failure>((lines, summary.to_string(), reason))
    })
}
