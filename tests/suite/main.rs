//! The tests of nqdb that see it from outside: as a library, as a program, as an SQLite extension and as a
//! file. One binary, one module per promise; tests of internals stand beside their code in src/.

mod cli;
mod combinatorics;
mod completion;
mod database;
mod documents;
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod faults;
mod file;
mod search;
#[cfg(feature = "serve")]
mod serve;
mod sql;
mod structure;
mod support;
