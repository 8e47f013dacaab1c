//! Boards as text: one grammar for every interface, described with examples in docs/notation.md.
//!
//! [`Records`] splits input into records: a line, a matrix of several lines, an element of a JSON array, a SAT model,
//! or a CSV cell. A [`Reading`] parses the boards of a record. It detects the notation, or takes a [`Notation`] that
//! the user names; ambiguous text is rejected. [`Notation::write`] is the other direction.
//!
//! Each notation has a file with its parser and writer: `one_line`, `digits`, `pairs`, `matrix`, `fen`, `chess`, `sat`.
//! Around them: `lists` parses brackets, `json` objects and strings, `csv` headers and cells; `frame` has the checks
//! that all share, and `squares` turns squares into rows. Framed pictures and SVG are in `crate::picture`.

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
mod utf_8;
mod window;
mod writing;

pub use chess::parse_square;
pub use form::Notation;
pub(super) use frame::Frame;
pub use matrix::board_picture;
pub(crate) use one_line::parse_digits;
pub use reading::Reading;
pub use records::{Record, Records};
pub use text::{arguments, parse_queens};
pub use utf_8::{BYTE_ORDER_MARK, utf_8};
