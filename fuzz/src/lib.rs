//! What the fuzz targets check, one file for each. The tests of the program replay their corpora.
//!
//! A target makes a case of any bytes, by `arbitrary`, and asserts the promise: an error or a right answer,
//! never a panic, within bounded time and memory. Equal bytes are equal cases, on every machine.

mod cells;
mod file;
mod parsers;
mod sql_arguments;
mod tree;

use arbitrary::Unstructured;
use nqdb::Solutions;
use nqdb::{BoardSize, Permutation, Solution};

/// Payloads of the tree codec.
pub fn tree(bytes: &[u8]) {
    run(bytes, tree::case);
}

/// Payloads of the cell codec, and look-ups in cells.
pub fn cells(bytes: &[u8]) {
    run(bytes, cells::case);
}

/// Texts and packed bytes, read as every type that can be.
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

/// What a target does with its bytes; an error where they are too few for a case.
type Case = fn(&mut Unstructured<'_>) -> arbitrary::Result<()>;

fn run(bytes: &[u8], case: Case) {
    // Too few bytes are no case.
    let _ = case(&mut Unstructured::new(bytes));
}

/// Up to `most` bytes.
fn some_bytes<'a>(input: &mut Unstructured<'a>, most: usize) -> arbitrary::Result<&'a [u8]> {
    let most = most.min(input.len());
    let len = input.int_in_range(0..=most)?;
    input.bytes(len.min(input.len()))
}

/// A permutation.
fn permutation(input: &mut Unstructured<'_>, n: BoardSize) -> arbitrary::Result<Permutation> {
    let mut rows: Vec<u8> = (0..n.get() as u8).collect();
    for column in 0..rows.len() {
        let other = input.int_in_range(column..=rows.len() - 1)?;
        rows.swap(column, other);
    }
    Ok(Permutation::new(&rows).expect("each row once"))
}

/// Solutions in a row, in lexicographic order, that begin anywhere on the board; none at its end.
fn solutions_in_a_row(
    input: &mut Unstructured<'_>,
    n: BoardSize,
    most: usize,
) -> arbitrary::Result<Vec<Solution>> {
    let start = permutation(input, n)?;
    let count = input.int_in_range(1..=most)?;
    Ok(Solutions::starting_at(&start).take(count).collect())
}
