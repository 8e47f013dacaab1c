//! Runs the program under test in a home directory of its own.

use super::running::{self, PATIENCE, Running};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A temporary home directory with the user's data.
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
        self.path().join("data").join("nqdb").join("nqdb.db")
    }

    /// The program, run by the user of this home.
    pub(crate) fn command(&self) -> Command {
        self.command_of(Path::new(env!("CARGO_BIN_EXE_nqdb")))
    }

    /// A copy of the program, or a program that starts it, run by the user of this home. It shows no progress, because
    /// that depends on the speed of the machine.
    pub(crate) fn command_of(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.path()).env("HOME", self.path());
        let data = if cfg!(windows) { "LOCALAPPDATA" } else { "XDG_DATA_HOME" };
        command.env(data, self.path().join("data")).env_remove("NQDB_DB");
        command
            .env("NQDB_PROGRESS", "never")
            .env_remove("NQDB_TIME_LIMIT")
            .env_remove("NQDB_STATEMENT_LIMIT");
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

/// The output of a run of the program, and its exit code.
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
    Answer::new(question, running::output(command, input))
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

    /// The output of a successful run with nothing on stderr.
    pub(crate) fn text(&self) -> &str {
        assert_eq!(self.stderr, "", "{self:#?}");
        self.succeeded()
    }

    /// The output of a successful run.
    pub(crate) fn succeeded(&self) -> &str {
        assert_eq!(self.code, Some(0), "{self:#?}");
        &self.stdout
    }

    /// The output as JSON Lines.
    pub(crate) fn json(&self) -> Vec<Json> {
        self.succeeded().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Asserts exit code `code`, no output, and a message that contains all of `reason`.
    pub(crate) fn failed(&self, code: i32, reason: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert_eq!(self.stdout, "", "{self:#?}");
        self.says(reason);
    }

    /// Asserts that the program stopped after this many seconds or more, according to its message.
    pub(crate) fn stopped_after(&self, limit: f64) {
        let seconds = self.stderr.split(" after ").nth(1).and_then(|rest| rest.split(' ').next());
        let seconds: f64 =
            seconds.unwrap_or_default().parse().unwrap_or_else(|_| panic!("{self:#?}"));
        assert!(limit <= seconds && seconds < PATIENCE.as_secs_f64(), "{limit}: {self:#?}");
    }

    /// Asserts that stderr contains all of `reason`.
    pub(crate) fn says(&self, reason: &[&str]) {
        for part in reason {
            let question = &self.question;
            assert!(self.stderr.contains(part), "{question}: no {part:?} in {self:#?}");
        }
    }
}

/// Tries a command with increasing time limits, in seconds, until one is long enough for what must happen before its
/// end.
pub(crate) fn within_some_limit(succeeds: impl FnMut(&str) -> bool) {
    assert!(["0.3", "3", "30"].into_iter().any(succeeds), "nothing happened in 30 s");
}

/// A file next to a database, such as its lock or its journal: the database's path with this suffix.
pub(crate) fn with_suffix(database: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", database.display()))
}

/// Takes the lock of a database like a builder, until the file is closed.
pub(crate) fn take_lock(database: &Path) -> File {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 1);
    let mut lock = options.open(with_suffix(database, "-lock")).unwrap();
    #[cfg(not(windows))]
    lock.lock().unwrap();
    lock.write_all(b"process 4711, the test\n").unwrap();
    lock
}

/// Starts the program in parallel with the test. It prints its progress to stderr.
pub(crate) fn start(home: &Home, line: &str) -> Running {
    let mut command = home.command();
    command.args(words(line)).env_remove("NQDB_PROGRESS");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Running::start(command)
}

pub(crate) fn end(program: Running) -> Answer {
    Answer::new("a command in parallel".to_owned(), program.output(b""))
}

/// Starts the program, discards its stdout, and waits for a line of progress. Returns stderr up to this line.
pub(crate) fn progress(home: &Home, line: &str) -> (Running, String) {
    progress_of(home, line, "")
}

/// Like [`progress`], for a line that contains `what`.
pub(crate) fn progress_of(home: &Home, line: &str, what: &str) -> (Running, String) {
    let is_progress = |line: &str| line.contains(" after ") && line.contains(what);
    let mut command = home.command();
    command.args(words(line)).env_remove("NQDB_PROGRESS");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut program = Running::start(command);
    let mut stderr = BufReader::new(program.stderr.take().unwrap());
    let mut said = String::new();
    while !said.lines().last().is_some_and(is_progress) {
        assert!(stderr.read_line(&mut said).unwrap() > 0, "{line}: no progress: {said}");
    }
    (program, said)
}

/// Starts a build, and kills it as soon as the state of its files `is_reached`. Returns whether it was still running.
pub(crate) fn kill_when(home: &Home, line: &str, is_reached: impl Fn() -> bool) -> bool {
    let mut builder = start(home, line);
    while builder.try_wait().unwrap().is_none() && !is_reached() {
        std::thread::yield_now();
    }
    builder.kill().unwrap();
    !builder.wait().unwrap().success() && !builder.is_late()
}

/// Whether `got` contains all of `expected`; objects may have further fields.
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
