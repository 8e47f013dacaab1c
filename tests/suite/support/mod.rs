//! What the tests share: the program under test and its user's home, the slow twin that enumerates by
//! the definitions, the fixtures, and SQLite connections to look at files with.

pub(crate) mod btree;
pub(crate) mod damage;
pub(crate) mod document;
pub(crate) mod extension;
pub(crate) mod fixtures;
pub(crate) mod hosts;
pub(crate) mod memory;
pub(crate) mod mistakes;
pub(crate) mod permutations;
pub(crate) mod program;
pub(crate) mod running;
pub(crate) mod sealed;
#[cfg(feature = "serve")]
pub(crate) mod server;
pub(crate) mod sqlite;
pub(crate) mod twin;
