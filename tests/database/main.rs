//! The library with a database file: boards on every tier, damage, and work that is stopped.

mod children;
mod find;
mod flips;
mod lookups;
mod neighbours;
mod random;
mod readers;
mod stopping;
mod tiers;
