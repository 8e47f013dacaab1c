//! The cases of a scenario: every fault at every call, and the checks afterwards.

use super::check::{self, Broken, Findings};
use super::power::{self, Loss};
use super::run::{Place, Run};
use super::scenario::{Kind, Prepared};
use super::shim::{ANY, Action, Errno, Fault};
use std::fmt;

/// A case: a fault in the command of a scenario.
#[derive(Debug, Clone)]
pub(super) enum Case {
    Fault(Fault),
    /// The machine loses its power.
    Power(Loss),
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Case::Fault(fault) => fault.fmt(f),
            Case::Power(loss) => loss.fmt(f),
        }
    }
}

/// A kind of fault: a row of the table.
pub(super) struct Group {
    pub(super) name: &'static str,
    pub(super) cases: Vec<Case>,
}

/// The errors, and the operations that report them.
const ERRORS: &[(&str, Errno, &str)] = &[
    ("EIO", Errno::Io, ANY),
    ("ENOSPC", Errno::NoSpace, "owt"),
    ("EDQUOT", Errno::Quota, "owt"),
    ("EFBIG", Errno::FileTooBig, "wt"),
    ("EACCES", Errno::Access, "ou"),
    ("EMFILE", Errno::TooManyFiles, "o"),
    ("EAGAIN", Errno::Again, "fl"),
    ("ENOLCK", Errno::NoLocks, "fly"),
    ("ENOSYS", Errno::NotImplemented, "fly"),
];

/// The delay of a racing run at a call, in milliseconds; longer than most runs.
const DELAY: u32 = 20;

/// All cases of a scenario, in groups. The seed selects the flipped bits and the lost writes.
pub(super) fn groups(prepared: &Prepared, seed: u64) -> Vec<Group> {
    let writes = prepared.scenario.kind == Kind::Writes;
    let mut groups = Vec::new();
    let mut add = |name, cases: Vec<Case>| {
        if !cases.is_empty() {
            groups.push(Group { name, cases });
        }
    };
    let at_each = |operations: &'static str, span, action: &dyn Fn(u64) -> Action| {
        let last = prepared.log.count(operations);
        let fault = |at| Case::Fault(Fault { operations, at, span, action: action(at) });
        (1..=last).map(fault).collect::<Vec<Case>>()
    };
    let bit = |at| Action::Flip(nqdb::random::Dice::of_draw(seed, at).below(1 << 16) as u32);
    if writes {
        let [before, after] =
            [Action::KillBefore, Action::KillAfter].map(|action| at_each(ANY, 1, &|_| action));
        add("kill", [before, after].concat());
        add(
            "power loss",
            power::losses(&prepared.log, seed).into_iter().map(Case::Power).collect(),
        );
    }
    for &(name, errno, operations) in ERRORS {
        let spans = [1, 10, 0].map(|span| at_each(operations, span, &|_| Action::Fail(errno)));
        add(name, spans.concat());
    }
    add("short", at_each("rw", 1, &|_| Action::Short));
    add("flipped read", at_each("r", 1, &bit));
    if writes {
        add("flipped write", at_each("w", 1, &bit));
        add("stop", at_each(ANY, 1, &|_| Action::Stop));
        add("race", at_each(ANY, 1, &|_| Action::Delay(DELAY)));
    }
    groups
}

/// The result of a case.
pub(super) struct Outcome {
    pub(super) findings: Findings,
    /// Largest resident memory of its run, in KiB.
    pub(super) memory: i64,
}

/// Runs a case.
pub(super) fn run(prepared: &Prepared, case: &Case) -> Outcome {
    match case {
        Case::Power(loss) => {
            let place = Place::with(&loss.files(prepared));
            Outcome { findings: after_crash(prepared, &place), memory: 0 }
        }
        Case::Fault(fault) if fault.action == Action::Stop => stopped(prepared, fault),
        Case::Fault(fault) if fault.action == Action::Delay(DELAY) => raced(prepared, fault),
        Case::Fault(fault) => faulted(prepared, fault),
    }
}

fn faulted(prepared: &Prepared, fault: &Fault) -> Outcome {
    let place = Place::with(&prepared.files);
    let run = place.run(prepared.scenario.command, Some(fault));
    assert!(run.log.hits > 0, "{fault} hits no call of {}", prepared.scenario.name);
    let mut findings = check::ended(&run, Some(fault));
    findings.extend(match (fault.action, prepared.scenario.kind) {
        (Action::KillBefore | Action::KillAfter, _) => after_crash(prepared, &place),
        (Action::Flip(_), Kind::Writes) => after_flip(&place),
        (_, Kind::Writes) => after_error(prepared, &place, &run, fault),
        (_, Kind::Asks) => answered(prepared, &run, fault),
    });
    Outcome { findings, memory: run.log.memory }
}

/// Checks that complete boards remain, and that the next run finishes the file.
fn after_crash(prepared: &Prepared, place: &Place) -> Findings {
    let mut findings = check::answers_of(prepared, place);
    findings.extend(check::kept(prepared, place));
    findings.extend(check::finish(prepared, place));
    findings
}

/// Checks as after a kill. If the run succeeds, the content must be correct; if it fails, the message must be clear.
fn after_error(prepared: &Prepared, place: &Place, run: &Run, fault: &Fault) -> Findings {
    let mut findings = check::kept(prepared, place);
    findings.extend(match run.code {
        Some(0) => check::content(prepared, place),
        _ => check::message(run, fault),
    });
    findings.extend(check::finish(prepared, place));
    findings
}

/// Checks that flipped bits lead to a correct result or an error, and that `verify` finds them.
fn after_flip(place: &Place) -> Findings {
    let mut findings = check::answers(place);
    let verified = place.run("verify", None);
    findings.extend(check::ended(&verified, None));
    if verified.code == Some(0) {
        let ask = place.run("sql 'SELECT count(*) FROM nqdb_block'", None);
        if ask.code != Some(0) {
            findings.push((Broken::Wrong, format!("verified, but: {}", ask.stderr)));
        }
    }
    findings
}

/// Checks that the result is that of an undisturbed run, or an error.
fn answered(prepared: &Prepared, run: &Run, fault: &Fault) -> Findings {
    let mut answers = prepared.answers.iter().map(|answer| timeless(answer));
    match run.code {
        Some(0) if answers.any(|answer| answer == timeless(&run.stdout)) => Findings::new(),
        Some(0) => vec![(Broken::Wrong, format!("wrong answer {:?}", run.stdout))],
        _ => check::message(run, fault),
    }
}

/// The words of an output, except for times such as 2026-11-22T01:51:28Z, and for the size of the file, which changes
/// if the header of a journal is misread.
fn timeless(answer: &str) -> Vec<&str> {
    let is_time = |word: &str| word.len() == 20 && word.ends_with('Z');
    let words: Vec<&str> = answer.split_whitespace().collect();
    let is_size = |place: usize| words.get(place + 1) == Some(&"bytes");
    let kept = words.iter().enumerate().filter(|(place, word)| !is_time(word) && !is_size(*place));
    kept.map(|(_, word)| *word).collect()
}

/// While a run is stopped, readers and a second run print correct results or report that the file is locked.
fn stopped(prepared: &Prepared, fault: &Fault) -> Outcome {
    let place = Place::with(&prepared.files);
    let first = place.start("first", prepared.scenario.command, Some(fault));
    let mut findings = Findings::new();
    if first.stops() {
        for n in prepared.scenario.kept {
            let (line, answer) =
                (format!("count {n}"), format!("{}\n", [4, 92][usize::from(*n == 8)]));
            findings.extend(alongside(&place.run(&line, None), Some(&answer)));
        }
        findings.extend(alongside(&place.run(prepared.scenario.command, None), None));
        first.resume();
    }
    let run = first.end();
    findings.extend(check::ended(&run, None));
    if run.code != Some(0) && !run.stderr.contains("is already complete in this file") {
        findings.push((Broken::Unfinished, format!("after the stop: {}", run.error())));
    }
    findings.extend(check::kept(prepared, &place));
    findings.extend(check::finish(prepared, &place));
    Outcome { findings, memory: run.log.memory }
}

/// Two concurrent runs, one of which is delayed at a call. One of them may find the file locked.
fn raced(prepared: &Prepared, fault: &Fault) -> Outcome {
    let place = Place::with(&prepared.files);
    let first = place.start("first", prepared.scenario.command, Some(fault));
    let second = place.start("second", prepared.scenario.command, None);
    let runs = [first.end(), second.end()];
    let mut findings: Findings = runs.iter().flat_map(|run| alongside(run, None)).collect();
    findings.extend(check::kept(prepared, &place));
    findings.extend(check::finish(prepared, &place));
    Outcome { findings, memory: runs[0].log.memory }
}

/// Checks a run that shares the file with another: it prints this output, or reports a locked file or a complete board.
fn alongside(run: &Run, answer: Option<&str>) -> Findings {
    let mut findings = check::ended(run, None);
    match run.code {
        Some(0) if answer.is_some_and(|answer| answer != run.stdout) => {
            findings.push((Broken::Wrong, format!("alongside another run: {:?}", run.stdout)));
        }
        Some(0 | 3) => {}
        _ if run.stderr.contains("is already complete in this file") => {}
        code => {
            let what = format!("alongside another run, {code:?}: {}", run.error());
            findings.push((Broken::Unclear, what));
        }
    }
    findings
}
