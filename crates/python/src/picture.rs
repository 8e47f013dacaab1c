//! [`Picture`]: drawings of boards and heat maps.

use crate::arguments::{PictureColumns, Rows};
use crate::errors::{Failure, Result};
use crate::signals::{check, detached, look};
use nqdb::picture::{ConditionsPicture, Coordinates, HeatmapPicture, Sheet};
use nqdb::{Conditions, search::Heatmap};
use nqdb_dataset::Target;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::fmt::{self, Display, Write};
use std::io::{self, Write as _};
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
    text: Text,
    /// A description of the drawing.
    content: String,
}

/// What print() shows.
enum Text {
    /// Boards with captions, drawn when they are printed.
    Boards(Vec<(String, nqdb::picture::Picture)>, Coordinates),
    Counts(String),
}

impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Text::Counts(counts) => f.write_str(counts),
            Text::Boards(boards, coordinates) => {
                boards.iter().enumerate().try_for_each(|(number, (caption, board))| {
                    let between = if number > 0 { "\n\n" } else { "" };
                    let line = if caption.is_empty() { "" } else { "\n" };
                    let board = board.unicode().with_coordinates(*coordinates);
                    write!(f, "{between}{caption}{line}{board}")
                })
            }
        }
    }
}

/// The longest drawing, in bytes.
const LONGEST: usize = 1 << 30;

/// A drawing as text, drawn without the GIL until a signal handler raises.
fn drawn(py: Python<'_>, drawing: &(impl Display + Sync)) -> Result<String> {
    struct Stoppable(String);

    impl Write for Stoppable {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let before = self.0.len();
            self.0.push_str(text);
            let is_time = self.0.len() >> 16 > before >> 16;
            let is_stopped = is_time && (look().is_break() || self.0.len() > LONGEST);
            if is_stopped { Err(fmt::Error) } else { Ok(()) }
        }
    }

    detached(py, || {
        let mut text = Stoppable(String::new());
        let too_long = |_| Failure::invalid("the drawing has more than 1 GiB");
        write!(text, "{drawing}").map_err(too_long)?;
        Ok::<_, Failure>(text.0)
    })
}

impl Picture {
    pub(crate) fn of_boards(
        py: Python<'_>,
        boards: Vec<(String, nqdb::picture::Picture)>,
        columns: Option<NonZeroUsize>,
        coordinates: Coordinates,
    ) -> Result<Self> {
        let content = match &boards[..] {
            [(_, board)] => format!("N = {}", board.n()),
            boards => format!("{} boards", boards.len()),
        };
        let mut sheet = Sheet::default().with_coordinates(coordinates);
        if let Some(columns) = columns {
            sheet = sheet.with_columns(columns);
        }
        for (caption, board) in &boards {
            sheet.push(caption.clone(), board.clone())?;
        }
        Ok(Picture { svg: drawn(py, &sheet)?, text: Text::Boards(boards, coordinates), content })
    }

    /// The number of solutions that match conditions and have a queen on each square.
    pub(crate) fn of_heatmap(conditions: &Conditions, heatmap: &Heatmap) -> Result<Self> {
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
        let text = Text::Counts(lines.collect::<Vec<_>>().join("\n"));
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
    fn save(&self, py: Python<'_>, path: PathBuf) -> io::Result<()> {
        py.detach(|| {
            let mut file = Target::file(&path)?;
            file.write_all(self.svg.as_bytes())?;
            file.complete()
        })
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    fn __str__(&self, py: Python<'_>) -> Result<String> {
        drawn(py, &self.text)
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
    columns: Option<PictureColumns>,
    coordinates: &str,
) -> Result<Picture> {
    let coordinates = match coordinates {
        "none" => Coordinates::None,
        "numbers" => Coordinates::Numbers,
        "chess" => Coordinates::Chess,
        other => {
            return Err(Failure::invalid(format!(
                "coordinates: expected \"none\", \"numbers\" or \"chess\", got {other:?}"
            )));
        }
    };
    let columns = columns.and_then(|columns| NonZeroUsize::new(columns.0.min(1000) as usize));
    if captions.len() > boards.len() {
        let (most, got) = (boards.len(), captions.len());
        let message = format!("expected at most {most} captions, one for each board, got {got}");
        return Err(Failure::invalid(message));
    }
    let captions = captions.into_iter().chain(std::iter::repeat(String::new()));
    let drawings = boards.iter().zip(captions).map(|(board, caption)| {
        check(board.py())?;
        let Rows(rows) = board.extract()?;
        Ok((caption, nqdb::picture::Picture::new(rows)?))
    });
    Picture::of_boards(boards.py(), drawings.collect::<Result<_>>()?, columns, coordinates)
}
