//! Whether counts are consistent: everything that can be checked without counting again.

use super::PartialCounts;
use super::sums::{Sums, UnitSums};
use crate::combinatorics::known_counts;
use crate::store::build::division::Division;
use crate::store::error::StoreError;
use rusqlite::Connection;

/// A function that takes the counts of a region, with its number.
pub(in crate::store) type VisitRegion<'v> =
    &'v mut dyn FnMut(u32, &[[u32; 2]]) -> Result<(), StoreError>;

impl PartialCounts {
    /// Reads all counts, region by region, and checks everything that can be checked without counting again: that the
    /// units belong to the part, and that the counts add up to the totals of the units.
    pub fn inspect(
        &self,
        connection: &Connection,
        division: &Division,
        visit: VisitRegion<'_>,
    ) -> Result<Sums, StoreError> {
        if let Some(&unit) =
            self.units.keys().find(|&&unit| division.part_of(unit) != Some(self.part.number()))
        {
            return Err(self.damaged(&format!(
                "it has counted unit {unit} (0-based), which is not in this part"
            )));
        }
        let mut sums = UnitSums::new(&division.below);
        for &region in self.regions.keys() {
            if region >= division.below.regions() {
                return Err(self.damaged(&format!("the board has no region {region}")));
            }
            let counts = self.region(connection, division, region)?;
            if counts.iter().any(|[solutions, representatives]| solutions < representatives) {
                let what =
                    format!("in its region {region} a prefix has more orbits than solutions");
                return Err(self.damaged(&what));
            }
            sums.add(region, &counts);
            visit(region, &counts)?;
        }
        self.check(division, &sums)?;
        Ok(sums.all)
    }

    /// Fails unless the counts add up to the totals of the units.
    fn check(&self, division: &Division, sums: &UnitSums<'_>) -> Result<(), StoreError> {
        for (&unit, &orbits) in &self.units {
            let found = sums.orbits[unit as usize];
            if found != orbits {
                let unit = division.unit_name(unit);
                let what = format!(
                    "the unit {unit} has {orbits} orbits, but its prefixes add up to {found}"
                );
                return Err(self.damaged(&what));
            }
        }
        let Sums { solutions, orbits } = sums.all;
        if orbits != self.orbits() {
            let what = format!(
                "its units have {} orbits, but all prefixes add up to {orbits}",
                self.orbits()
            );
            return Err(self.damaged(&what));
        }
        // An orbit has four solutions in the first half; the few symmetric ones have fewer.
        let known = known_counts(self.n).expect("boards that are indexed are known");
        let most = 4 * orbits;
        let least = most.saturating_sub(4 * known.orbits() - known.solutions / 2);
        if !(least..=most).contains(&solutions) {
            let what = format!(
                "{orbits} orbits have {least} to {most} solutions in the first half, but its counts have {solutions}"
            );
            return Err(self.damaged(&what));
        }
        Ok(())
    }
}
