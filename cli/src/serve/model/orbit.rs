//! An orbit by its id: `/8/orbit/5`.

use crate::answers::OrbitJson;
use nqdb::{Board, OrbitId, Result, Signature, Tier};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct OrbitFacts {
    /// As `nqdb orbit --json` has it.
    #[serde(flatten)]
    pub(crate) orbit: OrbitJson,
    /// F(N), where it is known.
    pub(crate) orbits: Option<u64>,
    pub(crate) signature: String,
    pub(crate) tier: Tier,
}

impl OrbitFacts {
    pub(crate) fn of(board: &Board, id: OrbitId) -> Result<Self> {
        let orbit = board.orbit(id)?;
        let ranks = board.member_ranks(&orbit)?.into_iter().map(Some).collect();
        Ok(OrbitFacts {
            orbits: board.orbit_count().ok(),
            signature: Signature::of(orbit.canonical()).to_string(),
            orbit: OrbitJson::new(&orbit, Some(id), ranks),
            tier: board.tier(),
        })
    }
}
