//! What the tests share: the program under test and its user's home, and SQLite connections to look at files with.
//! The crate `nqdb_test_support` has the rest.

pub(crate) mod btree;
pub(crate) mod damage;
pub(crate) mod document;
pub(crate) mod extension;
pub(crate) mod hosts;
pub(crate) mod memory;
pub(crate) mod mistakes;
pub(crate) mod program;
pub(crate) mod running;
pub(crate) mod sealed;
pub(crate) mod server;
pub(crate) mod sqlite;
