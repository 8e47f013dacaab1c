//! Information about a build.

use nqdb_test_support::fixtures::text;

/// The tests have all features.
#[test]
fn the_features_are_those_of_the_manifest() {
    let manifest = text("Cargo.toml");
    let table = manifest.split("\n[").find_map(|table| table.strip_prefix("features]"));
    let names =
        table.unwrap().lines().filter_map(|line| line.split_once(" = [")).map(|(name, _)| name);
    let mut declared: Vec<&str> = names.filter(|name| *name != "default").collect();
    let mut known = nqdb::version().features;
    declared.sort_unstable();
    known.sort_unstable();
    assert_eq!(declared, known);
}
