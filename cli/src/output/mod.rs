//! Answers, as text, JSON Lines, CSV or pictures.
//!
//! `target` is standard output or the file of `--output`; `writer` writes answers there, and messages on standard
//! error. `format` has the `--format` of solutions and the printer that all commands share; `answers` are what it
//! prints, `range` prints runs of them. `table` aligns columns, `sql` prints the rows of statements, `build` words what
//! builds cost and made.

pub(crate) mod answers;
pub(crate) mod build;
pub(crate) mod format;
pub(crate) mod range;
pub(crate) mod sql;
pub(crate) mod table;
pub(crate) mod target;
pub(crate) mod writer;
