//! Output: text, JSON Lines, CSV or pictures.
//!
//! `target` is standard output or the file of `--output`; `writer` writes results there, and messages to stderr.
//! `format` has the `--format` of solutions and the printer that all commands share; `answers` are what it prints,
//! `range` prints runs of them. `table` aligns columns, `sql` prints the rows of statements, `build` the costs and
//! results of builds.

pub(crate) mod answers;
pub(crate) mod build;
pub(crate) mod format;
pub(crate) mod range;
pub(crate) mod sql;
pub(crate) mod table;
pub(crate) mod target;
pub(crate) mod writer;
