//! The first page, `/`, the boards of the database, and what this is: `/about`.

use super::solution::SolutionFacts;
use nqdb::Tier;
use serde::Serialize;

/// `/`: a solution that changes with the day.
#[derive(Serialize)]
pub(crate) struct Home {
    /// The day, such as `22 Nov 2026`, UTC.
    pub(crate) day: String,
    #[serde(flatten)]
    pub(crate) solution: SolutionFacts,
}

/// `/8.json`, and an item of `/about.json`: a board size.
#[derive(Serialize)]
pub(crate) struct BoardFacts {
    pub(crate) n: usize,
    /// Q(N), where it is known.
    pub(crate) solutions: Option<u64>,
    /// F(N), where it is known.
    pub(crate) orbits: Option<u64>,
    pub(crate) tier: Tier,
    /// XXH3-128 of the content of its tables, in hexadecimal.
    pub(crate) digest: Option<String>,
}

/// `/about`: this server.
#[derive(Serialize)]
pub(crate) struct About {
    pub(crate) version: &'static str,
    /// The boards with tables.
    pub(crate) boards: Vec<BoardFacts>,
}
