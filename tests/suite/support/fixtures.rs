//! The reader of the files in fixtures/.
//!
//! The published crate leaves the index of N = 20 out, which is most of the fixtures. There the tests that need it are
//! skipped, with a line that says so; in the repository a missing file is a failure.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A line of a CSV fixture, its values by the names of their columns.
#[derive(Debug)]
pub(crate) struct Row(Vec<(String, String)>);

impl Row {
    /// The value in a column.
    pub(crate) fn get<T: FromStr<Err: Debug>>(&self, column: &str) -> T {
        let (_, value) =
            self.0.iter().find(|(name, _)| name == column).expect("the fixture has the column");
        value.parse().expect("the fixture has such a value in the column")
    }
}

/// The rows of a CSV fixture.
pub(crate) fn rows(fixture: &str) -> Vec<Row> {
    let lines = lines(fixture);
    let (header, rows) = lines.split_first().expect("a fixture has a header");
    let columns: Vec<&str> = header.split(',').collect();
    let row = |line: &String| {
        let values: Vec<&str> = line.split(',').collect();
        assert_eq!(values.len(), columns.len(), "{fixture}: {line}");
        let pairs = columns.iter().zip(values);
        Row(pairs.map(|(&name, value)| (name.into(), value.into())).collect())
    };
    let rows: Vec<Row> = rows.iter().map(row).collect();
    assert!(!rows.is_empty(), "{fixture} is empty");
    rows
}

/// The lines of a fixture, without comments.
pub(crate) fn lines(fixture: &str) -> Vec<String> {
    let path = format!("{}/fixtures/{fixture}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// The boards whose indexes are in the repository.
pub(crate) const INDEXED: [u64; 5] = [17, 18, 19, 20, 21];

/// The index of a board, if it is there.
pub(crate) fn index(n: u64) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join(format!("fixtures/indexes/{n}.db"));
    // `cargo package` adds this file.
    let is_published = root.join(".cargo_vcs_info.json").exists();
    if n >= 20 && is_published && !path.exists() {
        eprintln!("fixtures/indexes/{n}.db is not in the crate: not tested");
        return None;
    }
    assert!(path.exists(), "{} is missing", path.display());
    Some(path)
}
