//! The README's tour: each `$ nqdb …` line of a console block prints what stands below it.

#[path = "support/document.rs"]
mod document;

use document::{examples, fits, programs};

#[test]
fn the_tour_prints_what_it_says() {
    let examples = examples(include_str!("../README.md"));
    assert!(examples.len() > 10, "the README has {} examples", examples.len());
    let home = tempfile::tempdir().unwrap();
    examples.iter().for_each(|example| example.check(home.path(), &[programs()]));
}

#[test]
fn patterns_fit_what_they_say() {
    assert!(fits("a … b", "a 17 b") && fits("a …", "a 1 b") && fits("a", "a"));
    assert!(!fits("a … b", "a 17 c") && !fits("a", "ab") && !fits("a … b", "a 1 b c"));
}
