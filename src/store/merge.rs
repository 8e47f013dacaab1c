//! Merging the parts of an index.

use super::block::BuildTier;
use super::build::checkpoint::Checkpoint;
use super::build::counting::Division;
use super::build::counts::{Counts, PartialCounts};
use super::build::indexed::{refuse_part, write_cells};
use super::build::options::BuildError;
use super::build::{Built, Outcome, lock};
use super::error::{FileError, Result, StoreError};
use super::file;
use super::journal::{self, companion};
use super::parts::{Survey, open_unchanged};
use super::rows::{BoardRow, State, check_source_date};
use crate::watch::{Activity, Watch, Watched};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Number of regions whose counts are summed at a time: 32 MiB.
const WINDOW: u32 = 64;

/// Merges the parts of an index, made by [`build`](super::build()) with [`BuildOptions::part`](super::BuildOptions),
/// into a complete board in the file at `out`. With `rebuild`, the board replaces what the file holds of it.
///
/// The parts must be finished, undamaged, of the same division of the same board, and each present exactly once; the
/// totals are compared with the known ones. Otherwise nothing is written. One part is open at a time, and memory does
/// not depend on the number of parts (docs/performance.md).
///
/// # Errors
/// [`StoreError::Unmergeable`] with all faults of the parts; [`StoreError::Build`] if `out` holds the complete board or a
/// part of it, and `rebuild` is false; any other [`StoreError`] of a file.
pub fn merge(
    out: &Path,
    parts: &[PathBuf],
    rebuild: bool,
    watch: impl Watch + 'static,
) -> Result<Built, FileError> {
    let watch: Arc<dyn Watch> = Arc::new(watch);
    merge_into(out, parts, rebuild, &watch).map_err(|error| error.at(out))
}

fn merge_into(
    out: &Path,
    parts: &[PathBuf],
    rebuild: bool,
    watch: &Arc<dyn Watch>,
) -> Result<Built> {
    let Survey { report, division, counts } = Survey::new(parts, watch, Activity::Merging)?;
    let (true, Some(division)) = (report.is_complete(), division) else {
        return Err(StoreError::Unmergeable { faults: report.faults(out) });
    };
    let parts = parts.iter().zip(counts.into_iter().flatten()).collect();
    let sum = Sum { parts, division: &division, watch };
    check_source_date()?;
    let _lock = lock(out, Duration::ZERO, watch)?;
    let is_new = !out.exists();
    let merged = write(out, &sum, rebuild);
    if is_new && merged.is_err() {
        let _ = journal::remove(&companion(out, ""));
    }
    merged
}

/// The sum of all parts, read window by window.
struct Sum<'s> {
    parts: Vec<(&'s PathBuf, PartialCounts)>,
    division: &'s Division,
    watch: &'s Arc<dyn Watch>,
}

impl Sum<'_> {
    /// The summed counts of these regions, of those that a part has.
    fn window(&self, regions: Range<u32>) -> Result<BTreeMap<u32, Counts>> {
        let mut window = BTreeMap::new();
        let watched =
            Watched::new(&**self.watch, Activity::Merging, self.division.n.get(), "parts added");
        for (done, (path, part)) in (1..).zip(&self.parts) {
            let connection = open_unchanged(path, part, self.watch)?;
            for region in regions.clone().filter(|region| part.has(*region)) {
                let counts = part.region(&connection, self.division, region)?;
                match window.entry(region) {
                    Entry::Vacant(empty) => _ = empty.insert(counts),
                    Entry::Occupied(mut sum) => part.add_counts(sum.get_mut(), &counts)?,
                }
            }
            watched.advance(done, Some(self.parts.len() as u64))?;
        }
        Ok(window)
    }

    /// The counts of all regions, in order; the first window has already been read, before the output is changed.
    fn regions(&self, first: BTreeMap<u32, Counts>) -> impl Iterator<Item = Result<Counts>> {
        let (end, mut window) = (self.division.below.regions(), first);
        (0..end).map(move |region| {
            if region % WINDOW == 0 && region > 0 {
                window = self.window(region..end.min(region + WINDOW))?;
            }
            let prefixes = self.division.below.region(region).len();
            Ok(window.remove(&region).unwrap_or_else(|| vec![[0; 2]; prefixes]))
        })
    }
}

fn write(out: &Path, sum: &Sum<'_>, rebuild: bool) -> Result<Built> {
    let n = sum.division.n;
    let checkpoint = Checkpoint::of(out, n);
    let mut connection = file::open_to_write(out, sum.watch)?;
    if !rebuild {
        if BoardRow::find(&connection, n)?.is_some_and(|row| row.state == State::Complete) {
            return Err(BuildError::AlreadyBuilt { n }.into());
        }
        refuse_part(&connection, n)?;
    }
    let first = sum.window(0..sum.division.below.regions().min(WINDOW))?;
    let (solutions, orbits) = write_cells(&mut connection, n, sum.regions(first), None)?;
    checkpoint.remove()?;
    Ok(Built { n, tier: BuildTier::Indexed, solutions, orbits, outcome: Outcome::Built })
}
