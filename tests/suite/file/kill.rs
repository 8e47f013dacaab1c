//! A build may be killed at any moment: the next build finishes it, with the content of an uninterrupted one.

#![cfg(unix)]

use crate::support::program::{Home, start};
use crate::support::sqlite::{content, number, open, query};
use nqdb::Dice;
use rusqlite::types::Value as Sql;
use std::os::unix::process::ExitStatusExt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Runs one test of this file at a time: they measure how long a build takes.
static ALONE: Mutex<()> = Mutex::new(());

/// The rows that an uninterrupted build writes, and the shortest time of three.
fn uninterrupted(line: &str) -> (Vec<Vec<Sql>>, Duration) {
    let mut shortest = Duration::MAX;
    let mut rows = Vec::new();
    for _ in 0..3 {
        let (home, began) = (Home::new(), Instant::now());
        home.run(line).succeeded();
        shortest = shortest.min(began.elapsed());
        rows = content(&home.database());
    }
    (rows, shortest)
}

/// Starts a build and kills it after `moment`. Returns whether it was still running.
fn kill(home: &Home, line: &str, moment: Duration) -> bool {
    let mut builder = start(home, line);
    std::thread::sleep(moment);
    builder.kill().unwrap();
    builder.wait().unwrap().signal() == Some(9)
}

/// Asserts that the file is sound, holds exactly `rows`, and has no other file beside it.
fn is_finished(home: &Home, rows: &[Vec<Sql>]) {
    let check = query(&open(&home.database()), "PRAGMA integrity_check");
    assert_eq!(check, [[Sql::Text("ok".to_owned())]]);
    assert!(content(&home.database()) == rows, "the rows are not those of an uninterrupted build");
    assert_eq!(home.files().keys().collect::<Vec<_>>(), [&home.database()]);
}

#[test]
fn a_killed_build_is_finished_by_the_next() {
    const ROUNDS: usize = 20;
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (rows, mut length) = uninterrupted("build 15");
    let right = Home::new().run("unrank 15 100").stdout;
    let (mut dice, mut hits) = (Dice::new(15), 0);
    for round in 0..ROUNDS {
        let home = Home::new();
        let moment = length.mul_f64(dice.below(1000) as f64 / 1000.0);
        hits += usize::from(kill(&home, "build 15", moment));
        assert_eq!(home.run("unrank 15 100").text(), right, "round {round}, {moment:?}");
        let began = Instant::now();
        let last = home.run("build 15");
        let made = last.succeeded();
        assert!(made.starts_with("N = 15: 2279184 solutions in 285053 orbits, "), "{last:#?}");
        is_finished(&home, &rows);
        if made.contains("built in ") {
            // The machine may be less busy than at the start.
            length = length.min(began.elapsed());
        }
    }
    assert!(2 * hits >= ROUNDS, "{hits} of {ROUNDS} kills hit a running build of {length:?}");
}

/// The number of first-half solutions committed so far; 0 before the board has a row.
fn committed(home: &Home) -> i64 {
    if home.run("info").text().contains("no database yet") {
        return 0;
    }
    number(&open(&home.database()), "SELECT ifnull(sum(count), 0) FROM block")
}

#[test]
fn a_build_may_be_killed_again_and_again() {
    const KILLS: usize = 60;
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let rows = content(&Home::with("16").database());
    let (mut home, mut dice) = (Home::new(), Dice::new(16));
    let (mut moment, mut history, mut kills) = (Duration::from_millis(300), vec![0], 0);
    // Until a build has resumed a killed one and was killed itself.
    while history.len() < 3 {
        kills += 1;
        assert!(kills <= KILLS, "no build resumed another in {KILLS} kills: {history:?}");
        let before = history[history.len() - 1];
        let random = moment.mul_f64(0.75 + dice.below(1000) as f64 / 2000.0);
        let hit = kill(&home, "build 16 --jobs 1", random);
        let after = committed(&home);
        assert!(before <= after, "what was committed is kept: {before}, {after}");
        if !hit {
            // The build was faster than the kill: try again, earlier.
            (home, moment, history) = (Home::new(), moment.mul_f64(0.8), vec![0]);
        } else if before < after {
            history.push(after);
        } else {
            moment = moment.mul_f64(1.2);
        }
    }
    let kept = history[history.len() - 1];
    let last = home.run("build 16");
    let there = format!(" ({kept} of 7386256 were there)\n");
    assert!(last.succeeded().ends_with(&there), "{history:?}: {last:#?}");
    is_finished(&home, &rows);
}
