//! Permutations, symmetries, orbits and operations, without search.

mod decimal;
mod forms;
mod generators;
mod messages;
mod notation;
mod numbers;
mod operations;
mod permutations;
mod readings;
mod signatures;
mod symmetries;
