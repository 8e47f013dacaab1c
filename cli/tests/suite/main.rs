//! Tests of the program `nqdb`: commands, database files, SQL, the explorer, and the examples in documents.

mod commands;
mod corpus;
mod documents;
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod faults;
mod file;
mod serve;
mod sql;
mod support;
