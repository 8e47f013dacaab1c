//! The program under test, in a home directory of its own, and its answers.

use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Longer than any command of a test takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A temporary home directory, with the user's data in it.
pub(crate) struct Home {
    directory: TempDir,
}

impl Home {
    /// A home without a database.
    pub(crate) fn new() -> Self {
        Home { directory: tempfile::tempdir().unwrap() }
    }

    /// A home with these boards in its database, such as `8 10-12`.
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

    /// The program, run by the user of this home.
    pub(crate) fn command(&self) -> Command {
        self.command_of(Path::new(env!("CARGO_BIN_EXE_nqdb")))
    }

    /// A copy of the program, or one that starts it, run by the user of this home.
    pub(crate) fn command_of(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.path()).env("HOME", self.path());
        command.env("XDG_DATA_HOME", self.path().join("data")).env_remove("NQDB_DB");
        command
    }

    /// Runs the program with words separated by spaces; single quotes keep a word together.
    pub(crate) fn run(&self, line: &str) -> Answer {
        self.ask(&words(line), b"")
    }

    /// Runs the program with these words and this standard input.
    pub(crate) fn ask<S: AsRef<str>>(&self, words: &[S], input: &[u8]) -> Answer {
        let mut command = self.command();
        command.args(words.iter().map(AsRef::as_ref));
        answer(command, input)
    }

    /// All files in the home and their bytes.
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

/// What a run of the program printed, and its exit code.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) question: String,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

/// Runs a command to its end. It must not panic.
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

    /// The output of a run that succeeded with nothing on standard error.
    pub(crate) fn text(&self) -> &str {
        assert_eq!(self.stderr, "", "{self:#?}");
        self.succeeded()
    }

    /// The output of a run that succeeded.
    pub(crate) fn succeeded(&self) -> &str {
        assert_eq!(self.code, Some(0), "{self:#?}");
        &self.stdout
    }

    /// The answer as JSON Lines.
    pub(crate) fn json(&self) -> Vec<Json> {
        self.succeeded().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Asserts exit code `code`, no output, and a message that mentions all of `reason`.
    pub(crate) fn failed(&self, code: i32, reason: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert_eq!(self.stdout, "", "{self:#?}");
        self.says(reason);
    }

    /// Asserts that standard error mentions all of `reason`.
    pub(crate) fn says(&self, reason: &[&str]) {
        for part in reason {
            let question = &self.question;
            assert!(self.stderr.contains(part), "{question}: no {part:?} in {self:#?}");
        }
    }
}

/// The file beside a database, such as its lock or its journal.
pub(crate) fn beside(database: &Path, end: &str) -> PathBuf {
    PathBuf::from(format!("{}{end}", database.display()))
}

/// Starts a command that runs in parallel with the test.
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
