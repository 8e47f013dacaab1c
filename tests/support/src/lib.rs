//! What the tests of the library and of the program share: the slow twin that enumerates by the definitions, the
//! fixtures, permutations to test laws with, and samples of long tests.

pub mod fixtures;
pub mod memory;
pub mod mistakes;
pub mod permutations;
pub mod sample;
pub mod twin;
