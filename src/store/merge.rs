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
use super::journal::companion;
use super::parts::{Survey, open_unchanged};
use super::rows::{BoardRow, State, check_source_date};
use crate::watch::{Activity, Watch, Watched};
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
    let mut window = MergeWindow::default();
    let Survey { report, division, counts } =
        Survey::new(parts, watch, Activity::Merging, &mut |part, region, counts| {
            if region < WINDOW { window.add(part, region, counts) } else { Ok(()) }
        })?;
    let (true, Some(division)) = (report.is_complete(), division) else {
        return Err(StoreError::Unmergeable { faults: report.faults(out) });
    };
    let parts = parts.iter().zip(counts.into_iter().flatten()).collect();
    let sum = Sum { parts, division: &division, watch };
    check_source_date()?;
    let _lock = lock(out, Duration::ZERO, watch)?;
    let is_new = !out.exists();
    let merged = write(out, &sum, window, rebuild);
    if is_new && merged.is_err() {
        remove(out);
    }
    merged
}

/// The counts of successive regions; `None` where no part has any.
#[derive(Default)]
struct MergeWindow(Vec<Option<Counts>>);

impl MergeWindow {
    /// Adds counts to the region with this number in the window.
    fn add(&mut self, part: &PartialCounts, region: u32, counts: &[[u32; 2]]) -> Result<()> {
        let region = region as usize;
        if self.0.len() <= region {
            self.0.resize_with(region + 1, || None);
        }
        match &mut self.0[region] {
            Some(sum) => part.add_counts(sum, counts),
            empty => {
                *empty = Some(counts.to_vec());
                Ok(())
            }
        }
    }

    fn take(&mut self, region: u32) -> Option<Counts> {
        self.0.get_mut(region as usize)?.take()
    }
}

/// The sum of all parts, read window by window.
struct Sum<'s> {
    parts: Vec<(&'s PathBuf, PartialCounts)>,
    division: &'s Division,
    watch: &'s Arc<dyn Watch>,
}

impl Sum<'_> {
    /// The summed counts of these regions.
    fn window(&self, regions: Range<u32>) -> Result<MergeWindow> {
        let mut window = MergeWindow::default();
        let watched =
            Watched::new(&**self.watch, Activity::Merging, self.division.n.get(), "parts added");
        for (done, (path, part)) in (1..).zip(&self.parts) {
            let connection = open_unchanged(path, part, self.watch)?;
            for region in regions.clone().filter(|region| part.has(*region)) {
                let counts = part.region(&connection, self.division, region)?;
                window.add(part, region - regions.start, &counts)?;
            }
            watched.advance(done, Some(self.parts.len() as u64))?;
        }
        Ok(window)
    }

    /// The counts of all regions, in order; the first window has already been read.
    fn regions(&self, first: MergeWindow) -> impl Iterator<Item = Result<Counts>> {
        let (end, mut window) = (self.division.below.regions(), first);
        (0..end).map(move |region| {
            let place = region % WINDOW;
            if place == 0 && region > 0 {
                window = self.window(region..end.min(region + WINDOW))?;
            }
            let prefixes = self.division.below.region(region).len();
            Ok(window.take(place).unwrap_or_else(|| vec![[0; 2]; prefixes]))
        })
    }
}

fn write(out: &Path, sum: &Sum<'_>, first: MergeWindow, rebuild: bool) -> Result<Built> {
    let n = sum.division.n;
    let checkpoint = Checkpoint::of(out, n);
    let mut connection = file::open_to_write(out, sum.watch)?;
    if !rebuild {
        if BoardRow::find(&connection, n)?.is_some_and(|row| row.state == State::Complete) {
            return Err(BuildError::AlreadyBuilt { n }.into());
        }
        refuse_part(&connection, n)?;
    }
    let (solutions, orbits) = write_cells(&mut connection, n, sum.regions(first), None)?;
    checkpoint.remove()?;
    Ok(Built { n, tier: BuildTier::Indexed, solutions, orbits, outcome: Outcome::Built })
}

/// Removes the file created for a failed merge, and its journal.
fn remove(out: &Path) {
    for end in ["", "-journal"] {
        let _ = std::fs::remove_file(companion(out, end));
    }
}
