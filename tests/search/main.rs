//! The library without files: permutations and their symmetries, enumeration, counting, estimates, completion,
//! pictures. These tests also run without SQLite: `cargo test -p nqdb-tests --no-default-features`.

mod cells;
mod combinatorics;
mod completion;
mod enumeration;
mod estimates;
mod first;
mod heatmap;
mod kernel;
mod lists;
mod literal_orbit_graph;
mod orbit_graph;
mod pictures;
mod progressive;
mod sampling;
mod shuffle;
mod solve;
mod workers;
