//! What the fuzz targets of fuzz/ check, one file for each, and the replay of their corpora in the tests.
//!
//! A target makes a case of any bytes, by `arbitrary`, and asserts the promise: an error or a right answer,
//! never a panic, within bounded time and memory. Equal bytes are equal cases, on every machine.

mod cells;
mod file;
mod parsers;
mod sql_arguments;
mod tree;

use crate::combinatorics::{BoardSize, Permutation, Solution};
use crate::search::Solutions;
use arbitrary::Unstructured;

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
    Ok(Permutation::from_distinct(n, rows))
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    /// Runs a target on the files of its corpus, which `cargo fuzz` found to raise its coverage.
    fn replay(name: &str, target: fn(&[u8])) {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/corpus").join(name);
        let mut cases = 0;
        for entry in fs::read_dir(&corpus).expect("the target has a corpus") {
            let path = entry.expect("a file").path();
            let bytes = fs::read(&path).expect("a file of the corpus");
            // Shown if the target panics.
            println!("{}", path.display());
            target(&bytes);
            cases += 1;
        }
        assert!(cases > 10, "{}: {cases} files", corpus.display());
    }

    #[test]
    fn the_corpus_of_tree_keeps_the_promise() {
        replay("tree", super::tree);
    }

    #[test]
    fn the_corpus_of_cells_keeps_the_promise() {
        replay("cells", super::cells);
    }

    #[test]
    fn the_corpus_of_parsers_keeps_the_promise() {
        replay("parsers", super::parsers);
    }

    #[test]
    fn the_corpus_of_sql_arguments_keeps_the_promise() {
        replay("sql_arguments", super::sql_arguments);
    }

    #[test]
    fn the_corpus_of_file_keeps_the_promise() {
        replay("file", super::file);
    }
}
