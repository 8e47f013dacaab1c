//! Orbits, with their members or by id alone.

use super::queens;
use nqdb::{Canonical, Orbit, OrbitId, Rank, Solution, Symmetry, Tier};
use serde::Serialize;
use std::fmt::Display;

/// An orbit with all members.
#[derive(Serialize)]
pub(crate) struct OrbitJson {
    pub(crate) n: usize,
    /// `None` with `--no-ranks`.
    pub(crate) orbit_id: Option<u64>,
    pub(crate) size: usize,
    pub(crate) canonical: Vec<u8>,
    pub(crate) stabilizer: Vec<&'static str>,
    pub(crate) members: Vec<MemberJson>,
}

/// A member of an orbit, by the image that makes it of the canonical representative.
#[derive(Serialize)]
pub(crate) struct MemberJson {
    pub(crate) image: &'static str,
    pub(crate) name: &'static str,
    /// `None` with `--no-ranks`.
    pub(crate) rank: Option<u64>,
    pub(crate) queens: Vec<u8>,
}

impl OrbitJson {
    /// An orbit whose members have these ranks, in the order of [`Orbit::members`].
    pub(crate) fn new(orbit: &Orbit, id: Option<OrbitId>, ranks: Vec<Option<Rank>>) -> Self {
        let members = orbit.members().iter().zip(ranks);
        OrbitJson {
            n: orbit.canonical().n().get(),
            orbit_id: id.map(OrbitId::get),
            size: orbit.size(),
            canonical: queens(orbit.canonical()),
            stabilizer: orbit.stabilizer().iter().map(|symmetry| symmetry.name()).collect(),
            members: members
                .map(|((symmetry, member), rank)| MemberJson::new(*symmetry, member, rank))
                .collect(),
        }
    }
}

impl MemberJson {
    /// The header of CSV.
    pub(crate) const COLUMNS: &str = "orbit_id,image,name,rank,queens";

    /// The header of CSV with `--no-ranks`.
    pub(crate) const COLUMNS_WITHOUT_RANKS: &str = "image,name,queens";

    /// A line of CSV, without the numbers that are not known.
    pub(crate) fn csv(&self, orbit_id: Option<u64>, queens: impl Display) -> String {
        let MemberJson { image, name, rank, .. } = self;
        let id = orbit_id.map(|id| format!("{id},")).unwrap_or_default();
        let rank = rank.map(|rank| format!("{rank},")).unwrap_or_default();
        format!("{id}{image},{name},{rank}{queens}")
    }

    /// The caption of a picture.
    pub(crate) fn caption(&self) -> String {
        let rank = self.rank.map(|rank| format!(", rank {rank}")).unwrap_or_default();
        format!("{} {}{rank}", self.image, self.name)
    }

    pub(crate) fn new(symmetry: Symmetry, member: &Solution, rank: Option<Rank>) -> Self {
        MemberJson {
            image: symmetry.name(),
            name: symmetry.usual_name(),
            rank: rank.map(Rank::get),
            queens: queens(member),
        }
    }
}

/// An orbit by its id.
#[derive(Serialize)]
pub(crate) struct NumberedOrbitJson {
    n: usize,
    /// `None` where nobody can count it.
    orbit_id: Option<u64>,
    size: usize,
    canonical: Vec<u8>,
    stabilizer: Vec<&'static str>,
    tier: Tier,
}

impl NumberedOrbitJson {
    pub(crate) fn new(id: Option<OrbitId>, canonical: &Canonical, tier: Tier) -> Self {
        NumberedOrbitJson {
            n: canonical.n().get(),
            orbit_id: id.map(OrbitId::get),
            size: canonical.orbit_size(),
            canonical: queens(canonical),
            stabilizer: canonical.stabilizer().iter().map(Symmetry::name).collect(),
            tier,
        }
    }
}
