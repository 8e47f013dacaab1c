//! The campaign: its cases, on all cores, and the table of what came of them.

use super::case::{self, Case, Outcome};
use super::check::Broken;
use super::scenario::{self, Prepared};
use nqdb::Dice;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;

/// A case of the table's row `(scenario, group)`.
struct Task {
    row: (usize, &'static str),
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

/// Runs one in `share` cases of each scenario and kind of fault, prints the table, and fails on a finding.
pub(super) fn run(share: usize) {
    let variable = |name: &str| std::env::var(name).ok();
    let seed = variable("NQDB_FAULTS_SEED").map_or_else(
        || Dice::new(u64::from(std::process::id())).bits() % 100_000,
        |seed| seed.parse().expect("NQDB_FAULTS_SEED is a number"),
    );
    println!("NQDB_FAULTS_SEED={seed}");
    let only = variable("NQDB_FAULTS_ONLY");
    let prepared = each(scenario::all(), Prepared::new);
    let mut tasks = tasks(&prepared, seed, if only.is_some() { 1 } else { share });
    let name = |task: &Task| format!("{}: {}", prepared[task.row.0].scenario.name, task.case);
    tasks.retain(|task| only.as_ref().is_none_or(|only| name(task).contains(only)));
    let (table, findings) = (Mutex::new(BTreeMap::new()), Mutex::new(Vec::new()));
    each(tasks, |task| {
        let work = || case::run(&prepared[task.row.0], &task.case);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        let outcome = outcome.unwrap_or_else(|_| Outcome {
            findings: vec![(Broken::Wrong, "the file can't be checked, see above".to_owned())],
            memory: 0,
        });
        let mut table = table.lock().unwrap();
        let row: &mut Row = table.entry(task.row).or_default();
        row.cases += 1;
        row.memory = row.memory.max(outcome.memory);
        for (broken, what) in outcome.findings {
            *row.broken.entry(broken).or_default() += 1;
            findings.lock().unwrap().push(format!("{broken:?}: {}: {what}", name(&task)));
        }
    });
    print(&prepared, &table.into_inner().unwrap());
    let findings = findings.into_inner().unwrap();
    let few: Vec<String> = findings.iter().take(FEW).cloned().collect();
    assert!(
        findings.is_empty(),
        "{} findings with NQDB_FAULTS_SEED={seed}; NQDB_FAULTS_ONLY='SCENARIO: CASE' repeats one:\n{}",
        findings.len(),
        if variable("NQDB_FAULTS_ALL").is_some() { findings.join("\n") } else { few.join("\n") }
    );
}

/// Findings that are printed.
const FEW: usize = 40;

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
            let row = (number, group.name);
            tasks.extend(group.cases.into_iter().map(|case| Task { row, case }));
        }
    }
    tasks
}

/// Works on all items on all cores. Returns the results in the order of the items.
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

fn print(prepared: &[Prepared], table: &BTreeMap<(usize, &'static str), Row>) {
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
        "| scenario | fault | cases | wrong | aborts | hangs | lost | unfinished | unclear | KiB |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let line = |scenario: &str, fault: &str, row: &Row| {
        let counts = KINDS.map(|kind| row.broken.get(&kind).copied().unwrap_or(0).to_string());
        let counts = counts.join(" | ");
        println!("| {scenario} | {fault} | {} | {counts} | {} |", row.cases, row.memory);
    };
    for (&(number, fault), row) in table {
        line(prepared[number].scenario.name, fault, row);
        all.cases += row.cases;
        all.memory = all.memory.max(row.memory);
        for (&kind, count) in &row.broken {
            *all.broken.entry(kind).or_default() += count;
        }
    }
    line("all", "", &all);
}
