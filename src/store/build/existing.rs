//! What a file already holds of a board before a build.

use super::built::{Built, Outcome};
use super::counts::PartialCounts;
use super::error::BuildError;
use super::options::{BuildOptions, BuildTier, Part};
use crate::combinatorics::BoardSize;
use crate::store::checkpoint::Checkpoint;
use crate::store::error::{DamageError, StoreError};
use crate::store::rows::{BoardRow, State};
use rusqlite::Connection;

/// Completes options that name no tier with the tier of an unfinished build or rebuild, which is resumed.
pub(super) fn with_begun_tier(
    connection: &Connection,
    checkpoint: &Checkpoint,
    options: BuildOptions,
) -> Result<BuildOptions, StoreError> {
    let n = checkpoint.n;
    let row = if options.rebuild { None } else { BoardRow::find(connection, n)? };
    let begun = match row.map(|row| (row.state, row.tier)) {
        Some((State::Building, tier)) => Some(tier),
        _ if !options.rebuild && is_counting(connection, checkpoint, options)? => {
            Some(BuildTier::Indexed)
        }
        _ => None,
    };
    Ok(BuildOptions { tier: options.tier.or(begun), ..options })
}

/// The board, if it is complete and can stay. Fails if the file holds it on another tier than requested.
///
/// A complete board with wrong totals counts as missing, and the build replaces it. So does one with an unfinished
/// rebuild.
pub(super) fn existing(
    connection: &Connection,
    checkpoint: &Checkpoint,
    options: BuildOptions,
) -> Result<Option<Built>, StoreError> {
    if options.rebuild {
        return Ok(None);
    }
    let (n, row) = (checkpoint.n, BoardRow::find(connection, checkpoint.n)?);
    let is_complete = row.as_ref().is_some_and(|row| row.state == State::Complete);
    match (is_counting(connection, checkpoint, options)?, options.tier) {
        (true, Some(BuildTier::Indexed)) => return Ok(None),
        (true, Some(wanted)) if !is_complete => {
            return Err(BuildError::OtherTier { n, there: BuildTier::Indexed, wanted }.into());
        }
        _ => {}
    }
    let Some(row) = row else { return Ok(None) };
    let totals = match (row.state, row.totals()) {
        (State::Building, _) => None,
        (State::Complete, Ok(totals)) => Some(totals),
        (State::Complete, Err(StoreError::Damage(DamageError::Content { .. }))) => return Ok(None),
        (State::Complete, Err(error)) => return Err(error),
    };
    let tier = row.tier;
    if let Some(wanted) = options.tier.filter(|&wanted| wanted != tier) {
        return Err(BuildError::OtherTier { n, there: tier, wanted }.into());
    }
    let outcome = Outcome::AlreadyThere;
    Ok(totals.map(|(solutions, orbits)| Built { n, tier, solutions, orbits, outcome }))
}

/// Whether there is a complete board, without checking its blocks. A damaged row counts as missing.
pub(super) fn is_complete(connection: &Connection, n: BoardSize) -> Result<bool, StoreError> {
    match BoardRow::find(connection, n) {
        Ok(row) => Ok(row.is_some_and(|row| row.state == State::Complete)),
        Err(StoreError::Damage(DamageError::Content { .. })) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether there are counts of this part, or of the whole board in its checkpoint. If the board is complete, they
/// belong to its rebuild.
fn is_counting(
    connection: &Connection,
    checkpoint: &Checkpoint,
    options: BuildOptions,
) -> Result<bool, StoreError> {
    if options.part == Part::WHOLE {
        return Ok(checkpoint.exists());
    }
    Ok(PartialCounts::part_in(connection, checkpoint.n)? == Some(options.part))
}
