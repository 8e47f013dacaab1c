//! Fuzz target: `src/tree.rs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nqdb_fuzz::tree(bytes));
