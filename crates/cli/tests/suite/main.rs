//! Tests of the program `nqdb`: commands, database files, SQL, the explorer, and the examples in documents.

// Some tests, and what only they use, are for Unix.
#![cfg_attr(not(unix), allow(dead_code, unused_imports))]

mod commands;
mod corpus;
#[cfg(unix)]
mod documents;
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod faults;
mod file;
mod options;
mod serve;
mod sql;
mod support;
