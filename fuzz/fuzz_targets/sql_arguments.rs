//! Fuzz target: `src/fuzzing/sql_arguments.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nqdb::fuzzing::sql_arguments(bytes));
