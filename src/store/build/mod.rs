//! Building boards in a database file.
//!
//! [`build`] decides what to do (`plan`): which tier, whether the board already exists, whether it fits. Then `stored`
//! writes all solutions of the first half, or `indexed` the counts of its cells, which `counting` computes unit by unit
//! and `counts` stores in a `checkpoint`. Both commit as they go, so a killed build can be resumed, and the finished
//! content does not depend on interruptions or on the number of threads.

pub(crate) mod checkpoint;
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
pub(crate) mod counting;
#[expect(clippy::missing_errors_doc, reason = "for the internal interface")]
pub(crate) mod counts;
pub(super) mod indexed;
pub(super) mod options;
mod plan;
mod stored;

pub use options::{
    BuildError, BuildOptions, Built, LAST_INDEXED, LAST_ON_ONE_MACHINE, LAST_STORED, Outcome, Part,
};
pub use plan::{BuildEstimate, estimate};

use super::error::{DiskError, FileError, OpenError, Result, StoreError};
use super::file;
use super::journal::companion;
use super::lock::BuildLock;
use super::rows::check_source_date;
use crate::combinatorics::BoardSize;
use crate::store::block::{BuildTier, INDEXED_BOARDS};
use crate::watch::Watch;
use checkpoint::Checkpoint;
use rusqlite::Connection;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Builds the tables of `n` in the file at `path`, which is created if missing.
///
/// A build can be killed at any moment: the next one resumes from the last commit, and the finished content does not
/// depend on interruptions or on the number of threads. A build stopped by the watch can also be resumed; an index
/// finishes the units in progress first. Only one build at a time can write to a file. Readers see the board once it is
/// complete; a board that is being rebuilt stays as it is until the new one is complete. For memory see
/// docs/reliability.md, section “Limits”.
///
/// # Errors
/// [`StoreError::Build`] if the options don't fit the board or the file, or for lack of memory;
/// [`StoreError::Lock`] while another process builds; [`StoreError::Stopped`] by the watch; any other [`StoreError`] of
/// the file.
pub fn build(
    path: &Path,
    n: BoardSize,
    options: BuildOptions,
    watch: impl Watch + 'static,
) -> Result<Built, FileError> {
    let (checkpoint, watch) = (Checkpoint::of(path, n), &(Arc::new(watch) as _));
    let build = Build { n, checkpoint, options, watch };
    build.run(path).map_err(|error| error.at(path))
}

/// The build of a board.
struct Build<'w> {
    n: BoardSize,
    checkpoint: Checkpoint,
    options: BuildOptions,
    watch: &'w Arc<dyn Watch>,
}

impl Build<'_> {
    fn run(mut self, path: &Path) -> Result<Built> {
        // A complete board needs neither the lock nor write access.
        let here = read_existing(path, self.watch)?;
        if let Some(connection) = &here {
            self.options.tier = self.options.tier.or(self.begun_tier(connection)?);
        }
        check_size(self.n, self.options)?;
        check_source_date()?;
        if let Some(built) = here.map_or(Ok(None), |here| self.existing(&here))? {
            self.sweep(path);
            return Ok(built);
        }
        self.fit_memory()?;
        let _lock = lock(path, self.options.wait, self.watch)?;
        let mut connection = file::open_to_write(path, self.watch)?;
        if self.options.rebuild {
            self.checkpoint.remove()?;
        }
        // Another build may have finished the board just before it released the lock.
        let found = self.existing(&connection)?;
        let is_whole = self.options.part == Part::WHOLE;
        let built = match (found, self.options.tier(self.n)) {
            (Some(built), _) => built,
            (None, BuildTier::Stored) => self.write_stored(&mut connection)?,
            (None, BuildTier::Indexed) if is_whole => self.write_indexed(&mut connection)?,
            (None, BuildTier::Indexed) => self.write_part(&mut connection)?,
        };
        if is_whole {
            self.checkpoint.remove()?;
        }
        Ok(built)
    }

    /// Removes what a killed build left next to a file with a complete board, if this process may.
    fn sweep(&self, path: &Path) {
        if companion(path, "-lock").exists() || self.checkpoint.exists() {
            // Its file is removed with it.
            let lock = BuildLock::take(path);
            if lock.is_ok() && matches!(self.checkpoint.open_to_read(self.watch), Ok(None)) {
                let _ = self.checkpoint.remove();
            }
        }
    }
}

/// A connection in a transaction that reads, if the file exists and has tables.
fn read_existing(path: &Path, watch: &Arc<dyn Watch>) -> Result<Option<Connection>> {
    let connection = file::open_if_any(path, watch)?;
    connection.iter().try_for_each(|existing| file::begin_to_read(existing, path, watch))?;
    Ok(connection)
}

/// Fails unless a board of this size can be built with these options.
fn check_size(n: BoardSize, options: BuildOptions) -> Result<()> {
    match options.tier(n) {
        BuildTier::Stored if !BuildTier::Stored.takes(n) => {
            Err(BuildError::TooLarge { n, last: LAST_STORED }.into())
        }
        BuildTier::Indexed if !BuildTier::Indexed.takes(n) => {
            let (first, last) = (*INDEXED_BOARDS.start(), LAST_INDEXED);
            Err(BuildError::NotIndexable { n, first, last }.into())
        }
        BuildTier::Stored if options.part != Part::WHOLE => Err(BuildError::NoParts { n }.into()),
        _ => Ok(()),
    }
}

/// The lock of a database file; may block while another build holds it. Creates the file's directory if it is missing.
pub(super) fn lock(path: &Path, wait: Duration, watch: &dyn Watch) -> Result<BuildLock> {
    if path.is_dir() {
        return Err(OpenError::Directory.into());
    }
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory)
            .map_err(|error| DiskError::ReadOnly { what: error.to_string() })?;
    }
    BuildLock::take_within(path, wait, watch)
}

/// Checks that all of these boards can be built with these options, in this file. [`build`] checks its own board again
/// before it writes.
///
/// # Errors
/// [`StoreError::Build`], as [`build`] but without regard to memory; any other [`StoreError`] of the file.
pub fn check_build(
    path: &Path,
    boards: &[BoardSize],
    options: BuildOptions,
    watch: impl Watch + 'static,
) -> Result<(), FileError> {
    let check = || {
        boards.iter().try_for_each(|&n| check_size(n, options))?;
        check_source_date()?;
        read_existing(path, &(Arc::new(watch) as _)).map(drop)
    };
    check().map_err(|error: StoreError| error.at(path))
}
