//! Methods and constructions from the literature that the rest of the library does not use.
//!
//! `solve` has Gupta's methods for finding one solution of a large board. The rest follows Zhang & Zhang 2011:
//! operations that derive solutions from others (`operation`) at positions between queens (`position`), the graph of
//! orbits that they form (`orbit_graph`), and signatures that distinguish orbits by triples of neighbouring queens
//! (`signature`). research/sources.md has the references.

mod operation;
mod orbit_graph;
mod position;
mod signature;
pub mod solve;

pub use operation::Operation;
pub use orbit_graph::{Arrival, OrbitGraph};
pub use position::{Gap, HalfPosition, QueenAt};
pub use signature::{Signature, Triple};
