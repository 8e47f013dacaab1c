use super::lock::{BuildLock, real_path, sweep};
use super::pipeline::in_order;
use super::schema;
use super::writer::{BoardWriter, Piece};
use super::{BLOCK_SIZE, LAST_STORED, Store};
use crate::block::Run;
use crate::combinatorics::{BoardSize, Permutation, known_counts};
use crate::error::{Result, StoreError};
use crate::search::{Prefix, first_half_prefixes};
use rusqlite::Connection;
use std::num::NonZeroUsize;
use std::path::Path;

/// How to build.
#[derive(Debug, Clone, Copy)]
pub struct BuildOptions {
    /// Threads that enumerate and encode.
    pub jobs: NonZeroUsize,
    /// Forget what there is of the board, complete or not.
    pub anew: bool,
}

impl Default for BuildOptions {
    /// All cores; what there is, is kept.
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        BuildOptions { jobs, anew: false }
    }
}

/// How a build ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The board was complete before; nothing was done.
    AlreadyThere,
    /// The board was built.
    Built,
    /// An interrupted build was finished: so many first-half solutions were there already.
    Resumed(u64),
}

/// A complete board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// Board size.
    pub n: BoardSize,
    /// Q(N).
    pub solutions: u64,
    /// F(N).
    pub orbits: u64,
    /// What the build did.
    pub outcome: Outcome,
}

/// One unit of parallel work: the solutions below a prefix make whole blocks.
pub(super) type Task = Prefix;

/// The tasks of a board, in order. They depend on N alone, and so do the blocks.
pub(super) fn tasks(n: BoardSize) -> Vec<Task> {
    let depth = match n.get() {
        ..=14 => 1,
        15..=16 => 2,
        _ => 3,
    };
    first_half_prefixes(n, depth)
}

/// Builds the stored tables of `n` in the file at `path`, which is made where it is missing, and
/// reports the number of first-half solutions done so far.
///
/// Safe to kill at any moment: the next build goes on from the last committed batch, and the
/// finished content does not depend on interruptions or on the number of threads. One builder at a
/// time; readers see the board when it is complete. Memory: the solutions below at most four prefixes
/// a thread, 32 MB for N = 16 with two threads (docs/format.md).
pub fn build(
    path: &Path,
    n: BoardSize,
    options: BuildOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<Built> {
    if n.get() > usize::from(LAST_STORED) {
        return Err(StoreError::TooLarge { n, last: LAST_STORED }.at(path));
    }
    if let Some(built) = already_there(path, n, options) {
        sweep(path);
        return Ok(built);
    }
    build_locked(path, n, options, progress).map_err(|error| error.at(path))
}

/// The board, if it is complete and may stay.
fn already_there(path: &Path, n: BoardSize, options: BuildOptions) -> Option<Built> {
    if options.anew || !path.exists() {
        return None;
    }
    let totals = Store::open(path).and_then(|store| store.totals(n));
    let (solutions, orbits) = totals.ok().flatten()?;
    Some(Built { n, solutions, orbits, outcome: Outcome::AlreadyThere })
}

fn build_locked(
    path: &Path,
    n: BoardSize,
    options: BuildOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<Built, StoreError> {
    if path.is_dir() {
        return Err(StoreError::Directory);
    }
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory)
            .map_err(|error| StoreError::ReadOnly { what: error.to_string() })?;
    }
    let _lock = BuildLock::take(path)?;
    // Another builder may have finished it just before it let the lock go.
    if let Some(built) = already_there(path, n, options) {
        return Ok(built);
    }
    has_room(path, &[n], options)?;
    let mut connection = schema::open_to_write(path)?;
    write_board(&mut connection, n, options, progress)
}

fn write_board(
    connection: &mut Connection,
    n: BoardSize,
    options: BuildOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<Built, StoreError> {
    let mut writer = BoardWriter::begin(connection, n, options.anew)?;
    let kept = writer.solutions();
    progress(kept);
    let mut tasks = tasks(n);
    if let Some(packed) = writer.last_first_solution()? {
        let last = Permutation::unpack(n, &packed)
            .map_err(|error| StoreError::damaged(error.to_string()))?;
        tasks.retain(|prefix| prefix[..] > last.rows()[..prefix.len()]);
    }
    in_order(
        &tasks,
        options.jobs,
        |prefix| pieces(n, prefix),
        |pieces| {
            writer.add(pieces)?;
            progress(writer.solutions());
            Ok::<_, StoreError>(())
        },
    )?;
    let (solutions, orbits) = writer.finish()?;
    let outcome = if kept > 0 { Outcome::Resumed(kept) } else { Outcome::Built };
    Ok(Built { n, solutions, orbits, outcome })
}

/// The encoded blocks of the solutions below a prefix.
fn pieces(n: BoardSize, prefix: &Prefix) -> Vec<Piece> {
    Run::below(n, prefix).split(BLOCK_SIZE).iter().map(Piece::encode).collect()
}

/// Checks that the boards will fit beside each other in the file at `path`, with what there is of
/// them; [`build`] checks one board before it writes the first byte of it.
pub fn check_room(path: &Path, boards: &[BoardSize], options: BuildOptions) -> Result<()> {
    has_room(path, boards, options).map_err(|error| error.at(path))
}

fn has_room(path: &Path, boards: &[BoardSize], options: BuildOptions) -> Result<(), StoreError> {
    let store = Store::open(path).ok().filter(|_| !options.anew);
    let missing = |n: BoardSize| {
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
