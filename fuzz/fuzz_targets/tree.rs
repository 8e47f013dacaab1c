//! Fuzz target: `src/fuzzing/tree.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nqdb::fuzzing::tree(bytes));
