//! The database file: access, builds, crashes and damage.

#[cfg(unix)]
mod crafted;
mod damage;
mod files;
mod indexed;
mod kill;
mod no_database;
mod parts;
mod places;

use nqdb::{
    store::{BuildOptions, BuildTier, Part, build},
    watch::NoWatch,
};
use nqdb_test_support::twin::size;
use std::path::Path;

/// Queries of every kind, for files that can't answer them.
const QUESTIONS: &[&str] = &[
    "unrank 8 1", "rank 2,4,1,3", "count 8", "list 4", "orbit 2,4,1,3", "info", "verify",
    "sql 'SELECT 1'",
];

/// Builds an index, or a part of one.
fn index(path: &Path, n: usize, part: Part) {
    let options = BuildOptions { tier: Some(BuildTier::Indexed), part, ..BuildOptions::default() };
    build(path, size(n), options, NoWatch).unwrap();
}
