//! The tests of the program `nqdb`: its commands, the files that it makes, SQL, the explorer, and the documents. One
//! binary, one module per promise.

mod commands;
mod corpus;
mod documents;
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod faults;
mod file;
mod serve;
mod sql;
mod support;
