use super::build::{Built, Outcome, lock};
use super::index::write_cells;
use super::partial::Partial;
use super::{BuildTier, Store, schema};
use crate::combinatorics::BoardSize;
use crate::error::{Result, StoreError};
use std::path::{Path, PathBuf};

/// Joins the parts of an index, made by [`build`](super::build()) with
/// [`BuildOptions::part`](super::BuildOptions), to a complete board in the file at `out`.
///
/// The parts must be finished, of the same board, without overlap, and all there; the totals are
/// compared with the known ones. Otherwise an error names the file, and nothing is written. Memory: the
/// counts twice, 20 MB at N = 18, 110 MB at N = 22.
pub fn merge(out: &Path, parts: &[PathBuf], anew: bool) -> Result<Built> {
    let mut joined: Option<(BoardSize, Partial)> = None;
    let mut finest = 1;
    for path in parts {
        let (n, partial) = read_part(path)?;
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
    write(out, n, &sum, anew).map_err(|error| error.at(out))
}

/// The finished part in a file.
fn read_part(path: &Path) -> Result<(BoardSize, Partial)> {
    let store = Store::open(path)?;
    let read = || {
        let connection = store.connection();
        if !Partial::table_exists(connection)? {
            return Err(StoreError::NotOnePart { got: 0 });
        }
        let mut statement = connection.prepare("SELECT n FROM partial_count ORDER BY n")?;
        let boards = statement.query_map([], |row| row.get::<_, u64>(0))?;
        let boards: Vec<u64> = boards.collect::<rusqlite::Result<_>>()?;
        let [n] = boards[..] else { return Err(StoreError::NotOnePart { got: boards.len() }) };
        let n = BoardSize::new(n).map_err(|error| StoreError::damaged(error.to_string()))?;
        let partial = Partial::load(connection, n)?;
        let partial = partial.ok_or_else(|| StoreError::damaged("the part is gone"))?;
        if !partial.is_finished() {
            return Err(StoreError::PartUnfinished { n, part: partial.part() });
        }
        Ok((n, partial))
    };
    read().map_err(|error: StoreError| error.at(path))
}

fn write(out: &Path, n: BoardSize, sum: &Partial, anew: bool) -> Result<Built, StoreError> {
    let _lock = lock(out)?;
    let mut connection = schema::open_to_write(out)?;
    match schema::state(&connection, n)?.as_deref() {
        Some("complete") if !anew => return Err(StoreError::AlreadyBuilt { n }),
        Some(_) if !anew => return Err(StoreError::Unfinished { n }),
        _ => {}
    }
    let written = write_cells(&mut connection, n, sum.counts(), None);
    let (solutions, orbits) = written.map_err(|error| match error {
        StoreError::WrongCount { what, expected, got, .. } => {
            StoreError::PartsWrong { n, what, expected, got }
        }
        other => other,
    })?;
    Ok(Built { n, tier: BuildTier::Indexed, solutions, orbits, outcome: Outcome::Built })
}
