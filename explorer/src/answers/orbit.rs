//! Orbits, with or without their members.

use super::queens;
use nqdb::{Canonical, Orbit, OrbitId, Rank, Solution, Symmetry, Tier};
use serde::Serialize;
use std::fmt::Display;

/// An orbit with all members.
#[derive(Debug, Serialize)]
pub struct OrbitJson {
    /// Board size.
    pub n: usize,
    /// `None` if it was not requested, or takes a long search.
    pub orbit_id: Option<u64>,
    /// The number of its boards.
    pub size: usize,
    /// The canonical representative.
    pub canonical: Vec<u8>,
    /// The symmetries that leave it unchanged, po1 to po8.
    pub stabilizer: Vec<&'static str>,
    /// Its boards.
    pub members: Vec<MemberJson>,
}

/// A member of an orbit, as the image of the canonical representative by a symmetry.
#[derive(Debug, Serialize)]
pub struct MemberJson {
    /// The symmetry, po1 to po8.
    pub image: &'static str,
    /// Its usual name, such as `rotate-90`.
    pub name: &'static str,
    /// `None` if it was not requested, or takes a long search.
    pub rank: Option<u64>,
    /// The row of the queen in each column.
    pub queens: Vec<u8>,
}

impl OrbitJson {
    /// An orbit whose members have these ranks, in the order of [`Orbit::members`].
    pub fn new(orbit: &Orbit, id: Option<OrbitId>, ranks: Vec<Option<Rank>>) -> Self {
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
    pub const COLUMNS: &str = "orbit_id,image,name,rank,queens";

    /// The header of CSV with `--no-ranks`.
    pub const COLUMNS_WITHOUT_RANKS: &str = "image,name,queens";

    /// A line of CSV, without unknown numbers.
    pub fn csv(&self, orbit_id: Option<u64>, queens: impl Display) -> String {
        let MemberJson { image, name, rank, .. } = self;
        let id = orbit_id.map(|id| format!("{id},")).unwrap_or_default();
        let rank = rank.map(|rank| format!("{rank},")).unwrap_or_default();
        format!("{id}{image},{name},{rank}{queens}")
    }

    /// The caption of a picture.
    pub fn caption(&self) -> String {
        let rank = self.rank.map(|rank| format!(", rank {rank}")).unwrap_or_default();
        format!("{} {}{rank}", self.image, self.name)
    }

    /// The image of a canonical representative by a symmetry.
    pub fn new(symmetry: Symmetry, member: &Solution, rank: Option<Rank>) -> Self {
        MemberJson {
            image: symmetry.name(),
            name: symmetry.usual_name(),
            rank: rank.map(Rank::get),
            queens: queens(member),
        }
    }
}

/// An orbit by its id.
#[derive(Debug, Serialize)]
pub struct NumberedOrbitJson {
    n: usize,
    /// `None` if it is unknown.
    orbit_id: Option<u64>,
    size: usize,
    canonical: Vec<u8>,
    stabilizer: Vec<&'static str>,
    tier: Tier,
}

impl NumberedOrbitJson {
    /// An orbit by its canonical representative, and the tier of its board.
    pub fn new(id: Option<OrbitId>, canonical: &Canonical, tier: Tier) -> Self {
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
