//! The checks of files and messages after a fault.

use super::run::{Place, Run};
use super::scenario::{Prepared, rows};
use super::shim::{Action, Errno, Fault};
use crate::support::sqlite::{open, query};
use nqdb::{Database, Rank, Tier};
use nqdb_test_support::twin::{Twin, size};
use rusqlite::types::Value as Sql;

/// A guarantee that a case violates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Broken {
    /// A wrong result or wrong content, with success.
    Wrong,
    /// A panic or an abort.
    Abort,
    Hang,
    /// A complete board is missing.
    Lost,
    /// The next run does not finish the file, or leaves another file next to it.
    Unfinished,
    /// A message without a remedy, or with a false statement.
    Unclear,
}

/// A violated guarantee, with details.
pub(super) type Findings = Vec<(Broken, String)>;

/// Checks that a run ended by itself or was killed by its fault.
pub(super) fn ended(run: &Run, fault: Option<&Fault>) -> Findings {
    let mut findings = Findings::new();
    let killed = fault.is_some_and(|fault| {
        matches!(fault.action, Action::KillBefore | Action::KillAfter) && run.log.hits > 0
    });
    if run.hung {
        findings.push((Broken::Hang, format!("{run:?}")));
    } else if run.stderr.contains("panicked") || (run.signal.is_some() && !killed) {
        findings.push((Broken::Abort, format!("signal {:?}: {}", run.signal, run.stderr)));
    }
    findings
}

/// Endings that make a message unclear.
const BARE: &[&str] = &["disk I/O error", "unable to open database file"];

/// Checks that a message names the cause and gives no harmful advice.
pub(super) fn message(run: &Run, fault: &Fault) -> Findings {
    let error = run.error();
    let mut unclear = Vec::new();
    if error.is_empty() {
        unclear.push("no message");
    }
    if BARE.iter().any(|bare| error.ends_with(bare)) {
        unclear.push("no cause and no remedy");
    }
    if let Action::Fail(errno) = fault.action {
        if error.contains("delete") {
            unclear.push("advice to delete the file");
        }
        let untrue = matches!(errno, Errno::NoLocks | Errno::NotImplemented)
            && error.contains("another process")
            && !error.contains("no file locks");
        if untrue {
            unclear.push("no other process is there");
        }
        // SQLite can fail to downgrade its own lock; no other process is the cause.
        let own_lock = error.contains("failed to lock the file");
        if errno == Errno::Again && run.code != Some(3) && !own_lock {
            unclear.push("another process holds a lock, the exit code should be 3");
        }
    }
    unclear.iter().map(|what| (Broken::Unclear, format!("{what}: {error}"))).collect()
}

/// Checks that the boards that must be complete are, with correct solutions.
pub(super) fn kept(prepared: &Prepared, place: &Place) -> Findings {
    let scenario = &prepared.scenario;
    scenario.kept.iter().filter_map(|&n| check_board(place, n, true)).collect()
}

/// Checks that `verify` finds no damage, or that there is nothing yet and a build begins it.
pub(super) fn verified(place: &Place) -> Findings {
    let run = place.run("verify", None);
    let mut findings = ended(&run, None);
    let begins =
        ["no such file; `nqdb build", "this file is empty, expected an nqdb database; `nqdb build"];
    if run.code != Some(0) && !begins.iter().any(|begins| run.error().contains(begins)) {
        findings.push((Broken::Wrong, format!("verify: {}{}", run.stdout, run.error())));
    }
    findings
}

/// Checks that a board has correct solutions, or is missing or an error if it need not be complete.
pub(super) fn check_board(place: &Place, n: u64, must_be_there: bool) -> Option<(Broken, String)> {
    let ask = || -> Result<Option<Vec<_>>, nqdb::Error> {
        let board = Database::open(place.database())?.board(size(n))?;
        if board.tier() == Tier::Searched {
            return Ok(None);
        }
        let solutions = board.solutions(Rank::new(1)?).collect::<Result<Vec<_>, _>>()?;
        let counted = board.solution_count()? == solutions.len() as u64;
        let solutions = solutions.into_iter().map(|(_, solution)| solution).collect();
        Ok(counted.then_some(solutions).or(Some(Vec::new())))
    };
    match ask() {
        Ok(Some(solutions)) if n <= 12 && solutions == Twin::of(size(n)).solutions => None,
        Ok(Some(_)) => Some((Broken::Wrong, format!("N = {n} has wrong solutions"))),
        Ok(None) if must_be_there => Some((Broken::Lost, format!("N = {n} is not complete"))),
        Err(error) if must_be_there => Some((Broken::Lost, format!("N = {n}: {error}"))),
        _ => None,
    }
}

/// Checks that the board under test has correct solutions or none.
pub(super) fn answers_of(prepared: &Prepared, place: &Place) -> Findings {
    let boards = [6, 8].into_iter().filter(|n| !prepared.scenario.kept.contains(n));
    boards.filter_map(|n| check_board(place, n, false)).collect()
}

/// Checks that no board has wrong solutions, not even one that should not exist.
pub(super) fn answers(place: &Place) -> Findings {
    (1..=64).filter_map(|n| check_board(place, n, false)).collect()
}

/// Checks that the file has exactly the rows of an undisturbed run, and passes SQLite's integrity check.
pub(super) fn content(prepared: &Prepared, place: &Place) -> Findings {
    let sound = query(&open(&place.database()), "PRAGMA integrity_check");
    let mut findings = Findings::new();
    if sound != [[Sql::Text("ok".to_owned())]] {
        findings.push((Broken::Wrong, format!("integrity check: {sound:?}")));
    }
    let got = rows(&place.database());
    if got != prepared.rows {
        let (got, expected) = (got.len(), prepared.rows.len());
        let what = format!("the rows are not those of an undisturbed run ({got}, {expected})");
        findings.push((Broken::Wrong, what));
    }
    findings
}

/// Checks that `verify` finds no damage, and that the command, run again, finishes the file and leaves no other file
/// next to it.
pub(super) fn finish(prepared: &Prepared, place: &Place) -> Findings {
    let mut findings = verified(place);
    let run = place.run(prepared.scenario.command, None);
    findings.extend(ended(&run, None));
    let is_there = run.stderr.contains("is already complete in this file");
    if run.code != Some(0) && !is_there {
        let what = format!("the next run ended with {:?}: {}", run.code, run.error());
        findings.push((Broken::Unfinished, what));
        return findings;
    }
    findings.extend(content(prepared, place));
    let names: Vec<String> = place.files().into_keys().collect();
    if names != prepared.names {
        let what = format!("{names:?} in the directory, expected {:?}", prepared.names);
        findings.push((Broken::Unfinished, what));
    }
    findings
}
