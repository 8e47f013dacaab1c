//! The search itself, generic over the instruction set: breadth first, with one level per column.
//!
//! - `board`: the layout of a board in a level, and the root boards of a search
//! - `level`: the boards whose next queen is in a given column
//! - `sweep`: places the queens of one column
//! - `search`: drives the sweeps from level to level and passes the solutions to a sink

pub(crate) mod board;
mod level;
pub(crate) mod search;
mod sweep;
