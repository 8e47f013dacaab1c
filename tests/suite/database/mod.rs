//! Boards on every tier: look-ups, patterns and random draws.

mod find;
mod neighbours;
mod random;
mod tiers;
