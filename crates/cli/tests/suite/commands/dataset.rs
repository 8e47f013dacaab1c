//! `nqdb dataset` and `nqdb score`; the tests of nqdb-dataset have the laws of tasks, splits and scores.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::{Home, end, start};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

#[test]
fn a_directory_has_the_printed_tasks() {
    let home = Home::new();
    let options = "dataset 6,8-9,8 --limit 50 --completions 1-3 --seed 4";
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
    home.run("dataset 8 --limit 2").says(&["nqdb: --seed ", " repeats this data set"]);
    home.run("dataset 4 --limit 100 --seed 1").says(&["nqdb: test has 0 of 10 tasks: no others"]);
    let few = "nqdb: validation has no tasks: --limit 2 is less than one for each split\n";
    assert_eq!(home.run("dataset 8 --limit 2 --seed 1").stderr, few);
    assert_eq!(home.run("dataset 8 --limit 2 --seed 1 --dir few").stderr, few);
    let four = home.run("dataset 8 --limit 4 --seed 1");
    let splits: Vec<Value> = four.json().iter().map(|task| task["split"].clone()).collect();
    assert_eq!(
        (splits, &*four.stderr),
        (vec!["train".into(), "train".into(), "validation".into(), "test".into()], "")
    );
}

/// Ranks and orbit ids that are out of reach are null, which the data card mentions.
#[test]
fn large_boards_have_no_ranks() {
    let home = Home::new();
    let options = "dataset 8,30 --limit 3 --givens 5-20 --completions 1-3 --seed 1";
    for layout in ["tasks", "reasoning-gym"] {
        let tasks = home.run(&format!("{options} --layout {layout}")).json();
        assert_eq!(tasks.len(), 6);
        for task in &tasks {
            let fields = if layout == "tasks" { task } else { &task["metadata"] };
            let is_large = fields["id"].as_str().unwrap().starts_with("30-");
            assert_eq!(fields["ranks"].is_null(), is_large, "{task}");
            assert_eq!(fields["orbit_ids"].is_null(), is_large, "{task}");
        }
    }
    home.run(&format!("{options} --dir set")).succeeded();
    let card = fs::read_to_string(home.path().join("set/README.md")).unwrap();
    assert!(card.contains("and are null for N = 30, where they are out of reach"), "{card}");
    home.run("dataset 8 --limit 10 --seed 1 --dir near").succeeded();
    let card = fs::read_to_string(home.path().join("near/README.md")).unwrap();
    assert!(!card.contains("out of reach"), "{card}");
    let tasks = home
        .run("dataset 30 --limit 3 --givens 16-20 --completions 1-3 --seed 1")
        .succeeded()
        .to_owned();
    fs::write(home.path().join("tasks.jsonl"), &tasks).unwrap();
    let score = home.ask(&["score", "tasks.jsonl", "--json"], tasks.as_bytes()).json();
    assert_eq!(score[0]["accuracy"], json!(1.0), "{score:?}");
}

#[test]
fn answers_are_scored() {
    let home = Home::new();
    let tasks = home.run("dataset 8 --limit 10 --split 1 --seed 1").succeeded().to_owned();
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
    let each = home.run("score tasks.jsonl answers.jsonl --per-task").json();
    assert_eq!((each.len(), &each[10]), (11, &from_file.json()[0]));
    let table = home.run("score tasks.jsonl answers.jsonl");
    assert!(
        table.succeeded().contains("solved              10\naccuracy                100.00%\n"),
        "{table:#?}"
    );
    // Several tasks of one id, and no answers.
    let none = home.ask(&["score", "tasks.jsonl", "--json"], b"").json();
    assert_eq!((&none[0]["solved"], &none[0]["coverage"]), (&json!(0), &json!(0.0)));
}

/// One task that has too many completions does not end the others.
#[test]
fn large_tasks_have_no_coverage() {
    let home = Home::new();
    let tasks = "\u{feff}{\"id\":\"a\",\"n\":4,\"conditions\":[]}\r\n{\"id\":\"b\",\"n\":30,\"conditions\":[]}\n";
    fs::write(home.path().join("tasks.jsonl"), tasks).unwrap();
    let answers = b"{\"id\":\"a\",\"answer\":\"2 4 1 3\"}";
    let lines = home.ask(&["score", "tasks.jsonl", "--per-task"], answers).json();
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
    fs::write(home.path().join("task.jsonl"), r#"{"id":"a","n":4,"conditions":[]}"#).unwrap();
    let mut input = vec![b' '; 130 << 20];
    input.extend_from_slice(b"\n{\"id\":\"a\",\"answer\":\"2 4 1 3\"}");
    let score = home.ask(&["score", "task.jsonl", "--json"], &input).json();
    let expected = json!({"answers": 1, "solved": 1, "bad_lines": 1});
    assert!(crate::support::program::has(&score[0], &expected), "{score:?}");
}

/// Ctrl-C removes the incomplete directory.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_no_directory() {
    let home = Home::new();
    let files = || {
        let parts = fs::read_dir(home.path()).unwrap().map(|entry| entry.unwrap().path());
        parts.filter(|path| path.to_str().unwrap().ends_with(".part")).collect::<Vec<_>>()
    };
    for line in ["dataset 12 --limit 1000000 --dir set", "puzzle 16 --limit 1000000 --dir set"] {
        let mut running = start(&home, line);
        let has_files =
            |path: &PathBuf| fs::read_dir(path).is_ok_and(|mut all| all.next().is_some());
        while running.try_wait().unwrap().is_none() && !files().iter().any(has_files) {
            std::thread::yield_now();
        }
        running.interrupt();
        end(running).failed(130, &["stopped by Ctrl-C; nothing is written"]);
        assert_eq!(files(), [] as [PathBuf; 0]);
    }
}

/// Bad lines are named, but not all of them; files with nothing else are an error.
#[test]
fn bad_lines_are_named() {
    let home = Home::new();
    let write = |name: &str, lines: &[&str]| {
        fs::write(home.path().join(name), lines.join("\n") + "\n").unwrap();
    };
    let task = r#"{"id":"a","n":4,"conditions":[]}"#;
    let answer = r#"{"id":"a","answer":"2 4 1 3"}"#;
    write("tasks", &[task, "", task, r#"{"id":"b","n":4,"givens":[1]}"#]);
    write("answers", &["{", answer, "[]", r#"{"id":"c","answer":""}"#, r#"{"id":"a"}"#, "1"]);
    write("unread", &[r#"{"id":"a","answers":["2413","no","[2, 4, 1, 1].",null]}"#]);
    write("one", &[task]);
    write("two", &[r#"{"n":4,"conditions":[]}"#, r#"{"n":4,"conditions":["1=2"]}"#]);
    write("zero", &[r#"{"answers":["1302",[1,3,0,2]]}"#, r#"{"answer":"1 3 0 2"}"#]);
    let score = home.run("score tasks answers --json");
    score.says(&[
        "nqdb: line 3 of tasks: line 1 has the same id, a\n",
        "nqdb: line 4 of tasks: n is 4, but the length of givens is 1\n",
        "nqdb: line 1 of answers: not a JSON object",
        "nqdb: line 3 of answers: expected a JSON object\n",
        "nqdb: line 4 of answers: no task is called c\n",
        "nqdb: 2 more bad lines of answers\n",
    ]);
    let expected = json!({"tasks": 1, "solved": 1, "bad_tasks": 2, "bad_lines": 5});
    assert!(crate::support::program::has(&score.json()[0], &expected), "{score:#?}");
    let all = [
        (
            "score answers tasks",
            "no line of answers is a task; the tasks come first: `nqdb score TASKS ANSWERS`",
        ),
        ("score two answers", "no line of answers is an answer to a task of two"),
        ("score one zero", "no line of zero is an answer to a task of one"),
        ("score one two --per-task", "no line of two is an answer to a task of one"),
    ];
    for (line, reason) in all {
        home.run(line).failed(2, &[reason, "nqdb: line "]);
    }
    let unread = home.run("score one unread --json");
    unread.says(&[
        "nqdb: unread: 2 unreadable answers; the first: line 1, task a: ",
        "with \"no\"\n",
    ]);
    let expected = json!({"answers": 4, "unreadable": 2, "solutions": 1, "correct": 1});
    assert!(crate::support::program::has(&unread.json()[0], &expected), "{unread:#?}");
    // A line for each task, counted from 0.
    let from_zero = home.run("score two zero --json --zero-based");
    assert_eq!((&from_zero.json()[0]["solved"], &*from_zero.stderr), (&json!(2), ""));
    let from_one = home.run("score two zero --json");
    from_one.says(&["nqdb: 3 wrong answers would be correct if rows and columns counted from 0: use --zero-based"]);
    assert_eq!(from_one.json()[0]["solved"], 0);
    home.run("score one answers --zero-based")
        .says(&["1 wrong answer would", "from 1: leave out --zero-based"]);
}

/// Lines of many lists, objects, levels or escapes take little more memory than their text.
#[cfg(target_os = "linux")]
#[test]
fn long_lines_take_little_memory() {
    use crate::support::memory::run_limited;
    let home = Home::new();
    let (task, answer) = (r#"{"id":"a","n":8,"conditions":[]}"#, r#"{"id":"a","answer":1}"#);
    let long = |size: usize, start: &str, part: &str, end: &str| {
        format!("{start}{}{end}\n", part.repeat(size / part.len()))
    };
    let filled = |start: &str, part: &str, end: &str| long(8 << 20, start, part, end);
    let answers = [
        filled(r#"{"id":"a","answers":["#, r#"{"":0},"#, "1]}"),
        filled(r#"{"id":"a","answers":[["#, "[],", "1]]}"),
        filled(r#"{"id":"a","answer":"#, "[", ""),
        filled(r#"{"id":"a","answer":""#, r"\n", r#""}"#),
        filled(r#"{"id":["#, "{},", r#"1],"answer":1}"#),
    ];
    let tasks = [
        filled(r#"{"id":"b","n":8,"conditions":["#, r#""","#, r#"""]}"#),
        filled(r#"{"id":"b","n":8,"givens":["#, "0,", "0]}"),
        filled(r#"{"id":"b","metadata":{"puzzle":["#, "[],", "[]]}}"),
    ];
    let files = answers.map(|line| (format!("{task}\n"), format!("{line}{answer}\n")));
    let others = tasks.map(|line| (format!("{task}\n{line}"), format!("{answer}\n")));
    for (tasks, answers) in files.iter().chain(&others) {
        fs::write(home.path().join("tasks"), tasks).unwrap();
        fs::write(home.path().join("answers"), answers).unwrap();
        let words = ["score", "tasks", "answers", "--json"].map(str::to_owned);
        let ended = run_limited(home.path(), &words, 8 + 64 + 32);
        assert_eq!(ended.code, Some(0), "{}: {ended:?}", &answers[..40]);
        assert!(ended.memory < (8 + 64) << 10, "{}: {ended:?}", &answers[..40]);
        assert!(ended.stdout.contains(r#""tasks":1,"answered":1"#), "{ended:?}");
    }
    // Too little memory for the line has a message.
    fs::write(
        home.path().join("tasks"),
        long(24 << 20, r#"{"id":"b","n":8,"givens":["#, "0,", "0]}"),
    )
    .unwrap();
    let words = ["score", "tasks", "tasks"].map(str::to_owned);
    let ended = run_limited(home.path(), &words, 40);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.stderr.contains("raise the memory limit (ulimit -v)"), "{ended:?}");
}

const MISTAKES: &[Mistake] = &[
    usage("dataset", &["<N>"]),
    usage("dataset 0", &["to 64, got \"0\""]),
    usage("dataset 8 --completions 0", &["at least one completion"]),
    usage("dataset 8 --completions 5-2", &["ascending range"]),
    usage("dataset 8 --split 0,0", &["80,10,10", "0,0"]),
    usage("dataset 8 --layout x", &["tasks, reasoning-gym or tokens", "x"]),
    usage("dataset 8 --answers 0", &["from 1"]),
    usage("dataset 8 --seed x", &["--seed"]),
    usage("dataset 8 --dir a --output b", &["--dir", "--output"]),
    failure(
        "dataset 30 --givens 1 --seed 1 --limit 1",
        &["120 have too many completions", "no task was found"],
    ),
    usage("dataset 8 --givens 8", &["N = 8 has at most 7 given queens, got 8"]),
    failure(
        "dataset 10 --givens 1 --completions 1 --seed 1",
        &["test has 0 of 100", "15 have too many completions", "no task was found"],
    ),
    failure(
        "dataset 10 --givens 1 --completions 1 --seed 1 --dir set",
        &["no task was found", "45 have too many"],
    ),
    usage("score -", &["can't both be read from standard input"]),
    failure(
        "dataset 8 --dir missing/set --seed 1",
        &["missing/set: the directory missing does not exist"],
    ),
    usage("score", &["<TASKS>"]),
    failure("score missing.jsonl", &["missing.jsonl: no such file\n"]),
];

#[test]
fn mistakes_are_explained() {
    let home = Home::new();
    check(&home, MISTAKES);
    std::fs::write(home.path().join("wide.jsonl"), b"\xff\xfe{\0}\0\r\0\n\0").unwrap();
    home.run("score wide.jsonl").failed(2, &["wide.jsonl: input is UTF-16"]);
}
