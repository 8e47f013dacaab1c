//! The costs and results of builds, as text and JSON.

use super::write::object;
use nqdb::internal::{bytes, counted};
use nqdb::{
    BoardSize,
    store::{BuildEstimate, BuildOptions, BuildTier, Built, Outcome, Part},
};
use serde::Serialize;
use std::path::Path;
use std::time::Duration;

/// A board that was built, merged or imported, as JSON. The path is null if it is not Unicode.
pub(crate) fn built_json(built: &Built, seconds: f64, path: &Path) -> impl Serialize {
    let (part, outcome) = match built.outcome {
        Outcome::AlreadyThere => (None, "already there"),
        Outcome::Built => (None, "built"),
        Outcome::Resumed(_) => (None, "resumed"),
        Outcome::Part(part) => (Some(object! { part: part }), "part"),
    };
    object! {
        n: built.n.get(),
        tier: built.tier,
        #[serde(flatten)]
        part: part,
        solutions: built.solutions,
        orbits: built.orbits,
        outcome: outcome,
        seconds: to_milliseconds(seconds),
        path: path.to_str(),
    }
}

/// The numbers of a board: `92 solutions in 12 orbits`.
pub(crate) fn solutions_in_orbits(solutions: u64, orbits: u64) -> String {
    format!("{} in {}", counted(solutions, "solutions"), counted(orbits, "orbits"))
}

/// The result of a build, as text.
pub(crate) fn describe_built(built: &Built, seconds: f64) -> String {
    let Built { n, tier, solutions, orbits, .. } = built;
    let what = format!("N = {n}: {}", solutions_in_orbits(*solutions, *orbits));
    match built.outcome {
        Outcome::AlreadyThere => format!("{what}, already there, nothing to do"),
        Outcome::Built if *tier == BuildTier::Indexed => {
            format!("{what}, indexed in {seconds:.1} s")
        }
        Outcome::Built => format!("{what}, built in {seconds:.1} s"),
        Outcome::Resumed(kept) => {
            let all = match tier {
                BuildTier::Stored => solutions.div_ceil(2),
                BuildTier::Indexed => *orbits,
            };
            format!("{what}, finished in {seconds:.1} s ({kept} of {all} were there)")
        }
        Outcome::Part(part) => {
            let orbits = counted(*orbits, "orbits");
            format!("{}: {orbits} counted in {seconds:.1} s", describe_work(*n, part))
        }
    }
}

/// The cost of a build, as JSON: the size of a board, or the number of a part.
pub(crate) fn cost_json(n: BoardSize, cost: &BuildEstimate, part: Part) -> impl Serialize {
    object! {
        n: n.get(),
        tier: cost.tier,
        #[serde(flatten)]
        part: (part != Part::WHOLE).then(|| object! { part: part }),
        #[serde(flatten)]
        bytes: (part == Part::WHOLE).then(|| object! { bytes: cost.bytes }),
        seconds: to_milliseconds(cost.time.as_secs_f64()),
    }
}

/// The work of a build, as text.
pub(crate) fn describe_work(n: BoardSize, part: Part) -> String {
    match part {
        Part::WHOLE => format!("N = {n}"),
        part => format!("N = {n}, part {part}"),
    }
}

/// The cost of a build, as text.
pub(crate) fn describe_cost(cost: &BuildEstimate, options: BuildOptions) -> String {
    let what = match cost.tier {
        BuildTier::Stored => counted(cost.steps, "solutions to store (half of all)"),
        BuildTier::Indexed => counted(cost.steps, "orbits to count"),
    };
    let threads = counted(options.jobs.get() as u64, "threads");
    let time = format!("{} with {threads}", duration(cost.time));
    match options.part {
        Part::WHOLE => format!("{what}, about {} and {time}", bytes(cost.bytes)),
        // The orbits of a part are estimated.
        _ => format!("about {what}, about {time}"),
    }
}

/// Seconds, rounded to milliseconds.
fn to_milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

fn duration(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds @ 0.0..100.0 => format!("{seconds:.1} s"),
        seconds @ 100.0..6000.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds => format!("{:.0} hours", seconds / 3600.0),
    }
}
