//! Codec 2, the solution tree.
//!
//! The solutions of a block are the leaves of a tree: each node is a board with queens in its first columns, and its
//! children are the safe squares of the next column that lead to a solution. The payload has one bit for each safe
//! square of each node, set if it leads to a solution, in one stream for each column. The last six columns have no
//! stream: the decoder solves them with tables. docs/format.md has the bytes.
//!
//! - writing: `path` walks from solution to solution and writes bits to `streams`; `payload` joins them
//! - reading: `decode` rebuilds a segment of solutions, column by column, with `last` for the last columns (its tables
//!   are in `orders`) and the bit operations of `bmi2`
//! - lookups: `index` marks every 64th solution with its positions in the streams; `lookup` decodes from a mark on

pub(crate) mod bmi2;
mod decode;
mod index;
mod last;
mod lookup;
mod orders;
mod partial_solution;
mod path;
mod payload;
mod streams;

pub(super) use lookup::TreeBlock;
pub(super) use payload::{decode, encode};
