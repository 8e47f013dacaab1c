//! Output: text, JSON Lines, CSV or pictures.
//!
//! `write` writes results to standard output or the file of `--output`, and messages to stderr. `format` has the
//! formats and the columns of results; `printer` prints and draws the boards of all commands, `solution` solutions and
//! orbits with their numbers. `table` aligns columns and prints the rows of statements, `build` the costs and results of
//! builds.

mod build;
mod format;
mod printer;
mod solution;
mod table;
mod write;

pub(crate) use build::{
    built_json, cost_json, describe_built, describe_cost, describe_work, solutions_in_orbits,
};
pub(crate) use format::{
    Column, Columns, ColumnsArg, Format, FormatArg, Value, check_output_name, only,
};
pub(crate) use printer::{
    CoordinateNames, DrawingArgs, FormatArgs, Printable, SolutionPrinter, reachable,
    refuse_terminal,
};
pub(crate) use solution::{NumberedSolution, RangePrinter};
pub(crate) use table::{RowPrinter, Table, csv_line};
pub(crate) use write::{Output, be_quiet, is_quiet, note, object, unreadable, warn};
