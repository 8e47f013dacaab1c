//! Permutations, symmetries, orbits and operations, without search.

mod attacks;
mod convert;
mod damage;
mod decimal;
mod forms;
mod generators;
mod messages;
mod notation;
mod numbers;
mod operations;
mod permutations;
mod readings;
mod samples;
mod serial;
mod signatures;
mod symmetries;
