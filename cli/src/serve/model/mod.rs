//! What the addresses answer, as data: each type is the JSON of an address, and what its page shows.

mod find;
mod home;
mod list;
mod orbit;
mod puzzles;
mod solution;
mod tree;

pub(crate) use find::{Count, Found, Match};
pub(crate) use home::{About, BoardFacts, Home};
pub(crate) use list::SolutionList;
pub(crate) use orbit::OrbitFacts;
pub(crate) use puzzles::{PuzzleSheet, SheetQuestion};
pub(crate) use solution::{Neighbour, SolutionFacts};
pub(crate) use tree::PrefixTree;
