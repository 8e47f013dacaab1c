//! A build may be killed at any moment: the next build finishes it, with the content of an uninterrupted one. `faults`
//! kills small builds at every call.

#![cfg(unix)]

use crate::support::program::{Home, beside, kill_when};
use crate::support::sqlite::{content, open, query};
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OpenFlags};
use std::cell::Cell;
use std::path::Path;

/// A number in a file that a build is writing; 0 before it is there.
fn number_so_far(path: &Path, sql: &str) -> i64 {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    connection.and_then(|open| open.query_row(sql, [], |row| row.get(0))).unwrap_or(0)
}

/// Kills a build of N = 16 in these states, one after the other, each time with what was there before; asserts that nothing
/// committed is lost, and that the next build finishes the file. Returns what that build printed.
fn kill_again_and_again(line: &str, states: &[&dyn Fn(&Home) -> bool]) -> String {
    const TRIES: usize = 10;
    let undisturbed = Home::new();
    undisturbed.run(line).succeeded();
    let rows = content(&undisturbed.database());
    let first = undisturbed.run("unrank 16 1").stdout;
    for _ in 0..TRIES {
        let (home, mut hits) = (Home::new(), 0);
        for state in states {
            let before = committed(&home);
            hits += usize::from(kill_when(&home, &format!("{line} --jobs 1"), || state(&home)));
            assert_eq!(home.run("unrank 16 1").text(), first);
            assert!(committed(&home) >= before, "{before} solutions were there");
        }
        let kept = committed(&home);
        let last = home.run(line);
        last.succeeded();
        let check = query(&open(&home.database()), "PRAGMA integrity_check");
        assert_eq!(check, [[Sql::Text("ok".to_owned())]]);
        assert!(content(&home.database()) == rows, "not the rows of an uninterrupted build");
        assert_eq!(home.files().keys().collect::<Vec<_>>(), [&home.database()]);
        if hits == states.len() {
            let there = format!(" ({kept} of 7386256 were there)\n");
            assert!(kept == 0 || last.stdout.ends_with(&there), "{kept}: {last:#?}");
            return last.stdout;
        }
    }
    panic!("each of {TRIES} builds was over before it could be killed in all states");
}

/// The number of first-half solutions in the file.
fn committed(home: &Home) -> i64 {
    number_so_far(&home.database(), "SELECT ifnull(sum(count), 0) FROM block")
}

fn is_locked(home: &Home) -> bool {
    beside(&home.database(), "-lock").exists()
}

#[test]
fn a_killed_build_is_finished_by_the_next() {
    let kept = Cell::new(0);
    let has_more = |home: &Home| {
        let before = kept.replace(committed(home));
        kept.get() > before
    };
    let said = kill_again_and_again("build 16", &[&is_locked, &has_more, &has_more]);
    assert!(said.contains(" were there)"), "{said}");
}

/// The counts of an index of N = 16 are written at the end, those of larger ones every few seconds.
#[test]
fn a_killed_count_is_finished_by_the_next() {
    let counts = |home: &Home| beside(&home.database(), "-counts-16");
    let is_begun = |home: &Home| counts(home).exists();
    let is_counting =
        |home: &Home| number_so_far(&counts(home), "SELECT count(*) FROM partial_count") > 0;
    kill_again_and_again("build 16 --tier indexed", &[&is_locked, &is_begun, &is_counting]);
}
