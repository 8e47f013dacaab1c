//! The campaign: runs the cases on all cores, and prints the table of their results.

use super::case::{self, Case, Outcome};
use super::check::Broken;
use super::scenario::{self, Prepared};
use nqdb::random::Dice;
use nqdb_test_support::sample::one_in;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;

/// A case of a scenario, by its index in the list, and the kind of its fault.
struct Task {
    scenario: usize,
    fault: &'static str,
    case: Case,
}

/// A row of the table.
#[derive(Default)]
struct Row {
    cases: usize,
    broken: BTreeMap<Broken, usize>,
    /// KiB.
    memory: i64,
}

/// The rows of the table, by scenario and fault, and the findings.
#[derive(Default)]
struct Report {
    rows: BTreeMap<(usize, &'static str), Row>,
    findings: Vec<String>,
}

/// Runs one in `share` cases of each scenario and kind of fault, prints the table, and fails on a finding.
pub(super) fn run(share: usize) {
    let variable = |name: &str| std::env::var(name).ok();
    let seed = variable("NQDB_FAULTS_SEED")
        .map_or(1, |seed| seed.parse().expect("NQDB_FAULTS_SEED is a number"));
    let share = variable("NQDB_FAULTS_SHARE")
        .map_or(share, |share| share.parse().expect("NQDB_FAULTS_SHARE is a number"));
    println!("NQDB_FAULTS_SEED={seed}");
    let only = variable("NQDB_FAULTS_ONLY").unwrap_or_default();
    let mut scenarios = scenario::all();
    scenarios
        .retain(|scenario| only.split(": ").next().is_none_or(|name| scenario.name.contains(name)));
    let prepared = each(scenarios, Prepared::new);
    let mut tasks = tasks(&prepared, seed, share);
    tasks.retain(|task| task.name(&prepared).contains(&only));
    let report = report(&prepared, tasks);
    report.print(&prepared);
    if let Some(path) = variable("NQDB_FAULTS_FINDINGS") {
        std::fs::write(path, report.findings.join("\n")).unwrap();
    }
    report.assert_nothing_found(seed);
}

/// Runs the cases of a scenario with these kinds of fault, and fails on a finding.
pub(super) fn exhaust(scenario: &str, faults: &[&str]) {
    let prepared = [Prepared::named(scenario)];
    let mut tasks = tasks(&prepared, 1, 1);
    tasks.retain(|task| faults.contains(&task.fault));
    let tasks: Vec<Task> = tasks.into_iter().step_by(one_in(2)).collect();
    assert!(!tasks.is_empty(), "{scenario} has no {faults:?}");
    report(&prepared, tasks).assert_nothing_found(1);
}

/// Runs the cases on all cores.
fn report(prepared: &[Prepared], tasks: Vec<Task>) -> Report {
    let report = Mutex::new(Report::default());
    each(tasks, |task| {
        let work = || case::run(&prepared[task.scenario], &task.case);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        let outcome = outcome.unwrap_or_else(|_| Outcome {
            findings: vec![(Broken::Wrong, "the file can't be checked, see above".to_owned())],
            memory: 0,
        });
        report.lock().unwrap().add(prepared, &task, outcome);
    });
    report.into_inner().unwrap()
}

impl Task {
    /// The name in findings, by which NQDB_FAULTS_ONLY selects.
    fn name(&self, prepared: &[Prepared]) -> String {
        format!("{}: {}", prepared[self.scenario].scenario.name, self.case)
    }
}

impl Report {
    fn add(&mut self, prepared: &[Prepared], task: &Task, outcome: Outcome) {
        let family = prepared[task.scenario].scenario.family;
        let first = prepared.iter().position(|other| other.scenario.family == family);
        let row = self.rows.entry((first.expect("its own family"), task.fault)).or_default();
        row.cases += 1;
        row.memory = row.memory.max(outcome.memory);
        for (broken, what) in outcome.findings {
            *row.broken.entry(broken).or_default() += 1;
            self.findings.push(format!("{broken:?}: {}: {what}", task.name(prepared)));
        }
    }

    fn print(&self, prepared: &[Prepared]) {
        const KINDS: [Broken; 6] = [
            Broken::Wrong,
            Broken::Abort,
            Broken::Hang,
            Broken::Lost,
            Broken::Unfinished,
            Broken::Unclear,
        ];
        let mut all = Row::default();
        println!(
            "| scenario | fault | cases | wrong | aborts | hangs | lost | unfinished | unclear | MiB |"
        );
        println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        let line = |scenario: &str, fault: &str, row: &Row| {
            let counts = KINDS.map(|kind| row.broken.get(&kind).copied().unwrap_or(0).to_string());
            let (counts, memory) = (counts.join(" | "), row.memory as f64 / 1024.0);
            println!("| {scenario} | {fault} | {} | {counts} | {memory:.1} |", row.cases);
        };
        for (&(scenario, fault), row) in &self.rows {
            line(prepared[scenario].scenario.family, fault, row);
            all.cases += row.cases;
            all.memory = all.memory.max(row.memory);
            for (&kind, count) in &row.broken {
                *all.broken.entry(kind).or_default() += count;
            }
        }
        line("all", "", &all);
    }

    fn assert_nothing_found(&self, seed: u64) {
        let few = self.findings.iter().take(FEW).cloned().collect::<Vec<_>>().join("\n");
        assert!(
            self.findings.is_empty(),
            "{} findings, the first below. To repeat one, run the command in crates/cli/tests/suite/faults/mod.rs with \
             NQDB_FAULTS_SEED={seed} NQDB_FAULTS_ONLY='SCENARIO: CASE'.\n{few}",
            self.findings.len(),
        );
    }
}

/// The most findings that are printed.
const FEW: usize = 30;

/// One in `share` cases of each row, at least one, chosen by the seed.
fn tasks(prepared: &[Prepared], seed: u64, share: usize) -> Vec<Task> {
    let (mut tasks, mut dice) = (Vec::new(), Dice::new(seed));
    for (number, prepared) in prepared.iter().enumerate() {
        for mut group in case::groups(prepared, seed) {
            let count = group.cases.len().div_ceil(share);
            while group.cases.len() > count {
                let drop = dice.below(group.cases.len() as u64);
                group.cases.swap_remove(drop as usize);
            }
            let task = |case| Task { scenario: number, fault: group.name, case };
            tasks.extend(group.cases.into_iter().map(task));
        }
    }
    tasks
}

/// Applies `work` to all items, on all cores. Returns the results in the order of the items.
fn each<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let (items, results) = (Mutex::new(items.into_iter().enumerate()), Mutex::new(BTreeMap::new()));
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let Some((number, item)) = items.lock().unwrap().next() else { break };
                    let result = work(item);
                    results.lock().unwrap().insert(number, result);
                }
            });
        }
    });
    results.into_inner().unwrap().into_values().collect()
}
