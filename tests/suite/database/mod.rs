//! Boards on every tier: look-ups, patterns and random draws.

mod children;
mod find;
mod neighbours;
mod random;
mod tiers;
