//! [`Splits`]: which orbits of a board belong to which split.

use crate::spec::{Shares, Split};
use nqdb::{Invalid, OrbitId, Shuffle};
use std::ops::Range;

/// A random partition of the orbit ids 1 … F(N), in exact shares.
#[derive(Debug)]
pub(crate) struct Splits {
    /// The orbits in random order. Consecutive ones belong to one split.
    order: Shuffle,
    orbits: u64,
    shares: Shares,
}

impl Splits {
    pub(crate) fn new(orbits: u64, shares: Shares, seed: u64) -> Self {
        Splits { order: Shuffle::new(orbits, seed), orbits, shares }
    }

    /// The positions of the orbits of a split in the order.
    fn part(&self, split: Split) -> Range<u64> {
        self.shares.part(split, self.orbits)
    }

    /// The number of orbits of a split.
    pub(crate) fn len(&self, split: Split) -> u64 {
        let part = self.part(split);
        part.end - part.start
    }

    /// Whether one split has all orbits.
    pub(crate) fn are_one(&self) -> bool {
        Split::ALL.into_iter().any(|split| self.len(split) == self.orbits)
    }

    /// An orbit of a split by its number, from 0.
    pub(crate) fn orbit(&self, split: Split, number: u64) -> Result<OrbitId, Invalid> {
        let orbit = self.order.at(self.part(split).start + number);
        OrbitId::new(orbit.map_or(0, |orbit| orbit + 1))
    }

    pub(crate) fn contains(&self, split: Split, orbit: OrbitId) -> bool {
        let position = self.order.step_of(orbit.get() - 1);
        position.is_some_and(|position| self.part(split).contains(&position))
    }
}
