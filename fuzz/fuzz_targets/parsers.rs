//! Fuzz target: `src/fuzzing/parsers.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nqdb::fuzzing::parsers(bytes));
