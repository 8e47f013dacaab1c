//! Runs the fuzz targets on their corpora.

use nqdb_test_support::fixtures::file;
use std::fs;

/// Runs a target on the files of its corpus, which `cargo fuzz` collected for their coverage.
fn replay(name: &str, target: fn(&[u8])) {
    let corpus = file(&format!("fixtures/corpus/{name}"));
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
fn the_tree_target_passes_on_its_corpus() {
    replay("tree", nqdb_fuzz::tree);
}

#[test]
fn the_cells_target_passes_on_its_corpus() {
    replay("cells", nqdb_fuzz::cells);
}

#[test]
fn the_parsers_target_passes_on_its_corpus() {
    replay("parsers", nqdb_fuzz::parsers);
}

#[test]
fn the_sql_arguments_target_passes_on_its_corpus() {
    replay("sql_arguments", nqdb_fuzz::sql_arguments);
}

#[test]
fn the_file_target_passes_on_its_corpus() {
    replay("file", nqdb_fuzz::file);
}
