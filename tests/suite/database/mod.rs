//! Boards on every tier: look-ups, patterns and random draws.

mod children;
mod find;
mod lookups;
mod neighbours;
mod random;
mod readers;
mod tiers;
