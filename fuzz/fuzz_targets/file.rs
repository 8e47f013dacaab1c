//! Fuzz target: `src/fuzzing/file.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nqdb::fuzzing::file(bytes));
