//! Building boards into a database file.
//!
//! A build is decided in [`build`]: which tier, whether the board is there already, whether it fits. Then
//! `stored` writes all solutions of the first half, or `indexed` the counts of its cells, which
//! `counts` computes unit by unit. Both commit as they go, so that a killed build is resumed and the finished
//! content does not depend on interruptions or on the number of threads.

pub(super) mod built;
pub(super) mod counts;
mod estimate;
pub(super) mod indexed;
pub(super) mod options;
mod pipeline;
pub(super) mod stored;

pub use built::{Built, Outcome};
pub use estimate::{Estimate, estimate};
pub use options::{BuildOptions, BuildTier, LAST_INDEXED, LAST_STORED, Part};

use super::error::{FileError, StoreError};
use super::file;
use super::lock::{BuildLock, real_path, sweep};
use super::rows::{BoardRow, State};
use crate::block::INDEXED_BOARDS;
use crate::combinatorics::{BoardSize, known_counts};
use crate::watch::Watch;
use rusqlite::Connection;
use std::path::Path;

/// Builds the tables of `n` in the file at `path`, which is created where it is missing.
///
/// Safe to kill at any moment: the next build resumes from the last commit, and the finished content does not
/// depend on interruptions or on the number of threads. A build that the watch stops can be resumed as well;
/// an index finishes the units in progress first. One builder at a time; readers see the board when it is
/// complete. Memory: docs/format.md, section “Building”.
pub fn build(
    path: &Path,
    n: BoardSize,
    options: BuildOptions,
    watch: &dyn Watch,
) -> Result<Built, FileError> {
    build_in(path, n, options, watch).map_err(|error| error.at(path))
}

fn build_in(
    path: &Path,
    n: BoardSize,
    options: BuildOptions,
    watch: &dyn Watch,
) -> Result<Built, StoreError> {
    // A complete board needs neither the lock nor write access.
    let here = read_existing(path)?;
    let row = here.as_ref().map(|connection| existing_row(connection, n, options)).transpose()?;
    let options = options.for_row(row.flatten().as_ref());
    check_size(n, options)?;
    if let Some(built) = here.map_or(Ok(None), |connection| existing(&connection, n, options))? {
        sweep(path);
        return Ok(built);
    }
    let _lock = lock(path)?;
    let mut connection = file::open_to_write(path)?;
    // Another builder may have finished the board just before it released the lock.
    if let Some(built) = existing(&connection, n, options)? {
        return Ok(built);
    }
    has_room(path, &connection, &[n], options)?;
    match options.tier(n) {
        BuildTier::Stored => stored::write(&mut connection, n, options, watch),
        BuildTier::Indexed => indexed::write(&mut connection, n, options, watch),
    }
}

impl BuildOptions {
    /// With the tier of an unfinished build, which is resumed, unless another one is asked for.
    fn for_row(self, row: Option<&BoardRow>) -> Self {
        let begun = row.filter(|row| row.state == State::Building).map(|row| row.tier);
        BuildOptions { tier: self.tier.or(begun), ..self }
    }
}

/// A connection for reading, if the file exists and has tables.
fn read_existing(path: &Path) -> Result<Option<Connection>, StoreError> {
    match file::open_to_read(path) {
        Ok(connection) => Ok(Some(connection)),
        Err(StoreError::Missing | StoreError::Empty) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The row of a board that a build respects: none when everything is to be rebuilt.
fn existing_row(
    connection: &Connection,
    n: BoardSize,
    options: BuildOptions,
) -> Result<Option<BoardRow>, StoreError> {
    if options.rebuild { Ok(None) } else { BoardRow::find(connection, n) }
}

/// The board, if it is complete and stays. An error where the file holds it on another tier than is asked for.
///
/// A complete board with the codec of the first version or with wrong totals counts as missing: the build
/// replaces it.
fn existing(
    connection: &Connection,
    n: BoardSize,
    options: BuildOptions,
) -> Result<Option<Built>, StoreError> {
    let Some(row) = existing_row(connection, n, options)? else { return Ok(None) };
    let totals = match (row.state, row.totals()) {
        (State::Building, _) => None,
        (State::Complete, Ok(totals)) => Some(totals),
        (State::Complete, Err(StoreError::Codec { codec: 1, .. } | StoreError::Damaged { .. })) => {
            return Ok(None);
        }
        (State::Complete, Err(error)) => return Err(error),
    };
    let tier = row.tier;
    if let Some(wanted) = options.tier.filter(|&wanted| wanted != tier) {
        return Err(StoreError::OtherTier { n, there: tier, wanted });
    }
    let outcome = Outcome::AlreadyThere;
    Ok(totals.map(|(solutions, orbits)| Built { n, tier, solutions, orbits, outcome }))
}

/// An error unless a board of this size can be built with these options.
fn check_size(n: BoardSize, options: BuildOptions) -> Result<(), StoreError> {
    match options.tier(n) {
        BuildTier::Stored if n.get() > usize::from(LAST_STORED) => {
            Err(StoreError::TooLarge { n, last: LAST_STORED })
        }
        BuildTier::Indexed if !INDEXED_BOARDS.contains(&n.get()) => {
            let (first, last) = (*INDEXED_BOARDS.start() as u8, LAST_INDEXED);
            Err(StoreError::NotIndexable { n, first, last })
        }
        BuildTier::Stored if options.part != Part::WHOLE => Err(StoreError::NoParts { n }),
        _ => Ok(()),
    }
}

/// The lock of a database file. Creates the file's directory where it is missing.
pub(super) fn lock(path: &Path) -> Result<BuildLock, StoreError> {
    if path.is_dir() {
        return Err(StoreError::Directory);
    }
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory)
            .map_err(|error| StoreError::ReadOnly { what: error.to_string() })?;
    }
    BuildLock::take(path)
}

/// An error unless all of the boards can be built with these options and fit on the disk together.
/// [`build`] checks its own board again before it writes.
pub fn check_build(
    path: &Path,
    boards: &[BoardSize],
    options: BuildOptions,
) -> Result<(), FileError> {
    let check = || {
        boards.iter().try_for_each(|&n| check_size(n, options))?;
        match read_existing(path)? {
            Some(connection) => has_room(path, &connection, boards, options),
            None => room_for(path, boards.iter().map(|&n| needed(n, 0, options)).sum()),
        }
    };
    check().map_err(|error: StoreError| error.at(path))
}

fn has_room(
    path: &Path,
    connection: &Connection,
    boards: &[BoardSize],
    options: BuildOptions,
) -> Result<(), StoreError> {
    let mut bytes = 0;
    for &n in boards {
        let sql = "SELECT total(count) FROM block WHERE n = ?1";
        let held = match options.rebuild {
            true => 0.0,
            false => connection.query_row(sql, [n.get()], |row| row.get::<_, f64>(0))?,
        };
        bytes += needed(n, held as u64, options);
    }
    room_for(path, bytes)
}

/// Bytes that a build needs at most, when the file holds this many solutions of the board.
fn needed(n: BoardSize, held: u64, options: BuildOptions) -> u64 {
    if options.tier(n) == BuildTier::Indexed {
        // The counts of all prefixes, twice, and the index.
        return (4 << 20) << n.get().saturating_sub(16);
    }
    let half = known_counts(n).map_or(0, |known| known.solutions.div_ceil(2));
    match half.saturating_sub(held) {
        0 => 0,
        // Twice what large boards take, and the overhead of the smallest ones.
        solutions => solutions + (32 << 10),
    }
}

/// An error unless the disk has room for this many bytes and a journal.
fn room_for(path: &Path, bytes: u64) -> Result<(), StoreError> {
    if bytes == 0 {
        return Ok(());
    }
    let needed = bytes + (1 << 20);
    let real = real_path(path);
    let directory = real.ancestors().skip(1).find(|directory| directory.is_dir());
    let free = fs4::available_space(directory.unwrap_or(Path::new(".")))?;
    if free < needed {
        return Err(StoreError::NoRoom { needed, free });
    }
    Ok(())
}
