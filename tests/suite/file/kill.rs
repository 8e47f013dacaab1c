//! A build may be killed at any moment: the next build finishes it, with the content of an uninterrupted one. `faults`
//! kills small builds at every call.

#![cfg(unix)]

use crate::support::program::{Home, beside, kill_when};
use crate::support::sqlite::{content, open, query};
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// A number in a file that a build is writing; 0 before it is there.
fn number_so_far(path: &Path, sql: &str) -> i64 {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    connection.and_then(|open| open.query_row(sql, [], |row| row.get(0))).unwrap_or(0)
}

/// Kills a build of N = 16 when it has its lock, when it has committed something, and when it has committed more; asserts
/// that nothing committed is lost, and that the next build finishes the file. Returns what that build said.
fn kill_again_and_again(line: &str, committed: impl Fn(&Home) -> i64) -> (i64, String) {
    const TRIES: usize = 10;
    let undisturbed = Home::new();
    undisturbed.run(line).succeeded();
    let rows = content(&undisturbed.database());
    let first = undisturbed.run("unrank 16 1").stdout;
    for _ in 0..TRIES {
        let home = Home::new();
        let slow = format!("{line} --jobs 1");
        let mut hits = vec![kill_when(&home, &slow, || beside(&home.database(), "-lock").exists())];
        let mut kept = 0;
        while hits.len() < 3 {
            assert_eq!(home.run("unrank 16 1").text(), first);
            hits.push(kill_when(&home, &slow, || committed(&home) > kept));
            assert_eq!(home.run("unrank 16 1").text(), first);
            let now = committed(&home);
            assert!(kept <= now || !hits[hits.len() - 1], "{kept} were committed, {now} are there");
            kept = now;
        }
        let last = home.run(line);
        last.succeeded();
        let check = query(&open(&home.database()), "PRAGMA integrity_check");
        assert_eq!(check, [[Sql::Text("ok".to_owned())]]);
        assert!(content(&home.database()) == rows, "not the rows of an uninterrupted build");
        assert_eq!(home.files().keys().collect::<Vec<_>>(), [&home.database()]);
        if hits == [true; 3] && kept > 0 {
            return (kept, last.stdout);
        }
    }
    panic!("each of {TRIES} builds was over before it could be killed three times");
}

#[test]
fn a_killed_build_is_finished_by_the_next() {
    let solutions = "SELECT ifnull(sum(count), 0) FROM block";
    let (kept, said) =
        kill_again_and_again("build 16", |home| number_so_far(&home.database(), solutions));
    assert!(said.ends_with(&format!(" ({kept} of 7386256 were there)\n")), "{kept}: {said}");
}

#[test]
fn a_killed_count_is_finished_by_the_next() {
    let units = "SELECT ifnull(sum(length(units)), 0) FROM partial_count";
    let counts = |home: &Home| beside(&home.database(), "-counts-16");
    let (_, said) =
        kill_again_and_again("build 16 --tier indexed", |home| number_so_far(&counts(home), units));
    assert!(said.ends_with(" were there)\n"), "{said}");
}
