//! Output: text, JSON Lines, CSV or pictures.
//!
//! `write` writes results to standard output or the file of `--output`, and messages to stderr. `solution` has the
//! `--format` of solutions and the printer that all commands share, `drawing` draws boards, `range` prints runs of
//! solutions. `table` aligns columns
//! and prints the rows of statements, `build` the costs and results of builds.

pub(crate) mod build;
pub(crate) mod drawing;
pub(crate) mod range;
pub(crate) mod solution;
pub(crate) mod table;
pub(crate) mod write;
