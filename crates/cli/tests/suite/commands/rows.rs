//! `list --format binary`: the rows of CSV as bytes, on all tiers, and what it rejects.

use crate::support::hosts::at_a_terminal;
use crate::support::program::{Home, within_some_limit};
use crate::support::running::{Running, output};
use nqdb_test_support::sample::one_in;
use std::process::Stdio;

/// The output of the program as bytes.
fn bytes(home: &Home, line: &str) -> Vec<u8> {
    let mut command = home.command();
    command.args(line.split(' '));
    let output = output(command, b"");
    assert!(output.status.success(), "{line}: {output:?}");
    output.stdout
}

/// The rows of a CSV list as bytes: a number has eight, an unknown one is 0, a queen has one.
fn rows(csv: &str) -> Vec<u8> {
    let mut lines = csv.lines().map(|line| line.split(','));
    let header: Vec<&str> = lines.next().unwrap().collect();
    let mut rows = Vec::new();
    for (column, cell) in lines.flat_map(|cells| header.iter().zip(cells)) {
        match *column {
            "queens" => rows.extend(cell.split(' ').map(|row| row.parse::<u8>().unwrap())),
            _ => rows.extend(cell.parse::<i64>().unwrap_or(0).to_le_bytes()),
        }
    }
    rows
}

/// Options of `list`, and columns.
const LISTS: &[(&str, &str)] = &[
    ("", "queens"),
    ("", "rank,queens"),
    ("", "queens,rank"),
    ("", "rank,orbit_id,queens"),
    ("", "orbit_id"),
    (" --orbits", "queens"),
    (" --orbits", "orbit_id,queens"),
    (" --orbits", "rank,orbit_id,queens"),
    (" --shuffle --seed 3", "queens,orbit_id,rank"),
    (" --fixed-by po7", "rank,queens"),
    (" --fixed-by po7", "rank,orbit_id,queens"),
    (" --orbits --stabilizer po1", "queens"),
    (" --orbits --stabilizer po1", "orbit_id,queens"),
    (" --orbits --stabilizer po1", "rank,queens"),
];

#[test]
fn rows_are_those_of_csv() {
    let homes = [Home::new(), Home::with("1-10"), Home::with("5-10 --tier indexed")];
    let check = |home: &Home, list: &str| {
        let csv = home.run(&format!("{list} --format csv"));
        assert!(bytes(home, &format!("{list} --format binary")) == rows(csv.succeeded()), "{list}");
    };
    for home in &homes {
        for n in (1..=10).step_by(one_in(3)) {
            for (options, columns) in LISTS {
                check(home, &format!("list {n}{options} --columns {columns}"));
            }
        }
        for range in ["--start 5", "--start 720", "--start 3 --limit 500", "--limit 0"] {
            check(home, &format!("list 10 {range} --columns rank,orbit_id,queens"));
        }
    }
    // A file gets the same bytes as a pipe.
    let home = &homes[0];
    home.run("list 8 --format binary --output rows").text();
    let file = std::fs::read(home.path().join("rows")).unwrap();
    assert_eq!(file, bytes(home, "list 8 --format binary"));
    assert_eq!((file.len(), &file[..8]), (8 * 92, &[1, 5, 8, 6, 3, 7, 2, 4][..]));
}

#[test]
fn text_has_ranks_before_the_queens() {
    for home in [Home::new(), Home::with("6")] {
        let expected = "1\t2 4 6 1 3 5\n2\t3 6 2 5 1 4\n3\t4 1 5 2 6 3\n4\t5 3 1 6 4 2\n";
        assert_eq!(home.run("list 6 --columns rank,queens").text(), expected);
        assert_eq!(
            home.run("list 6 --orbits --columns orbit_id,queens").text(),
            "1\t2 4 6 1 3 5\n"
        );
        let one = home.run("list 8 --orbits --fixed-by po7 --columns orbit_id,queens");
        assert_eq!(one.text(), "10\t3 5 2 8 1 7 4 6\n");
    }
}

#[test]
fn boards_beyond_counting_have_rows() {
    let home = Home::new();
    let csv = home.run("list 30 --limit 3 --format csv");
    let binary = bytes(&home, "list 30 --limit 3 --columns rank,queens --format binary");
    assert_eq!(binary.len(), 3 * (8 + 30));
    assert!(binary == rows(csv.succeeded()));
}

/// The first rows are written soon, and a time limit loses none that were found.
#[test]
fn a_time_limit_keeps_the_rows_so_far() {
    let home = Home::new();
    for (numbers, width) in
        [("", 40), (" --columns rank,queens", 48), (" --columns rank,orbit_id,queens", 56)]
    {
        within_some_limit(|limit| {
            let line = format!("--time-limit {limit} list 40 --format binary{numbers}");
            let mut command = home.command();
            command.args(line.split(' '));
            let output = output(command, b"");
            assert_eq!(output.status.code(), Some(1), "{line}: {output:?}");
            assert!(output.stdout.len().is_multiple_of(width), "{line}: {output:?}");
            !output.stdout.is_empty()
        });
    }
}

#[test]
fn options_that_bytes_ignore_are_rejected() {
    let home = Home::new();
    home.run("list 8 --format binary --ascii").failed(2, &["--ascii requires --format drawing"]);
    let coordinates = home.run("list 8 --format binary --coordinates chess");
    coordinates.failed(2, &["--coordinates requires --format drawing"]);
    home.run("list 8 --format binary --json").failed(2, &["--json"]);
    home.run("list 8 --format binary --start 93").failed(1, &["93", "92"]);
    home.run("list 8 --format binary --columns tier")
        .failed(2, &["rank, orbit_id, queens", "tier"]);
    for question in ["unrank 8 1", "random 8", "orbit 8:1", "count 8", "solve 8"] {
        home.run(&format!("{question} --format binary"))
            .failed(2, &["--format: expected text, json, csv", "got \"binary\""]);
    }
    let Some(refused) = at_a_terminal(&home, &["list", "4", "--format", "binary"]) else { return };
    assert_eq!(refused.code, Some(2), "{refused:#?}");
    assert!(refused.stdout.contains("--output FILE"), "{refused:#?}");
}

/// A reader that closes the pipe ends the list, without a message.
#[test]
fn a_closed_pipe_ends_the_list() {
    let home = Home::new();
    let mut command = home.command();
    command
        .args(["list", "15", "--format", "binary"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = Running::start(command);
    let mut some = [0; 15];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut some).unwrap();
    assert_eq!(some[..5], [1, 3, 5, 2, 10]);
    drop(child.stdout.take());
    let output = child.output(b"");
    assert!(output.stderr.is_empty(), "{output:?}");
}
