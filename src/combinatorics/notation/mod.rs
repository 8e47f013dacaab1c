//! Boards as text: one grammar for all doors, which docs/notation.md states with examples.
//!
//! A text is divided into records by [`Records`]: a line, a matrix of several lines, an element of a JSON array, the
//! model of a SAT solver, or a cell of CSV. A [`Reading`] reads the boards of a record. What it accepts depends on the
//! shape of the text, or on a [`Notation`] that the user names; where two notations disagree about a text, it is
//! refused. [`Notation::write`] is the other direction.
//!
//! Each notation has a file, which reads and writes it: `one_line`, `digits`, `pairs`, `matrix`, `fen`, `chess`, `sat`.
//! Around them: `lists` reads brackets, `json` objects and strings, `csv` headers and cells; `frame` has what all
//! of them check, and `squares` makes rows of squares. Framed pictures and SVG are in `crate::picture`.

mod chess;
mod csv;
mod digits;
mod fen;
mod form;
mod frame;
mod json;
mod lists;
mod matrix;
mod one_line;
mod pairs;
mod reading;
mod records;
mod sat;
mod squares;
mod text;
mod window;
mod writing;

pub use form::Notation;
pub(super) use frame::Frame;
pub use matrix::board_picture;
pub(crate) use one_line::parse_digits;
pub use reading::Reading;
pub use records::{Record, Records};
pub use text::{arguments, parse_queens};
