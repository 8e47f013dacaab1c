//! `nqdb orbit-graph`: the orbits that operations join, or the shortest paths to them, as a table, JSON or a graph.

use crate::context::Context;
use crate::error::Result;
use crate::output::{Format, FormatArg, Output, Table, object, only};
use nqdb::{BoardSize, OrbitId};
use nqdb_papers::{Edge, OrbitGraph};
use serde::Serialize;
use std::collections::BTreeSet;

/// Print which orbits of N the operations Inc, from N - 1, and Mov join
///
/// A class has the orbits that Movs lead to from one of them. It is named after the first of them.
#[derive(clap::Args)]
#[command(mut_arg("format", only(&[Format::Text, Format::Json, Format::Dot])))]
pub(crate) struct Args {
    /// Board size, 1 to 14 (larger boards have too many orbits)
    n: BoardSize,
    /// Only the tree of paths with the fewest operations, which begin with Inc
    #[arg(long)]
    paths: bool,
    #[command(flatten)]
    format: FormatArg,
}

pub(super) fn run(args: Args, context: &mut Context) -> Result {
    let graph = OrbitGraph::search(args.n, &context.watch)?;
    let printed = Printed { classes: graph.classes(), graph, paths: args.paths };
    match context.out.format(args.format) {
        Format::Json => printed.json(&mut context.out),
        Format::Dot => printed.dot(&mut context.out),
        _ => printed.text(&mut context.out),
    }
}

/// A graph, or the paths in it.
struct Printed {
    graph: OrbitGraph,
    classes: Vec<OrbitId>,
    paths: bool,
}

impl Printed {
    fn class_count(&self) -> usize {
        self.classes.iter().collect::<BTreeSet<_>>().len()
    }

    fn text(&self, out: &mut Output) -> Result {
        let graph = &self.graph;
        let mut table = Table::new(if self.paths {
            &["orbit", "representative", "reached from", "by", "which gives"]
        } else {
            &["orbit", "representative", "class", "Inc from", "Mov to"]
        });
        let joined = |names: Vec<String>| names.join(" ");
        for ((id, canonical, arrival), class) in graph.orbits().zip(&self.classes) {
            let mut neighbours: Vec<_> = graph.by_mov(id).iter().map(|edge| edge.to).collect();
            neighbours.sort_unstable();
            let cells = match arrival {
                _ if !self.paths => [
                    class.to_string(),
                    joined(graph.by_inc(id).iter().map(|edge| self.name(edge)).collect()),
                    joined(neighbours.iter().map(ToString::to_string).collect()),
                ],
                Some(Edge { operation, gives, .. }) => {
                    let path = graph.path(id).iter().map(|edge| self.name(edge)).collect();
                    [joined(path), operation.to_string(), gives.to_string()]
                }
                None => ["missed", "", ""].map(str::to_owned),
            };
            let [a, b, c] = cells;
            table.row([id.to_string(), canonical.to_string(), a, b, c]);
        }
        out.line(table)?;
        let missed: String = graph.missed().map(|id| format!(" {id}")).collect();
        out.line(format_args!(
            "N = {}: orbits {}, joined pairs {}, classes {}, by Inc {}, by Inc and Mov {}, missed {}{}{missed}",
            graph.n(),
            graph.orbit_count(),
            graph.pair_count(),
            self.class_count(),
            graph.found_by_inc(),
            graph.found(),
            graph.orbit_count() - graph.found(),
            if missed.is_empty() { "" } else { ":" }
        ))
    }

    /// The orbit on which a step begins: `7:3` is orbit 3 of N = 7, a plain id is an orbit of N.
    fn name(&self, edge: &Edge) -> String {
        let size =
            if edge.from_n == self.graph.n() { String::new() } else { format!("{}:", edge.from_n) };
        format!("{size}{}", edge.from)
    }

    fn json(&self, out: &mut Output) -> Result {
        let graph = &self.graph;
        let n = graph.n().get();
        let from = |edge: &Edge| step(edge, edge.from_n, edge.from);
        let to = |edge: &Edge| step(edge, graph.n(), edge.to);
        for ((id, canonical, _), class) in graph.orbits().zip(&self.classes) {
            let (orbit_id, queens) = (id.get(), canonical.queens().collect::<Vec<_>>());
            if self.paths {
                // The path from an orbit of N − 1 to this one; empty if it was missed.
                let path: Vec<_> = graph.path(id).iter().map(from).collect();
                out.json(&object! { n: n, orbit_id: orbit_id, queens: queens, path: path })?;
                continue;
            }
            out.json(&object! {
                n: n,
                orbit_id: orbit_id,
                queens: queens,
                class: class.get(),
                by_inc: graph.by_inc(id).iter().map(from).collect::<Vec<_>>(),
                by_mov: graph.by_mov(id).iter().map(to).collect::<Vec<_>>(),
            })?;
        }
        out.json(&object! {
            n: n,
            orbits: graph.orbit_count(),
            pairs: graph.pair_count(),
            classes: self.class_count(),
            by_inc: graph.found_by_inc(),
            by_inc_and_mov: graph.found(),
            missed: graph.missed().map(OrbitId::get).collect::<Vec<_>>(),
        })
    }

    /// Prints a graph with a circle for each orbit of N (dashed if it was missed) and a box for each of N − 1.
    fn dot(&self, out: &mut Output) -> Result {
        let graph = &self.graph;
        let n = graph.n();
        let edges: Vec<&Edge> = if self.paths {
            graph.orbits().filter_map(|(.., arrival)| arrival).collect()
        } else {
            let ids = graph.orbits().map(|(id, ..)| id);
            let all = ids.flat_map(|id| graph.by_inc(id).iter().chain(graph.by_mov(id)));
            all.filter(|edge| edge.from_n < n || edge.from < edge.to).collect()
        };
        let (kind, arrow) = if self.paths { ("digraph", "->") } else { ("graph", "--") };
        out.line(format_args!("{kind} \"orbits of N = {n}\" {{"))?;
        out.line("  graph [nodesep=0.6];")?;
        out.line("  node [shape=circle, fontname=Helvetica, width=0.6, fixedsize=true];")?;
        out.line("  edge [fontname=Helvetica, fontsize=10];")?;
        let sources = edges.iter().filter(|edge| edge.from_n != n);
        let sources: BTreeSet<_> = sources.map(|edge| (edge.from_n, edge.from)).collect();
        for (n, id) in sources {
            let shape = "shape=box, fixedsize=false";
            out.line(format_args!(
                "  {} [label=\"orbit {id} of N = {n}\", {shape}];",
                node(n, id)
            ))?;
        }
        for (id, _, arrival) in graph.orbits() {
            let style = if arrival.is_none() { ", style=dashed" } else { "" };
            out.line(format_args!("  {} [label=\"{id}\"{style}];", node(n, id)))?;
        }
        for edge in edges {
            let (tail, head) = (node(edge.from_n, edge.from), node(n, edge.to));
            let label = if self.paths {
                format!(" [label=\"  {}  \"]", edge.operation)
            } else {
                String::new()
            };
            out.line(format_args!("  {tail} {arrow} {head}{label};"))?;
        }
        out.line("}")
    }
}

/// An operation on one of two orbits; the other one.
fn step(edge: &Edge, n: BoardSize, orbit: OrbitId) -> impl Serialize + use<> {
    let gives: Vec<u8> = edge.gives.queens().collect();
    let operation = edge.operation.to_string();
    object! { n: n.get(), orbit_id: orbit.get(), operation: operation, gives: gives }
}

/// The name of an orbit in the graph, such as `"7:3"`.
fn node(n: BoardSize, id: OrbitId) -> String {
    format!("\"{n}:{id}\"")
}
