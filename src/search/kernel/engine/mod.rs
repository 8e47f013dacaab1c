//! The search itself, over any instruction set: breadth first, one level for each column.
//!
//! - `board`: how a board is laid out in a level, and the root boards that a search starts from
//! - `level`: the boards that wait for the queen of one column
//! - `sweep`: places the queens of one column
//! - `search`: drives the sweeps from level to level, and hands the solutions to a sink

pub(crate) mod board;
mod level;
pub(crate) mod search;
mod sweep;
