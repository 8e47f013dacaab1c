//! Shared by the tests of the library and of the program: a slow reference implementation that enumerates by the
//! definitions, the fixtures, written numbers, permutations for testing laws, a reader of SVG, a watch that
//! counts, and samples for long tests.

pub mod fixtures;
pub mod memory;
pub mod mistakes;
pub mod numbers;
pub mod permutations;
pub mod sample;
pub mod svg;
pub mod twin;
pub mod watch;
