//! Notes on stderr: about lists of nothing and seeds, and `--quiet`.

use crate::support::program::{Home, end, start};

/// A command line with an empty result, and words of its note; none for numbers, which say it themselves.
const NOTHING: &[(&str, &str)] = &[
    ("list 3", "N = 3 has no solutions"),
    ("list 2 --orbits --json", "N = 2 has no solutions"),
    ("list 3 --start 5 --toroidal", "N = 3 has no solutions"),
    ("list 3 --shuffle", "N = 3 has no solutions"),
    ("list 8 --fixed-by flip-diagonal", "no solution of N = 8 matches: fixed-by=flip-diagonal"),
    ("list 8 --toroidal --orbits --json", "no orbit of N = 8 matches: toroidal"),
    ("list 8 --superqueen --start 40", "no solution of N = 8 from 40 on matches: superqueen"),
    ("list 3", "N = 3 has no solutions"),
    ("list 8 1=1 2=2", "the given queens 1=1 and 2=2 attack each other"),
    ("random 3", "N = 3 has no solutions"),
    ("random 2 --json --limit 3", "N = 2 has no solutions"),
    ("puzzle 3 --givens 1 --all", "N = 3 has no puzzle with 1 queen given"),
    ("puzzle 8 --givens 1 --all", "N = 8 has no puzzle with 1 queen given"),
];

#[test]
fn lists_of_nothing_are_empty_with_a_note() {
    let home = Home::new();
    for (line, note) in NOTHING {
        let answer = home.run(line);
        assert_eq!(answer.succeeded(), "", "{answer:?}");
        assert_eq!(answer.stderr.lines().count(), 1, "{answer:?}");
        answer.says(&["nqdb: ", note]);
        assert_eq!(home.run(&format!("{line} --quiet")).text(), "", "{line}");
    }
}

#[test]
fn what_does_not_exist_is_an_error() {
    let home = Home::new();
    let lines =
        ["unrank 3 1", "unrank 3 1 --orbits", "orbit 3:1", "solve 3", "puzzle 3", "orbit-graph 3"];
    for line in lines {
        home.run(line).failed(1, &["N = 3 has no solutions"]);
        home.run(&format!("{line} -q")).failed(1, &["N = 3 has no solutions"]);
    }
    for line in ["count 3", "count 3"] {
        assert_eq!(home.run(line).text(), "0\n");
    }
    assert_eq!(home.run("heatmap 2").text(), "row  1  2\n  1  0  0\n  2  0  0\n");
}

#[test]
fn seeds_are_noted_once_there_is_something_to_repeat() {
    let home = Home::new();
    for line in [
        "list 8 --shuffle --limit 1",
        "random 8",
        "puzzle 8",
        "solve 20 --method min-conflicts",
        "dataset 6 --limit 2",
        "count 20 --estimate --sample-time 0.01",
    ] {
        let answer = home.run(line);
        assert!(!answer.succeeded().is_empty(), "{answer:?}");
        answer.says(&["--seed ", " repeats "]);
        assert!(!home.run(&format!("{line} --quiet")).stderr.contains("--seed"), "{line}");
    }
    for line in [
        "list 8 --shuffle --start 93",
        "list 8 --shuffle --limit 0",
        "random 8 --limit 0",
        "puzzle 8 --givens 1",
        "solve 100 --method genetic --max-steps 1",
        "dataset 3",
    ] {
        let answer = home.run(line);
        assert!(answer.stdout.is_empty() && !answer.stderr.contains("repeats"), "{answer:?}");
    }
}

/// `--quiet` hides notes; what was asked for and warnings remain.
#[test]
fn warnings_and_explanations_remain() {
    let home = Home::new();
    home.run("unrank 8 5 --explain -q").says(&["nqdb: N = 8 is searched"]);
    home.run("random 22 --seed 1 -q").says(&["nearly uniform"]);
    home.run("unrank 8 93 -q").failed(1, &["got 93"]);
}

/// The search takes longer than the second after which progress and advice are shown.
#[test]
fn quiet_work_shows_no_progress() {
    let stopped = end(start(&Home::new(), "unrank 64 1 --time-limit 1.2 --quiet"));
    stopped.failed(1, &["stopped while searching N = 64"]);
    assert_eq!(stopped.stderr.lines().count(), 1, "{stopped:#?}");
}
