//! Boards on every tier: look-ups, patterns and random draws.

mod find;
mod random;
mod tiers;
