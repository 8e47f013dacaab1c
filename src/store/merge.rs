//! Joining the parts of an index.

use super::build::counts::PartialCounts;
use super::build::indexed::write_cells;
use super::build::{BuildTier, Built, Outcome, lock};
use super::error::{FileError, StoreError};
use super::file;
use super::rows::{BoardRow, State};
use crate::combinatorics::BoardSize;
use crate::watch::{Activity, Watch, Watched};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Joins the parts of an index, made by [`build`](super::build()) with
/// [`BuildOptions::part`](super::BuildOptions), to a complete board in the file at `out`; with `rebuild` in
/// place of what the file holds of the board.
///
/// The parts must be finished, of the same board, without overlap, and all there; the totals are
/// compared with the known ones. Otherwise an error names the file, and nothing is written. Memory:
/// docs/performance.md.
pub fn merge(
    out: &Path,
    parts: &[PathBuf],
    rebuild: bool,
    watch: impl Watch + 'static,
) -> Result<Built, FileError> {
    let watch: Arc<dyn Watch> = Arc::new(watch);
    let mut joined: Option<(BoardSize, PartialCounts)> = None;
    let mut finest = 1;
    let mut watched = None;
    for (done, path) in (1..).zip(parts) {
        let (n, partial) = read_part(path, &watch)?;
        let size = n.get() as u64;
        let watched = watched
            .get_or_insert_with(|| Watched::new(&watch, Activity::Merging, size, "parts read"));
        let fraction = Some(done as f64 / parts.len() as f64);
        watched.tick(done, fraction).map_err(|stopped| StoreError::from(stopped).at(out))?;
        finest = finest.max(partial.part().of());
        match &mut joined {
            None => joined = Some((n, partial)),
            Some((other, _)) if *other != n => {
                return Err(StoreError::PartOfOther { n, expected: *other }.at(path));
            }
            Some((_, sum)) => {
                if !sum.add(&partial) {
                    return Err(StoreError::PartTwice { part: partial.part() }.at(path));
                }
            }
        }
    }
    let Some((n, sum)) = joined else { return Err(StoreError::NoPartGiven.at(out)) };
    let missing = sum.missing_parts(finest);
    if !missing.is_empty() {
        return Err(StoreError::PartsMissing { n, missing: missing.join(", ") }.at(out));
    }
    write(out, n, &sum, rebuild, &watch).map_err(|error| error.at(out))
}

/// The finished part in a file.
fn read_part(path: &Path, watch: &Arc<dyn Watch>) -> Result<(BoardSize, PartialCounts), FileError> {
    let read = || {
        let connection = &file::open_to_read(path, watch)?;
        if !PartialCounts::table_exists(connection)? {
            return Err(StoreError::NotOnePart { got: 0 });
        }
        let mut statement = connection.prepare("SELECT n FROM partial_count LIMIT 65")?;
        let boards = statement.query_map([], |row| row.get::<_, u64>(0))?;
        let boards: Vec<u64> = boards.collect::<rusqlite::Result<_>>()?;
        let [n] = boards[..] else { return Err(StoreError::NotOnePart { got: boards.len() }) };
        let n = BoardSize::new(n).map_err(|error| StoreError::damaged(error.to_string()))?;
        let partial = PartialCounts::load(connection, n)?;
        let partial =
            partial.ok_or_else(|| StoreError::damaged("the part disappeared while it was read"))?;
        if !partial.is_finished() {
            return Err(StoreError::PartUnfinished { n, part: partial.part() });
        }
        Ok((n, partial))
    };
    read().map_err(|error: StoreError| error.at(path))
}

fn write(
    out: &Path,
    n: BoardSize,
    sum: &PartialCounts,
    rebuild: bool,
    watch: &Arc<dyn Watch>,
) -> Result<Built, StoreError> {
    let _lock = lock(out, Duration::ZERO, watch)?;
    let mut connection = file::open_to_write(out, watch)?;
    let transaction = connection.transaction()?;
    let here = if rebuild { None } else { BoardRow::find(&transaction, n)? };
    match here.map(|row| row.state) {
        Some(State::Complete) => return Err(StoreError::AlreadyBuilt { n }),
        Some(State::Building) => return Err(StoreError::Unfinished { n }),
        None => {}
    }
    let written = write_cells(&transaction, n, sum.counts(), None);
    let (solutions, orbits) = written.map_err(|error| match error {
        StoreError::WrongCount { what, expected, got, .. } => {
            StoreError::PartsWrong { n, what, expected, got }
        }
        other => other,
    })?;
    transaction.commit()?;
    file::shrink(&connection);
    Ok(Built { n, tier: BuildTier::Indexed, solutions, orbits, outcome: Outcome::Built })
}
