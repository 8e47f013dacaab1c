//! The checks of the fuzz targets, one file for each. The tests of the program replay their corpora.
//!
//! A target makes a case from arbitrary bytes with `arbitrary`, and asserts the guarantee: an error or a right result,
//! never a panic, within bounded time and memory. Equal bytes make equal cases on every machine.

mod cells;
mod file;
mod input;
mod parsers;
mod sql_arguments;
mod tree;

use arbitrary::Unstructured;

/// Payloads of the tree codec.
pub fn tree(bytes: &[u8]) {
    run(bytes, tree::case);
}

/// Payloads of the cell codec, and lookups in cells.
pub fn cells(bytes: &[u8]) {
    run(bytes, cells::case);
}

/// Texts and packed bytes, parsed as every type that can be parsed.
pub fn parsers(bytes: &[u8]) {
    run(bytes, parsers::case);
}

/// Arguments and conditions of the SQL functions and tables.
pub fn sql_arguments(bytes: &[u8]) {
    run(bytes, sql_arguments::case);
}

/// A database file with changed bytes or rows, under all queries.
pub fn file(bytes: &[u8]) {
    run(bytes, file::case);
}

/// The code of a target. An error means that there are too few bytes for a case.
type Case = fn(&mut Unstructured<'_>) -> arbitrary::Result<()>;

fn run(bytes: &[u8], case: Case) {
    // Too few bytes do not make a case.
    let _ = case(&mut Unstructured::new(bytes));
}
