//! Fuzz target: `src/file.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nqdb_fuzz::file(bytes));
