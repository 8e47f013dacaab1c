//! Boards as text: one grammar for every interface, described with examples in docs/notation.md.
//!
//! [`Records`] splits input into records: a line, a drawing or matrix of several lines, an element of a JSON array, a SAT
//! model, or the cells of a CSV line. A [`Reading`] parses the boards of a record, in a [`Notation`] that the user names
//! or in the only one that fits; a [`PartialBoard`] parses conditions. [`Notation::write`] is the other direction.
//!
//! A text is parsed once into words and nested lists (`tree`), and these are read into `squares`: lists of rows or
//! squares by `list`, lines of squares by `grid`, models by `sat`. Around them: `lines` tells what a line is part of, and
//! finds labels, `drawing` removes bars, rules and names of rows, `json` and `csv` find fields. Framed pictures and SVG
//! are in `crate::picture`.

mod csv;
mod drawing;
mod form;
mod grid;
mod json;
mod lines;
mod list;
mod partial;
mod reading;
mod records;
mod sat;
mod squares;
mod text;
mod tree;
mod writing;

pub use form::Notation;
pub use grid::board_picture;
pub use lines::{BYTE_ORDER_MARK, begins_csplib, utf_8};
pub use list::parse_square;
pub use partial::PartialBoard;
pub use reading::Reading;
pub use records::{Record, Records};
pub(super) use squares::Frame;
pub use text::{arguments, parse_queens};
