//! Fuzz target: `src/fuzzing/cells.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nqdb::fuzzing::cells(bytes));
