//! Fuzz target: `src/sql_arguments.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nqdb_fuzz::sql_arguments(bytes));
