//! Output: text, JSON Lines, CSV or pictures.
//!
//! `write` writes results to standard output or the file of `--output`, and messages to stderr. `format` has the
//! formats, `columns` the columns of results; `printer` prints and draws the boards of all commands, `solution` solutions
//! and orbits with their numbers. `table` aligns columns and prints the rows of statements, `build` the costs and results
//! of builds.

pub(crate) mod build;
pub(crate) mod columns;
pub(crate) mod format;
pub(crate) mod printer;
pub(crate) mod solution;
pub(crate) mod table;
pub(crate) mod write;
