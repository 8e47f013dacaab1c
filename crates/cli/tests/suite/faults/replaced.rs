//! Files that are replaced or linked after a kill: SQLite finds a journal by the name of the file, so it would roll the
//! journal of the killed command back into a restored backup.

use super::check::{self, Broken, Findings};
use super::run::{DATABASE, Files, Place};
use super::scenario::Prepared;
use super::shim::{ANY, Action, Call, Fault};
use std::fs;

/// The commands that are killed: each leaves a journal at some calls.
const KILLED: [&str; 6] =
    ["build stored", "build indexed", "merge", "import", "rebuild stored", "stored to indexed"];

/// The calls from one kill to the next; a prime, so that all are reached.
const STRIDE: usize = 7919;

/// Whether a kill before this call leaves a journal to roll back: the database is written, or the journal is removed.
fn is_in_commit(call: &Call) -> bool {
    call.path.ends_with(DATABASE) && "wts".contains(call.operation)
        || call.path.ends_with("nqdb.db-journal") && call.operation == 'u'
}

/// Kills these commands at `kills` calls in all, and passes each place to `check`.
fn kill(kills: usize, mut check: impl FnMut(&Prepared, &Place, usize) -> Findings) {
    let prepared = KILLED.map(Prepared::named);
    let calls: Vec<(&Prepared, u64)> = prepared
        .iter()
        .flat_map(|prepared| {
            let calls = (1..).zip(&prepared.log.calls);
            calls.filter(|(_, call)| is_in_commit(call)).map(move |(at, _)| (prepared, at))
        })
        .collect();
    assert!(!calls.is_empty());
    let mut found = Vec::new();
    for kill in 0..kills {
        let (prepared, at) = calls[(kill * STRIDE) % calls.len()];
        let action = if kill < calls.len() { Action::KillBefore } else { Action::KillAfter };
        let fault = Fault { operations: ANY, at, span: 1, action };
        let place = Place::with(&prepared.files);
        assert_eq!(place.run(prepared.scenario.command, Some(&fault)).signal, Some(9));
        let findings = check(prepared, &place, kill);
        let name = &prepared.scenario.name;
        found.extend(findings.into_iter().map(|finding| format!("{name}, {fault}: {finding:?}")));
    }
    println!("{kills} kills at {} calls", calls.len());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A backup: the file before the command, the same file after it, or a file with other boards.
fn backups(prepared: &Prepared, other: &Files) -> [(Vec<u8>, Vec<u64>); 3] {
    let kept = prepared.scenario.kept;
    let finished = Place::with(&prepared.files);
    assert_eq!(finished.run(prepared.scenario.command, None).code, Some(0));
    [
        (prepared.files[DATABASE].clone(), kept.to_vec()),
        (finished.files()[DATABASE].clone(), vec![6, 8]),
        (other[DATABASE].clone(), vec![5, 8, 9]),
    ]
}

/// Restores each backup over the file of a killed command. Its boards stay, and a journal that is in the way is named.
fn restore_backups(kills: usize) {
    let other = Place::with(&Files::new());
    assert_eq!(other.run("build 5 8 9 --jobs 1", None).code, Some(0));
    let (other, mut named) = (other.files(), 0);
    kill(kills, |prepared, killed, kill| {
        let (left, mut findings) = (killed.files(), Findings::new());
        for (backup, boards) in backups(prepared, &other) {
            let place = Place::with(&left);
            // A copy keeps the inode, a renamed file has another.
            let copy = place.files_path().join(if kill % 2 == 0 { DATABASE } else { "copy" });
            fs::write(&copy, &backup).unwrap();
            fs::rename(&copy, place.database()).unwrap();
            for line in ["unrank 6 2", "verify", prepared.scenario.command] {
                let run = place.run(line, None);
                findings.extend(check::ended(&run, None));
                if run.code == Some(0) || run.error().contains("use --rebuild to ") {
                    continue;
                }
                let is_named = run.error().contains("nqdb.db-journal is a journal of another file");
                if !is_named || !run.error().contains("remove ") {
                    findings.push((Broken::Unclear, format!("{line}: {}", run.stderr)));
                    continue;
                }
                if place.files()[DATABASE] != backup {
                    findings.push((Broken::Lost, format!("{line} changes the file")));
                }
                named += 1;
                fs::remove_file(place.files_path().join("nqdb.db-journal")).unwrap();
            }
            findings.extend(boards.iter().filter_map(|&n| check::check_board(&place, n, true)));
            findings.extend(check::verified(&place));
        }
        findings
    });
    println!("{named} journals of other files");
    assert!(named > kills, "{named} of {kills}");
}

/// Links the file of a killed command to a second name. No command writes to it under either name until one is removed;
/// then the build is finished.
fn link_files(kills: usize) {
    kill(kills, |prepared, place, _| {
        let Some(before) = place.files().remove(DATABASE) else { return Findings::new() };
        let link = place.files_path().join("link.db");
        fs::hard_link(place.database(), &link).unwrap();
        let mut findings = Findings::new();
        for line in ["--db link.db build 8", "--db nqdb.db build 8", "--db link.db import nqdb.db"]
        {
            let run = place.run(line, None);
            findings.extend(check::ended(&run, None));
            if run.code == Some(0) && !run.stdout.contains("already there") {
                findings.push((Broken::Wrong, format!("{line}: {}", run.stdout)));
            }
        }
        findings.extend(check::kept(prepared, place));
        findings.extend(check::verified(place));
        fs::remove_file(&link).unwrap();
        for end in ["-journal", "-lock"] {
            let _ = fs::remove_file(place.files_path().join(format!("link.db{end}")));
        }
        drop(before);
        findings.extend(check::finish(prepared, place));
        findings
    });
}

#[test]
fn some_restored_backups_keep_their_boards() {
    restore_backups(12);
}

#[test]
#[ignore = "takes minutes"]
fn restored_backups_keep_their_boards() {
    restore_backups(200);
}

#[test]
fn some_linked_files_are_not_written_to() {
    link_files(6);
}

#[test]
#[ignore = "takes minutes"]
fn linked_files_are_not_written_to() {
    link_files(100);
}
