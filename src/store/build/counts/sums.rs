//! Sums of counts: in total, and below each unit.

use crate::search::kernel::UnitPrefixes;

/// First-half solutions and orbits of partial counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// In the first half.
    pub solutions: u64,
    /// Canonical representatives.
    pub orbits: u64,
}

/// Sums of counts that are added region by region.
pub(in crate::store) struct UnitSums<'p> {
    below: &'p UnitPrefixes,
    /// For each unit, the representatives of its prefixes.
    pub(in crate::store) orbits: Vec<u64>,
    /// The sums of all prefixes.
    pub(super) all: Sums,
}

impl<'p> UnitSums<'p> {
    pub(in crate::store) fn new(below: &'p UnitPrefixes) -> Self {
        UnitSums { below, orbits: vec![0; below.ranges.len()], all: Sums::default() }
    }

    pub(in crate::store) fn add(&mut self, region: u32, counts: &[[u32; 2]]) {
        for [solutions, representatives] in counts {
            self.all.solutions += u64::from(*solutions);
            self.all.orbits += u64::from(*representatives);
        }
        let here = self.below.region(region);
        let first = self.below.ranges.partition_point(|unit| unit.end <= here.start);
        let units = self.below.ranges[first..].iter().take_while(|unit| unit.start < here.end);
        for (orbits, unit) in self.orbits[first..].iter_mut().zip(units) {
            let both = unit.start.max(here.start) - here.start..unit.end.min(here.end) - here.start;
            *orbits += counts[both].iter().map(|count| u64::from(count[1])).sum::<u64>();
        }
    }
}
