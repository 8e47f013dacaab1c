//! The library with a database file: boards on every tier, damaged files, and stopped work.

mod built_in;
mod children;
mod find;
mod flips;
mod lookups;
mod neighbours;
mod random;
mod readers;
mod recovery;
mod selections;
mod stopping;
mod tiers;
