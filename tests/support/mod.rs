//! A home of its own for the program, and what it answers there.
#![allow(dead_code, reason = "each test binary uses a part of this")]

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OpenFlags};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Longer than any question of a test takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A directory that is the user's home, and holds the user's data.
pub(crate) struct Home {
    directory: TempDir,
}

impl Home {
    /// An empty one: no database.
    pub(crate) fn new() -> Self {
        Home { directory: tempfile::tempdir().unwrap() }
    }

    /// One with these boards in the database, such as `8 10-12`.
    pub(crate) fn with(boards: &str) -> Self {
        let home = Home::new();
        home.run(&format!("build {boards}")).succeeded();
        home
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// The default database.
    pub(crate) fn database(&self) -> PathBuf {
        self.path().join("data/nqdb/nqdb.db")
    }

    /// The program, for a user who lives here.
    pub(crate) fn command(&self) -> Command {
        self.command_of(Path::new(env!("CARGO_BIN_EXE_nqdb")))
    }

    /// A copy of the program, for a user who lives here.
    pub(crate) fn command_of(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.path()).env("HOME", self.path());
        command.env("XDG_DATA_HOME", self.path().join("data")).env_remove("NQDB_DB");
        command
    }

    /// Asks with words separated by spaces; single quotes keep a word together.
    pub(crate) fn run(&self, line: &str) -> Answer {
        self.ask(&words(line), b"")
    }

    /// Asks with words as they are and a standard input.
    pub(crate) fn ask<S: AsRef<str>>(&self, words: &[S], input: &[u8]) -> Answer {
        let mut command = self.command();
        command.args(words.iter().map(AsRef::as_ref));
        answer(command, input)
    }

    /// Everything in the home, with its bytes.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(self.path(), &mut files);
        files
    }
}

fn collect(directory: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            let bytes = std::fs::read(&path).unwrap();
            files.insert(path, bytes);
        }
    }
}

pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (index, part) in line.split('\'').enumerate() {
        let quoted = index % 2 == 1;
        for c in part.chars() {
            if c == ' ' && !quoted {
                words.push(String::new());
            } else if let Some(word) = words.last_mut() {
                word.push(c);
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What the program answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) question: String,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

/// Runs the program to its end. Whatever it is asked, it must not panic.
pub(crate) fn answer(command: Command, input: &[u8]) -> Answer {
    let question = format!("{:?}", command.get_args().collect::<Vec<_>>());
    let mut command = assert_cmd::Command::from_std(command);
    let output = command.timeout(PATIENCE).write_stdin(input).output().unwrap();
    Answer::new(question, output)
}

impl Answer {
    pub(crate) fn new(question: String, output: Output) -> Self {
        let answer = Answer {
            question,
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code(),
        };
        assert!(!answer.stderr.contains("panicked"), "{answer:#?}");
        answer
    }

    /// The answer to a question that was answered, and with nothing said beside it.
    pub(crate) fn text(&self) -> &str {
        assert_eq!(self.stderr, "", "{self:#?}");
        self.succeeded()
    }

    /// The answer to a question that was answered, whatever was said beside it.
    pub(crate) fn succeeded(&self) -> &str {
        assert_eq!(self.code, Some(0), "{self:#?}");
        &self.stdout
    }

    /// The answer as JSON Lines.
    pub(crate) fn json(&self) -> Vec<Json> {
        self.succeeded().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// There was no answer, for a reason that mentions all of this.
    pub(crate) fn failed(&self, code: i32, reason: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert_eq!(self.stdout, "", "{self:#?}");
        self.says(reason);
    }

    /// Standard error mentions all of this.
    pub(crate) fn says(&self, reason: &[&str]) {
        for part in reason {
            assert!(self.stderr.contains(part), "{part:?} is not mentioned: {self:#?}");
        }
    }
}

/// The file beside a database, such as its lock or its journal.
pub(crate) fn beside(database: &Path, end: &str) -> PathBuf {
    PathBuf::from(format!("{}{end}", database.display()))
}

/// Starts a command that runs beside the test.
pub(crate) fn start(home: &Home, line: &str) -> Child {
    let mut command = home.command();
    command.args(words(line)).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

pub(crate) fn end(child: Child) -> Answer {
    Answer::new("a command beside the test".to_owned(), child.wait_with_output().unwrap())
}

/// Whether `got` has everything that `expected` has; objects may have further fields.
pub(crate) fn has(got: &Json, expected: &Json) -> bool {
    match (got, expected) {
        (Json::Object(got), Json::Object(expected)) => expected
            .iter()
            .all(|(name, value)| got.get(name).is_some_and(|found| has(found, value))),
        (Json::Array(got), Json::Array(expected)) => {
            got.len() == expected.len() && got.iter().zip(expected).all(|(g, e)| has(g, e))
        }
        _ => got == expected,
    }
}

/// A connection for reading, without any functions.
pub(crate) fn open(path: &Path) -> Connection {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap()
}

/// All rows of a query.
pub(crate) fn query(connection: &Connection, sql: &str) -> Vec<Vec<Sql>> {
    let mut statement = connection.prepare(sql).unwrap();
    let columns = statement.column_count();
    let row = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
    statement.query_map([], row).unwrap().map(Result::unwrap).collect()
}

/// One number.
pub(crate) fn number(connection: &Connection, sql: &str) -> i64 {
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

/// Every row of a database, but not when its boards were built.
pub(crate) fn content(path: &Path) -> Vec<Vec<Sql>> {
    let connection = open(path);
    let boards = "SELECT n, tier, state, solutions, orbits, codec, block_size, digest, built_by
                  FROM board ORDER BY n";
    let mut rows = query(&connection, boards);
    rows.extend(query(&connection, "SELECT * FROM block ORDER BY n, first_rank"));
    rows
}

/// The lines of a file in fixtures/, comments left out.
pub(crate) fn fixture(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 1, "{name} has {} lines", lines.len());
    lines.into_iter().map(str::to_owned).collect()
}

/// The cells of a CSV file in fixtures/, below its header.
pub(crate) fn table(name: &str) -> Vec<Vec<String>> {
    let rows = fixture(name).into_iter().skip(1);
    rows.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}
