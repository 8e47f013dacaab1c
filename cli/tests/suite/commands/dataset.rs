//! `nqdb dataset` and `nqdb score`; the tests of nqdb-dataset have the laws of tasks, splits and scores.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::Home;
use serde_json::{Value, json};
use std::fs;

#[test]
fn a_directory_has_the_printed_tasks() {
    let home = Home::new();
    let options = "dataset 6 8-9 8 --count 50 --completions 1-3 --seed 4";
    let printed = home.run(options).succeeded().to_owned();
    let table = home.run(&format!("{options} --dir set"));
    assert!(table.succeeded().starts_with("split       tasks  lines"), "{table:#?}");
    let files = ["train", "validation", "test"]
        .map(|split| fs::read_to_string(home.path().join(format!("set/{split}.jsonl"))).unwrap());
    assert_eq!(files.concat(), printed);
    let again = home.run(&format!("{options} --dir again --json"));
    let lines: Vec<Value> = again.json();
    assert_eq!(lines.len(), 3);
    for (line, file) in lines.iter().zip(&files) {
        assert_eq!(line["tasks"], file.lines().count());
        assert_eq!(line["bytes"], file.len());
    }
    home.run(&format!("{options} --dir set")).failed(1, &["set already exists"]);
    // Tables change nothing.
    let with_tables = Home::with("8 9");
    assert_eq!(with_tables.run(options).succeeded(), printed);
    home.run("dataset 8 --count 2").says(&["nqdb: --seed ", " repeats this data set"]);
    home.run("dataset 4 --count 100 --seed 1").says(&["nqdb: test has 0 of 10 tasks: no others"]);
}

#[test]
fn answers_are_scored() {
    let home = Home::new();
    let tasks = home.run("dataset 8 --count 10 --split 1 --seed 1").succeeded().to_owned();
    fs::write(home.path().join("tasks.jsonl"), &tasks).unwrap();
    let parsed = tasks.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let answers: Vec<String> = parsed
        .map(|task| json!({"id": task["id"], "answers": task["answers"]}).to_string())
        .collect();
    let input = format!("{}\nnot JSON\n\n{{\"id\":\"x\"}}\n", answers.join("\n"));
    fs::write(home.path().join("answers.jsonl"), &input).unwrap();
    let from_file = home.run("score tasks.jsonl answers.jsonl --json");
    let from_stdin = home.ask(&["score", "tasks.jsonl", "--json"], input.as_bytes());
    assert_eq!(from_file.succeeded(), from_stdin.succeeded());
    let expected =
        json!({"tasks": 10, "solved": 10, "accuracy": 1.0, "coverage": 1.0, "bad_lines": 2});
    assert!(crate::support::program::has(&from_file.json()[0], &expected), "{from_file:#?}");
    let each = home.run("score tasks.jsonl answers.jsonl --each").json();
    assert_eq!((each.len(), &each[10]), (11, &from_file.json()[0]));
    let table = home.run("score tasks.jsonl answers.jsonl");
    assert!(table.succeeded().contains("solved              10  100.00%\n"), "{table:#?}");
    // Several tasks of one id, and no answers.
    let none = home.ask(&["score", "tasks.jsonl", "--json"], b"").json();
    assert_eq!((&none[0]["solved"], &none[0]["coverage"]), (&json!(0), &json!(0.0)));
}

/// One task that has too many completions does not end the others.
#[test]
fn large_tasks_have_no_coverage() {
    let home = Home::new();
    let tasks =
        "\u{feff}{\"id\":\"a\",\"n\":4,\"squares\":[]}\r\n{\"id\":\"b\",\"n\":30,\"squares\":[]}\n";
    fs::write(home.path().join("tasks.jsonl"), tasks).unwrap();
    let answers = b"{\"id\":\"a\",\"answer\":\"2 4 1 3\"}";
    let lines = home.ask(&["score", "tasks.jsonl", "--each"], answers).json();
    assert_eq!((&lines[0]["coverage"], &lines[1]["coverage"]), (&json!(0.5), &json!(null)));
    let expected = json!({"tasks": 2, "solved": 1, "coverage": 0.5, "bad_tasks": 0});
    assert!(crate::support::program::has(&lines[2], &expected), "{lines:?}");
    fs::write(home.path().join("none.jsonl"), "").unwrap();
    let none = home.ask(&["score", "none.jsonl", "--json"], b"").json();
    assert_eq!((&none[0]["tasks"], &none[0]["accuracy"]), (&json!(0), &json!(null)));
}

/// A line that is too long is one bad line.
#[test]
fn long_lines_are_skipped() {
    let home = Home::new();
    fs::write(home.path().join("task.jsonl"), r#"{"id":"a","n":4,"squares":[]}"#).unwrap();
    let mut input = vec![b' '; 130 << 20];
    input.extend_from_slice(b"\n{\"id\":\"a\",\"answer\":\"2 4 1 3\"}");
    let score = home.ask(&["score", "task.jsonl", "--json"], &input).json();
    let expected = json!({"answers": 1, "solved": 1, "bad_lines": 1});
    assert!(crate::support::program::has(&score[0], &expected), "{score:?}");
}

const MISTAKES: &[Mistake] = &[
    usage("dataset", &["<N>"]),
    usage("dataset 0", &["from 1 to 64, got 0"]),
    usage("dataset 8 --completions 0", &["at least one completion"]),
    usage("dataset 8 --completions 5-2", &["ascending range"]),
    usage("dataset 8 --split 0,0", &["80,10,10", "0,0"]),
    usage("dataset 8 --layout x", &["tasks, reasoning-gym, tokens", "x"]),
    usage("dataset 8 --answers 0", &["from 1"]),
    usage("dataset 8 --seed x", &["--seed"]),
    usage("dataset 8 --dir a --output b", &["--dir", "--output"]),
    failure("dataset 22 --seed 1", &["solutions and orbits of N = 22", "`nqdb build 22`"]),
    failure("dataset 64 --seed 1", &["only the first and last", "N = 64"]),
    usage("dataset 8 --givens 8", &["N = 8 has at most 7 given queens, got 8"]),
    usage("score -", &["can't both be read from standard input"]),
    failure("dataset 8 --dir missing/set --seed 1", &["missing/set can't be written"]),
    usage("score", &["<TASKS>"]),
    failure("score missing.jsonl", &["missing.jsonl can't be read"]),
];

#[test]
fn mistakes_are_explained() {
    let home = Home::new();
    check(&home, MISTAKES);
    std::fs::write(home.path().join("wide.jsonl"), b"\xff\xfe{\0}\0\r\0\n\0").unwrap();
    home.run("score wide.jsonl").failed(2, &["wide.jsonl: input is UTF-16"]);
}
