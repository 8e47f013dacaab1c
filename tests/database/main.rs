//! The library with a database file: boards on every tier, damaged files, and stopped work.

mod block;
mod bounds;
mod built_in;
mod children;
mod conditions;
mod counts;
mod files;
mod flips;
mod lookups;
mod neighbours;
mod partial_counts;
mod random;
mod readers;
mod recovery;
mod selections;
mod sql;
mod stopping;
mod tiers;
mod tree;
mod verify;
mod version;
