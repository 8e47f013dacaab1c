//! Shared code: the program under test in its user's home, SQLite connections to inspect files, and damaged files.
//! The crate `nqdb_test_support` has more.

pub(crate) mod btree;
pub(crate) mod damage;
pub(crate) mod document;
pub(crate) mod extension;
pub(crate) mod hosts;
#[cfg(unix)]
pub(crate) mod memory;
pub(crate) mod mistakes;
pub(crate) mod program;
pub(crate) mod running;
#[cfg(unix)]
pub(crate) mod sealed;
pub(crate) mod server;
pub(crate) mod sqlite;
