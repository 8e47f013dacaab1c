//! The README's tour: each `$ nqdb …` line of a console block prints what stands below it.

use crate::support::document::{examples, fits, programs};
use std::path::Path;

#[test]
fn the_tour_prints_what_it_says() {
    let examples = examples(include_str!("../../README.md"));
    assert!(examples.len() > 10, "the README has {} examples", examples.len());
    assert!(examples.iter().all(|example| example.host.is_empty()), "nqdb is all it takes");
    let home = tempfile::tempdir().unwrap();
    // A user in the source's own directory.
    let indexes = home.path().join("fixtures/indexes");
    std::fs::create_dir_all(&indexes).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/indexes/20.db");
    std::fs::copy(source, indexes.join("20.db")).unwrap();
    examples.iter().for_each(|example| example.check(home.path(), &[programs()]));
}

#[test]
fn patterns_fit_what_they_say() {
    assert!(fits("a … b", "a 17 b") && fits("a …", "a 1 b") && fits("a", "a"));
    assert!(!fits("a … b", "a 17 c") && !fits("a", "ab") && !fits("a … b", "a 1 b c"));
}
