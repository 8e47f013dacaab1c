//! Methods and constructions of the literature, which nothing else in the library needs.
//!
//! `solve` has the methods of Gupta for one solution of a large board. Zhang & Zhang 2011 make solutions of others by
//! operations (`operation`) at positions between the queens (`position`), from orbit to orbit (`orbit_graph`), and tell
//! orbits apart by their triples of neighbouring queens (`signature`). docs/notes/sources.md cites them.

mod operation;
mod orbit_graph;
mod position;
mod signature;
pub mod solve;

pub use operation::Operation;
pub use orbit_graph::{Arrival, OrbitGraph};
pub use position::{Gap, HalfPosition, QueenAt};
pub use signature::{Signature, Triple};
