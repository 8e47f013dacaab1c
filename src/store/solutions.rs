//! Building the stored tier: all first-half solutions, in blocks.

use super::build::{Built, Outcome};
use super::pipeline::in_order;
use super::writer::{BoardWriter, Piece};
use super::{BLOCK_SIZE, BuildTier};
use crate::block::Run;
use crate::combinatorics::{BoardSize, Permutation};
use crate::error::StoreError;
use crate::search::{Prefix, first_half_prefixes};
use rusqlite::Connection;
use std::num::NonZeroUsize;

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

/// Builds the stored tables of a board, or goes on where a build was interrupted.
pub(super) fn write(
    connection: &mut Connection,
    n: BoardSize,
    jobs: NonZeroUsize,
    anew: bool,
    progress: &mut dyn FnMut(u64),
) -> Result<Built, StoreError> {
    let mut writer = BoardWriter::begin(connection, n, anew)?;
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
        jobs,
        |prefix| pieces(n, prefix),
        |pieces| {
            writer.add(pieces)?;
            progress(writer.solutions());
            Ok::<_, StoreError>(())
        },
    )?;
    let (solutions, orbits) = writer.finish()?;
    let outcome = if kept > 0 { Outcome::Resumed(kept) } else { Outcome::Built };
    Ok(Built { n, tier: BuildTier::Stored, solutions, orbits, outcome })
}

/// The encoded blocks of the solutions below a prefix.
fn pieces(n: BoardSize, prefix: &Prefix) -> Vec<Piece> {
    Run::below(n, prefix).split(BLOCK_SIZE).iter().map(Piece::encode).collect()
}
