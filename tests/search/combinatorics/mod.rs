//! Permutations, symmetries, orbits and operations, without search.

mod decimal;
mod generators;
mod messages;
mod notation;
mod numbers;
mod operations;
mod permutations;
mod signatures;
mod symmetries;
