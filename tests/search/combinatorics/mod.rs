//! Permutations, symmetries, orbits and the operations on them, without any search.

mod decimal;
mod generators;
mod messages;
mod notation;
mod operations;
mod permutations;
mod signatures;
mod symmetries;
