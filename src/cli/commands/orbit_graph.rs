use crate::cli::context::Context;
use crate::cli::error::Failure;
use crate::cli::output::answers::queens;
use crate::cli::output::table::Table;
use crate::cli::output::writer::Output;
use nqdb::{Arrival, BoardSize, Canonical, OrbitGraph, OrbitId};
use serde::Serialize;
use std::collections::BTreeSet;

/// The orbit search of Zhang & Zhang: which orbits Inc and Mov reach from those of N - 1, and how
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Board size, 1 to 14 (larger boards have too many orbits)
    n: BoardSize,
    /// How to print the graph; json is the same as --json
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A table of the orbits and the way to each, then the tally
    Text,
    /// A JSON object for each orbit, then one with the tally
    Json,
    /// A drawing for Graphviz, legible up to N = 9 or so
    Dot,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result<(), Failure> {
    let graph = OrbitGraph::search(args.n, &context.watch())?;
    match context.out.form(args.format, Format::Json) {
        Format::Json => print_json(&graph, &mut context.out),
        Format::Dot => print_dot(&graph, &mut context.out),
        Format::Text => print_text(&graph, &mut context.out),
    }
}

fn print_text(graph: &OrbitGraph, out: &mut Output) -> Result<(), Failure> {
    let mut table = Table::new(&["orbit", "representative", "reached from", "by", "which gives"]);
    for (id, canonical, arrival) in graph.orbits() {
        let [from, by, gives] = match arrival {
            Some(arrival) => {
                [way(graph, id), arrival.operation.to_string(), arrival.gives.to_string()]
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

/// The orbits that lead to one: `7:3` is orbit 3 of N = 7, those of N follow without their N.
fn way(graph: &OrbitGraph, id: OrbitId) -> String {
    let steps = graph.path(id).into_iter().map(|arrival| match arrival.from_n == graph.n() {
        true => arrival.from.to_string(),
        false => format!("{}:{}", arrival.from_n, arrival.from),
    });
    steps.collect::<Vec<_>>().join(" ")
}

#[derive(Serialize)]
struct Reached {
    n: usize,
    orbit_id: u64,
    canonical: Vec<u8>,
    /// From an orbit of N − 1 to this one; empty where it was missed.
    path: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    n: usize,
    orbit_id: u64,
    operation: String,
    gives: Vec<u8>,
}

#[derive(Serialize)]
struct Tally {
    n: usize,
    orbits: usize,
    by_inc: usize,
    by_inc_and_mov: usize,
    missed: Vec<u64>,
}

impl Reached {
    fn new(graph: &OrbitGraph, id: OrbitId, canonical: &Canonical) -> Self {
        let step = |arrival: Arrival| Step {
            n: arrival.from_n.get(),
            orbit_id: arrival.from.get(),
            operation: arrival.operation.to_string(),
            gives: queens(&arrival.gives),
        };
        Reached {
            n: graph.n().get(),
            orbit_id: id.get(),
            canonical: queens(canonical),
            path: graph.path(id).into_iter().map(step).collect(),
        }
    }
}

fn print_json(graph: &OrbitGraph, out: &mut Output) -> Result<(), Failure> {
    for (id, canonical, _) in graph.orbits() {
        out.json(&Reached::new(graph, id, canonical))?;
    }
    out.json(&Tally {
        n: graph.n().get(),
        orbits: graph.orbit_count(),
        by_inc: graph.found_by_inc(),
        by_inc_and_mov: graph.found(),
        missed: graph.missed().map(OrbitId::get).collect(),
    })
}

/// Circles are orbits of N, boxes those of N − 1; dashed circles were missed.
fn print_dot(graph: &OrbitGraph, out: &mut Output) -> Result<(), Failure> {
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

/// The name of an orbit in the drawing, such as `"7:3"`.
fn node(n: BoardSize, id: OrbitId) -> String {
    format!("\"{n}:{id}\"")
}
