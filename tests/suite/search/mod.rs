//! Enumeration, counting, estimates, heat maps, orbit graphs and solvers: what needs no file.

mod enumeration;
mod estimates;
mod first;
mod heatmap;
mod literal_orbit_graph;
mod orbit_graph;
mod progressive;
mod solve;
