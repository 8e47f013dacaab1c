//! Regression tests: faults that once lost data or blocked a build, each at every possible call.

use super::campaign::exhaust;
use super::check;
use super::run::{Place, Run};
use super::scenario::{COMPLETE, Prepared};
use super::shim::{ANY, Action, Errno, Fault};
use crate::support::sqlite::query;
use nqdb_test_support::sample::one_in;
use rusqlite::Connection;
use rusqlite::types::Value as Sql;
use std::fs;

fn fails(operations: &'static str, at: u64, errno: Errno) -> Fault {
    Fault { operations, at, span: 1, action: Action::Fail(errno) }
}

/// A file that can't be read temporarily still has its board.
#[test]
fn a_complete_board_outlives_a_build_that_cannot_read_it() {
    exhaust(COMPLETE, &["EIO", "EAGAIN"]);
}

/// The units stored in an unfinished index or part.
fn counted(place: &Place) -> Vec<Vec<Sql>> {
    // A connection with write access rolls a journal back.
    let checkpoint = Some(place.checkpoint()).filter(|path| path.exists());
    let connection = Connection::open(checkpoint.unwrap_or_else(|| place.database())).unwrap();
    query(&connection, "SELECT n, part, parts, units FROM nqdb_partial_count")
}

#[test]
fn a_transient_error_keeps_the_units_that_were_counted() {
    for scenario in ["build indexed, resumed", "build a part, resumed"] {
        let prepared = Prepared::named(scenario);
        let before = counted(&Place::with(&prepared.files));
        assert_eq!(before.len(), 1, "{scenario}");
        let undisturbed = Place::with(&prepared.files).run(prepared.scenario.command, None);
        let expected = without_time(&undisturbed);
        for at in (1..=prepared.log.count(ANY)).step_by(one_in(2)) {
            let fault = fails(ANY, at, Errno::Io);
            let place = Place::with(&prepared.files);
            let run = place.run(prepared.scenario.command, Some(&fault));
            if run.code == Some(0) {
                assert_eq!(without_time(&run), expected, "{scenario}: {fault}");
                let (wrote, least) = (run.log.count("w"), prepared.log.count("w"));
                // One more rolls back the removal of the mark.
                assert!(
                    wrote <= least + 1,
                    "{scenario}: {fault}: {wrote} writes, expected {least}"
                );
            }
            if run.code == Some(0) || is_complete(&place) {
                continue;
            }
            assert_eq!(counted(&place), before, "{scenario}: {fault}: {}", run.error());
            let last = place.run(prepared.scenario.command, None);
            assert_eq!(without_time(&last), expected, "{scenario}: {fault}");
        }
    }
}

/// The output of a run, without the seconds.
fn without_time(run: &Run) -> Vec<&str> {
    run.stdout.split_whitespace().filter(|word| !word.contains('.')).collect()
}

/// Whether the board is complete, because the fault came after the last commit.
fn is_complete(place: &Place) -> bool {
    let connection = Connection::open(place.database()).unwrap();
    let complete =
        query(&connection, "SELECT n FROM nqdb_board WHERE n = 8 AND state = 'complete'");
    !complete.is_empty()
}

/// The lock file of a killed build is taken over, even if its text is incomplete.
#[test]
fn a_kill_while_the_lock_is_written_blocks_no_build() {
    let prepared = Prepared::named("build, new file");
    let on_lock = |call: &super::shim::Call| call.path.to_string_lossy().ends_with("-lock");
    let calls = prepared.log.calls.iter().zip(1..).filter(|(call, _)| on_lock(call));
    let places: Vec<u64> = calls.map(|(_, at)| at).collect();
    assert!(places.len() >= 5, "{places:?}");
    for at in places {
        for action in [Action::KillBefore, Action::KillAfter] {
            let fault = Fault { operations: ANY, at, span: 1, action };
            let place = Place::with(&prepared.files);
            assert_eq!(place.run(prepared.scenario.command, Some(&fault)).signal, Some(9));
            assert_eq!(check::finish(&prepared, &place), [], "{fault}");
        }
    }
}

/// A builder that has opened the lock file just before another one removed it does not take it for the lock.
#[test]
fn a_removed_lock_file_is_not_the_lock() {
    let place = Place::with(&[("nqdb.db-lock".to_owned(), b"process 4711\n".to_vec())].into());
    let stop = |operations, at| Fault { operations, at, span: 1, action: Action::Stop };
    let opened = place.start("opened", "build 8 --jobs 1", Some(&stop("f", 1)));
    assert!(opened.stops(), "no call locks a file");
    assert_eq!(place.run("build 6 --jobs 1", None).code, Some(0));
    let holder = place.start("holder", "build 9 --jobs 1", Some(&stop("w", 3)));
    assert!(holder.stops(), "three writes are too few");
    opened.resume();
    assert_eq!(opened.end().code, Some(3));
    holder.resume();
    assert_eq!(holder.end().code, Some(0));
}

/// On a file system without locks, a file that is not being written is read without waiting.
#[test]
fn files_are_read_without_locks() {
    for question in
        ["unrank 8 50", "info", "verify", "sql 'SELECT rank, queens FROM nq_solutions(8)'"]
    {
        let prepared = Prepared::named(&format!("queries, indexed, {question}"));
        for errno in [Errno::NoLocks, Errno::NotImplemented] {
            let fault = Fault { span: 0, ..fails("fly", 1, errno) };
            let place = Place::with(&prepared.files);
            let run = place.run(question, Some(&fault));
            assert!(prepared.answers.contains(&run.stdout), "{question}: {run:?}");
            assert!(place.files() == prepared.files);
            // Not while a build may be running.
            fs::write(place.files_path().join("nqdb.db-lock"), "process 4711\n").unwrap();
            let run = place.run(question, Some(&fault));
            assert_eq!(run.stdout, "", "{question}");
            assert!(run.error().contains("local disk"), "{question}: {}", run.error());
        }
    }
}

/// The words in the message for each error that affects a whole file system.
#[test]
fn messages_name_full_disks_limits_and_missing_locks() {
    const MESSAGES: &[(&str, Errno, &[&str])] = &[
        ("f", Errno::NotImplemented, &["lock", "local disk"]),
        ("f", Errno::NoLocks, &["lock", "local disk"]),
        ("l", Errno::NoLocks, &["lock", "local disk"]),
        ("l", Errno::NotImplemented, &["lock"]),
        ("w", Errno::NoSpace, &["full"]),
        ("w", Errno::Quota, &["quota"]),
        ("w", Errno::FileTooBig, &["ulimit -f"]),
    ];
    let prepared = Prepared::named("build stored");
    for &(operations, errno, words) in MESSAGES {
        for at in 1..=prepared.log.count(operations) {
            let fault = Fault { span: 0, ..fails(operations, at, errno) };
            let run = Place::with(&prepared.files).run(prepared.scenario.command, Some(&fault));
            if run.code == Some(0) {
                continue;
            }
            assert_eq!(check::message(&run, &fault), [], "{fault}");
            let missing: Vec<_> =
                words.iter().filter(|word| !run.error().contains(**word)).collect();
            assert!(missing.is_empty(), "{fault}: no {missing:?} in {}", run.error());
        }
    }
}
