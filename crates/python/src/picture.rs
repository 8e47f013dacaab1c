//! [`Picture`]: drawings of boards and heat maps.

use crate::arguments::{Count, Rows};
use crate::errors::Failure;
use nqdb::picture::{ConditionsPicture, Coordinates, HeatmapPicture, Sheet};
use nqdb::{Conditions, search::Heatmap};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// A drawing, which notebooks display. print() shows boards as text.
///
/// >>> print(nqdb.picture([2, 4, 1, 3]))
/// ┌───┬───┬───┬───┐
/// │   │░░░│ ♛ │░░░│
/// ├───┼───┼───┼───┤
/// │ ♛ │   │░░░│   │
/// ├───┼───┼───┼───┤
/// │   │░░░│   │ ♛ │
/// ├───┼───┼───┼───┤
/// │░░░│ ♛ │░░░│   │
/// └───┴───┴───┴───┘
#[pyclass(module = "nqdb", frozen)]
pub(crate) struct Picture {
    pub(crate) svg: String,
    text: String,
    /// A description of the drawing.
    content: String,
}

impl Picture {
    /// Boards with captions.
    pub(crate) fn of_boards(
        boards: Vec<(String, nqdb::picture::Picture)>,
        columns: Option<NonZeroUsize>,
        coordinates: Coordinates,
    ) -> Result<Self, Failure> {
        let content = match &boards[..] {
            [(_, board)] => format!("N = {}", board.n()),
            boards => format!("{} boards", boards.len()),
        };
        let texts = boards.iter().map(|(caption, board)| {
            let head = if caption.is_empty() { String::new() } else { format!("{caption}\n") };
            format!("{head}{}", board.unicode().with_coordinates(coordinates))
        });
        let text = texts.collect::<Vec<_>>().join("\n\n");
        let mut sheet = Sheet::default().with_coordinates(coordinates);
        if let Some(columns) = columns {
            sheet = sheet.with_columns(columns);
        }
        for (caption, board) in boards {
            sheet.push(caption, board)?;
        }
        Ok(Picture { svg: sheet.to_string(), text, content })
    }

    /// The number of solutions that match conditions and have a queen on each square.
    pub(crate) fn of_heatmap(conditions: &Conditions, heatmap: &Heatmap) -> Result<Self, Failure> {
        let n = heatmap.n();
        let svg = if conditions.is_any() {
            HeatmapPicture::new(heatmap).to_string()
        } else {
            ConditionsPicture::new(conditions).with_heat(heatmap)?.to_string()
        };
        let width = heatmap.rows().flatten().max().map_or(1, |most| most.to_string().len());
        let lines = heatmap.rows().map(|counts| {
            let counts = counts.iter().map(|count| format!("{count:width$}"));
            counts.collect::<Vec<_>>().join(" ")
        });
        let text = lines.collect::<Vec<_>>().join("\n");
        let content = format!("heat map of N = {n}, {} solutions", heatmap.solutions());
        Ok(Picture { svg, text, content })
    }
}

#[pymethods]
impl Picture {
    /// The drawing as an SVG document.
    #[getter]
    fn svg(&self) -> &str {
        &self.svg
    }

    /// Writes the drawing to an SVG file.
    ///
    /// Raises OSError if the file can't be written.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, &self.svg)?)
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<nqdb.Picture {}>", self.content)
    }
}

/// A drawing of boards of up to 1,000 rows, which do not have to be solutions.
///
/// `captions` are texts above the boards, `columns` is the number of boards side by side, `coordinates` labels the rows
/// and columns: "none", "numbers" or "chess".
///
/// Raises InvalidError for queens outside the board, other coordinates, and more captions than boards.
///
/// >>> nqdb.picture([2, 4, 1, 3], [3, 1, 4, 2], captions=["rank 1", "rank 2"])
/// <nqdb.Picture 2 boards>
#[pyfunction]
#[pyo3(signature = (*boards, captions=Vec::new(), columns=None, coordinates="none"))]
#[pyo3(text_signature = "(*boards, captions=[], columns=None, coordinates=\"none\")")]
pub(crate) fn picture(
    boards: &Bound<'_, PyTuple>,
    captions: Vec<String>,
    columns: Option<Count>,
    coordinates: &str,
) -> Result<Picture, Failure> {
    let coordinates = match coordinates {
        "none" => Coordinates::None,
        "numbers" => Coordinates::Numbers,
        "chess" => Coordinates::Chess,
        other => {
            return Err(Failure::invalid(format!(
                "coordinates must be \"none\", \"numbers\" or \"chess\", got {other:?}"
            )));
        }
    };
    let columns = match columns {
        Some(Count(0)) => return Err(Failure::invalid("expected columns=1 or more, got 0")),
        given => given.and_then(|Count(columns)| NonZeroUsize::new(columns.min(1000) as usize)),
    };
    if captions.len() > boards.len() {
        let message = format!("{} captions for {} boards", captions.len(), boards.len());
        return Err(Failure::invalid(message));
    }
    let captions = captions.into_iter().chain(std::iter::repeat(String::new()));
    let boards = boards.iter().zip(captions).map(|(board, caption)| {
        let Rows(rows) = board.extract()?;
        Ok((caption, nqdb::picture::Picture::new(rows)?))
    });
    Picture::of_boards(boards.collect::<Result<_, Failure>>()?, columns, coordinates)
}
