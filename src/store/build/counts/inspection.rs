//! Whether counts are consistent: all that can be checked without counting again.

use super::PartialCounts;
use super::sums::{Sums, UnitSums};
use crate::combinatorics::known_counts;
use crate::store::build::division::Division;
use crate::store::error::StoreError;
use rusqlite::Connection;

/// Takes the counts of a region, whose number comes first.
pub(in crate::store) type VisitRegion<'v> =
    &'v mut dyn FnMut(u32, &[[u32; 2]]) -> Result<(), StoreError>;

impl PartialCounts {
    /// Reads all counts, region by region, and checks all that can be checked without counting: that the units are
    /// those of the part, and that the counts add up to what the units say.
    pub(in crate::store) fn inspect(
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

    /// An error unless the counts add up to what the units say.
    fn check(&self, division: &Division, sums: &UnitSums<'_>) -> Result<(), StoreError> {
        for (&unit, &orbits) in &self.units {
            let found = sums.orbits[unit as usize];
            if found != orbits {
                let unit = division.unit_name(unit);
                let what = format!(
                    "the unit {unit} says {orbits} orbits, and its prefixes add up to {found}"
                );
                return Err(self.damaged(&what));
            }
        }
        let Sums { solutions, orbits } = sums.all;
        if orbits != self.orbits() {
            let what = format!(
                "its units say {} orbits, and all prefixes add up to {orbits}",
                self.orbits()
            );
            return Err(self.damaged(&what));
        }
        // An orbit has four solutions in the first half; those with symmetries have fewer, and they are few.
        let known = known_counts(self.n).expect("boards that are indexed are known");
        let most = 4 * orbits;
        let least = most.saturating_sub(4 * known.orbits() - known.solutions / 2);
        if !(least..=most).contains(&solutions) {
            let what = format!(
                "{orbits} orbits make {least} to {most} solutions of the first half, its counts {solutions}"
            );
            return Err(self.damaged(&what));
        }
        Ok(())
    }
}
