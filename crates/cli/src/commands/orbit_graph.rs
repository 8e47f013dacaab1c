//! `nqdb orbit-graph`: the orbits that can be reached by operations, as a table, JSON or a graph.

use crate::context::Context;
use crate::error::Result;
use crate::output::{Format, FormatArg, Output, Table, only};
use nqdb::{BoardSize, OrbitId};
use nqdb_papers::{Arrival, OrbitGraph};
use serde::Serialize;
use std::collections::BTreeSet;

/// Find which orbits of N can be reached from those of N - 1 by Inc and Mov
#[derive(clap::Args)]
#[command(mut_arg("format", only(&[Format::Text, Format::Json, Format::Dot])))]
pub(crate) struct Args {
    /// Board size, 1 to 14 (larger boards have too many orbits)
    n: BoardSize,
    #[command(flatten)]
    format: FormatArg,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let graph = OrbitGraph::search(args.n, &context.watch)?;
    match context.out.format(args.format) {
        Format::Json => print_json(&graph, &mut context.out),
        Format::Dot => print_dot(&graph, &mut context.out),
        _ => print_text(&graph, &mut context.out),
    }
}

fn print_text(graph: &OrbitGraph, out: &mut Output) -> Result {
    let mut table = Table::new(&["orbit", "representative", "reached from", "by", "which gives"]);
    for (id, canonical, arrival) in graph.orbits() {
        let [from, by, gives] = match arrival {
            Some(arrival) => {
                [path(graph, id), arrival.operation.to_string(), arrival.gives.to_string()]
            }
            None => ["missed", "", ""].map(str::to_owned),
        };
        table.row([id.to_string(), canonical.to_string(), from, by, gives]);
    }
    out.line(table)?;
    let missed: String = graph.missed().map(|id| format!(" {id}")).collect();
    out.line(format_args!(
        "N = {}: orbits {}, by Inc {}, by Inc and Mov {}, missed {}{}{missed}",
        graph.n(),
        graph.orbit_count(),
        graph.found_by_inc(),
        graph.found(),
        graph.orbit_count() - graph.found(),
        if missed.is_empty() { "" } else { ":" }
    ))
}

/// The orbits on the path to an orbit: `7:3` is orbit 3 of N = 7, a plain id is an orbit of N.
fn path(graph: &OrbitGraph, id: OrbitId) -> String {
    let steps = graph.path(id).into_iter().map(|arrival| {
        if arrival.from_n == graph.n() {
            arrival.from.to_string()
        } else {
            format!("{}:{}", arrival.from_n, arrival.from)
        }
    });
    steps.collect::<Vec<_>>().join(" ")
}

#[derive(Serialize)]
struct OrbitPathJson {
    n: usize,
    orbit_id: u64,
    queens: Vec<u8>,
    /// The path from an orbit of N − 1 to this one; empty if it was missed.
    path: Vec<StepJson>,
}

#[derive(Serialize)]
struct StepJson {
    n: usize,
    orbit_id: u64,
    operation: String,
    gives: Vec<u8>,
}

#[derive(Serialize)]
struct SummaryJson {
    n: usize,
    orbits: usize,
    by_inc: usize,
    by_inc_and_mov: usize,
    missed: Vec<u64>,
}

fn print_json(graph: &OrbitGraph, out: &mut Output) -> Result {
    for (id, canonical, _) in graph.orbits() {
        let step = |arrival: Arrival| StepJson {
            n: arrival.from_n.get(),
            orbit_id: arrival.from.get(),
            operation: arrival.operation.to_string(),
            gives: arrival.gives.queens().collect(),
        };
        out.json(&OrbitPathJson {
            n: graph.n().get(),
            orbit_id: id.get(),
            queens: canonical.queens().collect(),
            path: graph.path(id).into_iter().map(step).collect(),
        })?;
    }
    out.json(&SummaryJson {
        n: graph.n().get(),
        orbits: graph.orbit_count(),
        by_inc: graph.found_by_inc(),
        by_inc_and_mov: graph.found(),
        missed: graph.missed().map(OrbitId::get).collect(),
    })
}

/// Prints a graph with a circle for each orbit of N (dashed if it was missed) and a box for each of N − 1.
fn print_dot(graph: &OrbitGraph, out: &mut Output) -> Result {
    let n = graph.n();
    let arrivals = || graph.orbits().filter_map(|(id, _, arrival)| Some((id, arrival?)));
    out.line(format_args!("digraph \"orbits of N = {n}\" {{"))?;
    out.line("  graph [nodesep=0.6];")?;
    out.line("  node [shape=circle, fontname=Helvetica, width=0.6, fixedsize=true];")?;
    out.line("  edge [fontname=Helvetica, fontsize=10];")?;
    let sources = arrivals().filter(|(_, arrival)| arrival.from_n != n);
    let sources: BTreeSet<_> = sources.map(|(_, arrival)| (arrival.from_n, arrival.from)).collect();
    for (n, id) in sources {
        let shape = "shape=box, fixedsize=false";
        out.line(format_args!("  {} [label=\"orbit {id} of N = {n}\", {shape}];", node(n, id)))?;
    }
    for (id, _, arrival) in graph.orbits() {
        let style = if arrival.is_none() { ", style=dashed" } else { "" };
        out.line(format_args!("  {} [label=\"{id}\"{style}];", node(n, id)))?;
    }
    for (id, arrival) in arrivals() {
        let (tail, head) = (node(arrival.from_n, arrival.from), node(n, id));
        out.line(format_args!("  {tail} -> {head} [label=\"  {}  \"];", arrival.operation))?;
    }
    out.line("}")
}

/// The name of an orbit in the graph, such as `"7:3"`.
fn node(n: BoardSize, id: OrbitId) -> String {
    format!("\"{n}:{id}\"")
}
