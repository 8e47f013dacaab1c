use super::lock::{BuildLock, real_path, sweep};
use super::{
    BoardInfo, BuildTier, LAST_INDEXED, LAST_STORED, Part, Store, index, schema, solutions,
};
use crate::block::INDEXED_BOARDS;
use crate::combinatorics::{BoardSize, known_counts};
use crate::error::{Result, StoreError};
use std::num::NonZeroUsize;
use std::path::Path;

/// How to build.
#[derive(Debug, Clone, Copy)]
pub struct BuildOptions {
    /// Threads that enumerate and encode.
    pub jobs: NonZeroUsize,
    /// Forget what there is of the board, complete or not.
    pub anew: bool,
    /// What to keep of the board; by default what is usual for its size, or what there is.
    pub tier: Option<BuildTier>,
    /// Of an index, the part of the work to do; a part is kept for [`merge`](super::merge()).
    pub part: Part,
    /// Of an index, the most solutions of a cell, where that is less than usual for the board.
    pub cell_limit: Option<u64>,
}

impl BuildOptions {
    pub(super) fn tier(&self, n: BoardSize) -> BuildTier {
        self.tier.unwrap_or(BuildTier::usual(n))
    }
}

impl Default for BuildOptions {
    /// All cores; what there is, is kept.
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        BuildOptions { jobs, anew: false, tier: None, part: Part::WHOLE, cell_limit: None }
    }
}

/// How a build ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The board was complete before; nothing was done.
    AlreadyThere,
    /// The board was built.
    Built,
    /// An interrupted build was finished: so many first-half solutions (of an index: orbits) were
    /// there already.
    Resumed(u64),
    /// A part of an index is counted.
    Part(Part),
}

/// A board that was built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// Board size.
    pub n: BoardSize,
    /// What is kept of it.
    pub tier: BuildTier,
    /// Q(N); of a part those that it has counted.
    pub solutions: u64,
    /// F(N); of a part those that it has counted.
    pub orbits: u64,
    /// What the build did.
    pub outcome: Outcome,
}

/// Builds the tables of `n` in the file at `path`, which is made where it is missing, and reports
/// the number of first-half solutions (of an index: orbits) done so far.
///
/// Safe to kill at any moment: the next build goes on from what was written down last, and the
/// finished content does not depend on interruptions or on the number of threads. One builder at a
/// time; readers see the board when it is complete. Memory: docs/format.md, section “Building”.
pub fn build(
    path: &Path,
    n: BoardSize,
    options: BuildOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<Built> {
    let options = BuildOptions { tier: options.tier.or(begun(path, n, options)), ..options };
    check_size(n, options).map_err(|error| error.at(path))?;
    if let Some(built) = already_there(path, n, options).map_err(|error| error.at(path))? {
        sweep(path);
        return Ok(built);
    }
    build_locked(path, n, options, progress).map_err(|error| error.at(path))
}

/// The tier of a build that was begun and not finished, which is gone on with.
fn begun(path: &Path, n: BoardSize, options: BuildOptions) -> Option<BuildTier> {
    let boards = Store::open(path).ok().filter(|_| !options.anew)?.boards().ok()?;
    let begun = |board: &BoardInfo| board.n == n.get() as u64 && board.state == "building";
    BuildTier::from_name(&boards.into_iter().find(begun)?.tier)
}

/// Whether a board of this size can be built so.
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

/// The board, if it is complete and may stay. An error where it is kept in another way than is
/// wanted now.
fn already_there(
    path: &Path,
    n: BoardSize,
    options: BuildOptions,
) -> Result<Option<Built>, StoreError> {
    if options.anew || !path.exists() {
        return Ok(None);
    }
    let complete = Store::open(path).and_then(|store| store.complete(n)).ok().flatten();
    let Some(complete) = complete else { return Ok(None) };
    if let Some(wanted) = options.tier.filter(|&wanted| wanted != complete.tier) {
        return Err(StoreError::OtherTier { n, there: complete.tier, wanted });
    }
    let (tier, outcome) = (complete.tier, Outcome::AlreadyThere);
    let (solutions, orbits) = (complete.solutions, complete.orbits);
    Ok(Some(Built { n, tier, solutions, orbits, outcome }))
}

fn build_locked(
    path: &Path,
    n: BoardSize,
    options: BuildOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<Built, StoreError> {
    let _lock = lock(path)?;
    // Another builder may have finished it just before it let the lock go.
    if let Some(built) = already_there(path, n, options)? {
        return Ok(built);
    }
    if let (Some(there), Some(wanted)) = (begun(path, n, options), options.tier)
        && there != wanted
    {
        return Err(StoreError::OtherTier { n, there, wanted });
    }
    has_room(path, &[n], options)?;
    let mut connection = schema::open_to_write(path)?;
    match options.tier(n) {
        BuildTier::Stored => {
            solutions::write(&mut connection, n, options.jobs, options.anew, progress)
        }
        BuildTier::Indexed => index::write(&mut connection, n, options, progress),
    }
}

/// The lock of a database file, whose directory is made where it is missing.
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

/// Checks that all of the boards can be built so, and will fit beside each other in the file at `path`,
/// with what there is of them; [`build`] checks one board before it writes the first byte of it.
pub fn check_build(path: &Path, boards: &[BoardSize], options: BuildOptions) -> Result<()> {
    let sizes = boards.iter().try_for_each(|&n| check_size(n, options));
    sizes.and_then(|()| has_room(path, boards, options)).map_err(|error| error.at(path))
}

fn has_room(path: &Path, boards: &[BoardSize], options: BuildOptions) -> Result<(), StoreError> {
    let store = Store::open(path).ok().filter(|_| !options.anew);
    let missing = |n: BoardSize| {
        if options.tier(n) == BuildTier::Indexed {
            // The counts of all prefixes, twice, and the index.
            return (4 << 20) << n.get().saturating_sub(16);
        }
        let held = store.as_ref().and_then(|store| store.held(n).ok()).unwrap_or(0);
        let half = known_counts(n).map_or(0, |known| known.solutions.div_ceil(2));
        match half.saturating_sub(held) {
            0 => 0,
            // Twice what large boards take, and what the smallest ones do.
            solutions => solutions + (32 << 10),
        }
    };
    let needed: u64 = boards.iter().map(|&n| missing(n)).sum();
    if needed == 0 {
        return Ok(());
    }
    // And a journal's worth beside it.
    let needed = needed + (1 << 20);
    let real = real_path(path);
    let directory = real.ancestors().skip(1).find(|directory| directory.is_dir());
    let free = fs4::available_space(directory.unwrap_or(Path::new(".")))?;
    if free < needed {
        return Err(StoreError::NoRoom { needed, free });
    }
    Ok(())
}
