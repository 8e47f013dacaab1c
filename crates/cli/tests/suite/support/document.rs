//! Reads console blocks in documents: a `$ …` line, its `> …` continuation lines, and the expected output below, in
//! which `…` matches any text.

use super::running::output;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command and its expected output.
pub(crate) struct Example {
    /// The host that the block needs: the word after `console` in its first line.
    pub(crate) host: String,
    pub(crate) command: String,
    output: String,
}

pub(crate) fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut block: Option<String> = None;
    for line in text.lines() {
        if let Some(opening) = line.strip_prefix("```") {
            block = opening.strip_prefix("console").map(|host| host.trim().to_owned());
            continue;
        }
        let Some(host) = &block else { continue };
        let new = |command: &str| Example {
            host: host.clone(),
            command: command.to_owned(),
            output: String::new(),
        };
        let more = line.strip_prefix("> ").or((line == ">").then_some(""));
        match (line.strip_prefix("$ "), more, examples.last_mut()) {
            (Some(command), _, _) => examples.push(new(command)),
            (_, Some(more), Some(example)) if example.output.is_empty() => {
                example.command += "\n";
                example.command += more;
            }
            (_, _, Some(example)) => {
                example.output += line;
                example.output += "\n";
            }
            _ => panic!("{line:?} does not follow a command"),
        }
    }
    examples
}

/// Whether `line` matches `pattern`, in which each `…` matches any text.
pub(crate) fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let mut last = None;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        last = Some(part);
    }
    last.map_or(rest.is_empty(), |part| rest.is_empty() || part.is_empty())
}

/// The directory of the program under test.
pub(crate) fn programs() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_nqdb")).parent().unwrap().to_owned()
}

impl Example {
    /// Runs the command in a user's home, with these directories first in the PATH.
    pub(crate) fn check(&self, home: &Path, directories: &[PathBuf]) {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let directories = directories.iter().cloned().chain(std::env::split_paths(&path));
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{{ {}\n}} 2>&1", self.command)]).current_dir(home);
        shell.env("PATH", std::env::join_paths(directories).unwrap()).env("HOME", home);
        shell.env_remove("XDG_DATA_HOME").env_remove("NQDB_DB").env("NQDB_PROGRESS", "never");
        shell.env_remove("NQDB_TIME_LIMIT").env_remove("NQDB_STATEMENT_LIMIT");
        let output = output(shell, b"");
        let got = String::from_utf8(output.stdout).unwrap();
        let same_length = got.lines().count() == self.output.lines().count();
        let fit = self.output.lines().zip(got.lines()).all(|(pattern, line)| fits(pattern, line));
        let Example { command, output, .. } = self;
        assert!(same_length && fit, "$ {command}\nexpected:\n{output}\ngot:\n{got}");
    }
}
