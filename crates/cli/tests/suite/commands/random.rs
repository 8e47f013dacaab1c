//! `nqdb random` in all formats; every tier draws the same solutions.

use crate::support::mistakes::{Mistake, check, failure, usage};
use crate::support::program::Home;
use crate::support::running::{PATIENCE, Running};
use nqdb_test_support::fixtures::index;
use rusqlite::Connection;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;

#[test]
fn tiers_draw_the_same() {
    let question = "random 4-14 --limit 5 --seed 77";
    let (none, stored, indexed) = (Home::new(), Home::with("8-12 14"), Home::new());
    indexed.run("build 9-12 14 --tier indexed").succeeded();
    let expected = none.run(question).text().to_owned();
    assert_eq!(expected.lines().count(), 11 * 5);
    for home in [stored, indexed] {
        assert_eq!(home.run(question).text(), expected);
    }
}

#[test]
fn draws_are_uniform_up_to_21_and_the_same_with_tables() {
    let home = Home::new();
    let nearly = home.run("random 22 --seed 3 --json --limit 2");
    nearly.says(&["N = 22 has no tables", "nearly uniform"]);
    for line in nearly.json() {
        assert_eq!((&line["uniform"], &line["rank"]), (&Json::Bool(false), &Json::Null));
        assert_eq!(line["tier"], "searched");
    }
    let question = "random 17 --seed 3 --json --limit 2";
    let searched = home.run(question).json();
    home.ask(&["import", index(17).to_str().unwrap()], b"").succeeded();
    let indexed = home.run(question);
    assert_eq!(indexed.stderr, "");
    for (line, searched) in indexed.json().iter().zip(&searched) {
        assert_eq!((&line["queens"], &line["rank"]), (&searched["queens"], &searched["rank"]));
        assert_eq!((&line["uniform"], &line["tier"]), (&Json::Bool(true), &Json::from("indexed")));
        assert_eq!(line["seed"], 3);
        let solution = home.run(&format!("unrank 17 {} --json", line["rank"])).json();
        assert_eq!(line["queens"], solution[0]["queens"]);
    }
}

/// The note is printed once per command, and only if something is drawn.
#[test]
fn the_note_is_printed_once() {
    let home = Home::new();
    let answer = home.run("random 1-64 --seed 1");
    assert_eq!(answer.succeeded().lines().count(), 62);
    assert_eq!(answer.stderr.matches("nearly uniform").count(), 1);
    answer.says(&["N = 22 has no tables", "all boards from N = 22 on", "nearly uniform"]);
    assert_eq!(home.run("random 3-20 --limit 0").text(), "");
}

/// A seed repeats solutions, so the note about it needs one.
#[test]
fn the_seed_of_a_failure_is_not_printed() {
    let home = Home::with("8");
    let spoil = "UPDATE nqdb_block SET payload = zeroblob(length(payload))";
    Connection::open(home.database()).unwrap().execute(spoil, []).unwrap();
    let failed = home.run("random 8");
    failed.failed(1, &["the file is damaged"]);
    assert!(!failed.stderr.contains("--seed"), "{failed:?}");
}

/// The solutions for a board size on standard input are printed before the next one is read.
#[test]
fn results_do_not_wait_for_the_end_of_the_input() {
    let home = Home::new();
    let mut command = home.command();
    command.args(["random", "-", "--seed", "1"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = Running::start(command);
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (send, receive) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        BufReader::new(output).lines().try_for_each(|line| send.send(line.unwrap()))
    });
    for (question, columns) in [("8\n", 8), ("5 ", 5)] {
        input.write_all(question.as_bytes()).unwrap();
        let answer: String = receive.recv_timeout(PATIENCE).unwrap();
        assert_eq!(answer.split(' ').count(), columns);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    reader.join().unwrap().unwrap();
}

#[test]
fn draws_are_numbered_over_the_whole_command() {
    let home = Home::new();
    let three = home.run("random 8 --limit 3 --seed 5").text().to_owned();
    assert_eq!(home.ask(&["random", "-", "--seed", "5"], b"8 8\n8").text(), three);
    assert_eq!(
        home.run("random 8 --seed 5 --limit 1").text(),
        three.lines().next().unwrap().to_owned() + "\n"
    );
    assert_ne!(home.run("random 8 --seed 6 --limit 3").text(), three);
    let any = home.run("random 11 --limit 2");
    any.says(&["--seed", "repeats these solutions"]);
    let seed = any.stderr.split_whitespace().nth(2).unwrap();
    assert_eq!(home.run(&format!("random 11 --limit 2 --seed {seed}")).text(), any.stdout);
}

/// Distinct draws are the beginning of the random order of `list`, on every tier.
#[test]
fn distinct_draws_do_not_repeat() {
    let (home, stored) = (Home::new(), Home::with("8"));
    let all = home.run("random 8 --limit 92 --distinct --seed 5").text().to_owned();
    assert_eq!(home.run("list 8 --shuffle --seed 5").text(), all);
    assert_eq!(stored.run("random 8 --limit 92 --distinct --seed 5").text(), all);
    let sorted = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(sorted(&all), sorted(home.run("list 8").text()));
    // Repeated sizes continue.
    let halves = ["random", "-", "--limit", "46", "--distinct", "--seed", "5"];
    assert_eq!(home.ask(&halves, b"8 8").text(), all);
    home.run("random 4 --limit 3 --distinct --seed 5")
        .failed(2, &["only 2 solutions of N = 4 can be drawn"]);
    let twice = home.ask(&["random", "-", "--limit", "92", "--distinct"], b"8 8");
    assert_eq!((twice.code, twice.stdout.lines().count()), (Some(2), 92));
    twice.says(&["--distinct: only 92 solutions of N = 8 can be drawn, fewer than 93"]);
    let nearly = home.run("random 22 --limit 3 --distinct --seed 5");
    nearly.says(&["nearly uniform"]);
    assert_eq!(sorted(nearly.succeeded()).len(), 3);
    assert_eq!(home.run("random 2-3 --limit 5 --distinct").succeeded(), "");
}

#[test]
fn random_orders_can_be_resumed() {
    let home = Home::with("8");
    let all = home.run("list 8 --shuffle --seed 5 --columns rank,queens").text().to_owned();
    let parts = ["--limit 30", "--start 31 --limit 40", "--start 71"]
        .map(|part| home.run(&format!("list 8 --shuffle --seed 5 --columns rank,queens {part}")));
    assert_eq!(parts.map(|part| part.text().to_owned()).concat(), all);
    assert_ne!(home.run("list 8 --shuffle --seed 6 --columns rank,queens").text(), all);
    let any = home.run("list 8 --shuffle");
    any.says(&["--seed", "repeats this order"]);
    home.run("list 28 --shuffle --limit 1").failed(1, &["N = 28 is not known"]);
    home.ask(&["import", index(20).to_str().unwrap()], b"").succeeded();
    let rows = home.run("list 20 --shuffle --seed 1 --start 1000000001 --limit 2 --format csv");
    // The value of the Rust example of `Board::shuffled`.
    assert!(rows.text().starts_with("rank,queens\n36759777343,"), "{rows:?}");
    assert_eq!(rows.text().lines().count(), 3);
}

/// The course exercise (research/sources.md): several N on standard input, a solution or a report for each.
#[test]
fn boards_come_from_standard_input() {
    let home = Home::new();
    let input = b"1 2\t3\n\n 4\r\n8";
    let words = ["random", "-", "--seed", "9"];
    let answer = home.ask(&words, input);
    let lines: Vec<&str> = answer.succeeded().lines().collect();
    assert_eq!((lines[0], lines.len()), ("1", 3), "{answer:?}");
    assert_eq!(answer.stderr, "nqdb: N = 2 has no solutions\nnqdb: N = 3 has no solutions\n");
    for solution in &lines[1..] {
        home.run(&format!("rank {solution}")).succeeded();
    }
    let csv = home.run("random 3-4 --seed 1 --format csv");
    assert!(csv.succeeded().starts_with("n,rank,queens\n4,"), "{csv:?}");
    assert_eq!(home.run("random 8 --limit 0").text(), "");
}

/// Each selected solution is drawn, and no other one, in every way of drawing.
#[test]
fn selected_solutions_are_drawn() {
    let home = Home::new();
    for selection in [
        "10 1=3 2!=7",
        "10 --fixed-by rotate-180",
        "9 5=1 --no-three-in-line",
        "10 c4 --stabilizer po1",
    ] {
        let all = home.run(&format!("list {selection}")).text().to_owned();
        let sorted = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
        let count = all.lines().count();
        assert_eq!(home.run(&format!("count {selection}")).text(), format!("{count}\n"));
        let shuffled = home.run(&format!("list {selection} --shuffle --seed 1"));
        assert_eq!(sorted(shuffled.text()), sorted(&all), "{selection}");
        assert_ne!(shuffled.text(), all, "{selection}");
        let rest = home.run(&format!("list {selection} --shuffle --seed 1 --start 3"));
        assert!(shuffled.text().ends_with(rest.text()), "{selection}");
        assert_eq!(rest.text().lines().count(), count - 2);
        let distinct = home.run(&format!("random {selection} --distinct --limit {count} --seed 1"));
        assert_eq!(distinct.text(), shuffled.text(), "{selection}");
        let few =
            home.run(&format!("random {selection} --distinct --limit {} --seed 1", count + 1));
        few.failed(2, &["--distinct", &format!("only {count} solutions")]);
        let drawn = home.run(&format!("random {selection} --limit {} --seed 1", 20 * count));
        assert_eq!(sorted(drawn.text()), sorted(&all), "{selection}");
    }
    let none = home.run("random 8 --toroidal");
    none.says(&["nqdb: no solution of N = 8 matches: toroidal"]);
    assert_eq!(none.succeeded(), "");
    let ranked = home.run("random 8 1=1 2=7 --limit 9 --seed 1 --json").json();
    assert!(ranked.iter().all(|line| [3, 4].contains(&line["rank"].as_u64().unwrap())));
    assert!(ranked.iter().all(|line| line["uniform"] == true));
}

/// One draw is fast, all draws would take days.
#[test]
fn the_time_limit_is_for_all_draws_together() {
    let answer = Home::new().run("random 20 --limit 1000000000 --seed 1 --time-limit 0.2");
    assert_eq!(answer.code, Some(1));
    // The limit is noticed between two draws, or within one.
    answer.says(&["nqdb: stopped ", "; allow more time"]);
}

const MISTAKES: &[Mistake] = &[
    usage("random", &["<N>"]),
    usage("random 0", &["to 64, got \"0\""]),
    usage("random 65", &["to 64, got \"65\""]),
    usage("random eight", &["from 1 to 64, got \"eight\""]),
    usage("random 9-8", &["ascending", "9-8"]),
    usage("random 8 -", &["`-`"]).reading(b"4"),
    usage("random - 4", &["did you mean --limit 4?"]).reading(b"4"),
    usage("random 8 5", &["got \"5\"; did you mean --limit 5?"]),
    usage("random 8 --limit 1001 --format svg", &["1000", "print fewer at a time"]),
    usage("random 8-9 --limit 501 --format svg", &["1000", "print fewer at a time"]),
    usage("random 9 --limit 18446744073709551615 --format svg", &["print fewer"]),
    usage("random 8 --limit -1", &["-1"]),
    usage("random 8 --seed 18446744073709551616", &["--seed"]),
    usage("random 8 --ascii", &["--format drawing"]),
    usage(
        "random 8-9 --limit 93 --distinct",
        &["--distinct: only 92 solutions of N = 8 can be drawn, fewer than 93"],
    ),
    usage("list 8 --seed 1", &["--shuffle"]),
    failure("random 22 --orbits", &["without tables"]),
    failure("list 22 --orbits --shuffle", &["without tables"]),
    usage("random 8 --orbits --distinct --limit 13", &["only 12 orbits of N = 8"]),
    usage("random -", &["standard input: expected board sizes, got nothing"]),
    usage("random -", &["standard input: expected board sizes, got nothing"]).reading(b" \n\t\n"),
    usage("random -", &["word 1 of standard input", "got \"8\\0\""]).reading(b"8\0"),
    usage("random -", &["got \"9\\u{1b}[1m\""]).reading(b"9\x1b[1m-8"),
    usage("random -", &["word 1 of standard input", "to 64, got \"65\""]).reading(b"65"),
    usage("random -", &["word 1 of standard input", "standard input: not valid UTF-8 at byte 1"])
        .reading(b"\xff"),
    usage("random -", &["word 1 of standard input", "input is UTF-16"])
        .reading(b"\xff\xfe8\0\r\0\n\0"),
    usage("random -", &["word 1 of standard input", "longer than 256 bytes"])
        .reading(&[b'1'; 100_000]),
];

#[test]
fn every_mistake_has_its_reason() {
    let home = Home::new();
    check(&home, MISTAKES);
    // The sizes before the wrong one are processed.
    let answer = home.ask(&["random", "-", "--seed", "1"], b"1 4 x 8");
    assert_eq!((answer.code, answer.stdout.lines().count()), (Some(2), 2), "{answer:?}");
    answer.says(&["word 3 of standard input"]);
}
