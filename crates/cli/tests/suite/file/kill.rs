//! Killed builds: the next build finishes the file with the content of an uninterrupted one. `faults` kills small
//! builds at every call.

use crate::support::program::{Home, kill_when, with_suffix};
use crate::support::sqlite::{content, open, query};
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// A number in a file that a build is writing; 0 before it exists.
fn number_so_far(path: &Path, sql: &str) -> i64 {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    connection.and_then(|open| open.query_row(sql, [], |row| row.get(0))).unwrap_or(0)
}

type State<'s> = &'s dyn Fn(&Home, i64) -> bool;

/// Kills a build of N = 16 in each of these states in turn; asserts that nothing committed is lost, and that the next
/// build finishes the file. A state is given the number of solutions that existed when the build began.
fn kill_again_and_again(line: &str, states: [State<'_>; 3]) {
    const TRIES: usize = 20;
    let undisturbed = Home::new();
    undisturbed.run(line).succeeded();
    let rows = content(&undisturbed.database());
    let first = undisturbed.run("unrank 16 1").stdout;
    let mut hits = [false; 3];
    for _ in 0..TRIES {
        let home = Home::new();
        for (state, hit) in states.iter().zip(&mut hits) {
            let before = committed(&home);
            let slow = format!("{line} --jobs 1");
            *hit |= kill_when(&home, &slow, || state(&home, before));
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
        // The last kill may be after the last commit.
        if (1..ALL).contains(&kept) {
            let there = format!(" ({kept} of {ALL} were there)\n");
            assert!(last.stdout.ends_with(&there), "{last:#?}");
        }
        if hits == [true; 3] {
            return;
        }
    }
    panic!("no build was killed in all states, but {hits:?}");
}

/// The first-half solutions of N = 16.
const ALL: i64 = 7_386_256;

/// The number of first-half solutions in the file.
fn committed(home: &Home) -> i64 {
    number_so_far(&home.database(), "SELECT ifnull(sum(count), 0) FROM nqdb_block")
}

fn is_locked(home: &Home, _: i64) -> bool {
    with_suffix(&home.database(), "-lock").exists()
}

#[test]
fn a_killed_build_is_finished_by_the_next() {
    let has_more = |home: &Home, before: i64| committed(home) > before;
    kill_again_and_again("build 16", [&is_locked, &has_more, &has_more]);
}

/// The counts of an index of N = 16 are written at the end, those of larger ones every few seconds.
#[test]
fn a_killed_count_is_finished_by_the_next() {
    let counts = |home: &Home| with_suffix(&home.database(), "-counts-16");
    let is_begun = |home: &Home, _| counts(home).exists();
    let is_counting = |home: &Home, _| {
        number_so_far(&counts(home), "SELECT count(*) FROM nqdb_partial_count") > 0
    };
    kill_again_and_again("build 16 --tier indexed", [&is_locked, &is_begun, &is_counting]);
}
