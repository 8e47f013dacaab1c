//! Output: text, JSON Lines, CSV or pictures.
//!
//! `write` writes results to standard output or the file of `--output`, and messages to stderr. `format` has the
//! formats and `columns` the columns of results; `drawing` draws boards, `solution` has the printer of boards that all
//! commands share, `range` prints runs of them. `table` aligns columns and prints the rows of statements, `build` the
//! costs and results of builds.

pub(crate) mod build;
pub(crate) mod columns;
pub(crate) mod drawing;
pub(crate) mod format;
pub(crate) mod range;
pub(crate) mod solution;
pub(crate) mod table;
pub(crate) mod write;
