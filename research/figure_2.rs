//! Prints Figure 2 of Zhang & Zhang 2011, “one trajectory graph of orbit generation of N = 8”, for
//! Graphviz, from the steps of their case study (section V).
//!
//! `cargo run -p nqdb-research --bin figure_2 | dot -Tsvg > docs/figure-2.svg`

use nqdb::{Database, Orbit, Solution};
use nqdb_papers::Operation;
use std::error::Error;

/// The examples of the paper; those of the case study are named after the orbits that they reach.
const EXAMPLES: &str = include_str!("../fixtures/orbit_operations.csv");

fn main() -> Result<(), Box<dyn Error>> {
    println!("digraph \"figure 2\" {{\n  graph [nodesep=0.6];");
    println!("  node [shape=circle, fontname=Helvetica, width=0.6, fixedsize=true];");
    println!("  edge [fontname=Helvetica, fontsize=10];");
    println!("  \"7:3\" [label=\"orbit 3 of N = 7\", shape=box, fixedsize=false];");
    let database = Database::without_file();
    let name = |solution: &Solution| -> nqdb::Result<String> {
        let orbit = database.board(solution.n())?.orbit_id(Orbit::of(solution).canonical())?;
        Ok(format!("\"{}:{orbit}\"", solution.n()))
    };
    for line in EXAMPLES.lines().filter(|line| line.starts_with("orbit ")) {
        let fields: Vec<&str> = line.split(',').collect();
        let (operation, start): (Operation, Solution) = (fields[1].parse()?, fields[2].parse()?);
        let reached = Solution::new(operation.apply(&start)?)?;
        let (tail, head) = (name(&start)?, name(&reached)?);
        println!("  {head} [label=\"{}\"];", fields[0].trim_start_matches("orbit "));
        println!("  {tail} -> {head} [label=\"  {operation}  \"];");
    }
    println!("}}");
    Ok(())
}
