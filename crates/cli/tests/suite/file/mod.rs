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

/// Queries of every kind, for files that can't answer them.
const QUESTIONS: &[&str] = &[
    "unrank 8 1",
    "rank 2,4,1,3",
    "count 8",
    "list 4",
    "orbit 2,4,1,3",
    "info",
    "verify",
    "sql 'SELECT 1'",
];
