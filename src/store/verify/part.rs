//! Checks the counts of a part of an index or of an unfinished index.

use super::problems::{Problems, Scope, damage};
use crate::combinatorics::known_counts;
use crate::dice::Dice;
use crate::search::cell_depth;
use crate::search::kernel::{NumberedPrefixes, PrefixCounts};
use crate::store::build::counting::{Division, count};
use crate::store::build::counts::{PartialCounts, UnitSums};
use crate::store::build::{BuildOptions, Part};
use crate::store::error::{DamageError, Result, StoreError};
use crate::watch::{Activity, Watched};
use serde::Serialize;

/// Checks the partial counts of the board in a file, if any. Returns their part, if it can be read, and the number of
/// first-half solutions counted.
pub(super) fn verify(scope: Scope<'_>, problems: &mut Problems) -> Result<Option<(Part, u64)>> {
    let loaded = PartialCounts::load(scope.connection, scope.n).transpose();
    let Some(loaded) = loaded else { return Ok(None) };
    let inspect = |partial: &PartialCounts| {
        let division = Division::new(scope.n, partial.part.of());
        partial.inspect(scope.connection, &division)
    };
    let part = match &loaded {
        Ok(partial) => Some(partial.part),
        Err(StoreError::Damage(DamageError::Part { part, .. })) => Some(*part),
        Err(_) => None,
    };
    let solutions = match loaded.and_then(|partial| inspect(&partial)) {
        Ok(sums) => sums.solutions,
        Err(error) => {
            problems.add(damage(error)?);
            0
        }
    };
    Ok(part.map(|part| (part, solutions)))
}

/// A recount of units of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RecountReport {
    /// Board size N.
    pub n: usize,
    /// The part.
    pub part: Part,
    /// Units that were counted again.
    pub recounted: u64,
    /// Units counted by the part.
    pub units: u64,
    /// The seed of the draw.
    pub seed: u64,
    /// The problems found.
    pub problems: Vec<String>,
}

/// Recounts randomly drawn units of a part and compares: the orbits of each unit must be equal, and the counts of its
/// prefixes must be at least those of the recounted units, or equal to them if these are all units. `None` if the file
/// has no part of the board.
pub(super) fn recount_units(
    scope: Scope<'_>,
    samples: u64,
    seed: u64,
) -> Result<Option<RecountReport>> {
    let Some(partial) = PartialCounts::load(scope.connection, scope.n)? else { return Ok(None) };
    let division = Division::new(scope.n, partial.part.of());
    let mut units: Vec<u32> = partial.units.keys().copied().collect();
    let all = units.len() as u64;
    Dice::new(seed).shuffle(&mut units);
    units.truncate(usize::try_from(samples).unwrap_or(usize::MAX));
    units.sort_unstable();
    let mut problems = Problems::default();
    if let Some(unit) = units.iter().find(|&&unit| division.part_of(unit).is_none()) {
        problems.add(format!("the board has no unit {unit} (0-based)"));
        units.clear();
    }
    let fresh = recount(scope, &division, &units)?;
    let mut sums = UnitSums::new(&division.below);
    for (region, fresh) in (0..).zip(fresh.chunks()) {
        sums.add(region, &fresh);
        let here = partial.region(scope.connection, &division, region)?;
        let first = division.below.region(region).start;
        if let Some(wrong) = wrong_prefix(first, &here, &fresh, units.len() as u64 == all) {
            problems.add(wrong);
        }
    }
    for unit in &units {
        let (says, found) = (partial.units[unit], sums.orbits[*unit as usize]);
        if says != found {
            let unit = division.unit_name(*unit);
            problems.add(format!("the unit {unit} has {says} orbits, a fresh count gives {found}"));
        }
    }
    let (n, part, recounted) = (scope.n.get(), partial.part, units.len() as u64);
    Ok(Some(RecountReport { n, part, recounted, units: all, seed, problems: problems.0 }))
}

/// A message about the first prefix of a region whose counts can't be right. `fresh` has the recounted units, all of
/// the part's or some; `first` is the number of the region's first prefix.
fn wrong_prefix(
    first: usize,
    here: &[[u32; 2]],
    fresh: &[[u32; 2]],
    of_all: bool,
) -> Option<String> {
    let place = here.iter().zip(fresh).position(|(here, fresh)| {
        if of_all { here != fresh } else { here[0] < fresh[0] || here[1] < fresh[1] }
    })?;
    let ([says, of_orbits], [found, orbits]) = (here[place], fresh[place]);
    let (prefix, least) = (first + place, if of_all { "" } else { "at least " });
    Some(format!(
        "prefix {prefix} (0-based) has {says} solutions and {of_orbits} orbits, a fresh count gives {least}{found} and {orbits}"
    ))
}

/// Recounts some units of a board.
pub(super) fn recount(
    scope: Scope<'_>,
    division: &Division,
    units: &[u32],
) -> Result<PrefixCounts> {
    let n = scope.n;
    let fresh = PrefixCounts::new(&NumberedPrefixes::new(n.get(), cell_depth(n)));
    let watched = Watched::new(scope.watch, Activity::Verifying, n.get(), "orbits counted");
    let share = units.len() as f64 / division.units.len() as f64;
    let all = known_counts(n).map_or(0.0, |known| known.orbits() as f64) * share;
    let mut orbits = 0;
    let mut tick = |found| {
        orbits += found;
        Ok(watched.advance(orbits, Some(all as u64))?)
    };
    let mut save = |_: &[u32], counts: &PrefixCounts| {
        fresh.add_chunks(counts.chunks());
        Ok(())
    };
    count(division, units, BuildOptions::default().jobs, None, &mut tick, &mut save)?;
    Ok(fresh)
}
