//! [`BoardInfo`]: a board in a database file.

use pyo3::prelude::*;

/// A board in a database file.
#[pyclass(module = "nqdb", frozen, get_all, eq)]
#[derive(Debug, PartialEq)]
pub(crate) struct BoardInfo {
    /// The board size N.
    n: u64,
    /// "stored" or "indexed".
    tier: String,
    /// "building" or "complete".
    state: &'static str,
    /// Q(N), the number of solutions; None until the board is complete.
    solutions: Option<u64>,
    /// F(N), the number of orbits; None until the board is complete.
    orbits: Option<u64>,
    /// The number of blocks so far.
    blocks: u64,
    /// The size of the blocks' payloads in bytes.
    bytes: u64,
    /// A digest of the content; None until the board is complete.
    digest: Option<String>,
    /// The version of nqdb that built it.
    built_by: String,
    /// The time of completion, UTC; None until then.
    built_at: Option<String>,
}

impl From<nqdb::BoardInfo> for BoardInfo {
    fn from(info: nqdb::BoardInfo) -> Self {
        BoardInfo {
            n: info.n,
            tier: info.tier.to_string(),
            state: info.state.name(),
            solutions: info.solutions,
            orbits: info.orbits,
            blocks: info.blocks,
            bytes: info.payload_bytes,
            digest: info.digest,
            built_by: info.built_by,
            built_at: info.built_at,
        }
    }
}

#[pymethods]
impl BoardInfo {
    fn __repr__(&self) -> String {
        let BoardInfo { n, tier, state, bytes, .. } = self;
        format!("<nqdb.BoardInfo N = {n}, {tier}, {state}, {bytes} bytes>")
    }
}
