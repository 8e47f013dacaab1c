//! The README's tour: each `$ nqdb …` line of a console block prints what stands below it.

use std::path::Path;
use std::process::Command;

/// A command and the lines that stand below it.
struct Example {
    command: String,
    output: String,
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            examples.push(Example { command: command.to_owned(), output: String::new() });
        } else if let Some(example) = examples.last_mut().filter(|_| inside) {
            example.output.push_str(line);
            example.output.push('\n');
        }
    }
    examples
}

/// Whether `line` is `pattern`, in which each `…` stands for any text.
fn fits(pattern: &str, line: &str) -> bool {
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

fn run(command: &str, home: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_nqdb"));
    let path = std::env::var("PATH").unwrap_or_default();
    let directory = binary.parent().unwrap().display();
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .env("PATH", format!("{directory}:{path}"))
        .env("HOME", home)
        .env_remove("XDG_DATA_HOME")
        .env_remove("NQDB_DB")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_tour_prints_what_it_says() {
    let examples = examples(include_str!("../README.md"));
    assert!(examples.len() > 10, "the README has {} examples", examples.len());
    let home = tempfile::tempdir().unwrap();
    for Example { command, output } in examples {
        let got = run(&command, home.path());
        let same_length = got.lines().count() == output.lines().count();
        let fit = output.lines().zip(got.lines()).all(|(pattern, line)| fits(pattern, line));
        assert!(same_length && fit, "$ {command}\nexpected:\n{output}\ngot:\n{got}");
    }
}

#[test]
fn patterns_fit_what_they_say() {
    assert!(fits("a … b", "a 17 b") && fits("a …", "a 1 b") && fits("a", "a"));
    assert!(!fits("a … b", "a 17 c") && !fits("a", "ab") && !fits("a … b", "a 1 b c"));
}
