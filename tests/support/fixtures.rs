//! The reader of the files in fixtures/.

use std::fmt::{Debug, Display};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A line of a CSV fixture: values with their column names.
#[derive(Debug)]
pub struct Row(Vec<(String, String)>);

impl Row {
    /// The value in a column.
    pub fn get<T: FromStr<Err: Debug>>(&self, column: &str) -> T {
        let (_, value) =
            self.0.iter().find(|(name, _)| name == column).expect("the fixture has the column");
        value.parse().expect("the fixture has such a value in the column")
    }
}

/// The rows of a CSV fixture.
pub fn rows(fixture: &str) -> Vec<Row> {
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
pub fn lines(fixture: &str) -> Vec<String> {
    text(&format!("fixtures/{fixture}"))
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// The boards whose indexes are in the repository.
pub const INDEXED: [u64; 5] = [17, 18, 19, 20, 21];

/// The index of a board.
pub fn index(n: impl Display) -> PathBuf {
    file(&format!("fixtures/indexes/{n}.db"))
}

/// A file of the repository, which must exist.
pub fn file(path: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    file.canonicalize().unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The text of a file of the repository.
pub fn text(path: &str) -> String {
    std::fs::read_to_string(file(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
